"""Rules over the rest of a DPDK role's tuning: tuned, sockets, queues."""

from collections.abc import Iterator

from generator.checks.planned import tuned_roles
from generator.checks.registry import PLAN_RULES
from generator.checks.wording import listed
from generator.findings import Fault, Severity
from generator.plan.types import Plan


@PLAN_RULES.rule("max-queues-without-effect", Severity.WARNING)
def max_queues_without_effect(plan: Plan) -> Iterator[Fault]:
    """The cap of queue pairs is left to the flavors.

    Why: The template of 11.6.0 looks for NovaLibvirtMaxQueues in a map that does not have
    it, so that the cap never reaches nova.conf.
    Fix: Remove `max_queues`; guests get one queue pair per vCPU.
    Source: tripleo-heat-templates 11.6.0, nova-libvirt-container-puppet.yaml.
    """
    for role in tuned_roles(plan):
        if role.states("max_queues"):
            yield Fault(
                role.place("max_queues"),
                f"max_queues of {role.role.name} is lost in the template and does not reach Nova",
                "remove it, or check max_queues in nova.conf on a node",
            )


@PLAN_RULES.rule("guest-memory-overruled", Severity.WARNING)
def guest_memory_overruled(plan: Plan) -> Iterator[Fault]:
    """The number of huge pages is set in one way.

    Why: `hugepages` wins over `guest_memory`, and that over `hugepage_percentage`; the
    others have no effect.
    Fix: Keep one of the keys.
    Source: our reading of the inventory.
    """
    keys = ("hugepages", "guest_memory", "hugepage_percentage")
    for role in tuned_roles(plan):
        stated = [key for key in keys if role.states(key)]
        if len(stated) > 1:
            yield Fault(
                role.place(stated[-1]),
                f"{listed(stated)} of {role.role.name} say the same thing; {stated[0]} counts",
                f"keep {stated[0]} only",
            )
