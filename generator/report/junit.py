"""The report as JUnit XML: a test case for each finding, and one for each file without."""

import re
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from generator.findings import Finding
from generator.report.types import Outcome

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def as_junit(outcome: Outcome) -> str:
    """Findings that do not make the run fail are passed cases that have something to say."""
    failures = sum(map(outcome.counts, outcome.findings))
    errors = len(outcome.unusable)
    named = {each.location.file for each in outcome.findings}
    silent = [file for file in dict.fromkeys(outcome.files) if file not in named]
    total = len(outcome.findings) + errors + len(silent)
    counts = {"tests": str(total), "failures": str(failures), "errors": str(errors)}
    suites = Element("testsuites", {"name": "nfvgen", **counts})
    suite = SubElement(suites, "testsuite", {"name": "nfvgen", **counts, "skipped": "0"})
    for each in outcome.findings:
        _finding(suite, each, outcome.counts(each))
    for file, reason in outcome.unusable:
        case = _case(suite, file, "readable")
        SubElement(case, "error", {"type": "unusable", "message": _clean(reason)})
    for file in silent:
        _case(suite, file, "no findings")
    ElementTree.indent(suites)
    text = ElementTree.tostring(suites, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'


def _finding(suite: Element, each: Finding, counts: bool) -> None:
    at = each.location
    case = _case(suite, at.file, f"{each.rule} {at.line}:{at.column} {each.path}".rstrip())
    if counts:
        about = {"type": each.severity.value, "message": _clean(each.message)}
        SubElement(case, "failure", about).text = _clean(str(each))
    else:
        SubElement(case, "system-out").text = _clean(str(each))


def _case(suite: Element, file: str, name: str) -> Element:
    return SubElement(
        suite, "testcase", {"classname": _clean(file), "name": _clean(name), "file": _clean(file)}
    )


def _clean(text: str) -> str:
    """What XML can hold of a text."""
    return _NOT_XML.sub("\ufffd", text)
