"""Whether the paths given are what lint is for."""

import os
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from generator.checks.wording import listed
from generator.deployment.types import DeploymentView, FileRead, Kind
from generator.findings import Finding, Location, Severity

NOTHING, INVENTORY = "file/nothing-to-lint", "file/inventory"
_STRANGE = {Kind.OTHER, Kind.EMPTY, Kind.HOST_FACTS, Kind.INVENTORY}
_SHOWN = 3


def misgiven(
    view: DeploymentView, paths: Sequence[Path], hardware: Path | None
) -> Iterator[Finding]:
    """What says that the call was meant otherwise: an inventory that is named, or paths
    that hold nothing of a deployment."""
    hosts = os.path.realpath(hardware) if hardware else None
    named = {str(path) for path in paths}
    for file in view.of_kind(Kind.INVENTORY):
        if file.path in named and os.path.realpath(file.path) != hosts:
            yield _warning(
                file.path, INVENTORY, "this is an inventory, which lint does not check",
                f"nfvgen validate {file.path} checks it; --hardware {file.path} tells its machines",
            )  # fmt: skip
    if all(file.kind in _STRANGE for file in view.files):
        there = list(islice(_there(view.files, paths), _SHOWN + 1))
        names = [*there[:_SHOWN], *["more"] * (len(there) > _SHOWN)]
        yield _warning(
            str(paths[0]), NOTHING,
            "nothing here is a file of a deployment: there is "
            + (listed(names) if names else "nothing at all"),
            "name environment files, nic-configs, roles_data, network_data or a deploy script",
        )  # fmt: skip


def _there(files: Sequence[FileRead], paths: Sequence[Path]) -> Iterator[str]:
    """What was read, with what it was taken for, and the files of folders that were not."""
    kinds = {file.path: file.kind for file in files}
    for path in paths:
        for each in _walk(path):
            kind = kinds.get(str(each))
            yield f"{each} ({kind})" if kind else str(each)


def _walk(path: Path) -> Iterator[Path]:
    if not path.is_dir():
        yield path
        return
    for folder, folders, files in os.walk(path):
        folders.sort()
        yield from (Path(folder, name) for name in sorted(files))


def _warning(file: str, rule: str, message: str, hint: str) -> Finding:
    return Finding(Location(file, 1, 1, 1, 1), "", rule, Severity.WARNING, message, hint)
