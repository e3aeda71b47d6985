"""A baseline: what it knows again, and what is new to it."""

import json
from pathlib import Path
from typing import Any

import pytest

from generator.errors import NfvgenError
from generator.findings import Finding, Location, Severity
from generator.report.baseline import (
    baseline_text,
    known_fingerprints,
    names_from,
    split_known,
)
from generator.report.fingerprint import fingerprints, without_lines

A = Finding(Location("s/f.yaml", 3, 5, 3, 9), "a.b", "rule-a", Severity.ERROR, "in line 3", "fix")
B = A._replace(path="a.c")
NAMES = names_from(".")


def known(*findings: Finding) -> frozenset[str]:
    """What a baseline of these findings knows."""
    return known_fingerprints(baseline_text(findings, NAMES), "base.json")


def test_survives_moved_lines() -> None:
    moved = A._replace(location=Location("s/f.yaml", 30, 1, 31, 2), message="in line 30", hint="-")
    new, old = split_known([moved], known(A), NAMES)
    assert (new, [each.finding for each in old]) == ((), [moved])


def test_survives_an_entry_put_in_above() -> None:
    first, moved = A._replace(path="a[0].b"), A._replace(path="a[1].b")
    assert split_known([moved], known(first), NAMES)[0] == ()
    assert split_known([first, moved], known(first), NAMES)[0] == (moved,)


@pytest.mark.parametrize(
    "change",
    [
        {"path": "a.c"}, {"rule": "rule-b"}, {"message": "in 4 lines"},
        {"location": A.location._replace(file="t/f.yaml")},
    ],
)  # fmt: skip
def test_what_is_new(change: dict[str, Any]) -> None:
    other = A._replace(**change)
    assert split_known([A, other], known(A), NAMES)[0] == (other,)


def test_one_more_of_the_same_is_new() -> None:
    assert split_known([A, A], known(A), NAMES)[0] == (A,)
    assert split_known([A, A], known(A, A), NAMES)[0] == ()
    assert len(set(fingerprints([A, A, B]))) == 3


def test_is_readable_and_in_order() -> None:
    text = baseline_text([B, A], NAMES)
    assert text == baseline_text([B, A], NAMES)
    entries = json.loads(text)["findings"]
    assert {"rule", "file", "path", "message", "fingerprint"} == set(entries[0])
    assert entries[0]["message"] == "in line"


def test_holds_wherever_it_is_called_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "s").mkdir()
    monkeypatch.chdir(tmp_path)
    accepted = known(A)
    monkeypatch.chdir(tmp_path / "s")
    inside = A._replace(location=A.location._replace(file="f.yaml"))
    assert split_known([inside], accepted, names_from(".."))[0] == ()


def test_a_run_that_was_cut_short_is_never_accepted() -> None:
    short = A._replace(rule="rules-not-run", severity=Severity.WARNING)
    assert split_known([short], known(short), NAMES)[0] == (short,)


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"version": 2, "findings": []}', '{"version":1}']
)
def test_what_is_no_baseline(text: str) -> None:
    with pytest.raises(NfvgenError, match="is no baseline"):
        known_fingerprints(text, "base.json")


def test_line_numbers_in_messages() -> None:
    assert without_lines("lines 3, 4 and 5, first at f.yaml:3:4") == "lines, first at f.yaml"
    assert without_lines("vlan 3 in baseline 7") == "vlan 3 in baseline 7"
