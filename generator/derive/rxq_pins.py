"""Receive queues pinned to PMD threads: other_config:pmd-rxq-affinity of Open vSwitch."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import cycle, zip_longest

from generator.rxq_layout import RxqPort
from generator.topology.types import NumaNode
from generator.values import CpuSet


def pinned(ports: Sequence[RxqPort], nodes: Sequence[NumaNode], pmd: CpuSet) -> tuple[RxqPort, ...]:
    """The ports with each queue pinned to a PMD thread of the port's NUMA node.

    Each gets a thread of its own as long as there are enough, and the cores that follow stay
    free for the queues of guests: rules say where they are too few. On a node without PMD
    threads nothing is pinned.
    """
    walks = {
        node.id: cycle(
            _threads(
                [core & pmd for core in node.cores],
                sum(port.n_rxq for port in ports if port.numa == node.id),
            )
        )
        for node in nodes
    }
    return tuple(
        replace(
            port,
            affinity={
                str(number): thread
                for number, thread in zip(range(port.n_rxq), walks.get(port.numa, ()), strict=False)
            },
        )
        for port in ports
    )


def _threads(cores: Sequence[CpuSet], queues: int) -> Iterator[int]:
    """The threads of as many cores as the queues fill, the first one of each core first: so
    the queues of one port come to different cores, and a core's other thread polls another
    port, which in an active-backup bond is idle."""
    taken: list[tuple[int, ...]] = []
    for core in cores:
        if sum(map(len, taken)) < queues:
            taken.append(tuple(core))
    for siblings in zip_longest(*taken):
        yield from (thread for thread in siblings if thread is not None)


def affinity_command(port: RxqPort) -> str:
    """What pins the queues of a port, as ovs-vsctl takes it. Without quotes: they would reach
    ovs-vsctl, as no shell looks at them in what os-net-config writes."""
    return f"set Interface {port.name} other_config:pmd-rxq-affinity={affinity(port)}"


def affinity(port: RxqPort) -> str:
    """The pins of a port as Open vSwitch keeps them: `0:2,1:4`."""
    return ",".join(f"{queue}:{core}" for queue, core in port.affinity.items())
