"""How many physical cores per NUMA node poll for OVS-DPDK."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from generator.catalog.release import SizingRule
from generator.derive.pmd_load import MODEL, PERCENT, PortLoad, giga, node_cycles
from generator.derive.ports import DpdkPort, on_node
from generator.explained import Explained, Fact, by_hand
from generator.findings import Path, path_text
from generator.inventory import Auto, Tuning
from generator.topology.types import NumaNode
from generator.values import CpuSet

_GUIDE = "RHOSP 16.1 NFV guide 7.4.1"


class NodeLoad(NamedTuple):
    """What the PMD threads of a NUMA node have to do, and how many there can be."""

    node: int
    cycles: Explained[int]  # per second, both ways
    room: Explained[int]  # threads that PMD may have there
    threads: Explained[int]  # that the traffic needs


def pmd_room(
    node: NumaNode, host: CpuSet, tuning: Tuning, declared: bool, rule: SizingRule, at: Path
) -> Explained[int]:
    """PMD threads that a node can give. `tuning` stands at the path `at`; without it traffic
    that somebody declared may take all cores but one, which guests keep."""
    threads, free = len(node.cores[0]), _free(node, host)
    if tuning.pmd_cpus is not None:
        path = path_text((*at, "pmd_cpus"))
        return by_hand(len(node.cpus & tuning.pmd_cpus), path)
    if tuning.pmd_cores_per_numa != "auto":
        path = path_text((*at, "pmd_cores_per_numa"))
        return by_hand(min(tuning.pmd_cores_per_numa, free) * threads, path)
    if declared:
        cores, words = max(free - 1, min(free, 1)), "all but one, which guests keep"
        facts: tuple[Fact[object], ...] = ()
    else:
        share = rule.unasked_share
        cores = max(free * share.value // PERCENT, min(free, 1))
        words, facts = f"{share.value} %, as no traffic is declared", (share,)
    return Explained(
        cores * threads,
        f"NUMA node {node.id} has {free} cores beside the host's; PMD threads get at most"
        f" {words}: {cores} x {threads} threads",
        MODEL,
        facts,
    )


def node_load(
    node: NumaNode, loads: Sequence[PortLoad], thread: Explained[int], room: Explained[int]
) -> NodeLoad:
    """What the ports of a node ask of it."""
    local = [load for load in loads if load.node == node.id]
    total = node_cycles(local)
    listed = " + ".join(f"{load.port.name} {giga(load.cycles.value)}" for load in local)
    cycles = Explained(
        total,
        f"NUMA node {node.id}: ({listed}) x 2, as guests send what they receive"
        f" = {giga(total)} cycles/s"
        if local
        else f"NUMA node {node.id}: no DPDK port",
        MODEL,
        tuple(dict.fromkeys(fact for load in local for fact in load.cycles.facts)),
    )
    needed = -(-total // thread.value)
    threads = Explained(
        needed,
        f"{cycles.rule} / {giga(thread.value)} of a PMD thread, rounded up = {needed}",
        MODEL,
        tuple(dict.fromkeys((*cycles.facts, *thread.facts))),
    )
    return NodeLoad(node.id, cycles, room, threads)


def pmd_core_counts(
    nodes: Sequence[NumaNode], ports: Sequence[DpdkPort], loads: Mapping[int, NodeLoad],
    stated: int | Auto, at: Path, pinned: bool = False,
) -> dict[int, Explained[int]]:  # fmt: skip
    """PMD cores by NUMA node. `stated` is tuning.pmd_cores_per_numa, at the path `at`: it
    counts on nodes with a DPDK port; as in TripleO's derivation, others keep one core.
    `pinned` is tuning.pin_rx_queues."""
    counts = {}
    for node in nodes:
        local = on_node(ports, node.id)
        derived = _for_ports(node, local, loads[node.id], pinned) if local else _for_guests(node)
        set_here = local and stated != "auto"
        counts[node.id] = by_hand(int(stated), path_text(at), derived) if set_here else derived
    return counts


def _for_ports(
    node: NumaNode, ports: Sequence[DpdkPort], load: NodeLoad, pinned: bool
) -> Explained[int]:
    """A PMD thread for each rx queue, and as many as the traffic needs both ways. OVS gives
    a queue to a PMD of its port's node, so a queue shares its thread with another one only
    when threads run out. A thread with a pinned queue takes no other: then guests' queues
    need one more."""
    per_core = len(node.cores[0])
    queues = sum(port.rx_queues for port in ports)
    needed = load.threads.value
    threads = max(queues + pinned, min(needed, load.room.value))
    cores = max(1, -(-threads // per_core))
    listed = " + ".join(f"{port.port.name} {port.rx_queues}" for port in ports)
    rule = f"NUMA node {node.id}: rx queues {listed} = {queues}, a PMD thread each"
    if pinned:
        rule += f"; pinned, so 1 more for the queues of guests = {queues + 1}"
    rule += f"\n{load.threads.rule}"
    if needed > load.room.value:
        rule += f"\n{load.room.rule}, too few for this traffic"
    rule += f"\n{threads} threads / {per_core} per core, rounded up = {cores}"
    return Explained(
        cores,
        rule,
        f"{_GUIDE} (cores local to the DPDK NIC, as many as performance needs);"
        f" Open vSwitch 2.13 PMD documentation; {MODEL}",
        tuple(dict.fromkeys((*(port.port.numa_node for port in ports), *load.threads.facts))),
    )


def listed_cores(
    nodes: Sequence[NumaNode], pmd: CpuSet, loads: Sequence[NodeLoad], at: Path
) -> dict[int, Explained[int]]:
    """PMD cores by NUMA node where tuning.pmd_cpus, at the path `at`, says which they are."""
    return {
        node.id: Explained(
            sum(1 for core in node.cores if core & pmd),
            f"NUMA node {node.id}: set by hand, threads {node.cpus & pmd or 'none'}"
            f"\n{load.threads.rule}",
            f"inventory {path_text(at)}; {MODEL}",
            load.threads.facts,
            path_text(at),
        )
        for node, load in zip(nodes, loads, strict=True)
    }


def guest_cores(nodes: Sequence[NumaNode]) -> dict[int, Explained[int]]:
    """PMD cores of a machine without DPDK ports."""
    return {node.id: _for_guests(node) for node in nodes}


def _for_guests(node: NumaNode) -> Explained[int]:
    return Explained(
        1, f"NUMA node {node.id}: no DPDK port; 1 core polls the vhost ports of its guests", _GUIDE
    )


def _free(node: NumaNode, host: CpuSet) -> int:
    return sum(1 for core in node.cores if not core & host)
