"""What a syntax error of YAML means, in plain words.

The C parser and the pure one word their errors differently but stop at the same
place, so the words are found from the text there, never from the message.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from generator.reading.yaml_source import Source, Words, directive, second_document, unreadable

_GLUED = re.compile(r"\s*(?:- )*([\w.-]+):([^\s:/]\S*)(?: #.*)?")
_HAS_VALUE = re.compile(r"\s*(?:- )*[^\s#:'\"][^:]*:\s+[^\s#&!|>].*")
_OPEN_VALUE = re.compile(r"\s*(?:- )*[^#:]+:\s+\S")
_LONGEST_KEY = 1024


@dataclass(frozen=True)
class _Stop:
    """Where the parser stopped, and where the thing began that it was reading (from 0)."""

    source: Source
    line: int
    column: int
    begun: tuple[int, int] | None

    def text_of(self, line: int) -> str:
        return self.source.lines[line] if line < len(self.source.lines) else ""

    @cached_property
    def here(self) -> str:
        return self.text_of(self.line)

    @property
    def char(self) -> str:
        return self.here[self.column : self.column + 1]

    @property
    def before(self) -> str:
        return self.here[: self.column]

    @property
    def opener(self) -> str:
        """The character that the thing being read began with."""
        return self.text_of(self.begun[0])[self.begun[1] : self.begun[1] + 1] if self.begun else ""

    @cached_property
    def previous(self) -> int:
        """The last line above with more than a comment, or -1."""
        for number in range(min(self.line, len(self.source.lines)) - 1, -1, -1):
            if self.text_of(number).strip() and not self.text_of(number).lstrip().startswith("#"):
                return number
        return -1

    def words(self, kind: str, message: str, hint: str, at: tuple[int, int] | None = None) -> Words:
        line, column = at or (self.line, self.column)
        start = (line + 1, column + 1)
        return Words(f"yaml/{kind}", start, (line + 1, column + 2), message, hint)

    def on_line(self, line: int, kind: str, message: str, hint: str) -> Words:
        text = self.text_of(line)
        at = (line, len(text) - len(text.lstrip()))
        return self.words(kind, message, hint, at)


def explain(source: Source, line: int, column: int, begun: tuple[int, int] | None = None) -> Words:
    """Words for a stop of the parser. Lines and columns count from 0, as the parser's do."""
    stop = _Stop(source, line, column, begun)
    return next(words for kind in _KINDS if (words := kind(stop)))


def _tab(stop: _Stop) -> Words | None:
    indent = stop.here[: len(stop.here) - len(stop.here.lstrip())]
    if "\t" not in indent and stop.char != "\t":
        return None
    column = indent.find("\t") if "\t" in indent else stop.column
    at = (stop.line, column)
    return stop.words("tab", "a tab where YAML wants spaces", "replace it with spaces", at)


def _directive(stop: _Stop) -> Words | None:
    return directive(stop.line + 1) if stop.here.startswith("%") else None


def _document_end(stop: _Stop) -> Words | None:
    if stop.previous < 0 or stop.text_of(stop.previous).rstrip() != "...":
        return None
    return second_document((stop.line + 1, 1), (stop.line + 1, 2))


def _escape(stop: _Stop) -> Words | None:
    around = stop.here[max(stop.column - 1, 0) : stop.column + 1]
    if stop.opener != '"' or "\\" not in around:
        return None
    at = (stop.line, stop.here.index("\\", max(stop.column - 1, 0)))
    message = "this backslash begins no escape that YAML knows"
    return stop.words("escape", message, "use single quotes, or write two backslashes", at)


def _quote(stop: _Stop) -> Words | None:
    if stop.opener not in {"'", '"'} or stop.line < len(stop.source.lines) - 1:
        return None
    message = f"the quote {stop.opener} that begins here is never closed"
    return stop.words("quote", message, f"close it with {stop.opener}", stop.begun)


def _behind_end(stop: _Stop) -> Words | None:
    last = stop.before.rstrip()[-1:]
    if stop.char in {"", "#", ",", "]", "}"} or stop.opener in {"[", "{"}:
        return None
    if last in {"'", '"'}:
        hint = "put the quotes around the whole value; to have a quote inside, use the other kind"
        return stop.words("quote", "text follows a closing quote", hint)
    if last in {"]", "}"}:
        hint = "remove it, or put quotes around the whole value"
        return stop.words("bracket", "text follows a closing bracket", hint)
    return None


def _colon_inside(stop: _Stop) -> Words | None:
    """`[52:54:00:00:00:01]`: the C parser allows no colon in an unquoted word there."""
    if stop.char != ":" or stop.begun is None or stop.opener in {"[", "{", "'", '"', ""}:
        return None
    if stop.begun[0] != stop.line or stop.here[stop.column + 1 : stop.column + 2].strip() == "":
        return None
    found = re.compile(r"[^\s,\[\]{}]+").match(stop.here, stop.begun[1])
    word = found[0] if found else ""
    quoted = stop.source.quote(word)
    if word.count(":") == 1:
        message = f"{quoted} has no space after its colon"
        hint = "write 'key: value', or quotes around the word if it is text"
    else:
        message = f"{quoted} holds colons, which inside [ ] or {{ }} need quotes"
        hint = "put quotes around it"
    return stop.words("colon", message, hint, stop.begun)


