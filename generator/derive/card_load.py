"""What a network card has to pass: on the bus behind it, and packet by packet."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from generator.catalog.release import SizingRule
from generator.derive.line_rate import port_pps, smallest_line_rate_frame
from generator.derive.pcie import bus_bytes, pcie_rate
from generator.derive.pmd_load import MODEL, PortLoad
from generator.explained import Explained
from generator.topology.types import Port
from generator.values import DataRate


class CardLoad(NamedTuple):
    """A card with DPDK ports: what its slot passes, and what is asked of it, per direction."""

    nic: str
    ports: tuple[str, ...]  # all of the card
    slot: Explained[DataRate] | None  # None where generation or lanes are not known
    packets: Explained[int] | None  # of a port; None where no limit is known
    every: Explained[DataRate]  # with all ports at line rate
    asked: Explained[DataRate]  # by the load of its DPDK ports


def card_load(ports: Sequence[Port], loads: Sequence[PortLoad], rule: SizingRule) -> CardLoad:
    """The load of the card with these ports, of which DPDK has those with loads."""
    first = ports[0]
    sizes = sorted({size for load in loads for size in load.frames.value})
    full = {size: port_pps(first, size).value * len(ports) for size in sizes}
    asked: dict[int, Fraction] = {}
    for load in loads:
        # What costs the bus most may cost PMD threads less: large frames beside small ones.
        size = max(load.rates, key=lambda each: (load.rates[each] * _bytes(each, rule), each))
        asked[size] = asked.get(size, Fraction(0)) + load.rates[size]
    worst = max(sizes, key=lambda size: full[size] * _bytes(size, rule))
    return CardLoad(
        first.nic,
        tuple(port.name for port in ports),
        _slot(first),
        _packets(first),
        _on_bus({worst: full[worst]}, rule, f"all {len(ports)} ports at their fullest"),
        _on_bus(asked, rule, "DPDK ports as loaded"),
    )


def _slot(port: Port) -> Explained[DataRate] | None:
    generation, lanes = port.pcie_generation, port.pcie_lanes
    if generation.value is None or lanes.value is None:
        return None
    rate = pcie_rate(generation.value, lanes.value)
    coding = "8 of 10" if generation.value < 3 else "128 of 130"
    return Explained(
        rate,
        f"PCI Express {generation.value}.0 x{lanes.value}, {coding} bits of its coding = {rate}",
        "PCI Express Base Specification, coding and rates",
        (generation, lanes),
    )


def _packets(port: Port) -> Explained[int] | None:
    limit, size = port.max_pps.value, smallest_line_rate_frame(port)
    if limit is None:
        return None
    rule = f"{limit} packets/s per port: line rate from frames of {size} bytes on"
    return Explained(limit, rule, port.max_pps.source, (port.max_pps, port.speed))


def _on_bus(packets: dict[int, Fraction], rule: SizingRule, what: str) -> Explained[DataRate]:
    total = sum(pps * _bytes(size, rule) * 8 for size, pps in packets.items())
    rate = DataRate(int(total))
    parts = [
        f"{float(pps):.1f} frames/s x {_bytes(size, rule)} bytes on the bus ({size} and"
        f" {rule.tlp_overhead.value} for each {rule.tlp_payload.value})"
        for size, pps in packets.items()
    ]
    return Explained(
        rate, f"{what}: {' and '.join(parts)} = {rate} beside descriptors", MODEL,
        (rule.tlp_overhead, rule.tlp_payload),
    )  # fmt: skip


def _bytes(size: int, rule: SizingRule) -> int:
    return bus_bytes(size, rule.tlp_payload, rule.tlp_overhead)
