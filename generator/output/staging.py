"""Fill a staged folder with what is to stand in the target."""

import errno
import os
import stat
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from pathlib import Path, PurePosixPath

from generator.os_errors import plain_words
from generator.output.comparison import MANIFEST_MODE, OutputState, mode_of, walk
from generator.output.manifest import MANIFEST, OutputFile

FOLDER_MODE = 0o755  # deploy.sh and what it reads may be run by another user than the writer
_NO_LINKS = {errno.EPERM, errno.EACCES, errno.EMLINK, errno.EOPNOTSUPP, errno.ENOSYS}


def fill(staging: Path, files: Mapping[str, OutputFile], state: OutputState) -> None:
    """Write what is new, and link what stays, so that open files and dates live on."""
    if state.exists:
        _prepare(staging, state.target.stat())
        _link_foreign(state.target, staging, {*files, *state.gone, *state.edited, MANIFEST})
    for name, file in files.items():
        if name not in state.same or not _link(state.target / name, staging / name):
            with plain_words(state.target / name):
                _write(staging / name, file.text, mode_of(file))
    if MANIFEST not in state.same or not _link(state.target / MANIFEST, staging / MANIFEST):
        with plain_words(state.target / MANIFEST):
            _write(staging / MANIFEST, state.manifest.text(), MANIFEST_MODE)
    if state.exists:
        _liken_folders(staging, state.target)
    else:
        staging.chmod(FOLDER_MODE)


def folders_of(names: Iterable[str]) -> set[str]:
    """Every folder on the way to these names."""
    return {str(parent) for name in names for parent in PurePosixPath(name).parents}


def liken(goal: Path, status: os.stat_result) -> None:
    """Give a folder or file the owner and the permissions of the one that it stands in for."""
    with suppress(PermissionError):  # only root gives files away
        os.chown(goal, status.st_uid, status.st_gid)
    goal.chmod(stat.S_IMODE(status.st_mode))


def _prepare(staging: Path, status: os.stat_result) -> None:
    """Let files get the group that they would get in the target; others stay locked out."""
    with suppress(PermissionError):
        os.chown(staging, -1, status.st_gid)
    staging.chmod(0o700 | (status.st_mode & stat.S_ISGID))


def _link_foreign(target: Path, staging: Path, ours: Collection[str]) -> None:
    our_folders = folders_of(ours)
    for name, status in walk(target):
        if stat.S_ISDIR(status.st_mode):
            if name not in our_folders:
                _make_folder(staging / name)
        elif name not in ours:
            _link(target / name, staging / name)


def _link(source: Path, goal: Path) -> bool:
    """A second name for a file. False where that is not allowed: then it moves later."""
    _make_folder(goal.parent)
    try:
        os.link(source, goal, follow_symlinks=False)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        return False
    return True


def _write(path: Path, text: str, mode: int) -> None:
    _make_folder(path.parent)
    # Closed to others from the first byte on: the mode asked for comes last.
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(descriptor, "w", encoding="utf-8", newline="") as file:
        file.write(text)
        file.flush()
        os.fchmod(descriptor, mode)


def _liken_folders(staging: Path, target: Path) -> None:
    # Deepest first: a folder that nobody may write to is closed after its entries.
    for name, status in reversed(list(walk(target))):
        if stat.S_ISDIR(status.st_mode) and (staging / name).is_dir():
            liken(staging / name, status)
    liken(staging, target.stat())


def _make_folder(path: Path) -> None:
    """A folder with the mode of ours, whatever the umask; the group bit of its parent stays."""
    if path.is_dir():
        return
    _make_folder(path.parent)
    path.mkdir()
    path.chmod(FOLDER_MODE | (path.stat().st_mode & stat.S_ISGID))
