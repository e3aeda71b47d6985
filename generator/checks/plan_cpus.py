"""Rules over the CPU sets of a role with DPDK, derived or set by hand."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations

from generator.checks.planned import DpdkRole, dpdk_roles
from generator.checks.registry import PLAN_RULES
from generator.checks.wording import counted, listed
from generator.findings import Fault, Severity
from generator.plan.types import Plan
from generator.values import CpuSet, union

_SETS = ("host_cpus", "pmd_cpus", "guest_cpus")


def _sets(role: DpdkRole) -> dict[str, CpuSet]:
    """The three sets that share out the machine, by their key in the inventory."""
    plans = (role.cpus.host, role.cpus.pmd, role.cpus.guest)
    return dict(zip(_SETS, (plan.value for plan in plans), strict=True))


@PLAN_RULES.rule("cpus-not-on-machine", Severity.ERROR)
def cpus_not_on_machine(plan: Plan) -> Iterator[Fault]:
    """CPU sets name CPUs that the machine has.

    Why: The list was made for another CPU model; bits of missing CPUs are ignored, and
    the cores that were meant stay without isolation.
    Fix: Derive the set again by removing it, or correct it.
    Source: Open vSwitch 2.13, pmd-cpu-mask; lscpu.
    """
    for role in dpdk_roles(plan):
        sets = {**_sets(role), "shared_cpus": role.cpus.shared.value}
        sets["isolated_cpus"] = role.cpus.isolated.value
        for key, cpus in sets.items():
            foreign = cpus - role.role.topology.cpus
            if foreign and role.states(key):
                yield Fault(
                    role.place(key),
                    f"{role.role.server} has no CPU {foreign}; its CPUs are "
                    f"{role.role.topology.cpus}",
                    f"remove {foreign}, or remove {key} to have it derived",
                )


@PLAN_RULES.rule("cpu-sets-overlap", Severity.ERROR)
def cpu_sets_overlap(plan: Plan) -> Iterator[Fault]:
    """Host, PMD and guest CPUs have no CPU in common, nor have guest and shared CPUs.

    Why: A PMD thread polls without pause: what shares its CPU starves, and packets are
    dropped. Nova refuses to start with a CPU in both of its sets.
    Fix: Take the CPU out of one of the sets; a set left out follows from the others.
    Source: RHOSP NFV guide 7.4.1; Nova, cpu_dedicated_set and cpu_shared_set.
    """
    for role in dpdk_roles(plan):
        sets = _sets(role)
        shared = {"shared_cpus": role.cpus.shared.value}
        pairs = [
            *combinations(sets.items(), 2),
            *((each, other) for each in list(sets.items())[1:] for other in shared.items()),
        ]
        for (one, first), (other, second) in pairs:
            if both := first & second:
                key = other if role.states(other) else one
                yield Fault(
                    role.place(key),
                    f"CPU {both} of {role.role.name} is in both {one} and {other}",
                    f"take it out of one of the two, or remove {key} to have it derived",
                )


@PLAN_RULES.rule("core-torn-apart", Severity.ERROR)
def core_torn_apart(plan: Plan) -> Iterator[Fault]:
    """The threads of a core are in one set.

    Why: Both threads share the core's execution units: a guest beside a PMD thread takes
    half of it, and packets are dropped under load.
    Fix: Move the sibling to the same set.
    Source: RHOSP NFV guide 7.4.1.
    """
    for role in dpdk_roles(plan):
        torn: defaultdict[tuple[str, ...], list[CpuSet]] = defaultdict(list)
        for core in (core for node in role.nodes for core in node.cores):
            parts = {key: core & cpus for key, cpus in _sets(role).items() if core & cpus}
            if len(parts) > 1 and not any(core <= cpus for cpus in parts.values()):
                torn[tuple(parts)].append(core)
        for keys, cores in torn.items():
            stated = next((key for key in keys if role.states(key)), keys[0])
            yield Fault(
                role.place(stated),
                f"the threads of {counted(len(cores), 'core')} of {role.role.name} are torn apart "
                f"between {listed(keys)}: {listed(f'({core})' for core in cores)}",
                "put both threads of a core into one set",
            )


@PLAN_RULES.rule("cpus-left-over", Severity.WARNING)
def cpus_left_over(plan: Plan) -> Iterator[Fault]:
    """Host, PMD and guest CPUs are together the machine.

    Why: A CPU in none of the sets is isolated from nothing and used by nobody on purpose.
    Fix: Add it to `guest_cpus`, or remove one of the sets: it then follows from the others.
    Source: RHOSP NFV guide 7.4.1.
    """
    for role in dpdk_roles(plan):
        sets = _sets(role)
        left = role.role.topology.cpus - union(sets.values()) - role.cpus.shared.value
        if left:
            key = next((key for key in reversed(_SETS) if role.states(key)), "guest_cpus")
            yield Fault(
                role.place(key),
                f"CPUs {left} of {role.role.name} are neither the host's, PMD's nor guests'",
                "add them to guest_cpus, or remove guest_cpus to have it derived",
            )


@PLAN_RULES.rule("cpus-not-isolated", Severity.ERROR)
def cpus_not_isolated(plan: Plan) -> Iterator[Fault]:
    """Every PMD and guest CPU is isolated.

    Why: The kernel runs other work on what is not isolated; a PMD thread that is put
    aside for a moment drops packets.
    Fix: Remove `isolated_cpus`; it is the PMD and guest CPUs together.
    Source: RHOSP NFV guide 7.4.1 (IsolCpusList).
    """
    for role in dpdk_roles(plan):
        for what, cpus in (("PMD", role.cpus.pmd.value), ("guest", role.cpus.guest.value)):
            if stray := cpus - role.cpus.isolated.value:
                wanted = role.cpus.pmd.value | role.cpus.guest.value
                yield Fault(
                    role.place("isolated_cpus"),
                    f"{what} CPUs {stray} of {role.role.name} are not isolated",
                    f'write isolated_cpus: "{wanted}", or remove it to have it derived',
                )


@PLAN_RULES.rule("host-cpus-isolated", Severity.WARNING)
def host_cpus_isolated(plan: Plan) -> Iterator[Fault]:
    """The host's CPUs are not isolated.

    Why: Isolated CPUs get no work from the scheduler: the host's threads crowd on what
    is left, and Open vSwitch's own threads on one CPU.
    Fix: Take the host's CPUs out of `isolated_cpus`.
    Source: RHOSP NFV guide 7.4.1 (OvsDpdkCoreList).
    """
    for role in dpdk_roles(plan):
        if lost := role.cpus.host.value & role.cpus.isolated.value:
            yield Fault(
                role.place("isolated_cpus"),
                f"CPUs {lost} of {role.role.name} are the host's and isolated",
                f"take {lost} out of isolated_cpus",
            )


@PLAN_RULES.rule("host-core-missing", Severity.WARNING)
def host_core_missing(plan: Plan) -> Iterator[Fault]:
    """The host keeps a core on every NUMA node.

    Why: Kernel work and DPDK's threads that do not poll belong to the node whose memory
    they touch; the guide gives the first core of each node to them.
    Fix: Add the node's first core with its sibling to `host_cpus`.
    Source: RHOSP NFV guide 7.4.1 (OvsDpdkCoreList).
    """
    for role in dpdk_roles(plan):
        for node in role.nodes:
            if not node.cpus & role.cpus.host.value:
                yield Fault(
                    role.place("host_cpus"),
                    f"the host has no core on NUMA node {node.id} of {role.role.name}",
                    f"add {node.cores[0]} to host_cpus",
                )


@PLAN_RULES.rule("guest-cpus-missing", Severity.ERROR)
def guest_cpus_missing(plan: Plan) -> Iterator[Fault]:
    """Guests have CPUs.

    Why: Without a dedicated set Nova offers no pinned CPU, and no guest finds a host.
    Fix: Give fewer cores to the host and to PMD threads.
    Source: RHOSP NFV guide 7.4.1 (NovaComputeCpuDedicatedSet).
    """
    for role in dpdk_roles(plan):
        if not role.cpus.guest.value:
            keys = ("guest_cpus", "pmd_cpus", "pmd_cores_per_numa", "host_cpus")
            key = next((key for key in keys if role.states(key)), "host_cores_per_numa")
            yield Fault(
                role.place(key),
                f"host and PMD take every CPU of {role.role.name}; none is left for guests",
                "lower pmd_cores_per_numa, host_cores_per_numa or rx_queues",
            )
