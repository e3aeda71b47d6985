"""Rules over a deployment: files as they are, or the plan of an inventory.

A rule is a generator function over the deployment view, documented as those of
`generator.checks` are. It yields what it found with the place in the file that decides.
"""

from collections.abc import Callable, Iterable, Iterator
from inspect import cleandoc
from typing import NamedTuple

from generator.deployment.types import DeploymentView
from generator.deployment.values import At
from generator.findings import Finding, Location, Severity, path_text


class Found(NamedTuple):
    """What a rule found: the place that has to change, what is wrong, the remedy, and the
    other places that have a part in it. A place in a deploy script is a location only."""

    at: At | Location
    message: str
    hint: str
    related: tuple[At | Location, ...] = ()


Check = Callable[[DeploymentView], Iterator[Found]]


class LintRule(NamedTuple):
    """A check with its stable id. `needs_hosts`: it says nothing without NUMA facts."""

    id: str
    severity: Severity
    check: Check
    needs_hosts: bool = False

    @property
    def text(self) -> str:
        """Requirement, why, fix and source: the rule's documentation."""
        return cleandoc(self.check.__doc__ or "")


RULES: list[LintRule] = []
"""Every rule over a deployment, in the order of declaration."""


def rule(rule_id: str, severity: Severity, needs_hosts: bool = False) -> Callable[[Check], Check]:
    """Declare the decorated generator function as a rule."""

    def declare(check: Check) -> Check:
        RULES.append(LintRule(rule_id, severity, check, needs_hosts))
        return check

    return declare


def run(view: DeploymentView, chosen: Iterable[LintRule]) -> tuple[Finding, ...]:
    """Everything that these rules find, in the order of files and lines."""
    found = {_finding(one, each) for one in chosen for each in one.check(view)}
    return tuple(sorted(found, key=lambda finding: finding.order))


def _finding(one: LintRule, found: Found) -> Finding:
    path = path_text(found.at.path) if isinstance(found.at, At) else ""
    related = tuple(map(_location, found.related))
    return Finding(
        _location(found.at), path, one.id, one.severity, found.message, found.hint, related
    )


def _location(at: At | Location) -> Location:
    return at.location if isinstance(at, At) else at
