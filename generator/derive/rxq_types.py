"""Receive queues, the PMD threads of a layout, and which thread polls which queue."""

from collections.abc import Mapping
from typing import NamedTuple

from generator.rxq_layout import Algorithm, OvsVersion, RxqLayout


class Queue(NamedTuple):
    """A receive queue with what its assignment depends on."""

    port: str
    number: int
    node: int  # the NUMA node of its port
    port_no: int
    pinned: int | None
    cycles: int

    @property
    def name(self) -> str:
        return f"{self.port}:{self.number}"


class Pmd(NamedTuple):
    """A PMD thread: the core that it runs on, and what it polls."""

    core: int
    node: int
    isolated: bool
    queues: tuple[Queue, ...]


class Assignment(NamedTuple):
    """What a switch makes of a layout.

    `by_core` says whether the cores are certain. Where they are not, a switch visits the
    cores of a node in an order that changes at every start, and the threads here are those
    of the ascending order: what shares a thread is certain all the same.
    """

    ovs_version: OvsVersion
    algorithm: Algorithm  # the one that is used
    isolates: bool
    by_core: bool
    pmds: tuple[Pmd, ...]
    unpolled: tuple[Queue, ...]

    def cores(self) -> Mapping[str, int]:
        """Queue -> core, as the ascending order of cores gives it."""
        return {queue.name: pmd.core for pmd in self.pmds for queue in pmd.queues}

    def candidates(self, pmd: Pmd) -> tuple[int, ...]:
        """The cores of which one polls what this thread polls here: a single one where the
        order of the cores makes no difference."""
        if self.by_core or pmd.isolated:
            return (pmd.core,)
        alike = [each for each in self.pmds if each.node == pmd.node and not each.isolated]
        if not any(each.queues for each in alike):
            return (pmd.core,)
        return tuple(each.core for each in alike)


def queues_of(layout: RxqLayout) -> tuple[Queue, ...]:
    """All queues in the order of the layout."""
    return tuple(
        Queue(
            port.name, number, port.numa, port.port_no or place,
            port.affinity.get(str(number)), layout.measured_cycles.get(f"{port.name}:{number}", 0),
        )
        for place, port in enumerate(layout.ports, 1)
        for number in range(port.n_rxq)
    )  # fmt: skip


def pmd_nodes(layout: RxqLayout) -> Mapping[int, int]:
    """Core -> NUMA node of every PMD thread, by node and core. The mask counts where it
    names cores that exist; without one each node gets a thread."""
    wanted = set(layout.pmd_cores)
    nodes = sorted((int(node), sorted(cores)) for node, cores in layout.numa_cores.items())
    return {
        core: node
        for node, cores in nodes
        for core in (cores if wanted else cores[:1])
        if not wanted or core in wanted
    }
