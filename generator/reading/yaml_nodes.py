"""The node tree of a YAML document: what was written, and where.

Nodes are compared by identity: an alias puts the very node of its anchor in a
second place, so a value's position is where somebody wrote it.
"""

from dataclasses import dataclass, field
from typing import TypeAlias

Mark = tuple[int, int]
"""Line and column, both from 1."""

Plain: TypeAlias = "str | int | float | bool | list[Plain] | dict[str, Plain] | None"
"""A document as plain data."""


@dataclass(eq=False, slots=True)
class Scalar:
    """One value. `plain` tells that it was written without quotes."""

    start: Mark
    end: Mark
    text: str
    plain: bool
    value: str | int | float | bool | None


@dataclass(eq=False, slots=True)
class Sequence:
    """A list."""

    start: Mark
    end: Mark
    items: "list[Node]" = field(default_factory=list)


@dataclass(eq=False, slots=True)
class Mapping:
    """Keys with their values. Each key keeps the node that it was written as."""

    start: Mark
    end: Mark
    entries: "dict[str, tuple[Scalar, Node]]" = field(default_factory=dict)


Node: TypeAlias = Scalar | Sequence | Mapping


def to_data(node: Node) -> Plain:
    """The plain data of a tree."""
    match node:
        case Scalar():
            return node.value
        case Sequence():
            return [to_data(item) for item in node.items]
        case Mapping():
            return {key: to_data(value) for key, (_, value) in node.entries.items()}
