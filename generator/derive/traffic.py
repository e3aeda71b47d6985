"""What each DPDK port has to carry: sizes of frames, and how many of them."""

from collections.abc import Sequence
from fractions import Fraction

from generator.derive.line_rate import FRAMING, max_pps, port_pps
from generator.explained import Explained
from generator.findings import Path, path_text
from generator.topology.types import Port
from generator.values import Load

HEADER_BYTES = 18  # IEEE 802.3: 14 of header, 4 of checksum; a VLAN tag adds 4


def frame_of_mtu(mtu: int) -> int:
    """The largest untagged frame of an MTU."""
    return mtu + HEADER_BYTES


def frame_sizes(
    declared: Sequence[int], mtu: int, tags: int, at: Path
) -> Explained[tuple[int, ...]]:
    """The frames that a link carries: those declared at the path `at` that fit its MTU with
    `tags` bytes beside it, else the largest of the MTU."""
    fitting = tuple(size for size in declared if size <= mtu + tags)
    largest = frame_of_mtu(mtu)
    if not fitting:
        why = "no declared frame fits" if declared else "no frame sizes are declared"
        rule = f"{why}: the largest of MTU {mtu}, + {HEADER_BYTES} bytes = {largest}"
        return Explained((largest,), rule, FRAMING)
    left = [str(size) for size in declared if size not in fitting]
    rule = "as declared" + (f"; MTU {mtu} does not carry {', '.join(left)}" if left else "")
    path = path_text(at)
    return Explained(fitting, rule, f"inventory {path}", stated=path)


def offered_pps(port: Port, frame: int, load: Load | None) -> Fraction:
    """Frames of this size that a load puts on a port each second, fit or not."""
    if load is not None and load.pps is not None:
        return Fraction(load.pps)
    share = load.millipercent if load is not None and load.millipercent is not None else 100_000
    return max_pps(port.speed.value, frame) * share / 100_000


def arriving_pps(port: Port, frame: int, load: Load | None) -> Explained[Fraction]:
    """What of it the port passes on: the rest is lost on the wire or in the card."""
    offered, passed = offered_pps(port, frame, load), port_pps(port, frame)
    if offered >= passed.value:
        return passed
    words = f"{load} of the {float(max_pps(port.speed.value, frame)):.1f} frames/s of line rate"
    rule = f"{words} = {float(offered):.1f}" if load and load.millipercent else f"{load}"
    return Explained(offered, rule, FRAMING, (port.speed,))
