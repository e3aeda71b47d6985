"""What commands print: findings, and what becomes of an output folder."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from generator.errors import ExitCode
from generator.findings import Finding
from generator.report.text import as_text, summary
from generator.report.types import Outcome

if TYPE_CHECKING:
    from generator.output.comparison import OutputState
    from generator.output.write import Written


def show_findings(findings: Sequence[Finding], err: bool = False) -> None:
    """Findings and a closing line that counts them."""
    outcome = Outcome(tuple(findings))
    typer.echo(as_text(outcome, on_terminal(err)), nl=False, err=err)


def show_doubts(findings: Sequence[Finding], inventory: Path) -> None:
    """One line about findings that do not stop a command, on standard error."""
    if findings:
        typer.echo(f"{summary(findings)}; see them with: nfvgen validate {inventory}", err=True)


def on_terminal(err: bool) -> bool:
    """Whether colour is of use."""
    return (sys.stderr if err else sys.stdout).isatty() and "NO_COLOR" not in os.environ


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
