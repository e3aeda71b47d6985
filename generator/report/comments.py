"""Comments that accept findings: `# nfvgen: ignore[rule-id] reason`.

They are found without a parser, also in files that no parser takes: a line at a time,
with an eye on quotes and block scalars, in which the same words are text.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from generator.findings import Location
from generator.reading.yaml_source import split_lines

_MARK = "nfvgen:"
_IGNORE = re.compile(r"#\s*nfvgen:\s*ignore\b(?:\s*\[([^\]]*)\])?\s*(.*?)\s*$")
_LOOK_BACK = 80  # keeps a scan linear; tags and anchors are shorter
_TAGS = r"(?:[!&]\S*\s+)*"
_OPENING = re.compile(  # what a quote stands behind where it opens a text
    rf"(?:^|[\[{{,(]|(?:^|\s|['\"\]}}])[:?-])\s*{_TAGS}$|:\s+{_TAGS}$"
)
_BLOCK = re.compile(rf"(?:^|[:-])\s*{_TAGS}[|>][-+0-9]{{0,2}}\s*$")
_DASHES = re.compile(r" *(?:- +)*")


class Comment(NamedTuple):
    """A comment, the rules that it names and why.

    It covers its own line and `target`: the first line below that is no comment, if
    nothing else stands in its own.
    """

    location: Location
    rules: tuple[str, ...]
    reason: str
    target: int


def comments(file: str, text: str, yaml11: bool = False) -> tuple[Comment, ...]:
    """The comments of a text that accept findings. `yaml11` tells how its reader counts lines."""
    if _MARK not in text:
        return ()
    lines = split_lines(text, yaml11)
    below = _below(lines)
    found = []
    for number, column in _places(lines):
        if parts := _IGNORE.match(lines[number], column):
            alone = not lines[number][:column].strip()
            rules = filter(None, (part.strip() for part in (parts[1] or "").split(",")))
            end = len(lines[number].rstrip()) + 1
            at = Location(file, number + 1, column + 1, number + 1, end)
            target = below[number] if alone else number
            found.append(Comment(at, tuple(rules), parts[2], target + 1))
    return tuple(found)


def _below(lines: list[str]) -> list[int]:
    """For each line the next one that is no comment."""
    found = [len(lines)] * len(lines)
    for number in range(len(lines) - 2, -1, -1):
        after = number + 1
        found[number] = found[after] if lines[after].lstrip().startswith("#") else after
    return found


def _places(lines: list[str]) -> Iterator[tuple[int, int]]:
    """Where comments begin, as line and column from 0."""
    quote, block = "", -1
    for number, line in enumerate(lines):
        if block >= 0:
            if not line.strip() or len(line) - len(line.lstrip(" ")) > block:
                continue
            block = -1
        begins, quote = _scan(line, quote)
        if begins is not None:
            yield number, begins
        code = line if begins is None else line[:begins]
        if not quote and code.rstrip()[-1:] in "|>-+0123456789" and _BLOCK.search(code):
            block = _indent(code)


def _scan(line: str, quote: str) -> tuple[int | None, str]:
    """Where a comment begins in a line that begins inside `quote`, or None; and the quote
    that is open at its end."""
    at = 0
    while at < len(line):
        char = line[at]
        if quote:
            if char == "\\" and quote == '"':
                at += 1
            elif char == quote:
                if quote == "'" and line[at + 1 : at + 2] == "'":
                    at += 1
                else:
                    quote = ""
        elif char == "#" and (at == 0 or line[at - 1].isspace()):
            return at, ""
        elif char in "'\"" and _OPENING.search(line, max(0, at - _LOOK_BACK), at):
            quote = char
        at += 1
    return None, quote


def _indent(code: str) -> int:
    """The column that the lines of a block scalar lie behind: that of its key or dash."""
    found = _DASHES.match(code)
    begins = found.end() if found else 0
    dashed = code[begins : begins + 1] in {"|", ">"} and "-" in code[:begins]
    return code[:begins].rindex("-") if dashed else begins
