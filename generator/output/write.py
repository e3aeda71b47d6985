"""Write rendered files into a folder: all of them or none, and never over others' work."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from generator.errors import NfvgenError
from generator.findings import one_line
from generator.os_errors import in_plain_words, plain_words, real_path
from generator.output.comparison import OutputState, compare
from generator.output.manifest import MANIFEST, Origin, OutputFile
from generator.output.permissions import may_write, refuse_closed
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
    """What a run did, by the state that it found.

    `left` are folders of runs that ended early, beside the target: each with the reason
    why it could not be cleared away.
    """

    target: Path
    found: OutputState
    left: tuple[str, ...] = ()

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
    folder = real_path(target)
    if not folder.name:
        raise NfvgenError(f"{folder}: choose a folder below it for the output")
    with plain_words(), _parents(folder), locked(folder.parent):
        left = tuple(_pick_up(folder))
        # Before the comparison: what changes from here on is noticed.
        seen = identities(folder) if folder.is_dir() else {}
        state = compare(files, folder, origin)
        _refuse_losses(state, force)
        if state.pending:
            _refuse_where_we_stand(state)
            ours = {*files, *state.gone, *state.edited, MANIFEST}
            _refuse_without_leave(state, ours)
            _replace(files, state, seen, ours)
        return Written(folder, state, left)


def _replace(
    files: Mapping[str, OutputFile], state: OutputState, seen: dict[str, Identity], ours: set[str]
) -> None:
    try:
        staging = staging_folder(state.target)
        fill(staging, files, state)
        with uninterrupted():
            former = put_in_place(staging, state.target)
            if former is not None:
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
            f"{target} is up to date, but the folder that stood there before, now {former}, "
            f"could not be cleared away: {in_plain_words(error)}; the next run tries again, and "
            "moves over what it holds of others"
        ) from error


def _pick_up(folder: Path) -> Iterator[str]:
    """Finish what killed runs left beside the folder. What cannot be finished is told of,
    and keeps nobody from working."""
    unfinished, former = leftovers(folder)
    for path in unfinished:
        discard(path)
        if path.exists():
            yield f"{path}: an earlier run's unfinished folder cannot be removed; remove it"
    for path in former:
        try:
            with uninterrupted():
                if os.path.lexists(folder):
                    settle_leftover(path, folder)
                else:
                    path.rename(folder)
        except (OSError, NfvgenError) as error:
            why = in_plain_words(error) if isinstance(error, OSError) else error
            yield (
                f"{path}: a former output folder that cannot be cleared away: {why}; save what "
                "you need of it and remove it"
            )


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
    if state.exists and _current_folder().is_relative_to(state.target):
        raise NfvgenError(
            f"{state.target}: the current folder is (in) the output folder, which is replaced "
            "as a whole; run from outside it"
        )


def _current_folder() -> Path:
    try:
        return real_path(os.getcwd())
    except FileNotFoundError:  # deleted, so not among what is replaced
        return Path(os.sep)


def _refuse_without_leave(state: OutputState, ours: set[str]) -> None:
    parent = state.target.parent
    if not may_write(parent):
        raise NfvgenError(
            f"{parent}: you may not write here, and the new output folder is built beside its "
            "place; check who owns it and its mode, or choose another place"
        )
    if state.exists:
        refuse_closed(state.target, ours)


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
    return "".join(f"\n    {one_line(name)}" for name in names)
