"""The report as SARIF 2.1.0, for code scanning services."""

import json
import os
from typing import Any
from urllib.parse import quote

from generator.findings import Finding, Location, Severity
from generator.report.docs import RuleDoc, rule_docs
from generator.report.fingerprint import fingerprints
from generator.report.places import relative_path
from generator.report.types import Hidden, Outcome, Suppressed
from generator.version import __version__

_SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
Item = dict[str, Any]


def as_sarif(outcome: Outcome) -> str:
    """One run, with the rules that found something. Accepted findings are in it too, as
    suppressed: the service would else take them for mended."""
    everything = (*outcome.findings, *(each.finding for each in outcome.suppressed))
    ids = sorted({finding.rule for finding in everything})
    results = [
        _result(finding, ids.index(finding.rule), print_)
        for finding, print_ in zip(everything, fingerprints(everything), strict=True)
    ]
    hidden = results[len(outcome.findings) :]
    for result, each in zip(hidden, outcome.suppressed, strict=True):
        _suppress(result, each)
    if outcome.suppressed:
        # Beside results that say so, those that do not must say that they are not.
        for result in results[: len(outcome.findings)]:
            result["suppressions"] = []
    driver = {"name": "nfvgen", "version": __version__, "rules": [_rule(each) for each in ids]}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "invocations": [_invocation(outcome)],
        "results": results,
    }
    log = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, indent=2) + "\n"


def _rule(rule_id: str) -> Item:
    doc = rule_docs().get(rule_id)
    if doc is None:
        return {"id": rule_id}
    return {
        "id": rule_id,
        "shortDescription": {"text": doc.title},
        "fullDescription": {"text": f"{doc.title} {doc.why}".strip()},
        "help": {"text": _help(doc, "{}: "), "markdown": _help(doc, "**{}:** ")},
        "defaultConfiguration": {"level": _LEVELS[doc.severity]},
        "properties": {"tags": [doc.subject]},
    }


def _help(doc: RuleDoc, label: str) -> str:
    parts = [("Why", doc.why), ("Fix", doc.fix), ("Source", doc.source)]
    said = [label.format(name) + text for name, text in parts if text]
    return "\n\n".join([doc.title, *said])


def _result(finding: Finding, index: int, print_: str) -> Item:
    hint = f"\n{finding.hint}" if finding.hint else ""
    place: Item = {"physicalLocation": _physical(finding.location)}
    if finding.path:
        place["logicalLocations"] = [{"fullyQualifiedName": finding.path}]
    result: Item = {
        "ruleId": finding.rule,
        "ruleIndex": index,
        "level": _LEVELS[finding.severity],
        "message": {"text": finding.message + hint},
        "locations": [place],
        "partialFingerprints": {"nfvgen/v1": print_},
    }
    if finding.related:
        result["relatedLocations"] = [
            {"id": number, "physicalLocation": _physical(at), "message": {"text": "see also"}}
            for number, at in enumerate(finding.related, 1)
        ]
    return result


def _physical(at: Location) -> Item:
    region = {
        "startLine": at.line, "startColumn": at.column,
        "endLine": at.end_line, "endColumn": at.end_column,
    }  # fmt: skip
    return {"artifactLocation": {"uri": _uri(at.file)}, "region": region}


def _uri(file: str) -> str:
    path = relative_path(file)
    uri = quote(os.fsencode(path))  # names of files need not be UTF-8
    return f"file://{uri}" if path.startswith("/") else uri


def _suppress(result: Item, each: Suppressed) -> None:
    result["suppressions"] = [{"kind": each.by.value, "justification": each.reason}]
    if each.by is Hidden.BASELINE:
        result["baselineState"] = "unchanged"


def _invocation(outcome: Outcome) -> Item:
    notes = [
        {"level": "error", "message": {"text": reason},
         "locations": [{"physicalLocation": {"artifactLocation": {"uri": _uri(file)}}}]}
        for file, reason in outcome.unusable
    ]  # fmt: skip
    found: Item = {"executionSuccessful": not notes}
    return {**found, "toolExecutionNotifications": notes} if notes else found
