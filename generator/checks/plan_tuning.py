"""Rules over the rest of a DPDK role's tuning: tuned, sockets, queues."""

from collections.abc import Iterator

from generator.checks.planned import tuned_roles
from generator.checks.registry import PLAN_RULES
from generator.checks.wording import listed
from generator.findings import Fault, Severity
from generator.plan.types import Plan

_ASKED = {
    "reserved_hugepages": "NovaReservedHugePages",
    "disable_irqbalance": "NovaComputeDisableIrqBalance",
    "max_queues": "NovaLibvirtMaxQueues",
}


@PLAN_RULES.rule("tuning-of-later-builds", Severity.WARNING)
def tuning_of_later_builds(plan: Plan) -> Iterator[Fault]:
    """Parameters that the release's first builds lack are asked for knowingly.

    Why: A build that does not declare the parameter ignores it with a warning in the log.
    Fix: Look for the parameter in the templates on the director; remove the key if it is
    not there.
    Source: tripleo-heat-templates 11.3.1, 11.4.0 and 11.6.0 compared.
    """
    for role in tuned_roles(plan):
        for key, parameter in _ASKED.items():
            if role.states(key):
                since = role.release.newer_parameters[parameter]
                yield Fault(
                    role.place(key),
                    f"{parameter} is known from tripleo-heat-templates {since.value} on, later "
                    f"than the first builds of {plan.target}",
                    f"grep for {parameter} in the director's templates; without it remove {key}",
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
