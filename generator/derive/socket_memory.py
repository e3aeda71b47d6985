"""OvsDpdkSocketMemory: the huge page memory that OVS gets on each NUMA node."""

from collections.abc import Collection, Iterable, Sequence
from math import lcm
from typing import NamedTuple

from generator.catalog.release import Release, SocketMemoryRule
from generator.derive.mempool import full_pools, per_port_pools
from generator.derive.ports import DpdkPort, on_node
from generator.explained import Explained, by_hand
from generator.findings import Path, path_text
from generator.topology.types import NumaNode
from generator.values import MemorySize

_GUIDE = "RHOSP 16.1 NFV guide 7.4.2"
_MIB = 1 << 20


def rounded_mtu(mtu: int, rule: SocketMemoryRule) -> int:
    """The MTU as the guide counts it, rounded up."""
    return _up(mtu, rule.mtu_step.value)


def mtu_bytes(mtu: int, rule: SocketMemoryRule) -> int:
    """MEMORY_REQD_PER_MTU of the guide."""
    return (rounded_mtu(mtu, rule) + rule.overhead_bytes.value) * rule.buffers.value


def guide_memory(mtus: Collection[int], rule: SocketMemoryRule) -> Explained[int]:
    """MiB by the guide's formula for a node with DPDK ports of these MTUs.

    MTUs that round to one size are counted once, because OVS keeps one pool for them.
    TripleO's derivation counts raw MTUs: 9000 beside 9100 makes 6144 there and 3072 here.
    """
    if not mtus:
        minimum = rule.minimum_mib.value
        rule_text = f"no DPDK port: the fixed {minimum} MiB"
        return Explained(minimum, rule_text, _GUIDE, (rule.minimum_mib,))
    sizes = {rounded_mtu(mtu, rule): mtu for mtu in sorted(mtus)}
    shares = sorted(sizes.values(), reverse=True)
    total = sum(mtu_bytes(mtu, rule) for mtu in shares) + rule.pad_mib.value * _MIB
    value = _up(total, rule.step_mib.value * _MIB) // _MIB
    parts = [
        f"MTU {mtu} -> {rounded_mtu(mtu, rule)}; ({rounded_mtu(mtu, rule)}"
        f" + {rule.overhead_bytes.value}) x {rule.buffers.value} = {mtu_bytes(mtu, rule)} B"
        for mtu in shares
    ]
    return Explained(
        value,
        f"{'; '.join(parts)}; + {rule.pad_mib.value} MiB = {total} B;"
        f" rounded up to a multiple of {rule.step_mib.value} MiB = {value}",
        _GUIDE,
        (rule.overhead_bytes, rule.buffers, rule.pad_mib),
    )


class SocketNeed(NamedTuple):
    """What Open vSwitch needs on a NUMA node, by the guide and by its own code."""

    node: int
    ports: tuple[DpdkPort, ...]
    vhost: bool  # guests may run there
    guide: Explained[int]  # MiB
    pools: Explained[int]  # bytes of full pools that ports and guests share
    per_port: Explained[int]  # bytes of the ports' pools with other_config:per-port-memory

    def pools_mib(self, rule: SocketMemoryRule) -> int:
        """The shared pools in the guide's steps."""
        return _up(self.pools.value, rule.step_mib.value * _MIB) // _MIB


