"""Rules over the number of nodes."""

from collections.abc import Iterator

from generator.deployment.types import DeploymentView
from generator.findings import Severity
from generator.lint.ruleset import Found, rule
from generator.lint.scope import nodes


@rule("controller-count-even", Severity.WARNING)
def controller_count_even(view: DeploymentView) -> Iterator[Found]:
    """The number of Controllers is odd.

    Why: Pacemaker and the database cluster need a majority: two survive no more failures
    than one, four no more than three.
    Fix: Write 1 for a lab, 3 for anything else.
    Source: Red Hat OpenStack Platform, high availability; Pacemaker quorum.
    """
    role = view.roles.get("Controller")
    count = nodes(role) if role else None
    if role and role.count and count and count % 2 == 0 and role.has("Pacemaker") is not False:
        yield Found(
            role.count.at,
            f"{count} Controllers have no majority after losing half of them",
            f"write {count + 1}" + (", or 1 for a lab" if count == 2 else ""),
        )
