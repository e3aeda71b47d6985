"""The CPU and memory plan of a role with DPDK or SR-IOV, put together from the derivations."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from generator.catalog.release import Release
from generator.derive.cpu_partitioning import CpuPartition, partition
from generator.derive.hugepages import hugepages, node_memory
from generator.derive.pmd_load import MODEL
from generator.derive.ports import DpdkPort
from generator.derive.socket_memory import decides, socket_memory, socket_needs
from generator.explained import Explained, Fact, by_hand
from generator.findings import Path, path_text
from generator.inventory import Tuning
from generator.plan.types import MemoryPlan, SocketPlan
from generator.topology.types import Topology
from generator.values import CpuSet, MemorySize


def cpu_plan(
    topology: Topology, counts: Mapping[int, Explained[int]], tuning: Tuning, path: Path
) -> CpuPartition:
    """The CPU sets; each rests on the topology's facts, the PMD set on what its `counts` of
    cores by NUMA node rest on too. There are none without OVS-DPDK."""
    numbers = {node: count.value for node, count in counts.items()}
    sets = partition(topology.nodes, numbers, tuning, path)
    whys = "\n".join(count.rule for count in counts.values())
    placed = dict.fromkeys(fact for count in counts.values() for fact in count.facts)
    pmd = sets.pmd.with_facts(*placed)
    if counts and pmd.stated is None:
        model = f"; {MODEL}" if any(MODEL in count.source for count in counts.values()) else ""
        pmd = Explained(pmd.value, f"{pmd.rule}\n{whys}", f"{pmd.source}{model}", pmd.facts)

    def resting(derived: Explained[CpuSet], *facts: Fact[Any]) -> Explained[CpuSet]:
        return derived.with_facts(*topology.facts, *facts)

    return CpuPartition(
        host=resting(sets.host),
        pmd=resting(pmd),
        guest=resting(sets.guest, *placed),
        shared=resting(sets.shared),
        isolated=resting(sets.isolated),
    )


def memory_plan(
    topology: Topology, ports: Sequence[DpdkPort] | None, cpus: CpuPartition,
    guest_mtus: Collection[int], tuning: Tuning, release: Release, path: Path,
) -> MemoryPlan:  # fmt: skip
    """Socket memory first, then the huge pages that hold it and the guests. `ports` is None
    without OVS-DPDK, which then takes no memory."""
    page = MemorySize.parse(tuning.hugepage_size)
    guest_nodes = [node.id for node in topology.nodes if node.cpus & cpus.guest.value]
    reserved = _reserved_host(tuning, release, path)
    sizes, socket = tuple(MemorySize(0) for _ in topology.nodes), None
    sockets: tuple[SocketPlan, ...] = ()
    if ports is not None:
        needs = socket_needs(
            topology.nodes, ports, guest_mtus, guest_nodes, len(cpus.pmd.value), release
        )
        at = (*path, "socket_memory")
        by_node = socket_memory(needs, page, release, tuning.socket_memory, at)
        sizes = tuple(memory.value for memory in by_node)
        socket = _joined(by_node).with_facts(*(port.port.numa_node for port in ports))
        sockets = tuple(
            SocketPlan(need, memory, decides(need, memory, release))
            for need, memory in zip(needs, by_node, strict=True)
        )
    pages = hugepages(
        topology.memory, [node.memory for node in topology.nodes], sizes, reserved.value.in_mib,
        tuning, release, path,
    )  # fmt: skip
    nodes = node_memory(topology.nodes, pages.value, page, sizes)
    return MemoryPlan(socket, page, pages, reserved, nodes, sockets)


def _joined(by_node: Sequence[Explained[MemorySize]]) -> Explained[tuple[MemorySize, ...]]:
    """One value for all nodes; its rule is theirs, a line each."""
    first = by_node[0]
    return Explained(
        tuple(memory.value for memory in by_node),
        "\n".join(memory.rule for memory in by_node),
        first.source,
        tuple(dict.fromkeys(fact for memory in by_node for fact in memory.facts)),
        first.stated and first.stated.rpartition("[")[0],
    )


def _reserved_host(tuning: Tuning, release: Release, path: Path) -> Explained[MemorySize]:
    """NovaReservedHostMemory: what Nova does not give to guests, huge pages left aside."""
    fact = release.tuning.reserved_host_memory_mib
    derived = Explained(
        MemorySize.mib(fact.value), f"the fixed {fact.value} MiB of the guide", fact.source, (fact,)
    )
    if tuning.reserved_host_memory is None:
        return derived
    at = path_text((*path, "reserved_host_memory"))
    return by_hand(tuning.reserved_host_memory, at, derived)
