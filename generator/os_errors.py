"""Errors of the operating system in plain words, with what to do about them."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from generator.errors import NfvgenError
from generator.findings import one_line

_REMEDIES = {
    errno.ENOSPC: "free some space and run again",
    errno.EDQUOT: "the quota is used up: free some space and run again",
    errno.EFBIG: "the size of files is limited here: raise the limit (ulimit -f) and run again",
    errno.EACCES: "check who owns it and its mode",
    errno.EPERM: "check who owns it and its mode",
    errno.EROFS: "choose a place that can be written",
    errno.EBUSY: "it may be a mount point: choose a folder inside it",
    errno.EXDEV: "another file system is mounted there: choose a folder without mounts",
    errno.ENOENT: "check the path",
    errno.ENOTDIR: "a part of the path is a file: check the path",
    errno.EISDIR: "a file is needed here: check the path",
    errno.ENAMETOOLONG: "choose a shorter name",
    errno.ELOOP: "symbolic links lead in a circle here: check the path",
}


def in_plain_words(error: OSError) -> NfvgenError:
    """The same error as one line for people: which file, what is wrong, what to do."""
    names = [
        one_line(os.fsdecode(n)) for n in (error.filename, error.filename2) if n not in (None, -1)
    ]
    text = ": ".join([*names[:1], (error.strerror or str(error)).lower()])
    remedy = _REMEDIES.get(error.errno or 0)
    return NfvgenError(f"{text}; {remedy}" if remedy else text)


@contextmanager
def plain_words(file: Path | None = None) -> Iterator[None]:
    """Turn errors of the operating system into ones that carry an exit code. `file` is what
    an error is about that names none, as those of writing do."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        if error.filename is None and file is not None:
            error.filename = str(file)
        raise in_plain_words(error) from error


def real_path(path: str | Path) -> Path:
    """The path without symbolic links."""
    try:
        return Path(os.path.realpath(path))
    except FileNotFoundError:
        raise NfvgenError(
            "the current folder is no longer there; change to one that is (cd) and run again"
        ) from None
