"""Constraints of Heat parameters in words."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from generator.checks.wording import listed

_CLASS = re.compile(r"\^?\[([^\]]+)\](\*|\+|\{\d+\})((?:=)*)\$?")
_RANGES = {"a-z": "letters", "A-Z": "letters", "0-9": "digits"}
_SIGNS = {",": "commas", "-": "hyphens", "_": "underscores", ".": "dots", "+": "plus signs",
          "/": "slashes"}  # fmt: skip


def allowed(constraint: Mapping[str, Any]) -> str:
    """What a constraint lets through."""
    if "allowed_values" in constraint:
        return " or ".join(str(each) or "nothing" for each in constraint["allowed_values"])
    if "allowed_pattern" in constraint:
        return _matching(str(constraint["allowed_pattern"]))
    if "range" in constraint:
        return _between(constraint["range"])
    if "length" in constraint:
        return f"{_between(constraint['length'])} long"
    return ", ".join(key for key in constraint if key != "description")


def _between(limits: Mapping[str, Any]) -> str:
    low, high = limits.get("min"), limits.get("max")
    if high is None:
        return f"at least {low}"
    return f"at most {high}" if low is None else f"{low} to {high}"


def _matching(pattern: str) -> str:
    """Signs that may stand in a text; a pattern of another form is shown as it is."""
    found = _CLASS.fullmatch(pattern)
    if found is None:
        return f"text that the pattern {pattern} matches"
    signs, times, end = found.groups()
    words = listed(dict.fromkeys(_signs(signs)))
    if times == "*":
        return f"{words}, or nothing"
    number = "at least one" if times == "+" else times[1:-1]
    return f"{words}, {number} of them" + (f", then {end}" if end else "")


def _signs(inside: str) -> Iterator[str]:
    for sign in re.findall(r"a-z|A-Z|0-9|\\?(?:.)", inside):
        yield _RANGES.get(sign) or _SIGNS.get(sign.lstrip("\\"), repr(sign))