def socket_needs(
    nodes: Sequence[NumaNode], ports: Sequence[DpdkPort], guest_mtus: Collection[int],
    guest_nodes: Collection[int], pmds: int, release: Release,
) -> tuple[SocketNeed, ...]:  # fmt: skip
    """The needs of each node, in the order of the nodes.

    `guest_mtus` are the MTUs of networks that guests of the role can join, `guest_nodes`
    the nodes that have guest CPUs, `pmds` the PMD threads of the machine. A vhost port starts
    with MTU 1500 and then takes its network's, on the node of the guest's memory: a node
    without a NIC needs pools too, which the guide's formula does not count.
    """
    standard = release.tuning.standard_mtu.value
    found = []
    for node in nodes:
        local = on_node(ports, node.id)
        mtus = {port.mtu for port in local}
        vhost = {*guest_mtus, standard} if node.id in guest_nodes else set()
        # Guide, edition 13: with another MTU, one 1500 share silences failed pool creation.
        shares = {*mtus, standard} if max(mtus, default=0) > standard else mtus
        found.append(
            SocketNeed(
                node.id, local, bool(vhost),
                guide_memory(shares, release.socket_memory),
                full_pools({*mtus, *vhost}, release.mempool),
                per_port_pools(local, pmds, release.mempool),
            )
        )  # fmt: skip
    return tuple(found)


def socket_memory(
    needs: Sequence[SocketNeed], page: MemorySize, release: Release,
    stated: Sequence[MemorySize], at: Path,
) -> tuple[Explained[MemorySize], ...]:  # fmt: skip
    """The memory of each node. `stated` is tuning.socket_memory at the path `at`."""
    found = []
    for index, need in enumerate(needs):
        derived = _node_memory(need, page, release)
        derived = derived.with_facts(*(port.port.numa_node for port in need.ports))
        if index < len(stated):
            derived = by_hand(stated[index], path_text((*at, index)), derived)
        found.append(derived)
    return tuple(found)


def _node_memory(need: SocketNeed, page: MemorySize, release: Release) -> Explained[MemorySize]:
    """The larger of the guide's formula and full OVS pools, which satisfies both: OVS adds 26
    bytes before it rounds, and reports a short pool nowhere."""
    guide, pools = need.guide, need.pools
    step = release.socket_memory.step_mib.value
    pools_mib = need.pools_mib(release.socket_memory)
    # A page is not shared between OVS and guests: Nova is told of whole pages.
    value = _up(max(guide.value, pools_mib), lcm(step, page.in_mib))
    rule = f"NUMA node {need.node}: {guide.rule}"
    if pools.value:
        standard = release.tuning.standard_mtu.value
        start = f" (a vhost port starts with MTU {standard})" if need.vhost else ""
        rule += f"; full OVS pools of ports and guests{start}: {pools.rule},"
        rule += f" rounded up to a multiple of {step} MiB = {pools_mib}"
        rule += f"; the larger of {guide.value} and {pools_mib} = {value} MiB"
    facts = (*guide.facts, *pools.facts)
    return Explained(MemorySize.mib(value), rule, f"{guide.source}; {pools.source}", facts)


def decides(need: SocketNeed, memory: Explained[MemorySize], release: Release) -> str:
    """What the memory of a node follows from, in a few words."""
    if memory.stated:
        return f"set by hand at {memory.stated}"
    pools = need.pools_mib(release.socket_memory)
    if pools == need.guide.value:
        step = release.socket_memory.step_mib.value
        return f"in steps of {step} MiB both give the same"
    return "the guide decides" if pools < need.guide.value else "the pools decide"


def socket_memory_text(memory: Iterable[MemorySize]) -> str:
    """The parameter's form: MiB by NUMA node, e.g. "4096,1024"."""
    return ",".join(str(size.in_mib) for size in memory)


def boundary_notes(mtus: Iterable[int], release: Release) -> tuple[str, ...]:
    """MTUs for which OVS takes a larger buffer than the guide's formula counts."""
    step, overhead = release.mempool.align.value, release.mempool.frame_overhead.value
    return tuple(
        f"MTU {mtu} + {overhead} crosses a multiple of {step}: OVS takes a buffer {step} bytes"
        f" larger than the guide's formula counts; MTU {mtu - over} would not"
        for mtu in sorted(set(mtus))
        if (over := (mtu + overhead - 1) % step + 1) <= overhead
    )


def _up(value: int, step: int) -> int:
    return -(-value // step) * step
