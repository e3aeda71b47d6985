"""Linting by paths: reading and rules in one call."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from generator.deployment.hardware import read_hardware
from generator.deployment.read import read_deployment
from generator.findings import Finding
from generator.lint.given import misgiven
from generator.lint.run import ALL, lint


class Linted(NamedTuple):
    """The files that were read, in order, and everything that was found."""

    files: tuple[str, ...]
    findings: tuple[Finding, ...]


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
    hosts = read_hardware(Path(hardware)) if hardware else ()
    given = [Path(path) for path in paths]
    view = read_deployment(given, hosts)
    found = (
        *misgiven(view, given, Path(hardware) if hardware else None),
        *lint(view, [rule for rule in ALL if chosen(rule.id)]),
    )
    ordered = sorted(found, key=lambda finding: finding.order)
    files = tuple(file.path for file in view.files)
    return Linted(files, tuple(each for each in ordered if chosen(each.rule)))
