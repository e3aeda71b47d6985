"""Which PMD thread of a NUMA node polls which receive queue, as a picture."""

from collections.abc import Sequence
from typing import NamedTuple

from generator.derive.rxq_types import Pmd, Queue
from generator.page.text import widest
from generator.page.wiring import Wire
from generator.plan.types import PollingPlan

FONT = 11
_BOX = 20
_GAP = 4
_WIRE = 36
_PADDING = 6
_ROOM = 1
_IDLE = "free for guests"


class Cell(NamedTuple):
    """A queue or a thread. `kind`: queue, remote (of a port on another node), thread, idle."""

    kind: str
    label: str
    x: int
    y: int
    width: int
    height: int


class QueueMap(NamedTuple):
    """The picture of a node. `alike`: CPUs of which each thread has another one, settled
    when Open vSwitch starts; none where the CPUs are certain."""

    width: int
    height: int
    cells: tuple[Cell, ...]
    wires: tuple[Wire, ...]
    alike: tuple[int, ...]
    summary: str


def queue_map(polling: PollingPlan, node: int) -> QueueMap | None:
    """Queues on the left, threads on the right; None for a node without threads."""
    threads = [pmd for pmd in polling.assignment.pmds if pmd.node == node]
    if not threads:
        return None
    queue_labels = {queue: _queue(queue, node, polling) for pmd in threads for queue in pmd.queues}
    thread_labels = [_thread(pmd, polling) for pmd in threads]
    left = widest(queue_labels.values(), FONT) + 2 * _PADDING if queue_labels else 0
    right = widest(thread_labels, FONT) + 2 * _PADDING
    x = left + _WIRE if left else 0
    cells: list[Cell] = []
    wires: list[Wire] = []
    y = 0
    for pmd, label in zip(threads, thread_labels, strict=True):
        height = max(1, len(pmd.queues)) * (_BOX + _GAP) - _GAP
        cells.append(Cell("thread" if pmd.queues else "idle", label, x, y, right, height))
        for index, queue in enumerate(pmd.queues):
            top = y + index * (_BOX + _GAP)
            kind = "queue" if queue.node == node else "remote"
            cells.append(Cell(kind, queue_labels[queue], 0, top, left, _BOX))
            wires.append(Wire(left, top + _BOX // 2, x, top + _BOX // 2))
        y += height + _GAP
    alike = next(
        (cpus for pmd in threads if len(cpus := polling.assignment.candidates(pmd)) > 1), ()
    )
    return QueueMap(
        x + right + 2 * _ROOM, y - _GAP + 2 * _ROOM,
        tuple(cell._replace(x=cell.x + _ROOM, y=cell.y + _ROOM) for cell in cells),
        tuple(Wire(*(value + _ROOM for value in wire)) for wire in wires),
        alike, _summary(node, threads, polling),
    )  # fmt: skip


def _queue(queue: Queue, node: int, polling: PollingPlan) -> str:
    elsewhere = "" if queue.node == node else f" node {queue.node}"
    return f"{queue.name} {polling.interfaces[queue.port]}{elsewhere}"


def _thread(pmd: Pmd, polling: PollingPlan) -> str:
    certain = len(polling.assignment.candidates(pmd)) == 1
    name = f"PMD on CPU {pmd.core}" if certain else "PMD thread"
    if pmd.isolated:
        name += ", pinned"
    return name if pmd.queues else f"{name}: {_IDLE}"


def _summary(node: int, threads: Sequence[Pmd], polling: PollingPlan) -> str:
    parts = []
    for pmd in threads:
        cpus = ", ".join(map(str, polling.assignment.candidates(pmd)))
        queues = ", ".join(_queue(queue, node, polling) for queue in pmd.queues)
        parts.append(
            f"a thread on CPU {cpus.replace(', ', ' or ')} polls {queues or 'nothing yet'}"
        )
    return f"Queues that PMD threads of NUMA node {node} poll: {'; '.join(parts)}"
