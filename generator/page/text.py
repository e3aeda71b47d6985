"""Text as a page shows it, and how much room it takes."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from math import ceil
from typing import Any

from generator.findings import one_line

# The widest of the usual monospaced fonts, DejaVu Sans Mono, has 0.602 em.
_EM = 0.61
_WIDE = "WF"  # East Asian width: two columns


def text_width(text: str, size: int) -> int:
    """The room in pixels of a line in a monospaced font of this size."""
    columns = sum(2 if unicodedata.east_asian_width(sign) in _WIDE else 1 for sign in text)
    return ceil(columns * size * _EM)


def wrapped(text: str, room: int, size: int) -> tuple[str, ...]:
    """Text in lines of at most this width in pixels: broken behind spaces, commas and
    hyphens, or where it must be."""
    lines = [""]
    for part in re.split("(?<=[ ,_-])", text):
        if lines[-1] and text_width((lines[-1] + part).rstrip(), size) > room:
            lines.append("")
        for sign in part:
            if text_width((lines[-1] + sign).rstrip(), size) > room:
                lines.append("")
            lines[-1] += sign
    return tuple(line.strip() for line in lines)


def widest(lines: Iterable[str], size: int) -> int:
    """The room of the longest of these lines, 0 of none."""
    return max((text_width(line, size) for line in lines), default=0)


def shown(value: Any) -> str:
    """A value on one line."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {shown(item)}" for key, item in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(shown, value)) or "none"
    if isinstance(value, bool):
        return str(value).lower()
    return one_line(str(value))
