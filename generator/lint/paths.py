"""Linting by paths: reading and rules in one call."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from generator.deployment.hosts import Host
from generator.deployment.read import read_deployment
from generator.errors import NfvgenError
from generator.findings import Finding
from generator.lint.given import misgiven
from generator.lint.run import ALL, lint


class Linted(NamedTuple):
    """The files that were read, in order, everything that was found, and the paths given
    that cannot be read, with why."""

    files: tuple[str, ...]
    findings: tuple[Finding, ...]
    unusable: tuple[tuple[str, str], ...] = ()
    complete: bool = True  # every file that is named was read


def lint_paths(
    paths: Sequence[Path | str],
    hardware: Path | str | None = None,
    chosen: Callable[[str], bool] = lambda rule: True,
) -> Linted:
    """Check files and directories, in the order that `-e` would have, or a deploy script.

    `hardware` is an inventory or a file of host facts. A rule that is not chosen is not
    called. Raises NfvgenError where a path given cannot be read, InputError for a faulty
    hardware file.
    """
    hosts = hosts_in(hardware) if hardware else ()
    linted = lint_readable(paths, hosts, chosen, hardware)
    if linted.unusable:
        raise NfvgenError("\n".join(reason for _, reason in linted.unusable))
    return linted


def hosts_in(hardware: Path | str) -> tuple[Host, ...]:
    """The machines of an inventory or a file of host facts; without one, nothing of
    inventories is loaded."""
    from generator.deployment.hardware import read_hardware

    return read_hardware(Path(hardware))


def lint_readable(
    paths: Sequence[Path | str], hosts: Sequence[Host], chosen: Callable[[str], bool],
    hardware: Path | str | None = None,
) -> Linted:  # fmt: skip
    """Check what can be read of these paths; `hardware` is the file that tells the hosts."""
    given = [Path(path) for path in paths]
    view = read_deployment(given, hosts)
    found = (
        *misgiven(view, given, Path(hardware) if hardware else None),
        *lint(view, [rule for rule in ALL if chosen(rule.id)]),
    )
    ordered = sorted(found, key=lambda finding: finding.order)
    files = tuple(file.path for file in view.files)
    return Linted(
        files, tuple(each for each in ordered if chosen(each.rule)), view.unusable,
        view.complete,
    )  # fmt: skip
