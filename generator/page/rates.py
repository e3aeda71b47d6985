"""Line rates by frame size, for the kinds of ports that a role uses."""

from collections.abc import Sequence
from typing import NamedTuple

from generator.derive.line_rate import GAP_BYTES, max_pps
from generator.explained import Explained
from generator.page.reasons import Cited, Reasons
from generator.plan.types import LinkPlan
from generator.topology.types import Port

_STANDARD = (64, 128, 256, 512, 1024, 1280, 1518)  # RFC 2544 section 9.1
_JUMBO = (4096, 8192, 9000)  # Dell, Jumbo frames performance analysis, Table 1 (8129 there)
_HEADERS = 22  # Ethernet header, VLAN tag and checksum
_SOURCE = "IEEE 802.3: 8 bytes of preamble and delimiter, 12 of gap between frames"


class Rate(NamedTuple):
    """What ports of a kind pass at a frame size. `limited`: less than line rate."""

    pps: str
    limited: bool


class RateTable(NamedTuple):
    """Frame sizes down, kinds of ports across."""

    heads: tuple[tuple[str, Cited], ...]  # port names, and their speed
    limits: tuple[Cited | None, ...]  # of the cards
    rows: tuple[tuple[int, tuple[Rate, ...]], ...]
    rule: Cited


def rate_table(links: Sequence[LinkPlan], reasons: Reasons) -> RateTable:
    """Frames per second and direction, up to the largest frame of any of these links."""
    kinds: dict[tuple[int, int | None], list[Port]] = {}
    for link in links:
        for port in link.ports:
            rate = port.speed.value.bits_per_second, port.max_pps.value
            kinds.setdefault(rate, []).append(port)
    firsts = [ports[0] for ports in kinds.values()]
    largest = max(link.mtu.value for link in links) + _HEADERS
    heads = tuple(
        (", ".join(port.name for port in ports),
         reasons.fact(ports[0].speed, str(ports[0].speed.value)))
        for ports in kinds.values()
    )  # fmt: skip
    limits = tuple(
        reasons.fact(port.max_pps, f"{port.max_pps.value:,}") if port.max_pps.value else None
        for port in firsts
    )
    sizes = [size for size in (*_STANDARD, *_JUMBO) if size <= largest]
    rows = tuple((size, tuple(_rate(port, size) for port in firsts)) for size in sizes)
    return RateTable(heads, limits, rows, _rule(reasons))


def _rate(port: Port, size: int) -> Rate:
    """Exact to a tenth of a frame; the card's own limit where that is lower."""
    line, limit = max_pps(port.speed.value, size), port.max_pps.value
    if limit is not None and limit < int(line):  # cards are said to pass whole frames
        return Rate(f"{limit:,}", True)
    return Rate(f"{float(line):,.1f}", False)


def _rule(reasons: Reasons) -> Cited:
    rule = f"bits per second / ((frame + {GAP_BYTES}) x 8 bits); the frame with its checksum"
    return reasons.cite("line rate", Explained("frames per second", rule, _SOURCE))
