"""Rules over the traffic that the inventory declares: whether anything can carry it."""

from collections.abc import Iterator
from typing import NamedTuple

from generator.checks.planned import TunedRole, dpdk_roles
from generator.checks.registry import PLAN_RULES
from generator.checks.wording import counted, listed
from generator.derive.line_rate import max_pps
from generator.derive.pmd_load import PortLoad
from generator.derive.traffic import frame_of_mtu, offered_pps
from generator.findings import Fault, Place, Severity
from generator.plan.types import Plan, Sizing
from generator.values import Load


class _Declared(NamedTuple):
    """A role with DPDK ports whose traffic is declared."""

    role: TunedRole
    sizing: Sizing


def _declared(plan: Plan) -> Iterator[_Declared]:
    for role in dpdk_roles(plan):
        if role.role.sizing and role.role.sizing.declared:
            yield _Declared(role, role.role.sizing)


def _place(plan: Plan) -> Place:
    """Where the load is declared, or what goes without a load."""
    return Place(("traffic", "load" if plan.inventory.traffic.load else "frames"))


def _each_kind(sizing: Sizing) -> Iterator[tuple[PortLoad, tuple[str, ...]]]:
    """Ports with the same card and the same frames once, with the names of all."""
    kinds: dict[tuple[str, tuple[int, ...]], list[PortLoad]] = {}
    for load in sizing.ports:
        kinds.setdefault((load.port.nic, load.frames.value), []).append(load)
    for loads in kinds.values():
        yield loads[0], tuple(load.port.name for load in loads)


@PLAN_RULES.rule("traffic-without-effect", Severity.WARNING)
def traffic_without_effect(plan: Plan) -> Iterator[Fault]:
    """Traffic is declared where there are DPDK ports.

    Why: Only the rx queues and PMD cores of roles with DPDK ports are sized for it.
    Fix: Remove `traffic`, or give a role a link of kind ovs-dpdk.
    Source: our reading of the inventory.
    """
    traffic = plan.inventory.traffic
    if (traffic.frames or traffic.load) and not any(role.sizing for role in plan.roles):
        yield Fault(
            Place(("traffic",)), "no role has a DPDK port that this traffic could run over",
            "remove traffic, or give a role a link of kind ovs-dpdk",
        )  # fmt: skip


@PLAN_RULES.rule("traffic-frame-above-mtu", Severity.ERROR)
def traffic_frame_above_mtu(plan: Plan) -> Iterator[Fault]:
    """Every declared frame fits the MTU of a DPDK link.

    Why: A port drops frames above its MTU: what is sized for them never arrives.
    Fix: Raise the MTU of the networks on the link, or declare frames that fit.
    Source: IEEE 802.3 framing; Open vSwitch 2.13, jumbo frames.
    """
    links = [link for role in dpdk_roles(plan) for link in role.links]
    if not links:
        return
    most = max(links, key=lambda link: link.mtu.value)
    tags = max(role.release.mempool.frame_overhead.value for role in dpdk_roles(plan))
    for index, frame in enumerate(plan.inventory.traffic.frames):
        if frame > most.mtu.value + tags:
            yield Fault(
                Place(("traffic", "frames", index)),
                f"frames of {frame} bytes fit no DPDK link: the largest MTU is {most.mtu.value}, "
                f"of {most.name}, whose frames have {frame_of_mtu(most.mtu.value)} bytes",
                f"write {frame_of_mtu(most.mtu.value)} or less, or raise the MTU",
                (Place(most.path),),
            )


@PLAN_RULES.rule("traffic-above-line-rate", Severity.ERROR)
def traffic_above_line_rate(plan: Plan) -> Iterator[Fault]:
    """The declared packets per second are at most line rate.

    Why: No more frames of that size fit on the wire.
    Fix: Declare fewer packets, smaller frames, or a share of line rate such as 80 %.
    Source: IEEE 802.3 framing: a frame takes 20 bytes more than its own on the wire.
    """
    load = plan.inventory.traffic.load
    for role, sizing in _declared(plan):
        for port, names in _each_kind(sizing):
            for frame in port.frames.value:
                line = max_pps(port.port.speed.value, frame)
                if load and load.pps and load.pps > line:
                    yield Fault(
                        _place(plan),
                        f"{load} of {frame} bytes are more than the {float(line):.1f} that "
                        f"{port.port.speed.value} of {listed(names)} of {role.role.name} can have",
                        f"write {int(line)} pps or less, or a share such as 80 %",
                    )


@PLAN_RULES.rule("traffic-above-card", Severity.WARNING)
def traffic_above_card(plan: Plan) -> Iterator[Fault]:
    """The declared load is within the packet rate of the cards.

    Why: A card drops what exceeds its own packet rate, before any PMD thread sees it: no
    number of queues and cores helps.
    Fix: Declare a lower load or larger frames, use another card, or correct `max_pps` of
    the card under `hardware.nics`.
    Source: FD.io CSIT, packet limits of cards on test beds.
    """
    load = plan.inventory.traffic.load
    for role, sizing in _declared(plan):
        for port, names in _each_kind(sizing):
            most = port.port.max_pps.value
            for frame in port.frames.value:
                offered = min(
                    offered_pps(port.port, frame, load), max_pps(port.port.speed.value, frame)
                )
                if most is not None and offered > most:
                    yield Fault(
                        _place(plan),
                        f"{float(offered):.1f} packets/s of {frame} bytes are more than the "
                        f"{most} that {port.port.nic} passes on each port ({listed(names)} of "
                        f"{role.role.name})",
                        f"write load: {_at_most(most, port, frame, load)} or less,"
                        " or declare larger frames",
                    )


