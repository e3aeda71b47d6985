"""A YAML file as data, with the place of everything in it."""

import os
import pathlib
import stat
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, BinaryIO

from generator.errors import InputError, NfvgenError
from generator.findings import Fault, Finding, Location, Path, Place, Severity, one_line, path_text
from generator.reading.yaml_compose import Composer, Dialect, Halt, Twice
from generator.reading.yaml_nodes import Mapping, Mark, Node, Scalar, Sequence, to_data
from generator.reading.yaml_source import Source, Words, stand_ins, unreadable
from generator.record import Frozen, record

if TYPE_CHECKING:
    from ruamel.yaml import YAML

MAX_BYTES = 16 << 20
"""Fifty times the inventory of three thousand nodes."""
_OURS = Dialect()


@record  # bytes of a secret file are not to be shown
class InputFile(Frozen):
    """A file as it was read: a pipe gives its bytes once, and a file may change."""

    path: pathlib.Path
    data: bytes
    secret: bool = False


@record
class Document(Frozen):
    """A file, its plain data, and the node tree that the data was made from.

    Of a secret one no message may quote anything. `twice` is filled by readers that let
    the last of several keys win, `source` by those that read a file.
    """

    file: str
    data: Any
    root: Node
    secret: bool = False
    twice: tuple[Twice, ...] = ()
    source: InputFile | None = None

    def nodes(self, place: Place) -> tuple[Scalar | None, Node]:
        """The key and the value at a place, or of the closest place that holds it."""
        key: Scalar | None = None
        node: Node = self.root
        for step in place.path:
            if isinstance(node, Mapping) and step in node.entries:
                key, node = node.entries[str(step)]
            elif isinstance(node, Sequence) and isinstance(step, int) and step < len(node.items):
                key, node = None, node.items[step]
            else:
                break
        return key, node

    def route(self, path: Path) -> tuple[Mark, ...]:
        """Sorts paths as their keys stand in the file, also those that end in one shared value."""
        marks: list[Mark] = []
        node: Node = self.root
        for step in path:
            if isinstance(node, Mapping):
                key, node = node.entries[str(step)]
                marks.append(key.start)
            elif isinstance(node, Sequence):
                node = node.items[int(step)]
                marks.append((int(step), 0))
        return tuple(marks)

    def locate(self, place: Place) -> Location:
        """Where a place lies in the file."""
        key, node = self.nodes(place)
        at = key if key and place.on_key else node
        return Location(self.file, *at.start, *at.end)

    def finding(self, rule: str, severity: Severity, fault: Fault) -> Finding:
        """The fault as a finding of this file."""
        return Finding(
            self.locate(fault.place), path_text(fault.place.path), rule, severity,
            fault.message, fault.hint,
        )  # fmt: skip


def read_document(path: pathlib.Path, *, secret: bool = False, pure: bool = False) -> Document:
    """Read a file as YAML 1.2. Of a secret one no message quotes anything, and all
    its values are text. `pure` keeps the C parser out."""
    return parse_document(InputFile(path, read_bytes(path), secret), pure=pure)


def parse_document(file: InputFile, *, pure: bool = False) -> Document:
    """The document in what a file holds."""
    source = Source(as_text(file), str(file.path), file.secret)
    root = compose(source, pure=pure).root
    if isinstance(root, Mapping):
        data = {key: to_data(value) for key, (_, value) in root.entries.items()}
        return Document(source.file, data, root, file.secret, source=file)
    start, end = (root.start, root.end) if root else ((1, 1), (1, 1))
    if root is None or (isinstance(root, Scalar) and not root.text):
        words = Words("yaml/empty", start, end, "the file is empty", "write its keys")
    else:
        kind = "a list" if isinstance(root, Sequence) else "a single value"
        message = f"the file holds {kind} where keys with values are needed"
        words = Words("yaml/top-level", start, end, message, "begin with 'key: value'")
    raise InputError([_finding(source, words)])


def read_text(path: pathlib.Path) -> str:
    """The text of a file. Raises NfvgenError where it is none."""
    return as_text(InputFile(path, read_bytes(path)))


