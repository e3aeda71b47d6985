"""The report as JSON. Its keys are part of the public contract."""

import json

from generator.report.types import Outcome


def as_json(outcome: Outcome) -> str:
    """`{"findings": [...]}`, the file as its path was given."""
    findings = [
        {
            "rule": each.rule,
            "severity": each.severity.value,
            "message": each.message,
            "hint": each.hint,
            "file": each.location.file,
            "line": each.location.line,
            "column": each.location.column,
            "end_line": each.location.end_line,
            "end_column": each.location.end_column,
            "path": each.path,
        }
        for each in outcome.findings
    ]
    return json.dumps({"findings": findings}, indent=2) + "\n"