def _at_most(pps: int, port: PortLoad, frame: int, load: Load | None) -> str:
    """A packet rate in the words in which the load is declared."""
    if load and load.pps:
        return f"{pps} pps"
    return f"{int(100 * pps / max_pps(port.port.speed.value, frame))} %"


@PLAN_RULES.rule("traffic-above-slot", Severity.WARNING)
def traffic_above_slot(plan: Plan) -> Iterator[Fault]:
    """The declared load of a card's DPDK ports fits through its slot.

    Why: What does not get through PCI Express is dropped in the card. The sum leaves out
    descriptors, so that a slot is full somewhat earlier.
    Fix: Use ports of different cards, a card with more lanes, or a lower load; correct
    `pcie_generation` and `pcie_lanes` under `hardware` where they are wrong.
    Source: PCI Express coding; Intel AN 708 (overhead of each packet on the bus).
    """
    for role, sizing in _declared(plan):
        for card in sizing.cards:
            if card.slot and card.asked.value.bits_per_second > card.slot.value.bits_per_second:
                ports = [load.port.name for load in sizing.ports if load.port.name in card.ports]
                yield Fault(
                    _place(plan),
                    f"{listed(ports)} of {role.role.name} need {card.asked.value} of their slot, "
                    f"which passes {card.slot.value}: {card.asked.rule}",
                    "lower the load, or use ports of different cards",
                )


@PLAN_RULES.rule("traffic-above-node", Severity.WARNING)
def traffic_above_node(plan: Plan) -> Iterator[Fault]:
    """The declared load needs no more PMD threads than a NUMA node has CPUs.

    Why: Even with every core that the host leaves, and none for guests, the threads
    cannot serve the packets; the rest is lost.
    Fix: Spread the ports over the NUMA nodes, use larger frames, or lower the load; write
    what a packet costs on your nodes under `traffic.assumptions` if it was measured.
    Source: docs/sizing.md, the sizing model and its assumptions.
    """
    for role, sizing in _declared(plan):
        for node, load in zip(role.nodes, sizing.nodes, strict=True):
            most = len(node.cpus - role.cpus.host.value)
            if load.threads.value > most:
                yield Fault(
                    _place(plan),
                    f"NUMA node {node.id} of {role.role.name} needs {load.threads.value} PMD "
                    f"threads and has {most} beside the host's, guests left aside: "
                    f"{load.threads.rule}",
                    "lower the load, or spread the ports over the NUMA nodes",
                )


@PLAN_RULES.rule("pmd-cores-below-traffic", Severity.WARNING)
def pmd_cores_below_traffic(plan: Plan) -> Iterator[Fault]:
    """A NUMA node has the PMD cores that the declared load needs.

    Why: Threads that are busy all the time lose packets when they come in bursts.
    Fix: Leave `pmd_cores_per_numa` and `pmd_cpus` out to have them derived, raise them, or
    spread the ports over the nodes.
    Source: docs/sizing.md, the sizing model and its assumptions.
    """
    for role, sizing in _declared(plan):
        for node, load in zip(role.nodes, sizing.nodes, strict=True):
            has = len(node.cpus & role.cpus.pmd.value)
            if has < load.threads.value <= len(node.cpus - role.cpus.host.value):
                key = "pmd_cpus" if role.states("pmd_cpus") else "pmd_cores_per_numa"
                cores = -(-load.threads.value // len(node.cores[0]))
                yield Fault(
                    role.place(key),
                    f"NUMA node {node.id} of {role.role.name} has "
                    f"{counted(has, 'PMD thread')}; the declared traffic needs "
                    f"{load.threads.value}: {load.threads.rule}",
                    f"give it {counted(cores, 'PMD core')}, or lower the load",
                )


@PLAN_RULES.rule("rx-queues-below-traffic", Severity.WARNING)
def rx_queues_below_traffic(plan: Plan) -> Iterator[Fault]:
    """A port has the rx queues that the declared load needs.

    Why: One PMD thread polls a queue. What it cannot serve fills the queue and is dropped
    by the card.
    Fix: Leave `rx_queues` out to have it derived, or raise it. Where the card or the packet
    buffers keep a derived number that low, lower the load or use another card.
    Source: docs/sizing.md, the sizing model and its assumptions.
    """
    for role, sizing in _declared(plan):
        cycles = {load.port.name: load.cycles for load in sizing.ports}
        short = {
            node.id
            for node, load in zip(role.nodes, sizing.nodes, strict=True)
            if len(node.cpus & role.cpus.pmd.value) < load.threads.value
        }
        for link in role.links:
            if link.rx_queues is None:
                continue
            derived = link.link.rx_queues == "auto"
            if derived and {port.numa_node.value for port in link.ports} & short:
                continue  # told of the node: there threads are what is missing
            most = max((cycles[port.name] for port in link.ports), key=lambda each: each.value)
            needed = -(-most.value // sizing.thread.value)
            if link.rx_queues.value < needed:
                yield Fault(
                    Place(link.path if derived else (*link.path, "rx_queues")),
                    f"{counted(link.rx_queues.value, 'rx queue')} of {link.name} cannot serve "
                    f"the declared traffic, which needs {needed}: {most.rule}, of which a PMD "
                    f"thread serves {sizing.thread.value / 10**9:.3f} G",
                    "lower the load, or see in the plan what keeps rx_queues that low"
                    if derived
                    else f"write rx_queues: {1 << (needed - 1).bit_length()}, or leave it out",
                )
