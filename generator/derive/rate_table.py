"""Line rates by frame size, and what a PMD thread serves of them."""

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from generator.derive.line_rate import max_pps, port_pps
from generator.derive.pmd_load import Cost
from generator.explained import Explained
from generator.topology.types import Port

# RFC 2544's sizes for Ethernet without 1280, and jumbo frames as the vendor measured them.
SIZES = (64, 128, 256, 512, 1024, 1518, 4096, 8192, 9000)


class RateRow(NamedTuple):
    """Frames of one size on a port, per second and direction."""

    frame: int
    line: Fraction  # at line rate
    passed: Fraction  # of these what the card passes
    served: Fraction  # by one PMD thread, from the port to guests
    threads: int  # for all that the card passes


def rate_table(
    port: Port, frames: Iterable[int], thread: Explained[int], assumed: Cost
) -> tuple[RateRow, ...]:
    """The rows of a kind of port, for the usual sizes and these frames."""
    return tuple(_row(port, size, thread, assumed) for size in sorted({*SIZES, *frames}))


def _row(port: Port, size: int, thread: Explained[int], assumed: Cost) -> RateRow:
    passed, each = port_pps(port, size).value, assumed.of(size)
    return RateRow(
        size,
        max_pps(port.speed.value, size),
        passed,
        Fraction(thread.value) / each,
        -(-passed * each // thread.value),
    )
