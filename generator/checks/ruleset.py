"""What a rule is, and how rules are run.

A rule is a generator function over a typed subject. Its docstring begins with the
requirement and has the paragraphs Why, Fix and Source. The runner stamps id and
severity on what the rule yields, so that no rule can forget or fake them.
"""

from collections.abc import Callable, Iterator
from inspect import cleandoc
from typing import Generic, NamedTuple, TypeVar

from generator.findings import Fault, Finding, Severity
from generator.reading.document import Document

S = TypeVar("S")
Chosen = Callable[[str], bool]
"""Whether the rule with an id is to run."""


def every_rule(_: str) -> bool:
    """What generating chooses: a file that breaks a rule nobody asked for is broken too."""
    return True


class Rule(NamedTuple, Generic[S]):
    """A check with its stable id."""

    id: str
    severity: Severity
    check: Callable[[S], Iterator[Fault]]

    @property
    def text(self) -> str:
        """Requirement, why, fix and source: the rule's documentation."""
        return cleandoc(self.check.__doc__ or "")


class Ruleset(Generic[S]):
    """Rules over one kind of subject, in the order in which they were declared."""

    def __init__(self) -> None:
        self.rules: list[Rule[S]] = []

    def rule(
        self, rule_id: str, severity: Severity
    ) -> Callable[[Callable[[S], Iterator[Fault]]], Callable[[S], Iterator[Fault]]]:
        """Declare the decorated generator function as a rule."""

        def declare(check: Callable[[S], Iterator[Fault]]) -> Callable[[S], Iterator[Fault]]:
            self.rules.append(Rule(rule_id, severity, check))
            return check

        return declare

    def run(
        self, subject: S, document: Document, chosen: Chosen = every_rule
    ) -> tuple[Finding, ...]:
        """Everything the chosen rules find, in the order of the file. No other is called."""
        findings = {
            document.finding(rule.id, rule.severity, fault)._replace(
                related=tuple(document.locate(place) for place in fault.related)
            )
            for rule in self.rules
            if chosen(rule.id)
            for fault in rule.check(subject)
        }
        return tuple(sorted(findings, key=lambda finding: finding.order))
