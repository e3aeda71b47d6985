"""What is reported."""

from enum import StrEnum
from typing import NamedTuple

from generator.findings import Finding, Severity


class Format(StrEnum):
    """The forms of a report."""

    TEXT = "text"
    JSON = "json"
    SARIF = "sarif"
    JUNIT = "junit"
    GITHUB = "github"
    GITLAB = "gitlab"


class Hidden(StrEnum):
    """What a finding was hidden by. The values are SARIF's words."""

    COMMENT = "inSource"
    BASELINE = "external"


class Suppressed(NamedTuple):
    """A finding that somebody accepted. It is shown nowhere and counts nowhere; SARIF,
    whose readers keep accounts, lists it as suppressed."""

    finding: Finding
    by: Hidden
    reason: str


class Outcome(NamedTuple):
    """What a run found in `files`. `unusable` holds the files that could not be read,
    each with the reason. `not_run` names the rules that errors kept from running."""

    findings: tuple[Finding, ...]
    suppressed: tuple[Suppressed, ...] = ()
    files: tuple[str, ...] = ()
    unusable: tuple[tuple[str, str], ...] = ()
    strict: bool = False
    not_run: str = ""

    def counts(self, finding: Finding) -> bool:
        """Whether a finding makes the run fail."""
        return finding.severity is Severity.ERROR or (
            self.strict and finding.severity is Severity.WARNING
        )

    @property
    def failed(self) -> bool:
        """Whether any does."""
        return any(map(self.counts, self.findings))
