"""Just enough of a shell to follow a deploy script: variables, arrays, loops over words."""

import os
import re
from collections.abc import Callable, Iterator, Sequence

from generator.deployment.shell_words import Word, split

_VARIABLE = re.compile(r"\$(?:\{(\w+)(?:\[[@*]\])?(?::-([^}]*))?\}|(\w+))")
_ASSIGNMENT = re.compile(
    r"(?:export\s+|readonly\s+|local\s+|declare\s+(?:-\w+\s+)*)?(\w+)(\+?)=(.*)", re.S
)
_COMMAND = re.compile(r"\$\(([^()]*(?:\([^()]*\)[^()]*)*)\)|`([^`]*)`")
_PATTERN = re.compile(r"[*?\[]")
_LEADS = {"do", "then", "else", "{"}
_LOOPS = {"for", "while", "until", "select"}
_MOST_ROUNDS, _LONGEST = 5_000, 1 << 16  # of a deploy script; more is no script for us
_PLAIN_OPTIONS = {"echo": {"-n"}, "ls": {"-1", "-d"}}


Paths = Callable[[str], Sequence[str]]
"""The paths that a pattern such as `environments/*.yaml` stands for; none where it cannot be
told."""


def commands(text: str, paths: Paths = lambda pattern: ()) -> Iterator[list[Word]]:
    """The simple commands of a script in order, with variables that it sets filled in and
    loops over words run. What only a shell can tell stays as it is written."""
    yield from _Shell(paths).run(list(split(text)))


class _Shell:
    """The variables of a script while it is followed."""

    def __init__(self, paths: Paths) -> None:
        self._paths = paths
        self._variables = {"HOME": os.path.expanduser("~")}
        self._left = _MOST_ROUNDS

    def run(self, lines: Sequence[list[Word]]) -> Iterator[list[Word]]:
        """Commands with what stands in them filled in."""
        index = 0
        while index < len(lines):
            words = _led(lines[index])
            index += 1
            if not words:
                continue
            if words[0].text == "for" and len(words) > 2 and words[2].text == "in":
                end = _end(lines, index)
                yield from self._loop(words[1].text, self._values(words[3:]), lines[index:end])
                index = end
            elif found := _ASSIGNMENT.fullmatch(words[0].text):
                self._assign(found, words)
            else:
                yield [part for word in words for part in self._filled(word)]

    def _loop(
        self, name: str, values: Sequence[str] | None, body: Sequence[list[Word]]
    ) -> Iterator[list[Word]]:
        if values is not None and len(values) < self._left:
            self._left -= len(values)
            for value in values:
                self._variables[name] = value
                yield from self.run(body)
        else:  # nobody can tell what the variable holds
            self._variables.pop(name, None)
            yield from self.run(body)

    def _values(self, words: Sequence[Word]) -> list[str] | None:
        """The values of a loop; None where one of them only a shell can tell."""
        found: list[str] = []
        for word in words:
            for part in self._filled(word):
                known = self._paths(part.text) if _PATTERN.search(part.text) else (part.text,)
                if not known or "$" in part.text or "`" in part.text:
                    return None
                found += known
        return found

    def _assign(self, found: re.Match[str], words: list[Word]) -> None:
        name, adds, value = found[1], found[2], found[3]
        value = " ".join([value, *(word.text for word in words[1:])]).strip()
        if value.startswith("("):
            value = value.strip("()").strip()
        value = _unquoted(self._substituted(value))
        if adds:
            value = f"{self._variables.get(name, '')} {value}".strip()
        if len(value) <= _LONGEST:
            self._variables[name] = value

    def _filled(self, word: Word) -> Iterator[Word]:
        """A word with its variables. One that is a variable as a whole may become several
        words, or none."""
        text, bare = _unquoted(self._substituted(word.text)), _unquoted(word.text)
        alone = _VARIABLE.fullmatch(bare) or _COMMAND.fullmatch(bare)
        if alone and not text:
            return
        if alone and " " in text and not _COMMAND.search(text):
            yield from (word._replace(text=part) for part in text.split())
            return
        if text == "~" or text.startswith("~/"):
            text = os.path.expanduser("~") + text[1:]
        elif "=~/" in text:
            text = text.replace("=~/", f"={os.path.expanduser('~')}/", 1)
        yield word._replace(text=text)

    def _substituted(self, text: str) -> str:
        # What stays of $(...) keeps its variables: they may be those of its own loops.
        found = list(_COMMAND.finditer(text))
        starts = (0, *(each.end() for each in found))
        ends = (*(each.start() for each in found), len(text))
        plain = [
            _VARIABLE.sub(self._value, text[start:end])
            for start, end in zip(starts, ends, strict=True)
        ]
        printed = (*map(self._printed, found), "")
        return "".join(part for pair in zip(plain, printed, strict=True) for part in pair)

    def _value(self, found: re.Match[str]) -> str:
        name = found[1] or found[3]
        return self._variables.get(name, found[2] if found[2] is not None else found[0])

    def _printed(self, found: re.Match[str]) -> str:
        """What the commands of $(...) print; itself where only a shell can tell."""
        outside, printed = dict(self._variables), list[str]()
        for command in self.run(list(split(found[1] or found[2] or ""))):
            name, *words = [word.text for word in command] or [""]
            while words and words[0] in _PLAIN_OPTIONS.get(name, ()):
                del words[0]
            if name == "ls":
                words = self._values([Word(each, 1, 1, 1) for each in words]) or []
            if name not in {"echo", "ls", "done"} or (name == "ls" and not words):
                self._variables = outside
                return found[0]
            printed += words
        self._variables = outside
        return " ".join(printed)


def _led(words: list[Word]) -> list[Word]:
    """A command without what only leads to it."""
    return next((words[i:] for i, word in enumerate(words) if word.text not in _LEADS), [])


def _end(lines: Sequence[list[Word]], index: int) -> int:
    """Where the loop whose body begins at a line ends."""
    depth = 1
    for number in range(index, len(lines)):
        first = next((word.text for word in _led(lines[number])), "")
        depth += (first in _LOOPS) - (first == "done")
        if not depth:
            return number
    return len(lines)


def _unquoted(text: str) -> str:
    return text.replace('"', "").replace("'", "")
