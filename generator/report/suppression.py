"""Findings that a comment in the file accepts."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.checks.notices import NEVER_HIDDEN, SUPPRESSION_UNUSED, SUPPRESSION_WITHOUT_REASON
from generator.checks.wording import did_you_mean
from generator.findings import Finding, Severity
from generator.report.comments import Comment
from generator.report.types import Hidden, Suppressed

_FORM = "write # nfvgen: ignore[rule-id] reason"

ByLine = Mapping[tuple[str, int], Sequence[Comment]]
"""Comments by the file and the lines that they cover."""


class Ran(NamedTuple):
    """Which rules had the occasion to find something, of all that are known."""

    rule: Callable[[str], bool]
    known: Collection[str]


def by_line(comments: Iterable[Comment]) -> ByLine:
    """The comments by what they cover."""
    found: dict[tuple[str, int], list[Comment]] = {}
    for each in comments:
        for line in {each.location.line, each.target}:
            found.setdefault((each.location.file, line), []).append(each)
    return found


def accepting(finding: Finding, comments: ByLine) -> Comment | None:
    """The comment that accepts a finding. One without a reason accepts nothing."""
    near = comments.get((finding.location.file, finding.location.line), ())
    fitting = (each for each in near if each.reason and finding.rule in each.rules)
    return None if finding.rule in NEVER_HIDDEN else next(fitting, None)


def settled(
    findings: Iterable[Finding], comments: Sequence[Comment], ran: Ran
) -> tuple[tuple[Finding, ...], tuple[Suppressed, ...]]:
    """What is left of the findings, with warnings about comments of no use, in the order
    of the file; and what the comments accept."""
    index = by_line(comments)
    kept: list[Finding] = []
    hidden: list[Suppressed] = []
    used: set[tuple[Comment, str]] = set()
    for finding in findings:
        if comment := accepting(finding, index):
            hidden.append(Suppressed(finding, Hidden.COMMENT, comment.reason))
            used.add((comment, finding.rule))
        else:
            kept.append(finding)
    for comment in comments:
        kept += (each for each in _complaints(comment, used, ran) if ran.rule(each.rule))
    return tuple(sorted(kept, key=lambda finding: finding.order)), tuple(hidden)


def _complaints(
    comment: Comment, used: Collection[tuple[Comment, str]], ran: Ran
) -> Iterator[Finding]:
    if not comment.rules:
        message = "this comment names no rule and hides nothing"
        yield _warning(comment, SUPPRESSION_UNUSED, message, _FORM)
    elif not comment.reason:
        message = "this comment gives no reason and hides nothing"
        yield _warning(comment, SUPPRESSION_WITHOUT_REASON, message, _FORM)
    else:
        for rule in dict.fromkeys(comment.rules):
            if rule not in ran.known:
                hint = did_you_mean(rule, ran.known, "nfvgen rules lists them")
                message = f"this comment hides nothing: there is no rule '{rule}'"
                yield _warning(comment, SUPPRESSION_UNUSED, message, hint)
            elif (comment, rule) not in used and ran.rule(rule):
                # One about a rule that did not run may be of use another time.
                message = f"this comment hides nothing: {rule} finds nothing here"
                yield _warning(comment, SUPPRESSION_UNUSED, message, "remove it")


def _warning(comment: Comment, rule: str, message: str, hint: str) -> Finding:
    return Finding(comment.location, "", rule, Severity.WARNING, message, hint)
