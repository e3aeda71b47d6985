"""Comments that accept findings: where they are seen, and what they hide."""

import time

import pytest

from generator.findings import Finding, Location, Severity
from generator.report.comments import comments
from generator.report.suppression import Ran, settled

KNOWN = ("rule-a", "rule-b")
RAN = Ran(lambda _: True, KNOWN)


def found(line: int, rule: str = "rule-a") -> Finding:
    """A finding in a line."""
    return Finding(Location("f", line, 1, line, 2), "", rule, Severity.ERROR, "bad", "")


def lines_of(text: str) -> list[int]:
    """The lines in which comments are seen."""
    return [each.location.line for each in comments("f", text)]


IGNORE = "# nfvgen: ignore[rule-a] because"


@pytest.mark.parametrize(
    "text",
    [
        f"a: 1  {IGNORE}",
        f"{IGNORE}\na: 1",
        f"  {IGNORE}\n  # more words\n  a: 1",
        f"a: it's  {IGNORE}",
        f"a: 'b # c'  {IGNORE}",
        f"a: 'it''s'  {IGNORE}",
        f'a: "b\\" # c"  {IGNORE}',
        f'{{"a":"b", "c":["d"]}}  {IGNORE}',
        f"a: !!str 'b'  {IGNORE}",
        f"a: |  {IGNORE}\n  text",
        f"a: |\n  text\n\n{IGNORE}\nb: 1",
        f"- key: |\n    text\n  b: 1  {IGNORE}",
        f"- |\n text\n- b  {IGNORE}",
        f"a: 'b\n  c'  {IGNORE}",
        f"a: yes|  {IGNORE}",
    ],
)
def test_seen(text: str) -> None:
    assert len(lines_of(text)) == 1


@pytest.mark.parametrize(
    "text",
    [
        f"a: 'b {IGNORE}'",
        f'a: "b {IGNORE}"',
        f"a: 'b\n\n  {IGNORE}\n  c'",
        f"a: |\n  {IGNORE}\n",
        f"a: >-\n\n  text\n  {IGNORE}\nb: 1",
        f"- key: |2-\n    text\n    {IGNORE}\n",
        f"- |\n  {IGNORE}\n",
        f"a: b{IGNORE}",
        "# nfvgen: made this file",
        "# ignore[rule-a] because",
    ],
)
def test_not_seen(text: str) -> None:
    assert lines_of(text) == []


def test_hides_in_its_line_or_the_next() -> None:
    text = f"{IGNORE}\na: 1\nb: 1  {IGNORE}\nc: 1\n"
    findings = [found(line) for line in (1, 2, 3, 4)]
    left, hidden = settled(findings, comments("f", text), RAN)
    assert [each.location.line for each in left] == [4]
    assert [(each.finding.location.line, each.reason) for each in hidden] == [
        (1, "because"), (2, "because"), (3, "because"),
    ]  # fmt: skip


def test_a_block_of_comments_is_about_what_follows_it() -> None:
    text = "# nfvgen: ignore[rule-a] x\n# nfvgen: ignore[rule-b] y\na: 1\n"
    left, hidden = settled([found(3), found(3, "rule-b")], comments("f", text), RAN)
    assert (left, len(hidden)) == ((), 2)
    assert comments("f", "a: 1\n  # nfvgen: ignore[rule-a] x")[0].target == 3


def test_several_rules_in_one_comment() -> None:
    note = comments("f", "a: 1  # nfvgen: ignore[rule-a, rule-b] both")
    left, hidden = settled([found(1), found(1, "rule-b"), found(1, "rule-c")], note, RAN)
    assert [each.rule for each in left] == ["rule-c"]
    assert len(hidden) == 2


def test_only_in_its_own_file() -> None:
    other = found(1)._replace(location=Location("g", 1, 1, 1, 2))
    left, _ = settled([other], comments("f", f"a: 1  {IGNORE}"), Ran(lambda _: False, KNOWN))
    assert left == (other,)


@pytest.mark.parametrize(
    ("comment", "rule", "said"),
    [
        (IGNORE, "suppression-unused", "rule-a finds nothing here"),
        ("# nfvgen: ignore[rule-b, rule-b] x", "suppression-unused", "rule-b finds nothing"),
        ("# nfvgen: ignore[rule-x] x", "suppression-unused", "did you mean 'rule-"),
        ("# nfvgen: ignore x", "suppression-unused", "names no rule"),
        ("# nfvgen: ignore[] x", "suppression-unused", "names no rule"),
        ("# nfvgen: ignore[rule-a]", "suppression-without-reason", "gives no reason"),
    ],
)
def test_of_no_use(comment: str, rule: str, said: str) -> None:
    left, hidden = settled([], comments("f", f"a: 1  {comment}"), RAN)
    assert [(each.rule, each.severity, each.location.column) for each in left] == [
        (rule, Severity.WARNING, 7)
    ]
    assert said in f"{left[0].message} {left[0].hint}"
    assert hidden == ()


def test_without_a_reason_it_hides_nothing() -> None:
    left, hidden = settled([found(1)], comments("f", "a: 1 # nfvgen: ignore[rule-a]"), RAN)
    assert {each.rule for each in left} == {"rule-a", "suppression-without-reason"}
    assert hidden == ()


def test_a_rule_that_did_not_run_is_not_missed() -> None:
    ran = Ran(lambda rule: rule != "rule-a", KNOWN)
    assert settled([], comments("f", IGNORE), ran) == ((), ())


def test_complaints_can_be_ignored_but_not_hidden() -> None:
    quiet = Ran(lambda rule: not rule.startswith("suppression"), KNOWN)
    assert settled([], comments("f", IGNORE), quiet) == ((), ())
    own = "# nfvgen: ignore[suppression-unused] x"
    left, _ = settled([], comments("f", f"{own}\n{IGNORE}"), Ran(lambda _: True, [
        *KNOWN, "suppression-unused",
    ]))  # fmt: skip
    assert [each.location.line for each in left] == [1, 2]


def test_the_scan_is_linear() -> None:
    line = "{" + ", ".join(["'a': \"b\""] * 20_000) + f"}}  {IGNORE}"
    begin = time.process_time()
    assert lines_of(line) == [1]
    assert lines_of(f"{IGNORE}\n" * 20_000)[-1] == 20_000
    assert time.process_time() - begin < 2


def test_lines_are_counted_as_the_reader_does() -> None:
    text = f"a: b\u2028c\n{IGNORE}\n"
    assert lines_of(text) == [2]
    [old] = comments("f", text, yaml11=True)
    assert old.location.line == 3
