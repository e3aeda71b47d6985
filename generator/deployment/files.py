"""Files and directories -> what was read. A file that cannot be read hinders no other."""

import os
from collections.abc import Iterator
from pathlib import Path

from generator.deployment.classify import is_deploy_script, jinja, kind_of, marked, placeholders
from generator.deployment.types import FileRead, Kind
from generator.errors import InputError, NfvgenError
from generator.findings import Finding, Location, Severity
from generator.os_errors import plain_words
from generator.reading.document import Document, compose, read_text
from generator.reading.yaml11 import HEAT
from generator.reading.yaml_nodes import Scalar, to_data
from generator.reading.yaml_source import Source

_SUFFIXES = {".yaml", ".yml", ".json", ".j2", ".sh", ".env", ".template"}
_CHECKED = {Kind.ENVIRONMENT, Kind.ROLES, Kind.NETWORKS, Kind.NIC_CONFIG, Kind.FLAVOR}


def read_file(path: Path, named_by: Location | None = None) -> FileRead:
    """Read one file. Raises NfvgenError where there is none, or no text in it."""
    return read(read_text(path), str(path), named_by)


def read(text: str, name: str, named_by: Location | None = None) -> FileRead:
    """Read a text as the file `name`."""
    if is_deploy_script(text, name):
        return FileRead(name, Kind.DEPLOY_SCRIPT, None, (), named_by)
    if text.startswith("#!") or name.endswith(".sh"):
        return FileRead(name, Kind.OTHER, None, (), named_by)
    try:
        document = parse(text, name)
    except InputError as error:
        if at := jinja(text, name, readable=False):
            return FileRead(name, Kind.JINJA, None, (_jinja_finding(at),), named_by)
        found = tuple(_filled(text, finding) for finding in error.findings)
        return FileRead(name, Kind.BROKEN, None, found, named_by)
    if at := jinja(text, name, readable=True):
        return FileRead(name, Kind.JINJA, None, (_jinja_finding(at),), named_by)
    kind = kind_of(document)
    findings = tuple(placeholders(document)) if kind in _CHECKED else ()
    return FileRead(name, kind, document, findings, named_by)


def parse(text: str, name: str) -> Document:
    """A text as Heat's client reads it. Raises InputError."""
    composer = compose(Source(text, name), HEAT)
    root = composer.root or Scalar((1, 1), (1, 1), "", True, None)
    return Document(name, to_data(root), root, twice=tuple(composer.twice))


def expand(path: Path) -> Iterator[Path]:
    """The files that a path stands for: those of a directory sorted, hidden ones, pipes and
    devices left out, and no directory twice, as links may lead in circles. Raises
    NfvgenError where nothing is there or a directory is closed."""
    if not path.is_dir():
        if not path.exists():
            raise NfvgenError(f"{path}: there is no such file or directory")
        yield path
        return
    with plain_words():
        yield from _inside(path, set())


def _inside(folder: Path, entered: set[str]) -> Iterator[Path]:
    identity = os.path.realpath(folder)
    if identity in entered:
        return
    entered.add(identity)
    for entry in sorted(folder.iterdir()):
        if entry.name.startswith("."):
            continue
        if entry.is_dir():
            yield from _inside(entry, entered)
        elif entry.suffix in _SUFFIXES and (entry.is_file() or not entry.exists()):
            yield entry


def _jinja_finding(at: Location) -> Finding:
    return Finding(
        at, "", "file/jinja", Severity.WARNING,
        "a Jinja template: what it holds is known only when it is rendered",
        "check the rendered file",
    )  # fmt: skip


def _filled(text: str, finding: Finding) -> Finding:
    """A stop at an unquoted @@NAME@@ is a placeholder first of all."""
    return marked(text, finding.location) or finding
