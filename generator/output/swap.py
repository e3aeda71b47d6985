"""Put a finished folder in the place of another one, in one step.

A folder under construction lies beside its target and carries its own inode in
its name. So whatever a killed run left can be told apart: a folder that still has
the inode of its name was never in place and can go; one that has not is the
former output, and what others put there has yet to be moved over. A leftover that
cannot be cleared away keeps its name; a new folder then takes one with a tilde.
"""

import ctypes
import errno
import fcntl
import os
import shutil
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from generator.errors import NfvgenError

_AT_FDCWD = -100
_RENAME_EXCHANGE = 2
_UNSUPPORTED = {errno.ENOSYS, errno.EINVAL, errno.EOPNOTSUPP}
_FORMER = "former"  # where the target waits while it cannot be exchanged
_UNNAMED = "0"  # a folder that does not know its inode yet, thus empty
_STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
LOCK_SECONDS = 20.0


def staging_folder(target: Path) -> Path:
    """A new empty folder beside the target, closed to others until it is in place."""
    unnamed = _free(_beside(target, _UNNAMED))
    unnamed.mkdir()
    unnamed.chmod(0o700)  # whatever the umask leaves
    staging = _free(_beside(target, str(unnamed.stat().st_ino)))
    unnamed.rename(staging)
    return staging


def put_in_place(staging: Path, target: Path) -> Path | None:
    """Make the staged folder the target. Returns where the former target is now."""
    if not os.path.lexists(target):
        staging.rename(target)
        return None
    if _exchange(staging, target):
        return staging
    former = _free(_beside(target, _FORMER))
    target.rename(former)
    try:
        staging.rename(target)
    except BaseException:
        former.rename(target)
        raise
    return former


def leftovers(target: Path) -> tuple[list[Path], list[Path]]:
    """What killed runs left beside the target: (never in place, former targets)."""
    unfinished, former = [], []
    prefix = _beside(target, "").name
    for path in sorted(target.parent.iterdir()):
        suffix = path.name.removeprefix(prefix).rstrip("~")
        if not path.name.startswith(prefix) or path.is_symlink() or not path.is_dir():
            continue
        if suffix in (_UNNAMED, str(path.stat().st_ino)):
            unfinished.append(path)
        elif suffix == _FORMER or suffix.isdecimal():
            former.append(path)
    return unfinished, former


def discard(staging: Path) -> None:
    """Remove a folder that was never in place. Links to others' files go, the files stay."""
    with uninterrupted():
        shutil.rmtree(staging, ignore_errors=True)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Let the signals that stop a program wait until a few renames are done.

    Handlers run in the main thread only, whichever thread a signal reaches; so
    they are put off, where a mask would be of no use beside other threads.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    arrived: list[int] = []
    before = {n: signal.signal(n, lambda number, _: arrived.append(number)) for n in _STOPPING}
    try:
        yield
    finally:
        for number, handler in before.items():
            if handler is not None:  # one that was not set from Python cannot be put back
                signal.signal(number, handler)
        for late in arrived:
            signal.raise_signal(late)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """One run at a time writes below a folder. The lock dies with its holder."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        _lock(descriptor, folder)
        yield
    finally:
        os.close(descriptor)


def _lock(descriptor: int, folder: Path) -> None:
    deadline = time.monotonic() + LOCK_SECONDS
    while True:
        try:
            return fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > deadline:
                raise NfvgenError(
                    f"{folder}: another run is writing here; wait until it has ended"
                ) from None
            time.sleep(0.02)
        except OSError:
            return None  # a file system without locks: nothing better can be done


def _beside(target: Path, suffix: str) -> Path:
    return target.parent / f".{target.name}.nfvgen-{suffix}"


def _free(path: Path) -> Path:
    """A path that nothing has, this one if possible."""
    while os.path.lexists(path):
        path = path.with_name(f"{path.name}~")
    return path


def _exchange(one: Path, other: Path) -> bool:
    """Exchange two names in one step. False where kernel or file system cannot."""
    try:
        renameat2 = ctypes.CDLL(None, use_errno=True).renameat2
    except AttributeError:  # a C library older than the system call
        return False
    if renameat2(_AT_FDCWD, bytes(one), _AT_FDCWD, bytes(other), _RENAME_EXCHANGE) == 0:
        return True
    number = ctypes.get_errno()
    if number in _UNSUPPORTED:
        return False
    raise OSError(number, os.strerror(number), str(other))
