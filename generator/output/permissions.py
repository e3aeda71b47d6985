"""Whether an output folder can be emptied once a new one stands in its place.

Taking a folder's name needs leave of the folder above it only; clearing away what it
held needs leave of the folder itself. So that is asked before anything moves.
"""

import os
import pwd
import stat
from collections.abc import Collection, Iterator
from pathlib import Path

from generator.errors import NfvgenError
from generator.output.comparison import walk
from generator.output.staging import folders_of

Entry = tuple[str, os.stat_result]
_HERE = "."
_OWN = "run as its owner, have it given to you (chown -R), or choose another output folder"


def refuse_closed(target: Path, ours: Collection[str]) -> None:
    """Refuse a folder whose entries we may not remove. `ours` are the names of our files."""
    our_folders = folders_of(ours)
    sticky: set[str] = set()
    for name, status in _with_itself(target):
        path = target / name
        above = os.path.dirname(name) or _HERE
        if above in sticky and name != _HERE and status.st_uid != os.geteuid():
            raise NfvgenError(
                f"{path}: belongs to {_owner(status)}, and the sticky bit of its folder keeps "
                f"others from removing it; {_OWN}"
            )
        if not stat.S_ISDIR(status.st_mode):
            continue
        if status.st_mode & stat.S_ISVTX and os.geteuid() not in (0, status.st_uid):
            sticky.add(name)
        if not may_write(path):
            _refuse(path, status, name in our_folders)


def may_write(folder: Path) -> bool:
    """Whether we may make and remove names in a folder."""
    return os.access(folder, os.W_OK | os.X_OK, effective_ids=True)


def _refuse(path: Path, status: os.stat_result, is_ours: bool) -> None:
    mode = stat.S_IMODE(status.st_mode)
    if status.st_uid != os.geteuid():
        words = f"belongs to {_owner(status)}, and you may not write to it"
        remedy = _OWN if is_ours else "move it out of the output folder"
        raise NfvgenError(f"{path}: {words}; {remedy}")
    if not is_ours and not mode & stat.S_IWUSR:
        return  # a folder of others that its owner, who is us, has closed: it is kept so
    if not mode & stat.S_IWUSR:
        raise NfvgenError(
            f"{path}: closed for writing (mode {mode:04o}); open it with chmod u+w, or choose "
            "another output folder"
        )
    raise NfvgenError(
        f"{path}: cannot be written to; check its attributes (lsattr -d) and how it is mounted"
    )


def _with_itself(target: Path) -> Iterator[Entry]:
    yield _HERE, target.stat()
    yield from walk(target)


def _owner(status: os.stat_result) -> str:
    try:
        return pwd.getpwuid(status.st_uid).pw_name
    except KeyError:
        return f"user {status.st_uid}"
