"""A stretch of a file as readers of reports count it."""

import posixpath

from generator.findings import Location


def last_line(at: Location) -> int:
    """The last line that holds a part of it: a block ends where the next line begins."""
    ends_before = at.end_column == 1 and at.end_line > at.line
    return at.end_line - 1 if ends_before else max(at.end_line, at.line)


def last_column(at: Location) -> int:
    """The last column in a stretch of one line; ours is exclusive."""
    return max(at.end_column - 1, at.column)


def relative_path(file: str) -> str:
    """A path as services know it: without the leading ./ that shells add."""
    return posixpath.normpath(file)


def also(related: tuple[Location, ...]) -> str:
    """The other places of a finding, for forms that have no place for them."""
    if not related:
        return ""
    places = ", ".join(f"{at.file}:{at.line}:{at.column}" for at in related)
    return f"see also {places}"
