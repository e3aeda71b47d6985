"""Which PMD thread polls which receive queue: lib/dpif-netdev.c of Open vSwitch 2.13 and,
as it is since 2.16, of 3.1, for any layout and without a switch."""

from collections.abc import Callable, Iterator, Sequence
from itertools import cycle

from generator.derive.rxq_nodes import foreign_order
from generator.derive.rxq_types import Assignment, Pmd, Queue, pmd_nodes, queues_of
from generator.rxq_layout import Algorithm, OvsVersion, RxqLayout


class _Thread:
    """A PMD thread that queues are given to."""

    def __init__(self, core: int, node: int) -> None:
        self.core, self.node = core, node
        self.isolated = False
        self.queues: list[Queue] = []
        self.cycles = 0

    def take(self, queue: Queue) -> None:
        self.queues.append(queue)
        self.cycles += queue.cycles

    def result(self) -> Pmd:
        by_port = sorted(self.queues, key=lambda queue: (queue.port_no, queue.number))
        return Pmd(self.core, self.node, self.isolated, tuple(by_port))


_Choose = Callable[[Queue], _Thread]
"""Picks the thread of a NUMA node that gets a queue."""


def assign_rx_queues(layout: RxqLayout, ovs_version: OvsVersion = "2.13") -> Assignment:
    """What a switch of this version makes of a layout."""
    reworked = ovs_version != "2.13"
    algorithm = layout.algorithm if reworked or layout.algorithm != "group" else "cycles"
    isolates = layout.isolate or algorithm != "group"
    threads = {core: _Thread(core, node) for core, node in pmd_nodes(layout).items()}
    queues = queues_of(layout)
    waiting, left_out = [], []
    for queue in queues:
        if queue.pinned is None:
            waiting.append(queue)
        elif thread := threads.get(queue.pinned):
            thread.take(queue)
            thread.isolated = isolates
        elif reworked:
            waiting.append(queue)  # as if it were not pinned
        else:
            left_out.append(queue)
    if algorithm != "roundrobin":
        waiting.sort(key=lambda queue: (-queue.cycles, queue.port_no, queue.number))
    unpolled = {*left_out, *_spread(waiting, list(threads.values()), algorithm)}
    return Assignment(
        ovs_version, algorithm, isolates, reworked,
        tuple(thread.result() for thread in threads.values()),
        tuple(queue for queue in queues if queue in unpolled),
    )  # fmt: skip


def _spread(
    queues: Sequence[Queue], threads: Sequence[_Thread], algorithm: Algorithm
) -> Iterator[Queue]:
    """Give queues to threads; yield those that no thread is left for.

    A queue stays on the node of its port however busy that is. Only where no thread of the
    node is free, the other nodes take turns.
    """
    free: dict[int, list[_Thread]] = {}
    for thread in threads:
        if not thread.isolated:
            free.setdefault(thread.node, []).append(thread)
    choices = {node: _chooser(local, algorithm) for node, local in free.items()}
    # The table has a place for every node with threads, also where none is free.
    turns = cycle(node for node in foreign_order({t.node for t in threads}) if node in free)
    for queue in queues:
        if not choices:
            yield queue
        else:
            node = queue.node if queue.node in choices else next(turns)
            choices[node](queue).take(queue)


def _chooser(threads: Sequence[_Thread], algorithm: Algorithm) -> _Choose:
    """How the algorithm walks over the threads of a node."""
    if algorithm == "group":
        return lambda queue: min(
            threads, key=lambda each: each.cycles if queue.cycles else len(each.queues)
        )
    # cycles goes up and down, so the last core gets two in a row: a b c c b a a b c
    walk = cycle([*threads, *reversed(threads)] if algorithm == "cycles" else threads)
    return lambda queue: next(walk)
