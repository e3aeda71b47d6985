"""The packet buffer pools of Open vSwitch, as its code allocates them.

In the default model all ports of a NUMA node share one pool per buffer size, vhost ports
of guests included. If memory is short OVS halves the number of buffers without a warning,
down to `min_buffers`: a full pool is what the numbers here give.
"""

from collections.abc import Iterable
from math import ceil

from generator.catalog.release import MempoolRule
from generator.derive.ports import DpdkPort
from generator.explained import Explained

_SOURCE = "Open vSwitch 2.13 lib/netdev-dpdk.c dpdk_buf_size, Documentation/topics/dpdk/memory.rst"


def frame_bytes(mtu: int, rule: MempoolRule) -> int:
    """The frame of an MTU rounded up to the buffer's steps; MTUs of one step share a pool."""
    align = rule.align.value
    return ceil((mtu + rule.frame_overhead.value) / align) * align


def buffer_bytes(mtu: int, rule: MempoolRule) -> int:
    """One buffer: the rounded frame and its headers."""
    return frame_bytes(mtu, rule) + rule.per_buffer.value


def buffer_count(mtu: int, rule: MempoolRule) -> int:
    """How many buffers OVS asks for.

    memory.rst says 16384 for an MTU below 1500. The code compares the *rounded* MTU, so
    that 999 to 1499 get 262144 as well (measured on 2.13.11). We follow the code: it asks
    for more.
    """
    rounded = frame_bytes(mtu, rule) - rule.frame_overhead.value
    full = rounded >= rule.full_from_mtu.value
    return rule.buffers.value if full else rule.min_buffers.value


def pool_bytes(mtu: int, rule: MempoolRule) -> int:
    """A full pool for ports of this MTU."""
    return buffer_bytes(mtu, rule) * buffer_count(mtu, rule)


def full_pools(mtus: Iterable[int], rule: MempoolRule) -> Explained[int]:
    """Bytes of one full pool for each buffer size that these MTUs need."""
    # The largest MTU stands for all that share its pool.
    pools = {frame_bytes(mtu, rule): mtu for mtu in sorted(mtus)}
    total = sum(pool_bytes(mtu, rule) for mtu in pools.values())
    parts = [_pool_text(mtu, rule) for mtu in sorted(pools.values(), reverse=True)]
    if len(parts) > 1:
        parts.append(f"together {total} B")
    return Explained(
        total, "; ".join(parts), _SOURCE, (rule.frame_overhead, rule.per_buffer, rule.buffers)
    )


def _pool_text(mtu: int, rule: MempoolRule) -> str:
    return (
        f"MTU {mtu} + {rule.frame_overhead.value} rounded up to a multiple of"
        f" {rule.align.value} = {frame_bytes(mtu, rule)};"
        f" ({frame_bytes(mtu, rule)} + {rule.per_buffer.value})"
        f" x {buffer_count(mtu, rule)} = {pool_bytes(mtu, rule)} B"
    )


def per_port_buffers(
    rx_queues: int, pmds: int, rule: MempoolRule, rxq_desc: int | None = None,
    txq_desc: int | None = None,
) -> int:  # fmt: skip
    """Buffers of one port in the per-port model (other_config:per-port-memory=true).

    memory.rst's third example prints 26656 where its own formula gives 26688 (it takes 32
    for 2 queues x 32). We follow the formula, as the code does.
    """
    receive = rx_queues * (rxq_desc or rule.descriptors.value)
    transmit = (pmds + 1) * (txq_desc or rule.descriptors.value)
    caches = min(rule.max_cached_queues.value, rx_queues) * rule.burst.value
    return receive + transmit + caches + rule.min_buffers.value


def per_port_pools(ports: Iterable[DpdkPort], pmds: int, rule: MempoolRule) -> Explained[int]:
    """Bytes of the ports' own pools in the per-port model, on a machine with so many PMD
    threads. Each guest port comes with one of its own when the guest starts."""
    sizes = []
    parts = []
    for port in ports:
        buffers = per_port_buffers(port.rx_queues, pmds, rule)
        sizes.append(buffers * buffer_bytes(port.mtu, rule))
        cached = min(rule.max_cached_queues.value, port.rx_queues)
        descriptors = rule.descriptors.value
        parts.append(
            f"{port.port.name}: {port.rx_queues} x {descriptors} + ({pmds} PMD threads + 1) x"
            f" {descriptors} + {cached} x {rule.burst.value} + {rule.min_buffers.value} = {buffers}"
            f" buffers x {buffer_bytes(port.mtu, rule)} = {sizes[-1]} B"
        )
    return Explained(
        sum(sizes), "; ".join(parts), "Open vSwitch 2.13 lib/netdev-dpdk.c dpdk_calculate_mbufs",
        (rule.descriptors, rule.burst, rule.max_cached_queues, rule.min_buffers),
    )  # fmt: skip
