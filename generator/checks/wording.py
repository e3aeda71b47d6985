"""Phrases that several rules share."""

from collections.abc import Iterable
from difflib import get_close_matches

_LONGEST = 60


def listed(names: Iterable[object]) -> str:
    """Names as people list them: `a, b and c`."""
    *head, last = [str(name) for name in names]
    return f"{', '.join(head)} and {last}" if head else last


def cut(text: object) -> str:
    """A value as a message shows it: one of any length, but not all of it."""
    shown = str(text)
    return shown if len(shown) <= _LONGEST else shown[: _LONGEST - 1] + "…"


def counted(number: int, noun: str) -> str:
    """A number with its noun: `1 port`, `2 ports`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def did_you_mean(name: str, known: Iterable[str], otherwise: str) -> str:
    """The hint for an unknown name: the closest known ones, or `otherwise`."""
    names = list(known)
    folded = {candidate.casefold(): candidate for candidate in names}
    same = [name.casefold()] if name.casefold() in folded else []
    near = same or get_close_matches(cut(name.casefold()), folded, n=2, cutoff=0.6)
    if near:
        return f"did you mean {' or '.join(repr(folded[match]) for match in near)}?"
    return otherwise
