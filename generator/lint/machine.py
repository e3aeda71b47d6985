"""Cores of a host, and which of them a role's threads should have."""

from collections.abc import Iterable, Mapping

from generator.deployment.hosts import Host, HostNode
from generator.lint.cpu_lists import CpuList
from generator.lint.terms import write
from generator.lint.tuned_roles import TunedRole
from generator.values import CpuSet, union

_HOST = ("OvsDpdkCoreList", "NovaComputeCpuSharedSet")


def cores(host: Host, node: HostNode) -> tuple[CpuSet, ...]:
    """The cores of a NUMA node as sets of threads, in the order of their lowest thread."""
    seen: set[int] = set()
    found = []
    for cpu in node.cpus:
        if cpu not in seen:
            core = host.siblings_of(cpu) & node.cpus
            seen.update(core)
            found.append(core)
    return tuple(found)


def by_core(sets: Iterable[CpuSet]) -> str:
    """CPUs core by core, as people write them: `2,26,3,27`."""
    return ",".join(str(cpu) for core in sets for cpu in core)


def _first(host: Host) -> list[CpuSet]:
    return [each[0] for node in host.nodes if (each := cores(host, node))]


def first_cores(host: Host) -> str:
    """The first core of every NUMA node, the host's by the guide."""
    return by_core(_first(host))


def first_cpus(host: Host) -> CpuSet:
    """The same as a set."""
    return union(_first(host))


def host_cpus(role: TunedRole, host: Host) -> CpuSet:
    """What the host keeps: its lists, and the first core of every node."""
    lists = [role.cpus(name) for name in _HOST]
    return union([*(each.cpus for each in lists if each), *_first(host)])


def wanted_pmd(role: TunedRole, host: Host) -> tuple[CpuSet, ...]:
    """PMD cores as they should be: nodes with DPDK ports first, with as many cores as their
    queues or the present list ask for, every other node with one. Cores in use stay, but not
    those that are the host's."""
    pmd = role.cpus("OvsPmdCoreList")
    present = (pmd.cpus if pmd else CpuSet()) - _not_for_pmd(role, host)
    used = {node.id: [core for core in cores(host, node) if core & present] for node in host.nodes}
    counts = _counts(role, host, {node: len(each) for node, each in used.items()})
    host_own = host_cpus(role, host)
    polled = {core for own in used.values() for core in own}
    found: list[CpuSet] = []
    for node in sorted(host.nodes, key=lambda node: not role.links_on(node.id)):
        own = cores(host, node)
        free = [core for core in own if core not in polled and not core & host_own]
        found += (used[node.id] + free)[: counts[node.id]]
    return tuple(found)


def _not_for_pmd(role: TunedRole, host: Host) -> CpuSet:
    """The core of CPU 0, and the host's lists. What is isolated on purpose may be theirs by
    mistake."""
    isolated = role.isolated
    meant = isolated.cpus if isolated and not isolated.value.derived else CpuSet()
    lists = [role.cpus(name) for name in _HOST]
    return union([host.siblings_of(0), *(each.cpus - meant for each in lists if each)])


def pmd_advice(role: TunedRole, host: Host, pmd: CpuList) -> str:
    """The advice to write the wanted PMD cores. All rules about the list give the same."""
    wanted = wanted_pmd(role, host)
    added = [core - pmd.cpus for core in wanted if not core <= pmd.cpus]
    hint = write(role.view, pmd.name, by_core(wanted), pmd.value)
    guests = role.guests
    taken = [core & guests.cpus for core in added if guests and core & guests.cpus]
    if guests and taken and not guests.value.derived:
        hint += f", and take {by_core(taken)} out of {guests.called}"
    return hint


def _counts(role: TunedRole, host: Host, present: Mapping[int, int]) -> Mapping[int, int]:
    """How many cores each node should poll with."""
    with_ports = [node.id for node in host.nodes if role.links_on(node.id)]
    misplaced = max((count for node, count in present.items() if node not in with_ports), default=0)
    counts = {}
    for node in host.nodes:
        here = present[node.id]
        if node.id not in with_ports:
            lent = any(not present[other] for other in with_ports)
            counts[node.id] = 1 if lent else max(1, here)
        else:
            counts[node.id] = here or max(1, misplaced)
    return counts
