"""manifest.json: what a run was made from and what it wrote, by digest.

It holds no dates and no version of this program: the same input gives the same
bytes, so that a changed manifest always means a changed output or input.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from itertools import count
from pathlib import Path, PurePosixPath
from typing import Protocol

from generator.errors import NfvgenError
from generator.record import Record, record

FORMAT = 1
MANIFEST = "manifest.json"
STREAM = "(stream)"
_SLOW = "scrypt:"


class OutputFile(Protocol):
    """A file to be written. A secret one holds credentials."""

    @property
    def text(self) -> str: ...
    @property
    def mode(self) -> int: ...
    @property
    def secret(self) -> bool: ...


@record
class Origin(Record):
    """What an output is made from: input files by digest, and the revisions of form and layout."""

    inputs: Mapping[str, str] = field(default_factory=dict)
    schema: int = 1
    templates: str = "rhosp-16.1/1"


@record
class Manifest(Record):
    """The record of one run. `outputs` are digests by name."""

    origin: Origin
    outputs: Mapping[str, str]

    def text(self) -> str:
        """The manifest as it is written."""
        record = {
            "format": FORMAT,
            "inputs": dict(self.origin.inputs),
            "outputs": dict(self.outputs),
            "schema": self.origin.schema,
            "templates": self.origin.templates,
        }
        return json.dumps(record, indent=2, sort_keys=True) + "\n"


def digest(name: str, data: bytes, secret: bool = False) -> str:
    """SHA-256, or scrypt for a secret.

    All of a secret file but its password can be known, so a fast digest would let
    anyone who reads the manifest try passwords by the million.
    """
    if not secret:
        return hashlib.sha256(data).hexdigest()
    return _SLOW + hashlib.scrypt(data, salt=name.encode(), n=1 << 14, r=8, p=1).hex()


def is_secret(recorded: str) -> bool:
    """Whether a recorded digest is that of a secret file."""
    return recorded.startswith(_SLOW)


def matches(recorded: str, name: str, data: bytes) -> bool:
    """Whether these bytes are the ones that were recorded."""
    return recorded == digest(name, data, is_secret(recorded))


class Input(Protocol):
    """A file that was read, with the bytes that it held then."""

    @property
    def path(self) -> Path: ...
    @property
    def data(self) -> bytes: ...
    @property
    def secret(self) -> bool: ...


def input_digests(inputs: Iterable[Input]) -> dict[str, str]:
    """Digests of the inventory, which comes first, and of the files that it names.

    Names are relative to the inventory's folder, or bare: a manifest says nothing
    of the machine that it was made on. A second file of one name gets a number.
    """
    found: dict[str, str] = {}
    folder: Path | None = None
    for file in inputs:
        bare = _input_name(file.path, folder)
        name = next(n for n in _numbered(bare) if n not in found)
        found[name] = digest(name, file.data, file.secret)
        folder = folder or file.path.resolve().parent
    return found


def _input_name(path: Path, folder: Path | None) -> str:
    """A pipe has a name that another run need not have."""
    if path.is_relative_to("/dev") or path.is_relative_to("/proc"):
        return STREAM
    real = path.resolve()
    inside = folder is not None and real.is_relative_to(folder)
    return real.relative_to(folder).as_posix() if folder and inside else path.name


def _numbered(name: str) -> Iterator[str]:
    yield name
    yield from (f"{name} ({number})" for number in count(2))


def manifest_of(files: Mapping[str, OutputFile], origin: Origin) -> Manifest:
    """The manifest of files that are about to be written."""
    return Manifest(
        origin, {name: digest(name, f.text.encode(), f.secret) for name, f in files.items()}
    )


def read_manifest(folder: Path) -> Manifest | None:
    """The manifest of an earlier run, None where there is none."""
    path = folder / MANIFEST
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return None
    except IsADirectoryError:
        raise _not_ours(path, "it is a folder") from None
    try:
        record = json.loads(data)
    except (ValueError, RecursionError):
        raise _not_ours(path, "it is no JSON") from None
    if not isinstance(record, dict) or "format" not in record or "outputs" not in record:
        raise _not_ours(path, "nfvgen did not write it")
    if record["format"] != FORMAT:
        raise _not_ours(path, f"its format is {record['format']!r}, this version reads {FORMAT}")
    outputs = record["outputs"]
    if not _is_text_map(outputs) or not all(_is_inside(name) for name in outputs):
        raise _not_ours(path, "its list of outputs is broken")
    return Manifest(Origin(), outputs)


def check_names(names: Mapping[str, object]) -> None:
    """Refuse names that lead out of the output folder or into each other."""
    for name in names:
        if not _is_inside(name) or name == MANIFEST:
            raise NfvgenError(f"{name!r} cannot be the name of an output file")
        for parent in PurePosixPath(name).parents:
            if str(parent) in names:
                raise NfvgenError(f"{name!r} lies below {str(parent)!r}, which is a file")


def _is_text_map(value: object) -> bool:
    return isinstance(value, dict) and all(isinstance(item, str) for item in value.values())


def _is_inside(name: str) -> bool:
    """Whether a name is a plain relative path: what cannot be written one way only is refused."""
    parts = name.split("/")
    return not {"", ".", ".."} & set(parts) and "\0" not in name and "\\" not in name


def _not_ours(path: Path, reason: str) -> NfvgenError:
    return NfvgenError(
        f"{path}: not usable as the record of an earlier run: {reason}; "
        "choose another output folder, or move this one away"
    )
