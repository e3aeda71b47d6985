"""What `nfvgen lint` does."""

from collections.abc import Sequence
from pathlib import Path

import generator as nfvgen
from generator.commands.checking import Options, accepted_in, conclude, understood
from generator.errors import ExitCode
from generator.report.docs import rule_docs
from generator.report.suppression import Ran, settled
from generator.report.types import Suppressed

__all__ = ["Options", "lint_all"]


def lint_all(paths: Sequence[Path], hardware: Path | None, options: Options) -> ExitCode:
    """Check existing deployment files, all of them as one deployment."""
    call = understood(options)
    files, findings = nfvgen.lint_paths(paths, hardware, call.selection.chosen)
    read = {*files, *(each.location.file for each in findings)}  # of host facts, findings only
    comments = [
        comment for file in sorted(read) for comment in accepted_in(Path(file), yaml11=True)
    ]
    hidden: tuple[Suppressed, ...] = ()
    if comments:
        findings, hidden = settled(findings, comments, Ran(call.selection.chosen, rule_docs()))
    return conclude(call, findings, hidden, files, ())
