"""The report for people."""

from collections import Counter
from collections.abc import Sequence

from generator.findings import Finding, Severity
from generator.report.types import Outcome

_COLOURS = {Severity.ERROR: 31, Severity.WARNING: 33, Severity.INFO: 36}
_PLURALS = {Severity.ERROR: "errors", Severity.WARNING: "warnings", Severity.INFO: "notes"}
_SINGULARS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def as_text(outcome: Outcome, colour: bool = False) -> str:
    """Each finding with its hint, and a closing line that counts them.

    A run that read nothing has no closing line: it would say that nothing is wrong.
    """
    lines = [_coloured(finding) if colour else str(finding) for finding in outcome.findings]
    if outcome.findings or not outcome.unusable:
        hidden = len(outcome.suppressed)
        lines.append(summary(outcome.findings) + (f"; {hidden} suppressed" if hidden else ""))
    if outcome.not_run:
        lines.append(
            f"{outcome.not_run} were not run because of errors: mend them, then validate again"
        )
    return "".join(f"{line}\n" for line in lines)


def summary(findings: Sequence[Finding]) -> str:
    """How many there are of each severity: `1 error, 2 warnings`."""
    counts = Counter(finding.severity for finding in findings)
    parts = [
        f"{counts[severity]} {(_SINGULARS if counts[severity] == 1 else _PLURALS)[severity]}"
        for severity in Severity
        if counts[severity]
    ]
    return ", ".join(parts) or "no findings"


def _coloured(finding: Finding) -> str:
    word = f"\x1b[{_COLOURS[finding.severity]}m\x1b[1m{finding.severity}\x1b[0m"
    return str(finding).replace(f" {finding.severity}: ", f" {word}: ", 1)
