"""A shell script as words with their places, by command."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

_UNCLEAR = re.compile(r"\$[\w({]|`|[*?]")


class Word(NamedTuple):
    """A word of a command, and where it begins (line and column, both from 1)."""

    text: str
    line: int
    column: int
    end_column: int

    @property
    def unclear(self) -> bool:
        """Whether only a shell can tell what it means."""
        return bool(_UNCLEAR.search(self.text))


_TOKEN = re.compile(
    r"""(?P<comment>(?:(?<=\s)|^)\#[^\n]*)
    |(?P<joined>\\\n)
    |(?P<end>[\n;|&]+)
    |(?P<gap>[ \t]+)
    |(?P<word>(?:'[^']*'|"(?:\\.|\$\([^()]*(?:\([^()]*\)[^()]*)*\)|[^"\\])*+"|`[^`]*`|\([^()]*\)|\$\([^()]*(?:\([^()]*\)[^()]*)*\)
        |\\[^\n]|[^\s;|&'"\\()])+)
    |(?P<other>.)""",
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)


def split(text: str) -> Iterator[list[Word]]:
    """Words by command: line ends and ; | & divide, a backslash before a line end does not."""
    words: list[Word] = []
    starts = [0, *(found.end() for found in re.finditer("\n", text))]
    for token in _TOKEN.finditer(text):
        if token.lastgroup == "word":
            line = bisect_right(starts, token.start())
            column = token.start() - starts[line - 1] + 1
            words.append(Word(token[0], line, column, column + len(token[0])))
        elif token.lastgroup == "end" and words:
            yield words
            words = []
    if words:
        yield words
