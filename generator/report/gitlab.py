"""The report as GitLab reads code quality."""

import json

from generator.findings import Severity
from generator.report.fingerprint import fingerprints
from generator.report.places import also, last_line, relative_path
from generator.report.types import Outcome

_SEVERITIES = {Severity.ERROR: "critical", Severity.WARNING: "minor", Severity.INFO: "info"}


def as_gitlab(outcome: Outcome) -> str:
    """A list; the fingerprints say which findings a merge request adds and mends."""
    prints = fingerprints(outcome.findings)
    issues = [
        {
            "description": ". ".join(filter(None, (each.message, each.hint, also(each.related)))),
            "check_name": each.rule,
            "fingerprint": print_,
            "severity": _SEVERITIES[each.severity],
            "location": {
                "path": relative_path(each.location.file),
                "lines": {"begin": each.location.line, "end": last_line(each.location)},
            },
        }
        for each, print_ in zip(outcome.findings, prints, strict=True)
    ]
    return json.dumps(issues, indent=2) + "\n"
