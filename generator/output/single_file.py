"""A file of its own, outside of an output folder: written whole, or not at all."""

import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from generator.errors import NfvgenError
from generator.os_errors import plain_words, real_path
from generator.output.staging import liken

_HEAD = 1024  # bytes in which our mark stands


def write_single_file(path: Path, text: str, mark: str) -> bool:
    """Put the text there; False if it is there already.

    An earlier file that bears the mark is replaced. Raises NfvgenError if one of others
    has the name, and where the file cannot be written.
    """
    data = text.encode()
    with plain_words(path), _named(path):
        target = real_path(path)
        if not path.exists():
            _replace(target, data, None)
            return True
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):  # a pipe, or a folder: opening it says so
            path.write_bytes(data)
            return True
        old = target.read_bytes()
        if old == data:
            return False
        if old and mark.encode() not in old[:_HEAD]:
            raise NfvgenError(
                f"{path}: it is not of an earlier run, and stays as it is; choose another name"
            )
        _replace(target, data, status)
        return True


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Whatever file an error is of, it is this one that cannot be written."""
    try:
        yield
    except OSError as error:
        error.filename, error.filename2 = str(path), None
        raise


def _replace(target: Path, data: bytes, status: os.stat_result | None) -> None:
    """`status` is that of the file that gives way: the new one gets its owner and mode."""
    descriptor, name = tempfile.mkstemp(dir=target.parent, prefix=".nfvgen-")
    try:
        with open(descriptor, "wb") as file:
            file.write(data)
        if status:
            liken(Path(name), status)
        else:
            os.chmod(name, 0o666 & ~_umask())
        os.replace(name, target)
    except BaseException:
        os.unlink(name)
        raise


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
