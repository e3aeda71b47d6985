"""The memory of a NUMA node as a bar: host, Open vSwitch, guests."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.derive.hugepages import NodeMemory
from generator.derive.socket_memory import SocketNeed
from generator.explained import Explained
from generator.page.cpu_map import WIDTH
from generator.page.reasons import Cited, Reasons
from generator.page.text import text_width
from generator.plan.types import MemoryPlan, SocketPlan
from generator.values import MemorySize

FONT = 11
HEIGHT = 20
_BELOW = 15  # more height for labels below the bar
_MARGIN = 4
_LETTER = text_width("H", FONT) + 2


class Share(NamedTuple):
    """A stretch of the bar. Its label stands in it, or below where it has no room."""

    kind: str
    letter: str
    words: str
    size: Cited
    x: float
    width: float
    label: str
    label_x: float
    below: bool


class MemoryBar(NamedTuple):
    """The picture of a node's memory, in proportion to the largest node."""

    width: int
    height: int  # of the picture
    bar: int  # of the bar in it
    shares: tuple[Share, ...]
    needs: tuple[tuple[str, Cited], ...]  # of Open vSwitch, by the ways to count them
    decides: str  # which of them
    summary: str


def memory_bars(memory: MemoryPlan, reasons: Reasons) -> tuple[MemoryBar, ...]:
    """A bar for each NUMA node, in their order."""
    largest = max(node.total.bytes for node in memory.nodes)
    bars = []
    sockets: tuple[SocketPlan | None, ...] = memory.sockets or (None,) * len(memory.nodes)
    for node, socket in zip(memory.nodes, sockets, strict=True):
        host, guests = (
            Explained(size, rule, memory.hugepages.source, memory.hugepages.facts)
            for size, rule in _left(node, memory.page_size)
        )
        # In this order: what is cited first is explained first.
        sizes = [("host", "H", "host", node.host, reasons.cite("memory of the host", host))]
        if socket:
            taken = reasons.cite("memory of Open vSwitch", socket.memory)
            sizes.append(("ovs", "O", "Open vSwitch", node.ovs, taken))
        own = reasons.cite("memory of guests", guests)
        sizes.append(("guest", "G", "guests", node.guests, own))
        told = ", ".join(f"{words} {cited.text}" for _, _, words, _, cited in sizes)
        shares = tuple(_shares(sizes, largest))
        height = HEIGHT + _BELOW * any(share.below for share in shares)
        summary = f"Memory of NUMA node {node.node}: {told}"
        needs = tuple(_needs(socket.need, reasons)) if socket else ()
        decides = socket.decides if socket else ""
        bars.append(MemoryBar(WIDTH, height, HEIGHT, shares, needs, decides, summary))
    return tuple(bars)


def _needs(need: SocketNeed, reasons: Reasons) -> Iterator[tuple[str, Cited]]:
    for words, value, mebibytes in (
        ("needed by the guide", need.guide, need.guide.value),
        ("needed for full shared pools", need.pools, _mebibytes(need.pools.value)),
        ("needed for pools per port", need.per_port, _mebibytes(need.per_port.value)),
    ):
        yield words, reasons.cite(f"{words}, Open vSwitch", value, text=f"{mebibytes} MiB")


def _mebibytes(count: int) -> int:
    """Rounded up."""
    return -(-count >> 20)


def _shares(
    sizes: Sequence[tuple[str, str, str, MemorySize, Cited]], largest: int
) -> Iterator[Share]:
    x, free = 0.0, _LETTER / 2  # where the next letter below may have its middle
    for kind, letter, words, size, cited in sizes:
        width = round(size.bytes * WIDTH / largest, 2)
        label = f"{letter} {size}"
        below = text_width(label, FONT) + _MARGIN > width
        middle = x + width / 2
        if below:
            label = letter
            middle = max(middle, free)
            free = middle + _LETTER
        yield Share(kind, letter, words, cited, x, width, label, round(middle, 2), below)
        x = round(x + width, 2)


def _left(node: NodeMemory, page: MemorySize) -> tuple[tuple[MemorySize, str], ...]:
    """What is left to the host and to guests, with the arithmetic."""
    pages = f"{node.hugepages} huge pages of {page} (as many on each NUMA node)"
    return (
        (node.host, f"{node.total} - {pages} = {node.host}"),
        (node.guests, f"{pages} - {node.ovs} for Open vSwitch = {node.guests}"),
    )
