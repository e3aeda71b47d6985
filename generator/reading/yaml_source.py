"""A YAML text, and the words for what is wrong with it."""

import re
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from generator.reading.yaml_nodes import Mark
from generator.record import Frozen, record

UNPRINTABLE = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
_BREAK = re.compile("\r\n|[\n\r]")
_OLD_BREAKS = "\x85\u2028\u2029"  # YAML 1.1 ends a line at these too, YAML 1.2 and editors do not
_BREAK11 = re.compile(f"\r\n|[\n\r{_OLD_BREAKS}]")
_PRIVATE = range(0xE000, 0xF900)
_ENDLESS = re.compile(r"\d{1000,}")
_KEY_OF_BLOCK = re.compile(r"\s*([\w.-]+):\s*(?:&\S+\s*)?(?:#.*)?")
_LONGEST_QUOTE = 40


class Words(NamedTuple):
    """A fault of the text: rule, stretch, what is wrong, and the remedy."""

    rule: str
    start: Mark
    end: Mark
    message: str
    hint: str


@record
class Source(Frozen):
    """A text with the name of its file. Nothing of a secret text is ever quoted, and
    `yaml11` tells that lines end where YAML 1.1 ends them."""

    text: str
    file: str
    secret: bool = False
    yaml11: bool = False

    @cached_property
    def lines(self) -> list[str]:
        return split_lines(self.text, self.yaml11)

    def quote(self, text: str) -> str:
        """The text as a message shows it."""
        if self.secret:
            return "(not shown)"
        cut = text if len(text) <= _LONGEST_QUOTE else text[: _LONGEST_QUOTE - 1] + "…"
        return f"'{cut}'"

    def keys_around(self, line: int) -> tuple[str, ...]:
        """The keys that a line (from 0) stands below, as far as indentation tells."""
        keys: list[str] = []
        limit = _indent(self.lines[line]) if line < len(self.lines) else 0
        for text in reversed(self.lines[:line]):
            if _indent(text) < limit and (found := _KEY_OF_BLOCK.fullmatch(text)):
                keys.insert(0, found[1])
                limit = _indent(text)
        return tuple(keys)

    def begins_line(self, line: int, column: int) -> bool:
        """Whether only spaces stand before a place (both from 1)."""
        return line <= len(self.lines) and not self.lines[line - 1][: column - 1].strip()

    def value_behind(self, mark: Mark) -> bool:
        """Whether a value follows in the line of a key that ends here."""
        rest = self.lines[mark[0] - 1][mark[1] - 1 :].lstrip(": \t")
        return bool(rest) and not rest.startswith("#")

    def unprintable(self, character: str, start: Mark, end: Mark) -> Words:
        """The fault of a control character or half a character."""
        words = f"the character U+{ord(character):04X} cannot be printed"
        return Words("yaml/character", start, end, words, "remove it")

    def unprintables(self) -> Iterator[Words]:
        """Every character of the text that YAML does not allow."""
        if UNPRINTABLE.search(self.text):
            for number, line in enumerate(self.lines, 1):
                for found in UNPRINTABLE.finditer(line):
                    start, end = (number, found.start() + 1), (number, found.end() + 1)
                    yield self.unprintable(found[0], start, end)

    def endless_numbers(self) -> Iterator[Words]:
        """Numbers so long that Python refuses to read them."""
        if _ENDLESS.search(self.text):
            for number, line in enumerate(self.lines, 1):
                for found in _ENDLESS.finditer(line):
                    start, end = (number, found.start() + 1), (number, found.end() + 1)
                    message = f"a number of {found.end() - found.start()} digits"
                    yield Words("yaml/number", start, end, message, "correct it")


def split_lines(text: str, yaml11: bool = False) -> list[str]:
    """The lines of a text, as a reader of YAML 1.2 or 1.1 counts them."""
    return (_BREAK11 if yaml11 else _BREAK).split(text)


def stand_ins(text: str) -> dict[str, str]:
    """Characters that the text does not hold, one for each break of YAML 1.1 in it.

    The parsers at hand know YAML 1.1 only: to them a comment ends at U+2028, and what
    stands behind it on the same line is a key."""
    found = [character for character in _OLD_BREAKS if character in text]
    free = (chr(code) for code in _PRIVATE if chr(code) not in text) if found else iter("")
    return dict(zip(found, free, strict=False))


def directive(line: int) -> Words:
    """The fault of a `%YAML` line: versions and tags are not the file's to choose."""
    message = "a line that begins with % is an instruction to the parser"
    return Words("yaml/directive", (line, 1), (line, 2), message, "remove the line")


def second_document(start: Mark, end: Mark) -> Words:
    """The fault of a file that goes on behind its document."""
    message = "a second document begins here"
    return Words("yaml/documents", start, end, message, "keep one document in the file")


def unreadable(start: Mark, end: Mark) -> Words:
    """The fault of what nothing more can be said about."""
    message = "the text cannot be read as YAML from here"
    hint = "compare the colons, quotes, brackets and indentation with the lines above"
    return Words("yaml/syntax", start, end, message, hint)


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip(" "))
