"""Old and new reason side by side: only where they differ, and only the ends of long sums."""

import re
from collections.abc import Iterator, Sequence

from generator.whatif.types import Entry

_NODE = re.compile(r"NUMA node \d+: ")
_MOST = 3
"""Steps of a sum that are shown whole; of a longer one what it begins and ends with."""


def reasons(old: Entry | None, new: Entry | None) -> Iterator[tuple[str, str]]:
    """Lines, each with `old`, `new` or `at` before it. Where neither side has a reason of
    its own, the places of the values are told."""
    before, after = _lines(old), _lines(new)
    gone, come = list(_apart(before, after)), list(_apart(after, before))
    if gone or come:
        told = {"old": gone if before else _place(old), "new": come if after else _place(new)}
    elif _place(old) == _place(new):
        told = {"at": _place(new)}
    else:
        told = {"old": _place(old), "new": _place(new)}
    for which, lines in told.items():
        for line in lines:
            yield which, line


def _place(entry: Entry | None) -> list[str]:
    return [entry.at] if entry and entry.at else []


def _apart(lines: Sequence[Sequence[str]], others: Sequence[Sequence[str]]) -> Iterator[str]:
    """The lines with the steps that the other side does not have."""
    known = {step for line in others for step in line}
    for line in lines:
        steps = [step for step in line if step not in known]
        if steps:
            shown = steps if len(steps) <= _MOST else [steps[0], "...", steps[-1]]
            node = _NODE.match(line[0])
            lead = node[0] if node and shown[0] != line[0] else ""
            yield lead + "; ".join(shown)


def _lines(entry: Entry | None) -> list[list[str]]:
    """A reason by lines and their steps; of a value set by hand the key that sets it."""
    if entry is None or entry.reason is None:
        return []
    rule, stated = entry.reason.rule, entry.reason.stated
    if stated and rule.startswith("set by hand"):
        return [[f"set by hand at {stated}"]]  # what it stands in for is in the plan
    return [line.split("; ") for line in rule.splitlines()]
