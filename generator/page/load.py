"""What the traffic of a role asks of PMD threads, ports and slots, against what they have."""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from generator.derive.card_load import CardLoad
from generator.derive.pmd_cores import NodeLoad
from generator.derive.pmd_load import PortLoad, giga
from generator.page.cpu_map import WIDTH
from generator.page.reasons import Cited, Reasons
from generator.plan.types import LinkPlan, Sizing

HEIGHT = 14


class LoadBar(NamedTuple):
    """A bar in equal parts, filled as far as it is used."""

    width: int
    height: int
    parts: tuple[float, ...]  # where each begins
    part: float  # the width of one
    filled: float
    full: bool  # more is asked than there is
    summary: str


class ThreadLoad(NamedTuple):
    """What the PMD threads of a NUMA node have to do."""

    bar: LoadBar
    asked: Cited  # cycles per second
    needed: Cited  # threads
    planned: int  # threads that there are
    cores: Cited


class PortLoadRow(NamedTuple):
    """What each of these ports carries, of the frames that cost most."""

    names: tuple[str, ...]
    frame: int
    pps: Cited
    rate: Cited
    cycles: Cited
    queues: Cited


class SlotLoad(NamedTuple):
    """What a kind of card passes to its slot. The bar is that of its DPDK ports."""

    nic: str
    ports: tuple[str, ...]
    bar: LoadBar | None
    slot: Cited | None
    asked: Cited
    asked_percent: str
    every: Cited
    every_percent: str


class RoleLoad(NamedTuple):
    """The load of a role's DPDK ports and their cards."""

    carried: str
    declared: bool
    thread: Cited
    ports: tuple[PortLoadRow, ...]
    slots: tuple[SlotLoad, ...]


def thread_load(sizing: Sizing, node: NodeLoad, planned: int, reasons: Reasons) -> ThreadLoad:
    """The load of a node with so many PMD threads."""
    asked = node.cycles.value / sizing.thread.value
    summary = f"{asked:.2f} of {planned} PMD threads of NUMA node {node.node} are needed"
    return ThreadLoad(
        load_bar(asked, planned, summary),
        reasons.cite("cycles for both directions", node.cycles, text=f"{giga(node.cycles.value)}"),
        reasons.cite("PMD threads for the traffic", node.threads),
        planned,
        reasons.cite("PMD cores", sizing.pmd_cores[node.node]),
    )


def load_bar(asked: float, parts: int, summary: str) -> LoadBar:
    """A bar of so many parts, of which some are asked for."""
    part = WIDTH / parts
    return LoadBar(
        WIDTH, HEIGHT,
        tuple(round(index * part, 2) for index in range(parts)), round(part, 2),
        round(min(asked, parts) * part, 2), asked > parts, summary,
    )  # fmt: skip


def role_load(role: str, sizing: Sizing, links: tuple[LinkPlan, ...], reasons: Reasons) -> RoleLoad:
    """What the ports carry and what their cards take."""
    return RoleLoad(
        "line rate" if sizing.load is None else str(sizing.load),
        sizing.declared,
        reasons.cite("cycles/s of a PMD thread", sizing.thread, role, giga(sizing.thread.value)),
        tuple(_ports(role, sizing, links, reasons)),
        tuple(_slot(card, reasons) for card in sizing.cards),
    )


def _ports(
    role: str, sizing: Sizing, links: tuple[LinkPlan, ...], reasons: Reasons
) -> Iterator[PortLoadRow]:
    link_of = {port.name: link for link in links for port in link.ports}
    alike: dict[tuple[str, int, Fraction], list[PortLoad]] = {}
    for load in sizing.ports:
        key = link_of[load.port.name].name, load.frame, load.pps.value
        alike.setdefault(key, []).append(load)
    for loads in alike.values():
        load = loads[0]
        link = link_of[load.port.name]
        assert link.rx_queues, "only ports with rx queues carry a load"
        yield PortLoadRow(
            tuple(each.port.name for each in loads), load.frame,
            reasons.cite("frames/s that a port carries", load.pps, role,
                         f"{float(load.pps.value):,.1f}"),
            reasons.cite("rate that a port carries", load.rate, role),
            reasons.cite("cycles/s from a port to guests", load.cycles, role,
                         giga(load.cycles.value)),
            reasons.cite(f"rx queues of each port of {link.name}", link.rx_queues, role),
        )  # fmt: skip


def _slot(card: CardLoad, reasons: Reasons) -> SlotLoad:
    asked = reasons.cite(f"load of the DPDK ports of {card.nic}", card.asked)
    every = reasons.cite(f"load of all ports of {card.nic}", card.every)
    if card.slot is None:
        return SlotLoad(card.nic, card.ports, None, None, asked, "", every, "")
    room = card.slot.value.bits_per_second
    shares = [load.value.bits_per_second / room for load in (card.asked, card.every)]
    percent = [f"{100 * share:.1f} %" for share in shares]
    summary = f"The DPDK ports of {card.nic} ask for {percent[0]} of what its slot passes"
    return SlotLoad(
        card.nic, card.ports, load_bar(shares[0], 1, summary),
        reasons.cite(f"slot of {card.nic}", card.slot), asked, percent[0], every, percent[1],
    )  # fmt: skip
