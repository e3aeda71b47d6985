"""Rx queues and PMD cores of a role, sized for the traffic of its DPDK ports."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.catalog.release import Release
from generator.derive.card_load import CardLoad, card_load
from generator.derive.cpu_partitioning import host_set
from generator.derive.mempool import frame_bytes
from generator.derive.pmd_cores import NodeLoad, node_load, pmd_core_counts, pmd_room
from generator.derive.pmd_load import PortLoad, cost, pmd_clock, port_load, thread_cycles
from generator.derive.ports import DpdkPort
from generator.derive.queue_limits import card_limits, memory_limit, within_threads
from generator.derive.rate_table import rate_table
from generator.derive.rx_queues import Limit, power_below, rx_queues, wanted_queues
from generator.derive.traffic import frame_sizes
from generator.explained import Explained
from generator.inventory import Inventory, Tuning
from generator.plan.types import LinkPlan, Sizing
from generator.topology.types import Topology
from generator.traffic import Traffic

_TRAFFIC = ("traffic",)


class _Wish(NamedTuple):
    """A DPDK link with what its traffic asks for."""

    plan: LinkPlan
    loads: tuple[PortLoad, ...]
    queues: Explained[int]


def sized(
    role: str, links: Sequence[LinkPlan], inventory: Inventory, topology: Topology, release: Release
) -> tuple[tuple[LinkPlan, ...], Sizing | None]:
    """The links of a role with their rx queues, and why. None without DPDK ports."""
    if not any(plan.link.kind == "ovs-dpdk" for plan in links):
        return tuple(links), None
    traffic, tuning = inventory.traffic, inventory.roles[role].tuning
    path = ("roles", role, "tuning")
    rule = release.sizing
    assumed = cost(rule, traffic.assumptions, (*_TRAFFIC, "assumptions"))
    clock = pmd_clock(topology.base_clock, rule)
    thread = thread_cycles(clock, len(topology.nodes[0].cores[0]), assumed)
    wishes = [
        _wish(plan, traffic, topology, release, thread)
        for plan in links
        if plan.link.kind == "ovs-dpdk"
    ]
    declared = bool(traffic.frames or traffic.load)
    host = host_set(topology.nodes, tuning)
    loads = tuple(load for wish in wishes for load in wish.loads)
    nodes = tuple(
        node_load(node, loads, thread, pmd_room(node, host, tuning, declared, rule, path))
        for node in topology.nodes
    )
    found = dict(zip((wish.plan.path for wish in wishes),
                     _queues(wishes, nodes, tuning, topology, release), strict=True))  # fmt: skip
    done = tuple(plan._replace(rx_queues=found.get(plan.path)) for plan in links)
    ports = [
        DpdkPort(port, plan.mtu.value, plan.rx_queues.value)
        for plan in done
        if plan.rx_queues
        for port in plan.ports
    ]
    cores = pmd_core_counts(
        topology.nodes, ports, {load.node: load for load in nodes}, tuning.pmd_cores_per_numa,
        (*path, "pmd_cores_per_numa"), tuning.pin_rx_queues,
    )  # fmt: skip
    return done, Sizing(
        declared, traffic.load, assumed, clock, thread, loads, nodes, cores,
        tuple(_cards(topology, loads, release)),
        {
            load.port.nic: rate_table(load.port, load.frames.value, thread, assumed)
            for load in loads
        },
    )  # fmt: skip


def _wish(
    plan: LinkPlan, traffic: Traffic, topology: Topology, release: Release, thread: Explained[int]
) -> _Wish:
    mtu = plan.mtu.value
    tags = release.mempool.frame_overhead.value
    frames = frame_sizes(traffic.frames, mtu, tags, (*_TRAFFIC, "frames"))
    assumed = cost(release.sizing, traffic.assumptions, (*_TRAFFIC, "assumptions"))
    loads = tuple(port_load(port, frames, traffic.load, assumed) for port in plan.ports)
    return _Wish(plan, loads, wanted_queues(mtu, loads, thread, release.tuning))


def _queues(
    wishes: Sequence[_Wish], nodes: Sequence[NodeLoad], tuning: Tuning, topology: Topology,
    release: Release,
) -> Iterator[Explained[int]]:  # fmt: skip
    """Queues of each link: what it wants, within what cards, memory and threads allow."""
    allowed = [list(_limits(wish, wishes, tuning, topology, release)) for wish in wishes]
    fixed = [wish.plan.link.rx_queues != "auto" for wish in wishes]
    each = [
        int(wish.plan.link.rx_queues)
        if wish.plan.link.rx_queues != "auto"
        else power_below(min(wish.queues.value, *(limit.value for limit in limits)))
        for wish, limits in zip(wishes, allowed, strict=True)
    ]
    placed = [Counter(load.node for load in wish.loads) for wish in wishes]
    # Threads with pinned queues take no others: guests keep one.
    room = {node.node: max(1, node.room.value - tuning.pin_rx_queues) for node in nodes}
    served = within_threads(each, fixed, placed, room)
    for index, wish in enumerate(wishes):
        limits = [*allowed[index]]
        if served[index] < each[index]:
            limits.append(_threads(served[index], placed[index], nodes, tuning.pin_rx_queues))
        yield rx_queues(
            wish.queues, limits, wish.plan.link.rx_queues, (*wish.plan.path, "rx_queues")
        )


def _limits(
    wish: _Wish, wishes: Sequence[_Wish], tuning: Tuning, topology: Topology, release: Release
) -> Iterator[Limit]:
    """What cards and memory allow a link. Ports of a node whose MTUs round to one size of
    buffer share a pool."""
    yield from card_limits(wish.plan.ports)
    rule, mtu = release.mempool, wish.plan.mtu.value
    for index, node in enumerate(topology.nodes):
        sharing = sum(
            load.node == node.id
            for other in wishes
            if frame_bytes(other.plan.mtu.value, rule) == frame_bytes(mtu, rule)
            for load in other.loads
        )
        if any(load.node == node.id for load in wish.loads):
            stated = tuning.socket_memory
            memory = stated[index] if index < len(stated) else None
            yield memory_limit(mtu, node.id, sharing, rule, memory)


def _threads(
    value: int, placed: Mapping[int, int], nodes: Sequence[NodeLoad], pinned: bool
) -> Limit:
    here = [node for node in nodes if node.node in placed]
    least = min(here, key=lambda node: node.room.value)
    return Limit(
        value,
        f"each queue has a PMD thread of its own, and NUMA node {least.node} has"
        f" {least.room.value} of them ({least.room.rule})"
        + (", of which guests keep one beside pinned queues" if pinned else ""),
        least.room.facts,
    )


def _cards(topology: Topology, loads: Sequence[PortLoad], release: Release) -> Iterator[CardLoad]:
    for card in sorted({load.port.card for load in loads}):
        ports = [port for port in topology.ports.values() if port.card == card]
        yield card_load(ports, [load for load in loads if load.port.card == card], release.sizing)
