"""Clear away a former output folder without losing anything that others put there.

What others made or replaced while the new folder was built is in the former one
only. It moves over; under a free name where its own is that of one of our files.
"""

import os
import stat
from collections.abc import Callable, Collection
from pathlib import Path

from generator.output.comparison import walk
from generator.output.manifest import MANIFEST, matches, read_manifest
from generator.output.staging import folders_of, liken

Identity = tuple[int, int, int]
"""Inode, size and time of change: another one means that somebody wrote the file."""


def identities(folder: Path) -> dict[str, Identity]:
    """The identity of everything in a folder."""
    return {name: _identity(status) for name, status in walk(folder)}


def settle(former: Path, target: Path, seen: dict[str, Identity], ours: Collection[str]) -> None:
    """After a swap: `seen` are the files as they were compared, `ours` all of our names."""
    _settle(former, target, ours, lambda name, path: seen.get(name) == _identity(path.lstat()))


def settle_leftover(former: Path, target: Path) -> None:
    """After a run that was killed behind its swap: what that run wrote over can go."""
    manifests = [read_manifest(former), read_manifest(target)]
    recorded = manifests[0].outputs if manifests[0] else {}
    ours = {MANIFEST}.union(*(manifest.outputs for manifest in manifests if manifest))

    def is_spent(name: str, path: Path) -> bool:
        if name == MANIFEST:
            return True
        regular = stat.S_ISREG(path.lstat().st_mode)
        return regular and name in recorded and matches(recorded[name], name, path.read_bytes())

    _settle(former, target, ours, is_spent)


def _settle(
    former: Path, target: Path, ours: Collection[str], is_spent: Callable[[str, Path], bool]
) -> None:
    entries = list(walk(former))
    folders = {name: status for name, status in entries if stat.S_ISDIR(status.st_mode)}
    fresh = [name for name in folders if not os.path.lexists(target / name)]
    for name, status in folders.items():
        if not status.st_mode & stat.S_IWUSR:
            (former / name).chmod(status.st_mode | stat.S_IRWXU)
    files = [(name, status) for name, status in entries if name not in folders]
    # The manifest last: a run that picks up after a kill reads it.
    files.sort(key=lambda entry: entry[0] == MANIFEST)
    displaced = []
    for name, status in files:
        source = former / name
        if _is_linked(status, target / name) or (name in ours and is_spent(name, source)):
            source.unlink()
        elif name in ours or not _has_room(target / name):
            displaced.append(name)
        else:
            source.replace(target / name)
    # All names that are wanted are in use now, so a free one stays free.
    for name in displaced:
        (former / name).rename(_free_name(target, name))
    for name in set(fresh) - folders_of(ours):
        (target / name).mkdir(parents=True, exist_ok=True)
        liken(target / name, folders[name])
    for name in reversed(folders):
        (former / name).rmdir()
    former.rmdir()


def _has_room(goal: Path) -> bool:
    """Whether nothing keeps a file of others from having its own name."""
    try:
        goal.parent.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        return False
    return not goal.is_dir()


def _free_name(target: Path, name: str) -> Path:
    goal = target / name
    if not goal.parent.is_dir():
        goal = target / name.replace("/", "-")
    aside = f"{goal.name}.set-aside"
    while os.path.lexists(goal.with_name(aside)):
        aside += "~"
    return goal.with_name(aside)


def _identity(status: os.stat_result) -> Identity:
    return (status.st_ino, status.st_size, status.st_mtime_ns)


def _is_linked(status: os.stat_result, goal: Path) -> bool:
    return os.path.lexists(goal) and os.path.samestat(status, goal.lstat())
