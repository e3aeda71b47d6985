"""Write rendered files into a folder: all of them or none, and never over others' work."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from generator.errors import NfvgenError
from generator.os_errors import in_plain_words, plain_words
from generator.output.comparison import OutputState, compare
from generator.output.manifest import MANIFEST, Origin, OutputFile
from generator.output.settle import Identity, identities, settle, settle_leftover
from generator.output.staging import fill
from generator.output.swap import (
    discard,
    leftovers,
    locked,
    put_in_place,
    staging_folder,
    uninterrupted,
)


class Written(NamedTuple):
    """What a run did, by the state that it found."""

    target: Path
    found: OutputState

    @property
    def touched(self) -> bool:
        """Whether anything was written; if not, every date in the folder is as it was."""
        return self.found.pending


def write_output(
    files: Mapping[str, OutputFile],
    target: str | Path,
    force: bool = False,
    origin: Origin | None = None,
) -> Written:
    """Make a folder hold these files, a manifest, and what others put there.

    A run that fails or is killed leaves the former folder whole. Files of an
    earlier run that were edited since stop the run unless `force` is given.
    """
    folder = Path(os.path.realpath(target))
    if not folder.name:
        raise NfvgenError(f"{folder}: choose a folder below it for the output")
    with plain_words(), _parents(folder), locked(folder.parent):
        _pick_up(folder)
        # Before the comparison: what changes from here on is noticed.
        seen = identities(folder) if folder.is_dir() else {}
        state = compare(files, folder, origin)
        _refuse_losses(state, force)
        if state.pending:
            _refuse_where_we_stand(state)
            _replace(files, state, seen)
        return Written(folder, state)


def _replace(
    files: Mapping[str, OutputFile], state: OutputState, seen: dict[str, Identity]
) -> None:
    try:
        staging = staging_folder(state.target)
        fill(staging, files, state)
        with uninterrupted():
            former = put_in_place(staging, state.target)
            if former is not None:
                ours = {*files, *state.gone, *state.edited, MANIFEST}
                _settle(former, state.target, seen, ours)
    except BaseException:
        for unfinished in leftovers(state.target)[0]:
            discard(unfinished)
        raise


def _settle(former: Path, target: Path, seen: dict[str, Identity], ours: set[str]) -> None:
    try:
        settle(former, target, seen, ours)
    except OSError as error:
        raise NfvgenError(
            f"{target} is up to date, but files of others are still in {former}: "
            f"{in_plain_words(error)}; the next run moves them over"
        ) from error


def _pick_up(folder: Path) -> None:
    """Finish what killed runs left beside the folder."""
    unfinished, former = leftovers(folder)
    for path in unfinished:
        discard(path)
    for path in former:
        with uninterrupted():
            if os.path.lexists(folder):
                settle_leftover(path, folder)
            else:
                path.rename(folder)


def _refuse_losses(state: OutputState, force: bool) -> None:
    if state.blocked:
        raise NfvgenError(
            f"{state.target}: files cannot be written because something else has their name "
            f"or that of their folder; move it away:{_listed(state.blocked)}"
        )
    if state.edited and not force:
        raise NfvgenError(
            f"{state.target}: these files were not written by an earlier run or were edited "
            "since (--diff shows how); save what you need, then give --force to replace or "
            "remove them:"
            f"{_listed(state.edited)}"
        )


def _refuse_where_we_stand(state: OutputState) -> None:
    """The folder is replaced as a whole: whoever stands in it would be nowhere afterwards."""
    if state.exists and Path(os.path.realpath(os.getcwd())).is_relative_to(state.target):
        raise NfvgenError(
            f"{state.target}: the current folder is (in) the output folder, which is replaced "
            "as a whole; run from outside it"
        )


@contextmanager
def _parents(folder: Path) -> Iterator[None]:
    """Make the folders above the target, and take them away again if the run fails."""
    missing = [parent for parent in folder.parents if not os.path.lexists(parent)]
    try:
        for parent in reversed(missing):
            parent.mkdir()
        yield
    except BaseException:
        for parent in missing:
            if parent.is_dir() and not any(parent.iterdir()):
                parent.rmdir()
        raise


def _listed(names: tuple[str, ...]) -> str:
    return "".join(f"\n    {name}" for name in names)
