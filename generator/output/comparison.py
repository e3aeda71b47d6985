"""What a run would change in its output folder. Only reads."""

import os
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from generator.errors import NfvgenError
from generator.os_errors import plain_words, real_path
from generator.output.manifest import (
    MANIFEST,
    Manifest,
    Origin,
    OutputFile,
    check_names,
    manifest_of,
    matches,
    read_manifest,
)

MANIFEST_MODE = 0o644


class OutputState(NamedTuple):
    """How an output folder stands to what is rendered. All names are relative to it."""

    target: Path  # symbolic links resolved
    exists: bool
    old: Manifest | None  # of the run that wrote the folder
    manifest: Manifest  # of the run to come
    same: tuple[str, ...]
    new: tuple[str, ...]
    changed: tuple[str, ...]  # in content or mode
    gone: tuple[str, ...]  # written by an earlier run, no longer rendered
    edited: tuple[str, ...]  # not as an earlier run wrote them: lost if we go on
    blocked: tuple[str, ...]  # a folder, or something that is no folder, is in the way
    foreign: tuple[str, ...]  # neither ours nor in the way: they stay

    @property
    def pending(self) -> bool:
        """Whether the folder differs from what is rendered."""
        return bool(self.new or self.changed or self.gone or self.edited or self.blocked)


def compare(
    files: Mapping[str, OutputFile], target: str | Path, origin: Origin | None = None
) -> OutputState:
    """Hold rendered files against a folder. Refuses a folder that nfvgen did not write."""
    check_names(files)
    with plain_words():
        return _compare(files, real_path(target), origin or Origin())


def mode_of(file: OutputFile) -> int:
    """The permissions of a file: a secret is for its owner alone."""
    return file.mode & 0o700 if file.secret else file.mode


def walk(root: Path, below: str = "") -> Iterator[tuple[str, os.stat_result]]:
    """Everything below a folder, by relative name; symbolic links are not followed."""
    with os.scandir(root / below) as entries:
        found = sorted(entries, key=lambda entry: entry.name)
    for entry in found:
        name = f"{below}/{entry.name}" if below else entry.name
        status = entry.stat(follow_symlinks=False)
        yield name, status
        if stat.S_ISDIR(status.st_mode):
            yield from walk(root, name)


def _compare(files: Mapping[str, OutputFile], target: Path, origin: Origin) -> OutputState:
    exists = _is_folder(target)
    old = read_manifest(target) if exists else None
    if exists and old is None and any(target.iterdir()):
        raise NfvgenError(
            f"{target}: not empty and without {MANIFEST}, so nfvgen did not write it; "
            "choose a new or empty folder"
        )
    recorded = old.outputs if old else {}
    manifest = manifest_of(files, origin)
    verdicts = {
        name: _verdict(target, name, file.text.encode(), mode_of(file), recorded)
        for name, file in files.items()
    }
    verdicts |= {n: _leaving(target, n, d) for n, d in recorded.items() if n not in files}
    verdicts[MANIFEST] = _verdict(target, MANIFEST, manifest.text().encode(), MANIFEST_MODE)

    def those(verdict: str) -> tuple[str, ...]:
        return tuple(sorted(name for name, found in verdicts.items() if found == verdict))

    return OutputState(
        target,
        exists,
        old,
        manifest,
        those("same"),
        those("new"),
        those("changed"),
        those("gone"),
        those("edited"),
        those("blocked"),
        tuple(_foreign(target, verdicts)) if exists else (),
    )


def _is_folder(target: Path) -> bool:
    try:
        status = target.lstat()
    except FileNotFoundError:
        return False
    if not stat.S_ISDIR(status.st_mode):
        raise NfvgenError(f"{target}: not a folder; choose another place for the output")
    return True


def _verdict(
    target: Path, name: str, data: bytes, mode: int, recorded: Mapping[str, str] | None = None
) -> str:
    """What becomes of one rendered file. `recorded` is None for a file that is always ours.

    A file deleted by hand is made again, and a mode changed by hand is put right:
    neither holds anything that could be lost.
    """
    path = target / name
    for parent in PurePosixPath(name).parents:
        if os.path.lexists(target / parent) and not _is_real_folder(target / parent):
            return "blocked"
    if not os.path.lexists(path):
        return "new"
    status = path.lstat()
    if stat.S_ISDIR(status.st_mode):
        return "blocked"
    if not stat.S_ISREG(status.st_mode):
        return "edited"
    found = path.read_bytes()
    if found == data:
        return "same" if stat.S_IMODE(status.st_mode) == mode else "changed"
    ours = recorded is None or (name in recorded and matches(recorded[name], name, found))
    return "changed" if ours else "edited"


def _leaving(target: Path, name: str, recorded: str) -> str:
    """What becomes of a file that an earlier run wrote and this one does not."""
    path = target / name
    for parent in PurePosixPath(name).parents:
        if not _is_real_folder(target / parent):
            return "absent"
    if not os.path.lexists(path) or _is_real_folder(path):
        return "absent"
    if path.is_symlink() or not path.is_file():
        return "edited"
    return "gone" if matches(recorded, name, path.read_bytes()) else "edited"


def _is_real_folder(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink()


def _foreign(target: Path, ours: Mapping[str, str]) -> Iterator[str]:
    """What others put here: a folder with nothing of ours in it counts as one, whole."""
    folders = {str(parent) for name in ours for parent in PurePosixPath(name).parents}
    whole = ""
    for name, status in walk(target):
        if ours.get(name, "absent") not in ("absent", "blocked") or (
            whole and name.startswith(whole)
        ):
            continue
        if not stat.S_ISDIR(status.st_mode):
            yield name
        elif name not in folders:
            whole = name + "/"
            yield whole
