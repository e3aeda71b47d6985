"""YAML text -> node tree, with every fault that the tree can show.

The parser's events are put together here rather than by the parser's own
composer: that tells where a syntax error lies in the document, reports all
double keys instead of the first, and stops before an alias bomb or a tower of
brackets costs memory. It is also the faster way.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from difflib import get_close_matches
from typing import Any, NamedTuple

from generator.findings import Finding, Location, Path, Severity, path_text
from generator.reading.yaml_frames import Open, around, last_end, marks, path_of
from generator.reading.yaml_nodes import Mapping, Mark, Node, Scalar, Sequence
from generator.reading.yaml_scalars import NumberError, Value, resolve
from generator.reading.yaml_source import UNPRINTABLE, Source, Words, directive, second_document

MAX_DEPTH = 50
MAX_ALIASED = 200_000  # values that aliases and merge keys may add in all
_STANDARD_TAGS = frozenset(f"tag:yaml.org,2002:{name}" for name in ("map", "seq", "str")) | {"!"}

_TYPE_TAGS = frozenset(f"tag:yaml.org,2002:{name}" for name in ("int", "float", "bool", "null"))


class Halt(Exception):  # noqa: N818 - ends the reading; the finding is already noted
    """Going on would cost too much or tell nothing new."""


class Dialect(NamedTuple):
    """How a reader of YAML takes unquoted words, double keys and directives.

    A tolerant one lets the last of several keys win and makes no fault of it.
    """

    resolve: Callable[[str], Value] = resolve
    tolerant: bool = False


_OURS = Dialect()


class Twice(NamedTuple):
    """A key that stands twice in a mapping: where it is, and the value that lost."""

    path: Path
    first: Location
    last: Location
    lost: Node


class Composer:
    """Takes events; `root`, `findings` and `twice` are the result."""

    def __init__(self, source: Source, dialect: Dialect = _OURS) -> None:
        self.source = source
        self.dialect = dialect
        self.twice: list[Twice] = []
        self.root: Node | None = None
        self.findings: list[Finding] = []
        self.last: tuple[Mark, Mark] = ((1, 1), (1, 1))  # the stretch of the last event
        self._stack: list[Open] = []
        self._anchors: dict[str, tuple[Node, int]] = {}
        self._aliased = 0
        self._documents = 0
        self._take: dict[str, Callable[[Any], None]] = {
            "DocumentStartEvent": self._document,
            "ScalarEvent": self._scalar,
            "AliasEvent": self._alias,
            "SequenceStartEvent": self._sequence,
            "MappingStartEvent": self._mapping,
            "SequenceEndEvent": self._end,
            "MappingEndEvent": self._end,
        }

    def feed(self, events: Iterable[Any]) -> None:
        """Take all events. Raises Halt, and whatever the parser raises."""
        for event in events:
            self.last = marks(event)
            if take := self._take.get(type(event).__name__):
                take(event)

    @property
    def path(self) -> Path:
        """Where the reading stands."""
        return path_of(self._stack)

    def note(self, words: Words, path: Path | None = None) -> None:
        """Add a finding at a path, or else at the one where the reading stands."""
        path = self.path if path is None else path
        if self.source.secret or len(path) >= MAX_DEPTH:
            path = ()
        location = Location(self.source.file, *words.start, *words.end)
        self.findings.append(
            Finding(
                location, path_text(path), words.rule, Severity.ERROR, words.message, words.hint
            )
        )

    def note_stop(self, words: Words) -> None:
        """Add the finding of a syntax error.

        The parser looks ahead of what it tells: blocks may have ended and keys begun
        that it has not told of, so the indentation of the line is asked as well.
        """
        line, column = words.start
        frames = list(self._stack)
        if frames and frames[-1].node.start == words.start:
            self.note(words, path_of(frames[:-1]))  # a bracket that is not closed
            return
        if self.source.begins_line(line, column) and words.rule != "yaml/tab":
            frames = around(frames, column)
        last = frames[-1].key if frames else None
        if last and self.source.begins_line(line, column) and self.source.value_behind(last.end):
            frames[-1] = replace(frames[-1], key=None)  # the line before is complete
        path, above = path_of(frames), self.source.keys_around(line - 1)
        self.note(words, path if len(path) >= len(above) else above)

    def _document(self, event: Any) -> None:
        self._documents += 1
        start, end = marks(event)
        if self._documents > 1:
            self.note(second_document(start, end))
            raise Halt
        if self.dialect.tolerant:
            return
        for number, line in enumerate(self.source.lines[: end[0] - 1], 1):
            if line.startswith("%"):
                self.note(directive(number))

    def _scalar(self, event: Any) -> None:
        start, end = marks(event)
        text: str = event.value
        plain = not event.style and event.tag is None
        if self.dialect.tolerant and event.tag in _TYPE_TAGS:
            plain = True  # `!!int "5"`
        self._check_tag(event)
        value: Value = text
        if plain:
            try:
                value = self._value(text)
            except NumberError as error:
                self.note(Words("yaml/number", start, end, error.message, error.hint))
        elif found := UNPRINTABLE.search(text):
            self.note(self.source.unprintable(found[0], start, end))
        self._attach(Scalar(start, end, text, plain, value), 1, event.anchor)

    def _value(self, text: str) -> Value:
        """The value of an unquoted word. A key is always text: `1: x` names the key "1"."""
        if self._at_key():
            return text
        if self.source.secret:  # a password of digits is text like any other
            return text or None
        return self.dialect.resolve(text)

    def _at_key(self) -> bool:
        frame = self._stack[-1] if self._stack else None
        return frame is not None and isinstance(frame.node, Mapping) and frame.key is None

    def _alias(self, event: Any) -> None:
        start, end = marks(event)
        found = self._anchors.get(event.anchor)
        if found is None:
            self.note(self._unknown_alias(event.anchor, start, end))
            found = Scalar(start, end, "", True, None), 1
        node, size = found
        self._spend(size, start, end)
        self._attach(node, size, None)

    def _unknown_alias(self, name: str, start: Mark, end: Mark) -> Words:
        quoted = self.source.quote(f"*{name}")
        if any(frame.anchor == name for frame in self._stack):
            return Words(
                "yaml/recursive-alias", start, end,
                f"{quoted} stands inside the value that it repeats", "write the value out here",
            )  # fmt: skip
        close = get_close_matches(name, self._anchors, 1)
        hint = f"did you mean {self.source.quote('*' + close[0])}?" if close else (
            "put quotes around it if the asterisk is part of the text"
        )  # fmt: skip
        return Words(
            "yaml/unknown-alias", start, end, f"{quoted} repeats an anchor that is not set", hint
        )

    def _spend(self, size: int, start: Mark, end: Mark) -> None:
        self._aliased += size
        if self._aliased > MAX_ALIASED:
            words = f"aliases add more than {MAX_ALIASED} values to the document"
            self.note(Words("yaml/alias-bomb", start, end, words, "write the values out"))
            raise Halt

    def _sequence(self, event: Any) -> None:
        self._open(Sequence(*marks(event)), event)

    def _mapping(self, event: Any) -> None:
        self._open(Mapping(*marks(event)), event)

    def _open(self, node: Sequence | Mapping, event: Any) -> None:
        self._check_tag(event)
        inside = bool(self._stack) and self._stack[-1].as_key
        if self._at_key() and not inside:
            self.note(Words(
                "yaml/key", node.start, node.end, "a list or mapping cannot be a key",
                "put quotes around it if the brackets are part of the text",
            ))  # fmt: skip
        if len(self._stack) == MAX_DEPTH:
            words = f"more than {MAX_DEPTH} values are nested in each other"
            hint = "close the brackets that are open"
            self.note(Words("yaml/nesting", node.start, node.end, words, hint))
            raise Halt
        if event.anchor:  # from here to its end the name stands for this node only
            self._anchors.pop(event.anchor, None)
        as_key = inside or self._at_key()
        self._stack.append(Open(node, event.anchor, not event.flow_style, as_key))

    def _end(self, event: Any) -> None:
        frame = self._stack.pop()
        frame.node.end = marks(event)[1]
        if isinstance(frame.node, Mapping):
            for source in frame.merged:
                self._spend(len(source.entries), frame.node.start, frame.node.end)
                frame.node.entries = source.entries | frame.node.entries
        if frame.block:  # the parser ends a block at the token behind it
            frame.node.end = last_end(frame.node)
        self._attach(frame.node, frame.size, frame.anchor)

    def _attach(self, node: Node, size: int, anchor: str | None) -> None:
        if anchor:
            self._anchors[anchor] = node, size
        if not self._stack:
            self.root = node
            return
        frame = self._stack[-1]
        frame.size += size
        if isinstance(frame.node, Sequence):
            frame.node.items.append(node)
        elif frame.key is None:
            self._begin_entry(frame, frame.node, node)
        else:
            self._finish_entry(frame, frame.node, frame.key, node)
            frame.key = None

    def _begin_entry(self, frame: Open, mapping: Mapping, node: Node) -> None:
        if not isinstance(node, Scalar):  # noted when it began
            frame.key = Scalar(node.start, node.end, "?", False, "?")
            return
        frame.key = node
        if not node.text and (node.plain or not self.dialect.tolerant):
            hint = "write the key, or quotes around the text that begins with a colon"
            self.note(Words("yaml/key", node.start, node.end, "a key is missing here", hint))
        elif node.text in mapping.entries and self.dialect.tolerant:
            self._note_twice(*mapping.entries[node.text], node)
        elif node.text in mapping.entries:
            first = mapping.entries[node.text][0].start[0]
            self.note(Words(
                "yaml/duplicate-key", node.start, node.end,
                f"the key {self.source.quote(node.text)} stands twice, first in line {first}",
                "keep one of the two",
            ))  # fmt: skip

    def _note_twice(self, first: Scalar, lost: Node, last: Scalar) -> None:
        first_at, last_at = (
            Location(self.source.file, *key.start, *key.end) for key in (first, last)
        )
        self.twice.append(Twice(self.path, first_at, last_at, lost))

    def _finish_entry(self, frame: Open, mapping: Mapping, key: Scalar, value: Node) -> None:
        if not (key.plain and key.text == "<<"):
            if self.dialect.tolerant:  # the last wins, and stands where it stands
                mapping.entries.pop(key.text, None)
            mapping.entries.setdefault(key.text, (key, value))
            return
        sources = value.items if isinstance(value, Sequence) else [value]
        good = [source for source in sources if isinstance(source, Mapping)]
        if len(good) < len(sources):
            hint = "write an alias such as '<<: *defaults', or a list of them"
            words = "'<<' takes in mappings only"
            self.note(Words("yaml/merge", value.start, value.end, words, hint))
        frame.merged += good

    def _check_tag(self, event: Any) -> None:
        if self.dialect.tolerant and event.tag in _TYPE_TAGS:
            return
        if event.tag is not None and str(event.tag) not in _STANDARD_TAGS:
            tag = self.source.quote(str(event.tag).replace("tag:yaml.org,2002:", "!!"))
            hint = "remove it, or put quotes around the text"
            words = f"the tag {tag} has no meaning here"
            self.note(Words("yaml/tag", *marks(event), words, hint))