def read_bytes(path: pathlib.Path) -> bytes:
    """What a file holds. Raises NfvgenError where it cannot be read or is too large."""
    name = one_line(str(path))
    try:
        with open(path, "rb", opener=_at_once) as stream:
            raw = read_stream(stream, name)
            silent = not raw and stat.S_ISFIFO(os.fstat(stream.fileno()).st_mode)
    except FileNotFoundError:
        raise NfvgenError(f"{name}: there is no such file") from None
    except IsADirectoryError:
        raise NfvgenError(f"{name} is a directory; name the file in it") from None
    except (OSError, ValueError) as error:  # ValueError: a null byte in the name
        reason = getattr(error, "strerror", None) or error
        raise NfvgenError(f"{name} cannot be read: {reason}") from None
    if silent:
        raise NfvgenError(f"{name} is a pipe that nothing is written to")
    return raw


def read_stream(stream: BinaryIO, name: str) -> bytes:
    """What an open file holds. Raises NfvgenError where it is too large."""
    raw = stream.read(MAX_BYTES + 1)
    if len(raw) > MAX_BYTES:
        raise NfvgenError(f"{name} is larger than {MAX_BYTES >> 20} MiB, too large for its purpose")
    return raw


def _at_once(name: str, flags: int) -> int:
    """Open a file: a named pipe without waiting for somebody to write to it."""
    descriptor = os.open(name, flags | os.O_NONBLOCK)
    os.set_blocking(descriptor, True)
    return descriptor


def as_text(file: InputFile) -> str:
    """The text in what a file holds. Raises NfvgenError where it is none."""
    name, raw = one_line(str(file.path)), file.data
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise NfvgenError(f"{name} is UTF-16 text: save it as UTF-8")
    if b"\0" in raw:
        raise NfvgenError(f"{name} is a binary file, not YAML text")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise NfvgenError(f"{name}: line {line} is no UTF-8 text: save the file as UTF-8") from None


@cache
def _parser(pure: bool) -> "YAML":
    """Making one takes longer than reading a short file with it."""
    from ruamel.yaml import YAML

    return YAML(typ="safe", pure=pure)


def compose(source: Source, dialect: Dialect = _OURS, *, pure: bool = False) -> Composer:
    """The composer with the node tree, or InputError with all that stands against it."""
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

    source = replace(source, yaml11=dialect.tolerant)
    if unprintable := list(source.unprintables()):
        raise InputError([_finding(source, words) for words in unprintable])
    composer = Composer(source, dialect)
    try:
        composer.feed(_events(source, _parser(pure)))
    except Halt:
        pass
    except MarkedYAMLError as error:
        from generator.reading.yaml_syntax import explain  # most files need none

        mark, begun = error.problem_mark, error.context_mark
        stop = (begun.line, begun.column) if begun else None
        composer.note_stop(explain(source, mark.line, mark.column, stop))
    except (YAMLError, ValueError, OverflowError):  # over odd characters, or \UFFFFFFFF
        composer.note_stop(unreadable(*composer.last))
    if composer.findings:
        raise InputError(sorted(composer.findings, key=lambda finding: finding.order))
    endless = list(source.endless_numbers()) if dialect.tolerant else []  # else the schema does
    if endless:
        raise InputError([_finding(source, words) for words in endless])
    return composer


def _events(source: Source, parser: "YAML") -> Iterable[Any]:
    """The parser's events, in which breaks that are none stand as what they are."""
    hidden = {} if source.yaml11 else stand_ins(source.text)
    if not hidden:
        yield from parser.parse(source.text)
        return
    breaks, others = "".join(hidden), "".join(hidden.values())
    restored = str.maketrans(others, breaks)
    for event in parser.parse(source.text.translate(str.maketrans(breaks, others))):
        for name in ("value", "anchor"):
            if isinstance(text := getattr(event, name, None), str):
                setattr(event, name, text.translate(restored))
        yield event


def _finding(source: Source, words: Words) -> Finding:
    location = Location(source.file, *words.start, *words.end)
    return Finding(location, "", words.rule, Severity.ERROR, words.message, words.hint)
