"""Line rates by frame size, for the kinds of ports that a role uses."""

from collections.abc import Sequence
from typing import NamedTuple

from generator.derive.line_rate import FRAMING, GAP_BYTES, max_pps, port_pps
from generator.derive.rate_table import SIZES, RateRow
from generator.explained import Explained
from generator.page.reasons import Cited, Reasons
from generator.plan.types import LinkPlan, Sizing
from generator.topology.types import Port

_HEADERS = 22  # Ethernet header, VLAN tag and checksum


class Rate(NamedTuple):
    """What ports pass of a frame size. `limited`: the card passes less than line rate."""

    frame: int
    pps: str
    limited: bool
    served: str  # by a PMD thread, "" for ports without any
    threads: str  # for all that passes


class PortRates(NamedTuple):
    """The rates of ports of one kind."""

    ports: tuple[str, ...]
    speed: Cited
    limit: Cited | None  # of the card
    thread: Cited | None  # what a PMD thread serves, of ports that are polled
    rates: tuple[Rate, ...]


def port_rates(
    links: Sequence[LinkPlan], sizing: Sizing | None, reasons: Reasons
) -> tuple[PortRates, ...]:
    """Frames per second and direction, up to the largest frame of any of these links."""
    kinds: dict[tuple[str, int, bool], list[Port]] = {}
    for link in links:
        for port in link.ports:
            kind = port.nic, port.speed.value.bits_per_second, link.rx_queues is not None
            kinds.setdefault(kind, []).append(port)
    largest = max(link.mtu.value for link in links) + _HEADERS
    found = []
    for (nic, _, polled), ports in kinds.items():
        first, limit = ports[0], ports[0].max_pps.value
        served = sizing.rates.get(nic, ()) if sizing and polled else ()
        rows = {row.frame: row for row in served}
        sizes = [size for size in sorted({*SIZES, *rows}) if size <= largest]
        thread = None
        if sizing and rows:
            thread = reasons.cite("cycles/s of a PMD thread", sizing.thread, text="a PMD serves")
        found.append(
            PortRates(
                tuple(port.name for port in ports),
                reasons.fact(first.speed, str(first.speed.value)),
                reasons.fact(first.max_pps, f"{limit:,}") if limit else None,
                thread,
                tuple(_rate(first, size, rows.get(size)) for size in sizes),
            )
        )
    return tuple(found)


def rate_rule(reasons: Reasons) -> Cited:
    """How a line rate is reckoned."""
    rule = f"bits per second / ((frame + {GAP_BYTES}) x 8 bits); the frame with its checksum"
    return reasons.cite("line rate", Explained("Frames per second", rule, FRAMING))


def _rate(port: Port, size: int, row: RateRow | None) -> Rate:
    """Exact to a tenth of a frame; the card's own limit where that is lower."""
    line, passed = max_pps(port.speed.value, size), port_pps(port, size).value
    limited = passed < int(line)  # cards are said to pass whole frames
    return Rate(
        size,
        f"{int(passed):,}" if limited else f"{float(line):,.1f}",
        limited,
        f"{float(row.served):,.0f}" if row else "",
        str(row.threads) if row else "",
    )
