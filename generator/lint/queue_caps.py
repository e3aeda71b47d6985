"""Rules over the limit of queue pairs that guests get."""

from collections.abc import Iterator

from generator.deployment.types import DeploymentView
from generator.findings import Severity
from generator.lint.ruleset import Found, rule
from generator.lint.terms import called
from generator.lint.tuned_roles import whole_number, written

_CAP = "NovaLibvirtMaxQueues"


@rule("max-queues-without-effect", Severity.WARNING)
def max_queues_without_effect(view: DeploymentView) -> Iterator[Found]:
    """The cap of queue pairs is left to the flavors.

    Why: The template of 11.6.0 looks for NovaLibvirtMaxQueues in a map that does not have
    it, so that the cap never reaches nova.conf.
    Fix: Remove NovaLibvirtMaxQueues, in an inventory `max_queues`; guests get one queue pair
    per vCPU.
    Source: tripleo-heat-templates 11.6.0, nova-compute-container-puppet.yaml.
    """
    for value, role in written(view, _CAP):
        if not value.derived and whole_number(value, 0) != 0:
            yield Found(
                value.at,
                f"{called(view, _CAP)}{f' of {role}' if role else ''} is lost in the template and "
                "does not reach Nova",
                "remove it, or check max_queues in nova.conf on a node",
            )
