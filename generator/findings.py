"""Findings: what is wrong, where, and what to do. They are values; nothing here prints."""

from enum import StrEnum
from typing import NamedTuple

Path = tuple[str | int, ...]
"""The way to a value in a document: keys and list indexes from the top."""


class Severity(StrEnum):
    """How much a finding matters."""

    ERROR = "error"  # the deployment fails or drops packets
    WARNING = "warning"  # outside what the vendor supports, or not certain
    INFO = "info"  # advice

    @property
    def rank(self) -> int:
        """0 for the most severe."""
        return list(Severity).index(self)


class Place(NamedTuple):
    """A value in a document, or the key that names it."""

    path: Path
    on_key: bool = False


class Location(NamedTuple):
    """A stretch of a file. Lines and columns count from 1, the end is exclusive."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int


class Fault(NamedTuple):
    """What a rule yields: the place, what is wrong, and the remedy.

    `related` are the other places of a fault that lies between several, such as the
    value that a later one shadows.
    """

    place: Place
    message: str
    hint: str
    related: tuple[Place, ...] = ()


class Finding(NamedTuple):
    """A fault with its rule, severity and position in the file."""

    location: Location
    path: str
    rule: str
    severity: Severity
    message: str
    hint: str
    related: tuple[Location, ...] = ()

    @property
    def order(self) -> tuple[Location, int, str, str]:
        """Sort key: by file and position, then the most severe first."""
        return (self.location, self.severity.rank, self.rule, self.message)

    def __str__(self) -> str:
        at, message = self.location, one_line(self.message)
        where = f"{one_line(at.file)}:{at.line}:{at.column}"
        head = f"{where}: {self.severity}: {message} [{self.rule}]"
        lines = [head, f"    at: {one_line(self.path)}"] if self.path else [head]
        lines += [
            f"    see also: {one_line(also.file)}:{also.line}:{also.column}"
            for also in self.related
        ]
        return "\n".join([*lines, f"    hint: {one_line(self.hint)}"] if self.hint else lines)


def one_line(text: str) -> str:
    """Text as it can be shown: what ends lines, moves the cursor, turns the direction of
    writing or cannot be seen is escaped, so that no key or value passes for a finding."""
    if text.isprintable():
        return text
    return "".join(
        each if each.isprintable() else each.encode("unicode_escape").decode() for each in text
    )


def path_text(path: Path) -> str:
    """A path as people write it: `roles.Controller.links[1].ports`."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text
