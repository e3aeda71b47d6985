"""What commands print: findings, and what becomes of an output folder."""

import os
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

import generator as nfvgen
from generator.errors import ExitCode, NfvgenError
from generator.findings import Finding, Severity

if TYPE_CHECKING:
    from generator.output.comparison import OutputState
    from generator.output.write import Written

_COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.INFO: "cyan"}
_PLURALS = {Severity.ERROR: "errors", Severity.WARNING: "warnings", Severity.INFO: "notes"}
_SINGULARS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def show_findings(findings: Sequence[Finding], err: bool = False) -> None:
    """Findings and a closing line that counts them."""
    colour = on_terminal(err)
    for finding in findings:
        text = str(finding)
        if colour:
            word = typer.style(finding.severity, fg=_COLOURS[finding.severity], bold=True)
            text = text.replace(f" {finding.severity}: ", f" {word}: ", 1)
        typer.echo(text, err=err)
    typer.echo(summary(findings), err=err)


def show_doubts(findings: Sequence[Finding], inventory: Path) -> None:
    """One line about findings that do not stop a command, on standard error."""
    if findings:
        typer.echo(f"{summary(findings)}; see them with: nfvgen validate {inventory}", err=True)


def on_terminal(err: bool) -> bool:
    """Whether colour is of use."""
    return (sys.stderr if err else sys.stdout).isatty() and "NO_COLOR" not in os.environ


def validate_all(inventories: Sequence[Path]) -> ExitCode:
    """Show the findings of all inventories; one that cannot be read does not hide the rest."""
    findings: list[Finding] = []
    unusable = False
    for path in inventories:
        try:
            findings += nfvgen.validate(path)
        except NfvgenError as error:
            unusable = True
            typer.echo(f"nfvgen: {error}", err=True)
    if findings or not unusable:
        show_findings(findings)
    return ExitCode.UNUSABLE if unusable else verdict(findings)


def summary(findings: Sequence[Finding]) -> str:
    """How many there are of each severity: `1 error, 2 warnings`."""
    counts = Counter(finding.severity for finding in findings)
    parts = [
        f"{counts[severity]} {(_SINGULARS if counts[severity] == 1 else _PLURALS)[severity]}"
        for severity in Severity
        if counts[severity]
    ]
    return ", ".join(parts) or "no findings"


def verdict(findings: Sequence[Finding]) -> ExitCode:
    """The exit code of findings: only errors count."""
    errors = any(finding.severity is Severity.ERROR for finding in findings)
    return ExitCode.INPUT_ERRORS if errors else ExitCode.DONE


def show_written(written: "Written") -> None:
    """What a run wrote."""
    state = written.found
    for words in written.left:
        typer.echo(f"nfvgen: {words}", err=True)
    if not written.touched:
        typer.echo(f"{written.target}: up to date")
        return
    _show_changes(state)
    total = len(state.manifest.outputs) + 1
    typer.echo(f"{written.target}: {total} files")


def show_pending(state: "OutputState") -> ExitCode:
    """What a run would write."""
    if not state.pending:
        typer.echo(f"{state.target}: up to date")
        return ExitCode.DONE
    _show_changes(state)
    typer.echo(f"{state.target}: out of date")
    return ExitCode.CHANGES_PENDING


def show_diff(text: str) -> ExitCode:
    """Pending changes line by line."""
    typer.echo(text, nl=False)
    return ExitCode.CHANGES_PENDING if text else ExitCode.DONE


def _show_changes(state: "OutputState") -> None:
    for word, names in (
        ("new", state.new),
        ("changed", state.changed),
        ("removed", state.gone),
        ("edited by hand", state.edited),
        ("in the way", state.blocked),
    ):
        for name in names:
            typer.echo(f"{word}: {name}")
