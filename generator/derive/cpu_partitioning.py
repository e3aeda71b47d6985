"""Which CPUs belong to the host, to PMD threads and to guests.

Cores are dealt out whole: both threads of a core share its execution units, so a guest
beside a PMD thread on one core would take half of it (guide 7.4.1).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from generator.explained import Explained, by_hand
from generator.findings import Path, path_text
from generator.inventory import Tuning
from generator.topology.types import NumaNode
from generator.values import CpuSet, union

_GUIDE = "RHOSP 16.1 NFV guide 7.4.1"


class CpuPartition(NamedTuple):
    """The CPU sets of a compute role, named with the parameter that carries them."""

    host: Explained[CpuSet]  # OvsDpdkCoreList
    pmd: Explained[CpuSet]  # OvsPmdCoreList
    guest: Explained[CpuSet]  # NovaComputeCpuDedicatedSet
    shared: Explained[CpuSet]  # NovaComputeCpuSharedSet
    isolated: Explained[CpuSet]  # IsolCpusList


def partition(
    nodes: Sequence[NumaNode], pmd_cores: Mapping[int, int], tuning: Tuning, at: Path
) -> CpuPartition:
    """All sets of a machine. `pmd_cores` counts PMD cores by NUMA node (empty without
    OVS-DPDK); a set of `tuning`, which stands at the path `at`, wins over the derived one,
    and the sets that follow are derived from it."""

    def chosen(name: str, derived: Explained[CpuSet]) -> Explained[CpuSet]:
        stated: CpuSet | None = getattr(tuning, name)
        return derived if stated is None else by_hand(stated, path_text((*at, name)), derived)

    host = chosen("host_cpus", host_cpus(nodes, tuning.host_cores_per_numa))
    pmd = chosen("pmd_cpus", pmd_cpus(nodes, host.value, pmd_cores))
    guest = chosen("guest_cpus", guest_cpus(nodes, host.value, pmd.value))
    shared = chosen("shared_cpus", shared_cpus(host.value))
    isolated = chosen("isolated_cpus", isolated_cpus(pmd.value, guest.value))
    return CpuPartition(host, pmd, guest, shared, isolated)


def host_cpus(nodes: Sequence[NumaNode], count: int) -> Explained[CpuSet]:
    """The first cores of each node: for the host and for DPDK's threads that do not poll."""
    taken = {node.id: sorted(node.cores, key=min)[:count] for node in nodes}
    return Explained(
        union(core for cores in taken.values() for core in cores),
        f"the first {_cores(count)} of each NUMA node: {_by_node(taken)}",
        f"{_GUIDE} and 7.5 (OvsDpdkCoreList)",
    )


def host_set(nodes: Sequence[NumaNode], tuning: Tuning) -> CpuSet:
    """The host's CPUs, set by hand or not."""
    if tuning.host_cpus is not None:
        return tuning.host_cpus
    return host_cpus(nodes, tuning.host_cores_per_numa).value


def pmd_cpus(
    nodes: Sequence[NumaNode], host: CpuSet, counts: Mapping[int, int]
) -> Explained[CpuSet]:
    """The next cores of each node after the host's, in the node's order of cores."""
    taken = {
        node.id: [core for core in node.cores if not core & host][: counts.get(node.id, 0)]
        for node in nodes
    }
    return Explained(
        union(core for cores in taken.values() for core in cores),
        f"the first cores of each NUMA node that are not the host's: {_by_node(taken)}"
        if counts
        else "no OVS-DPDK datapath, so no PMD threads",
        f"{_GUIDE} (OvsPmdCoreList)",
    )


def guest_cpus(nodes: Sequence[NumaNode], host: CpuSet, pmd: CpuSet) -> Explained[CpuSet]:
    """Every CPU that neither the host nor a PMD thread has."""
    every = union(node.cpus for node in nodes)
    return Explained(
        every - host - pmd,
        f"all {len(every)} CPUs ({every}) less host {host} and PMD {pmd or 'none'}",
        f"{_GUIDE} (NovaComputeCpuDedicatedSet)",
    )


def shared_cpus(host: CpuSet) -> Explained[CpuSet]:
    """Where emulator threads and guests without dedicated CPUs run: beside the host."""
    return Explained(
        host,
        f"the host's CPUs {host}, for emulator threads",
        f"{_GUIDE} and 9.1 (NovaComputeCpuSharedSet)",
    )


def isolated_cpus(pmd: CpuSet, guest: CpuSet) -> Explained[CpuSet]:
    """What the kernel's scheduler keeps off."""
    return Explained(
        pmd | guest,
        f"PMD {pmd or 'none'} and guest {guest or 'none'} together",
        f"{_GUIDE} (IsolCpusList)",
    )


def cpu_mask(cpus: CpuSet) -> str:
    """The set as a hexadecimal mask, bit n for CPU n: what OVS shows as pmd-cpu-mask."""
    return f"{sum(1 << cpu for cpu in cpus):x}"


def _by_node(cores: Mapping[int, Iterable[CpuSet]]) -> str:
    return ", ".join(
        f"node {node} {' + '.join(f'({core})' for core in taken) or 'none'}"
        for node, taken in cores.items()
    )


def _cores(count: int) -> str:
    return "core" if count == 1 else f"{count} cores"
