"""The user's cache: what is made from our own files again at every start otherwise.

It may be missing, unwritable or emptied at any time; nothing depends on it but time.
"""

import os
from pathlib import Path


def folder(name: str) -> Path | None:
    """The cache folder of that name, None where there can be none."""
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    found = Path(home) / "nfvgen" / name
    try:
        found.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return None
    return found
