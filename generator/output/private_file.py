"""Write one file that its owner alone may read."""

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from generator.errors import NfvgenError
from generator.os_errors import plain_words


def write_private(path: Path, text: str, beginning: str) -> None:
    """Put the text in the file's place, whole or not at all. What stands there is replaced if
    it is a file that begins as ours do."""
    with plain_words(path):
        _refuse_losses(path, beginning)
        # Made with mode 0600, so that no moment is open to others.
        descriptor, staged = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with open(descriptor, "w", encoding="utf-8", newline="") as file:
                file.write(text)
            os.replace(staged, path)
        except BaseException:
            with suppress(FileNotFoundError):
                os.unlink(staged)
            raise


def _refuse_losses(path: Path, beginning: str) -> None:
    if not os.path.lexists(path):
        return
    if path.is_symlink() or not path.is_file():
        raise NfvgenError(f"{path}: it is no plain file, and stays as it is; choose another name")
    with path.open("rb") as file:
        start = file.read(len(beginning))
    if start and start != beginning.encode():
        raise NfvgenError(f"{path}: nfvgen did not write it, and it stays; choose another name")
