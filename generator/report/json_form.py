"""The report as JSON. Its keys are part of the public contract."""

import json
from typing import Any

from generator.findings import Finding
from generator.report.types import Outcome


def as_json(outcome: Outcome) -> str:
    """`{"findings": [...]}`, the file as its path was given."""
    return json.dumps({"findings": [_item(each) for each in outcome.findings]}, indent=2) + "\n"


def _item(each: Finding) -> dict[str, Any]:
    item: dict[str, Any] = {
        "rule": each.rule,
        "severity": each.severity.value,
        "message": each.message,
        "hint": each.hint,
        **each.location._asdict(),
        "path": each.path,
    }
    if each.related:
        item["related"] = [at._asdict() for at in each.related]
    return item
