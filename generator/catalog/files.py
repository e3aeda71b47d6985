"""The catalogue's data files: read when first needed, then kept."""

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from generator.cache import folder as cache_folder
from generator.explained import Fact, Mark
from generator.reading.document import read_document

Row = tuple[Any, Mark, str]
"""A value, how sure it is, and its source in full."""

_FOLDER = Path(__file__).parent
MARKS = {
    "D": Mark.DOCUMENTED,
    "C": Mark.CODE,
    "I": Mark.INFERRED,
    "A": Mark.ASSUMED,
    "R": Mark.RECALLED,
}


@cache
def read(name: str) -> Mapping[str, Any]:
    """The content of a data file, `name` being its path without the ending.

    Reading YAML is slow, reading JSON is not: the parsed form is kept in the user's cache
    under the digest of the text that it was made from.
    """
    path = _FOLDER / f"{name}.yaml"
    parsed = cache_folder("catalogue")
    kept = parsed and parsed / f"{sha256(path.read_bytes()).hexdigest()}.json"
    data: Mapping[str, Any]
    if kept:
        with suppress(OSError, ValueError):
            data = json.loads(kept.read_text(encoding="utf-8"))
            return data
    data = read_document(path).data
    if kept:
        with suppress(OSError):
            _keep(kept, json.dumps(data))
    return data


def _keep(path: Path, text: str) -> None:
    """Write beside and move into place: another run may read at the same time."""
    new = path.with_suffix(f".{os.getpid()}")
    new.write_text(text, encoding="utf-8")
    new.replace(path)


def row(written: Any, sources: Mapping[str, str]) -> Row:
    """A fact as the files write it, [value, letter, source], spelled out."""
    value, letter, source = written
    return value, MARKS[letter], sources[source]


def rows(written: Mapping[str, Any], sources: Mapping[str, str]) -> dict[str, Row]:
    """The facts of a mapping of names to rows. A table (a value that is itself a mapping)
    is spread out into one row per entry, so that single entries can be overridden."""
    found: dict[str, Row] = {}
    for name, entry in written.items():
        value, mark, source = row(entry, sources)
        spread = value.items() if isinstance(value, dict) else ()
        found |= {f"{name}.{key}": (item, mark, source) for key, item in spread}
        if not spread:
            found[name] = (value, mark, source)
    return found


def facts(
    section: str, written: Mapping[str, Any], sources: Mapping[str, str]
) -> dict[str, Fact[Any]]:
    """The facts of a section by name, each named `section.name`."""
    return {
        name: Fact(f"{section}.{name}", *entry) for name, entry in rows(written, sources).items()
    }
