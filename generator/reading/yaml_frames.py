"""The lists and mappings that are open while a document is read, and where that is."""

from dataclasses import dataclass, field, replace
from typing import Any

from generator.findings import Path
from generator.reading.yaml_nodes import Mapping, Mark, Scalar, Sequence


@dataclass(slots=True)
class Open:
    """A list or mapping whose end has not been read."""

    node: Sequence | Mapping
    anchor: str | None
    block: bool
    as_key: bool = False  # stands where a key should, or inside of what does
    key: Scalar | None = None
    merged: list[Mapping] = field(default_factory=list)
    size: int = 1  # values inside, those behind aliases included


def around(frames: list[Open], column: int) -> list[Open]:
    """Those that a line with this indentation lies in."""
    found: list[Open] = []
    for frame in frames:
        at = frame.node.start[1] if frame.block else 0
        if at > column:
            break
        if at == column and isinstance(frame.node, Mapping):
            return [*found, replace(frame, key=None)]
        found.append(frame)
    return found


def path_of(frames: list[Open]) -> Path:
    """The path of what is read next."""
    steps: list[str | int] = []
    for frame in frames:
        if isinstance(frame.node, Sequence):
            steps.append(len(frame.node.items))
        elif frame.key:
            steps.append(frame.key.text)
    return tuple(steps)


def marks(event: Any) -> tuple[Mark, Mark]:
    """Start and end of an event, counted from 1."""
    start, end = event.start_mark, event.end_mark
    return (start.line + 1, start.column + 1), (end.line + 1, end.column + 1)


def last_end(node: Sequence | Mapping) -> Mark:
    """The end of the last value written in a block."""
    if isinstance(node, Sequence):
        return max((item.end for item in node.items), default=node.end)
    return max((part.end for entry in node.entries.values() for part in entry), default=node.end)
