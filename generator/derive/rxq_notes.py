"""What in a layout Open vSwitch does otherwise than it was meant, or than is good."""

from collections.abc import Iterable, Iterator

from generator.derive.rxq_nodes import shared_slots
from generator.derive.rxq_types import Assignment, Queue, queues_of
from generator.rxq_layout import RxqLayout


def rxq_notes(layout: RxqLayout, found: Assignment) -> tuple[str, ...]:
    """What an engineer should know about the assignment, a sentence each."""
    return (
        *_uncertain(found),
        *_settings(layout, found),
        *_pins(layout, found),
        *_misplaced(found),
    )


def _uncertain(found: Assignment) -> Iterator[str]:
    if any(len(found.candidates(pmd)) > 1 for pmd in found.pmds):
        yield (
            f"Open vSwitch {found.ovs_version} visits the cores of a node in an order that changes"
            " at every start: where several cores are named, one of them polls what is named"
            " together, and the next group another one."
        )


def _settings(layout: RxqLayout, found: Assignment) -> Iterator[str]:
    if found.algorithm != layout.algorithm:
        yield (
            f"Open vSwitch {found.ovs_version} has no algorithm {layout.algorithm} and uses"
            f" {found.algorithm}."
        )
    if found.isolates and not layout.isolate:
        yield "isolate: false is ignored: it needs Open vSwitch 2.16 or later and group."
    known = {core for cores in layout.numa_cores.values() for core in cores}
    if strange := sorted(set(layout.pmd_cores) - known):
        yield f"No NUMA node has the PMD cores {_numbers(strange)}: the mask's bits are ignored."


def _pins(layout: RxqLayout, found: Assignment) -> Iterator[str]:
    for port in layout.ports:
        if idle := sorted(int(queue) for queue in port.affinity if int(queue) >= port.n_rxq):
            yield f"{port.name} has no queue {_numbers(idle)}: pinning it does nothing."
    threads = {pmd.core for pmd in found.pmds}
    unpolled = set(found.unpolled)
    for queue in queues_of(layout):
        if queue.pinned is None or queue.pinned in threads:
            continue
        outcome = "is not polled" if queue in unpolled else "gets another core"
        yield f"Core {queue.pinned} is no PMD core: {queue.name}, pinned to it, {outcome}."


def _misplaced(found: Assignment) -> Iterator[str]:
    lost = [queue for queue in found.unpolled if queue.pinned is None or found.by_core]
    if lost:
        why = "Every PMD core is isolated" if found.pmds else "There is no PMD thread"
        yield f"{why}: {_names(lost)} not polled."
    away: dict[int, list[Queue]] = {}
    for pmd in found.pmds:
        for queue in pmd.queues:
            if queue.node == pmd.node:
                continue
            if queue.pinned == pmd.core:
                yield f"{queue.name} of NUMA node {queue.node} is pinned to node {pmd.node}."
            else:
                away.setdefault(queue.node, []).append(queue)
    for node, queues in away.items():
        by_port = sorted(queues, key=lambda queue: (queue.port_no, queue.number))
        yield f"NUMA node {node} has no free PMD core: {_names(by_port)} polled from another node."
    if away:
        free = {pmd.node for pmd in found.pmds if not pmd.isolated}
        for shared in shared_slots({pmd.node for pmd in found.pmds}):
            if len(turns := free & set(shared)) > 1:
                yield f"Which of the nodes {_numbers(turns)} gets the first of them is not certain."


def _names(queues: Iterable[Queue]) -> str:
    names = [queue.name for queue in queues]
    return f"{', '.join(names)} {'is' if len(names) == 1 else 'are'}"


def _numbers(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, sorted(numbers)))
