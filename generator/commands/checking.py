"""What commands that check have in common: their options, and how they end."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import typer

from generator.commands import printing
from generator.errors import ExitCode
from generator.findings import Finding
from generator.os_errors import plain_words
from generator.report.comments import Comment, comments
from generator.report.report import Target, report, targets
from generator.report.selection import Selection, selection
from generator.report.text import summary
from generator.report.types import Outcome, Suppressed

if TYPE_CHECKING:
    from generator.report.fingerprint import NameOf

_LONGEST = 16 << 20  # as for what is read as YAML


class Options(NamedTuple):
    """The options as they were given."""

    formats: Sequence[str] = ()
    strict: bool = False
    select: Sequence[str] = ()
    ignore: Sequence[str] = ()
    baseline: Path | None = None
    write_baseline: Path | None = None


class Call(NamedTuple):
    """The options as they were understood."""

    options: Options
    targets: tuple[Target, ...]
    selection: Selection
    known: frozenset[str]

    def knows(self, finding: Finding) -> bool:
        """Whether the baseline accepts a finding, or will."""
        if self.options.write_baseline:
            return True
        if not self.known:
            return False
        from generator.report.baseline import split_known

        return bool(split_known([finding], self.known, _names(self.options.baseline))[1])


def understood(options: Options) -> Call:
    """Raises NfvgenError for options that cannot be followed, before anything is checked."""
    chosen = Selection()
    if options.select or options.ignore:
        from generator.report.docs import rule_docs

        chosen = selection(options.select, options.ignore, rule_docs())
    known: frozenset[str] = frozenset()
    if options.baseline:
        from generator.report.baseline import known_fingerprints

        with plain_words():
            text = options.baseline.read_text("utf-8", errors="replace")
        known = known_fingerprints(text, str(options.baseline))
    return Call(options, targets(options.formats), chosen, known)


def accepted_in(path: Path, yaml11: bool = False) -> tuple[Comment, ...]:
    """The comments of a file that accept findings. What cannot be read twice, as a pipe,
    has none."""
    if not path.is_file():
        return ()
    try:
        with path.open("rb") as stream:
            text = stream.read(_LONGEST).decode("utf-8-sig", "replace")
    except OSError:  # the reading proper says so
        return ()
    return comments(str(path), text, yaml11)


def conclude(
    call: Call, findings: Iterable[Finding], hidden: Iterable[Suppressed],
    files: Iterable[str], unusable: Sequence[tuple[str, str]], not_run: str = "",
) -> ExitCode:  # fmt: skip
    """Apply the baseline, write the reports, and say how the command ends."""
    left, accepted = tuple(findings), tuple(hidden)
    if call.options.baseline or call.options.write_baseline:
        left, old = _without_known(call, left, write=not unusable)
        accepted += old
    outcome = Outcome(left, accepted, tuple(files), tuple(unusable), call.options.strict, not_run)
    for _, reason in unusable:
        typer.echo(f"nfvgen: {reason}", err=True)
    for form, file in call.targets:
        if file is None:
            colour = printing.on_terminal(err=False)
            typer.echo(report(outcome, form, colour=colour), nl=False)
        else:
            _write(Path(file), report(outcome, form))
    if all(target.file for target in call.targets):
        typer.echo(summary(outcome.findings), err=True)
    if unusable:
        return ExitCode.UNUSABLE
    return ExitCode.INPUT_ERRORS if outcome.failed else ExitCode.DONE


def _without_known(
    call: Call, findings: tuple[Finding, ...], write: bool
) -> tuple[tuple[Finding, ...], tuple[Suppressed, ...]]:
    """The new findings and the known. After a baseline was written, all are known in it;
    one of a run that could not read all of its input would be wrong."""
    from generator.report.baseline import baseline_text, known_fingerprints, split_known

    target = call.options.write_baseline
    if target is None or not write:
        return split_known(findings, call.known, _names(call.options.baseline))
    text = baseline_text(findings, _names(target))
    _write(target, text)
    return split_known(findings, known_fingerprints(text, str(target)), _names(target))


def _names(baseline: Path | None) -> "NameOf":
    from generator.report.baseline import names_from

    return names_from(str(baseline.parent if baseline else "."))


def _write(path: Path, text: str) -> None:
    with plain_words(path):
        path.write_text(text, "utf-8", errors="backslashreplace")