def _flow(stop: _Stop) -> Words | None:
    if stop.opener not in {"[", "{"} or stop.begun is None:
        return None
    closer = "]" if stop.opener == "[" else "}"
    if stop.char in {"]", "}"} and stop.char != closer:
        message = f"'{stop.char}' closes a bracket that was opened with '{stop.opener}'"
        return stop.words("bracket", message, f"write '{closer}' here")
    if _balance(stop) > 0:
        message = f"the bracket '{stop.opener}' that begins here is not closed"
        return stop.words("bracket", message, f"close it with '{closer}'", stop.begun)
    message = f"a comma is missing between two values inside {stop.opener} {closer}"
    return stop.words("comma", message, "put a comma between them")


def _balance(stop: _Stop) -> int:
    """How many brackets stay open from the opener on. Quotes and comments are left out roughly."""
    line, column = stop.begun or (0, 0)
    rest = [stop.text_of(line)[column:], *stop.source.lines[line + 1 :]]
    bare = re.sub(r"'[^'\n]*'|\"[^\"\n]*\"|(?:^|\s)#[^\n]*", "", "\n".join(rest))
    opened, closed = (sum(map(bare.count, pair)) for pair in ("[{", "]}"))
    return opened - closed


def _begins_badly(stop: _Stop) -> Words | None:
    if stop.char and stop.char in "@'%" and not stop.before.rstrip().endswith(("'", '"')):
        message = f"an unquoted value cannot begin with {stop.char}"
        return stop.words("character", message, "put quotes around the value")
    if stop.before.endswith(("*", "&", "!")):
        message = f"the name after {stop.before[-1]} is missing"
        return stop.words("syntax", message, "put quotes around it if it is text")
    if stop.char and stop.char in "]},":
        message = f"'{stop.char}' stands where no bracket is open"
        return stop.words("bracket", message, "remove it, or open the bracket before it")
    return None


def _no_key(stop: _Stop) -> Words | None:
    if stop.char != ":" or stop.before.rstrip()[-1:] not in {"", "{", "[", ","}:
        return None
    hint = "write the key, or quotes around the text that begins with a colon"
    return stop.words("key", "a key is missing here", hint)


def _second_colon(stop: _Stop) -> Words | None:
    if stop.char != ":":
        return None
    if len(stop.before.strip()) > _LONGEST_KEY:
        message = f"a key is longer than {_LONGEST_KEY} characters"
        return stop.on_line(stop.line, "key", message, "put quotes around it if it is a value")
    if _OPEN_VALUE.match(stop.before):
        message = "a second ': ' in one line"
        hint = "put quotes around the value, or begin a new line for the second key"
        return stop.words("colon", message, hint)
    return _line_above(stop)


def _line_above(stop: _Stop) -> Words | None:
    """`name lab-a` above `target: x`: the fault is in the line above."""
    above = stop.text_of(stop.previous) if stop.previous >= 0 else ""
    if _HAS_VALUE.fullmatch(above):
        message = "this line is indented deeper than its neighbours"
        hint = "give it the indentation of the line above, whose key already has a value"
        return stop.on_line(stop.line, "indentation", message, hint)
    if above.lstrip().startswith("- "):
        message = "this key stands among list items, or too deep"
        hint = "align it with the keys that it belongs to"
        return stop.on_line(stop.line, "indentation", message, hint)
    if not above or above.strip().endswith(":"):
        return None
    return _no_colon(stop, stop.previous)


def _unfinished_key(stop: _Stop) -> Words | None:
    """A line of words alone, where a key was begun."""
    if stop.begun is None or stop.begun[0] >= stop.line:
        return None
    text = stop.text_of(stop.begun[0])[stop.begun[1] :]
    if ": " in text or text.rstrip().endswith(":") or text.startswith("- "):
        return None
    return _no_colon(stop, stop.begun[0])


def _no_colon(stop: _Stop, line: int) -> Words:
    text = stop.text_of(line)
    if glued := _GLUED.fullmatch(text):
        message = f"no space after the colon of {stop.source.quote(glued[1] + ':')}"
        return stop.on_line(line, "colon", message, "write 'key: value', with a space")
    message = f"{stop.source.quote(text.strip())} has no colon"
    return stop.on_line(line, "colon", message, "write 'key: value'")


def _indentation(stop: _Stop) -> Words | None:
    if stop.before.strip():
        if stop.char != "-":
            return None
        hint = "begin a line of its own for it"
        return stop.words("indentation", "a list item begins behind other text", hint)
    if stop.char == "-":
        message = "a list item stands among keys"
        hint = "indent it below the key that it belongs to"
        return stop.words("indentation", message, hint)
    if stop.begun and stop.opener == "-" and stop.column == stop.begun[1]:
        message = "a key stands among list items"
        return stop.words("indentation", message, "begin it with '- ', or indent it as its list")
    message = f"the indentation of this line ({stop.column}) fits no line above"
    around = () if stop.source.secret else stop.source.keys_around(stop.line)
    hint = (
        f"give all keys of {around[-1]} one indentation"
        if around
        else "align it with the keys that it belongs to"
    )
    return stop.words("indentation", message, hint)


def _anything(stop: _Stop) -> Words:
    return unreadable((stop.line + 1, stop.column + 1), (stop.line + 1, stop.column + 2))


_KINDS: tuple[Callable[["_Stop"], Words | None], ...] = (
    _tab, _directive, _document_end, _escape, _quote, _behind_end, _colon_inside, _flow,
    _begins_badly, _no_key, _second_colon, _unfinished_key, _indentation, _anything,
)  # fmt: skip
