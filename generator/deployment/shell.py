"""Just enough of a shell to follow a deploy script: words, quotes, variables, arrays."""

import os
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from typing import NamedTuple

_VARIABLE = re.compile(r"\$(?:\{(\w+)(?:\[[@*]\])?(?::-([^}]*))?\}|(\w+))")
_ASSIGNMENT = re.compile(
    r"(?:export\s+|readonly\s+|local\s+|declare\s+(?:-\w+\s+)*)?(\w+)(\+?)=(.*)", re.S
)
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


def commands(text: str) -> Iterator[list[Word]]:
    """The simple commands of a script in order, with variables that it sets filled in."""
    variables = {"HOME": os.path.expanduser("~")}
    for words in _split(text):
        if words and (found := _ASSIGNMENT.fullmatch(words[0].text)):
            _assign(found, words, variables)
            continue
        yield [part for word in words for part in _filled(word, variables)]


def _assign(found: re.Match[str], words: list[Word], variables: dict[str, str]) -> None:
    name, adds, value = found[1], found[2], found[3]
    value = " ".join([value, *(word.text for word in words[1:])]).strip()
    if value.startswith("("):
        value = value.strip("()").strip()
    value = _unquoted(_substituted(value, variables))
    variables[name] = f"{variables.get(name, '')} {value}".strip() if adds else value


def _filled(word: Word, variables: Mapping[str, str]) -> Iterator[Word]:
    """A word with its variables. One that is a variable as a whole may become several."""
    text = _unquoted(_substituted(word.text, variables))
    alone = _VARIABLE.fullmatch(_unquoted(word.text))
    if alone and " " in text:
        yield from (word._replace(text=part) for part in text.split())
        return
    if text == "~" or text.startswith("~/"):
        text = os.path.expanduser("~") + text[1:]
    elif "=~/" in text:
        text = text.replace("=~/", f"={os.path.expanduser('~')}/", 1)
    yield word._replace(text=text)


def _substituted(text: str, variables: Mapping[str, str]) -> str:
    def value(found: re.Match[str]) -> str:
        name = found[1] or found[3]
        return variables.get(name, found[2] if found[2] is not None else found[0])

    return _VARIABLE.sub(value, text)


def _unquoted(text: str) -> str:
    return text.replace('"', "").replace("'", "")


_TOKEN = re.compile(
    r"""(?P<comment>(?:(?<=\s)|^)\#[^\n]*)
    |(?P<joined>\\\n)
    |(?P<end>[\n;|&]+)
    |(?P<gap>[ \t]+)
    |(?P<word>(?:'[^']*'|"(?:\\.|[^"\\])*"|\([^()]*\)|\$\([^()]*(?:\([^()]*\)[^()]*)*\)
        |\\[^\n]|[^\s;|&'"\\()])+)
    |(?P<other>.)""",
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)


def _split(text: str) -> Iterator[list[Word]]:
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
