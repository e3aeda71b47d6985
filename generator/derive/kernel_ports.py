"""The CPUs that serve transmit queues and interrupts of a port that the kernel drives."""

from collections.abc import Sequence
from itertools import zip_longest

from generator.explained import Explained, Fact
from generator.topology.types import NumaNode
from generator.values import CpuSet

SCALING = "Linux Documentation/networking/scaling.rst"


def port_cpus(
    nodes: Sequence[NumaNode], node: Fact[int], host: CpuSet | None
) -> Explained[tuple[int, ...]]:
    """The CPUs of a card's NUMA node, a thread of every core before the second of any.

    `host` are the CPUs that are left to the host, None where all are. A card whose node has
    none of them gets the others: better a far CPU than one that polls or runs a guest.
    """
    kind = "CPUs" if host is None else "host CPUs"
    local = _thread_by_thread([each for each in nodes if each.id == node.value], host)
    if local:
        rule = f"the {kind} of the card's NUMA node {node.value}, a thread of each core first"
        return Explained(local, rule, SCALING, (node,))
    rule = f"all {kind}: there is none on the card's NUMA node {node.value}"
    return Explained(_thread_by_thread(nodes, host), rule, SCALING, (node,))


def _thread_by_thread(nodes: Sequence[NumaNode], host: CpuSet | None) -> tuple[int, ...]:
    cores = [core if host is None else core & host for node in nodes for core in node.cores]
    return tuple(cpu for threads in zip_longest(*cores) for cpu in threads if cpu is not None)
