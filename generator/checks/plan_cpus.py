"""Rules over the CPU sets of a role with DPDK or SR-IOV, derived or set by hand."""

from collections.abc import Iterator

from generator.checks.planned import TunedRole, tuned_roles
from generator.checks.registry import PLAN_RULES
from generator.findings import Fault, Severity
from generator.plan.types import Plan
from generator.values import CpuSet, union

_SETS = ("host_cpus", "pmd_cpus", "guest_cpus")


def _sets(role: TunedRole) -> dict[str, CpuSet]:
    """The three sets that share out the machine, by their key in the inventory."""
    plans = (role.cpus.host, role.cpus.pmd, role.cpus.guest)
    return dict(zip(_SETS, (plan.value for plan in plans), strict=True))


@PLAN_RULES.rule("cpus-left-over", Severity.WARNING)
def cpus_left_over(plan: Plan) -> Iterator[Fault]:
    """Host, PMD and guest CPUs are together the machine.

    Why: A CPU in none of the sets is isolated from nothing and used by nobody on purpose.
    Fix: Add it to `guest_cpus`, or remove one of the sets: it then follows from the others.
    Source: RHOSP NFV guide 7.4.1.
    """
    for role in tuned_roles(plan):
        sets = _sets(role)
        left = role.role.topology.cpus - union(sets.values()) - role.cpus.shared.value
        if left:
            key = next((key for key in reversed(_SETS) if role.states(key)), "guest_cpus")
            yield Fault(
                role.place(key),
                f"CPUs {left} of {role.role.name} are neither the host's, PMD's nor guests'",
                "add them to guest_cpus, or remove guest_cpus to have it derived",
            )


@PLAN_RULES.rule("guest-cpus-missing", Severity.ERROR)
def guest_cpus_missing(plan: Plan) -> Iterator[Fault]:
    """Guests have CPUs.

    Why: Without a dedicated set Nova offers no pinned CPU, and no guest finds a host.
    Fix: Give fewer cores to the host and to PMD threads.
    Source: RHOSP NFV guide 7.4.1 (NovaComputeCpuDedicatedSet).
    """
    for role in tuned_roles(plan):
        if not role.cpus.guest.value:
            keys = ("guest_cpus", "pmd_cpus", "pmd_cores_per_numa", "host_cpus")
            key = next((key for key in keys if role.states(key)), "host_cores_per_numa")
            yield Fault(
                role.place(key),
                f"{'host and PMD take' if role.role.dpdk else 'the host takes'} every CPU of "
                f"{role.role.name}; none is left for guests",
                "lower pmd_cores_per_numa, host_cores_per_numa or rx_queues"
                if role.role.dpdk
                else "lower host_cores_per_numa",
            )
