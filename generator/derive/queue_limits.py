"""What keeps a port from having as many rx queues as its traffic asks for."""

from collections.abc import Iterator, Mapping, Sequence

from generator.catalog.release import MempoolRule
from generator.derive.mempool import buffer_bytes, buffer_count
from generator.derive.rx_queues import Limit
from generator.topology.types import Port
from generator.values import MemorySize


def card_limits(ports: Sequence[Port]) -> Iterator[Limit]:
    """The queues that each card has."""
    for port in ports:
        most = port.max_rx_queues
        yield Limit(most.value, f"{port.name} has {most.value} at most", (most,))


def memory_limit(
    mtu: int, node: int, ports: int, rule: MempoolRule, socket_memory: MemorySize | None
) -> Limit:
    """The queues whose descriptors the packet buffers of a node can fill.

    `ports` share the pool; `socket_memory` is the node's where it is set by hand. Open
    vSwitch halves a pool that does not fit, and of each pool it counts `min_buffers` for
    packets that are on no receive ring.
    """
    buffers = buffer_count(mtu, rule)
    if socket_memory is not None:
        while buffers > rule.min_buffers.value and (
            buffers * buffer_bytes(mtu, rule) > socket_memory.bytes
        ):
            buffers //= 2
    on_rings = max(buffers - rule.min_buffers.value, 0)
    value = max(1, on_rings // (ports * rule.descriptors.value))
    return Limit(
        value,
        f"the memory of NUMA node {node} has {buffers} packet buffers of MTU {mtu}, less"
        f" {rule.min_buffers.value} on the way, for {ports} ports with {rule.descriptors.value}"
        " descriptors a queue",
        (rule.buffers, rule.min_buffers, rule.descriptors),
    )


def within_threads(
    queues: Sequence[int], fixed: Sequence[bool], ports: Sequence[Mapping[int, int]],
    threads: Mapping[int, int],
) -> tuple[int, ...]:  # fmt: skip
    """Queues of several links such that each queue has a PMD thread on its port's node.

    `ports` counts a link's ports by NUMA node. Where threads are short the link with most
    queues gives up half of them, the first of several; a `fixed` link keeps its own.
    """
    found = list(queues)

    def taken(node: int) -> int:
        return sum(number * here.get(node, 0) for number, here in zip(found, ports, strict=True))

    for node, room in threads.items():
        giving = [at for at, here in enumerate(ports) if here.get(node) and not fixed[at]]
        while taken(node) > room and any(found[at] > 1 for at in giving):
            found[max(giving, key=lambda at: (found[at], -at))] //= 2
    return tuple(found)
