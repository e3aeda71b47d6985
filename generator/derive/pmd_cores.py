"""How many physical cores per NUMA node poll for OVS-DPDK."""

from collections.abc import Iterator, Mapping, Sequence

from generator.derive.ports import DpdkPort, on_node
from generator.explained import Explained, by_hand
from generator.findings import Fault, Path, Place, path_text
from generator.inventory import Auto
from generator.topology.types import NumaNode
from generator.values import CpuSet

_GUIDE = "RHOSP 16.1 NFV guide 7.4.1"


def pmd_core_counts(
    nodes: Sequence[NumaNode], ports: Sequence[DpdkPort], stated: int | Auto, at: Path,
    pinned: bool = False,
) -> dict[int, Explained[int]]:  # fmt: skip
    """PMD cores by NUMA node. `stated` is tuning.pmd_cores_per_numa, at the path `at`: it
    counts on nodes with a DPDK port; as in TripleO's derivation, others keep one core.
    `pinned` is tuning.pin_rx_queues."""
    counts = {}
    for node in nodes:
        local = on_node(ports, node.id)
        derived = _for_queues(node, local, pinned) if local else _for_guests(node)
        set_here = local and stated != "auto"
        counts[node.id] = by_hand(int(stated), path_text(at), derived) if set_here else derived
    return counts


def _for_queues(node: NumaNode, ports: Sequence[DpdkPort], pinned: bool) -> Explained[int]:
    """A PMD thread for each rx queue. OVS gives a queue to a PMD of its port's node, so a
    queue shares its thread with another one only when threads run out. A thread with a
    pinned queue takes no other: then the guests' need one more."""
    threads = len(node.cores[0])
    queues = sum(port.rx_queues for port in ports)
    wanted = queues + pinned
    cores = max(1, -(-wanted // threads))
    listed = " + ".join(f"{port.port.name} {port.rx_queues}" for port in ports)
    spare = f"; pinned, so 1 more for the queues of guests = {wanted}" if pinned else ""
    return Explained(
        cores,
        f"NUMA node {node.id}: rx queues {listed} = {queues}, a PMD thread each{spare};"
        f" {wanted} / {threads} threads per core, rounded up = {cores}",
        f"{_GUIDE} (cores local to the DPDK NIC, as many as performance needs);"
        " Open vSwitch 2.13 PMD documentation",
        tuple(dict.fromkeys(port.port.numa_node for port in ports)),
    )


def _for_guests(node: NumaNode) -> Explained[int]:
    return Explained(
        1, f"NUMA node {node.id}: no DPDK port; 1 core polls the vhost ports of its guests", _GUIDE
    )


def pmd_core_faults(
    nodes: Sequence[NumaNode], host: CpuSet, counts: Mapping[int, Explained[int]], at: Path
) -> Iterator[Fault]:
    """More PMD cores than a node has left beside the host's."""
    for node in nodes:
        left = sum(1 for core in node.cores if not core & host)
        wanted = counts[node.id]
        if wanted.value > left:
            yield Fault(
                Place(at),
                f"NUMA node {node.id} has {left} of {len(node.cores)} cores left beside the"
                f" host's, but PMD threads need {wanted.value} ({wanted.rule})",
                f"set {path_text(at)} to {max(left - 1, 1)} or less, lower rx_queues,"
                " or spread the DPDK ports over the NUMA nodes",
            )
