"""Packet rates of links and cards. Ethernet fixes the constants."""

from fractions import Fraction

from generator.explained import Explained
from generator.topology.types import Port
from generator.values import DataRate

GAP_BYTES = 20  # IEEE 802.3: 8 bytes of preamble and delimiter, 12 of inter-frame gap
SMALLEST_FRAME = 64
FRAMING = "IEEE 802.3 framing"


def max_pps(rate: DataRate, frame: int) -> Fraction:
    """Frames of this size (checksum included) per second and direction at line rate."""
    return Fraction(rate.bits_per_second, (frame + GAP_BYTES) * 8)


def pps_percent(pps: float, rate: DataRate, frame: int) -> float:
    """A packet rate as a percentage of line rate."""
    return float(Fraction(pps) * 100 / max_pps(rate, frame))


def port_pps(port: Port, frame: int) -> Explained[Fraction]:
    """What a port can pass: line rate, or the card's packet limit where that is lower."""
    rate, limit = port.speed.value, port.max_pps.value
    line = max_pps(rate, frame)
    rule = f"{rate} / (({frame} + {GAP_BYTES}) x 8 bits) = {float(line):.1f} frames/s"
    if limit is None or limit >= line:
        return Explained(line, rule, FRAMING, (port.speed,))
    share = f"{pps_percent(limit, rate, frame):.1f} %"
    return Explained(
        Fraction(limit),
        f"{rule}, but the card passes {limit} ({share} of it)",
        port.max_pps.source,
        (port.speed, port.max_pps),
    )


def smallest_line_rate_frame(port: Port) -> int | None:
    """The frame size from which the card's packet limit no longer binds; None where no
    limit is known."""
    limit = port.max_pps.value
    if limit is None:
        return None
    size = -(-port.speed.value.bits_per_second // (8 * limit)) - GAP_BYTES
    return max(SMALLEST_FRAME, size)
