"""Page sizes as Nova of Train reads them in hw:mem_page_size."""

import math
import re
from typing import cast

from generator.capacity.types import Page

# nova/virt/hardware.py and oslo.utils string_to_bytes: the unit ends in B, or in b or bit for
# bits, and is spelt in capitals; 1G and 1gb are refused.
_SIZE = re.compile(r"([-+]?[0-9]{0,18}\.?[0-9]{1,18})(?:([KMGT])i?)?(b|bit|B)")
_WORDS = ("small", "large", "any")
_UNITS = {None: 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


def page_of(text: str) -> Page:
    """What a text asks for: a word, or a size in KiB; None for what Nova refuses."""
    if text in _WORDS:
        return cast(Page, text)
    if re.fullmatch("[0-9]{1,18}", text):
        return int(text)
    found = _SIZE.fullmatch(text)
    if found is None:
        return None
    size = float(found[1]) * _UNITS[found[2]] / (1 if found[3] == "B" else 8)
    return math.ceil(size) // 1024
