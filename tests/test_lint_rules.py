"""Every rule over deployments against cases that it finds, and cases that it leaves alone."""

import re
from pathlib import Path

import pytest
from lint_runner import CASES, case_id, cases, expected, found, said

from generator.findings import Severity
from generator.lint.ruleset import LintRule
from generator.lint.run import ALL

BAD, OK = cases("bad"), cases("ok")


@pytest.mark.parametrize("case", BAD, ids=case_id)
def test_finds(case: Path, update_golden: bool) -> None:
    text = said(case)
    assert text, "the rule finds nothing"
    if update_golden:
        expected(case).write_text(text)
    assert text == expected(case).read_text()


@pytest.mark.parametrize("case", OK, ids=case_id)
def test_leaves_alone(case: Path) -> None:
    assert not said(case)


@pytest.mark.parametrize("case", OK, ids=case_id)
def test_finds_no_error_in_what_is_right(case: Path) -> None:
    assert not [str(each) for each in found(case) if each.severity is Severity.ERROR]


def test_ids_are_unique_slugs() -> None:
    ids = [rule.id for rule in ALL]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)+", each) for each in ids)


@pytest.mark.parametrize("rule", ALL, ids=lambda rule: rule.id)
def test_says_what_why_and_how(rule: LintRule) -> None:
    requirement, _, rest = rule.text.partition("\n\n")
    assert requirement.endswith(".")
    assert re.findall(r"^(Why|Fix|Source): \S", rest, re.MULTILINE) == ["Why", "Fix", "Source"]


def test_every_rule_has_both_cases_and_every_case_a_rule() -> None:
    ids = {rule.id for rule in ALL}
    assert {case.parent.name for case in BAD} == ids
    assert {case.parent.name for case in OK} == ids
    assert set(CASES.glob("*/*.txt")) == {expected(case) for case in BAD}
