"""Rules over the rest of a DPDK role's tuning: tuned, sockets, queues."""

from collections.abc import Iterator

from generator.checks.planned import tuned_roles
from generator.checks.registry import PLAN_RULES
from generator.checks.wording import listed
from generator.findings import Fault, Severity
from generator.plan.types import Plan


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
