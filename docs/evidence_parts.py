"""The generated parts of docs/evidence.md: a vendor's table, and the arithmetic about it."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple

from readme_parts import EXAMPLE, Part, Setting

import generator as nfvgen
from generator.derive.line_rate import max_pps, pps_percent
from generator.derive.pmd_load import Cost, thread_cycles
from generator.derive.rate_table import RateRow, rate_table
from generator.explained import Fact, Mark
from generator.plan.types import RolePlan
from generator.topology.types import Port
from generator.values import DataRate, Frequency

RATE = DataRate.parse("25 Gbit/s")
MISREAD = {8129: 8192}
"""Sizes that the table prints, and what they have to be."""


class Printed(NamedTuple):
    """A row of the vendor's Table 1, for one number of rx queues."""

    size: int  # bytes
    queues: int
    percent: float  # of line rate
    pps: int

    @property
    def frame(self) -> int:
        """The size that is meant."""
        return MISREAD.get(self.size, self.size)


TABLE = (
    Printed(4096, 1, 99.23, 758570), Printed(4096, 2, 100, 759828),
    Printed(8129, 1, 99.22, 380206), Printed(8129, 2, 100, 380845),
    Printed(9000, 1, 99.23, 346724), Printed(9000, 2, 100, 346953),
)  # fmt: skip
PAIRS = tuple(zip(TABLE[::2], TABLE[1::2], strict=True))


def printed(found: Setting) -> str:
    """The table as it is printed."""
    return _table(
        ("packet size, bytes", "1 RXQ: line rate, %", "packets/s", "2 RXQs: line rate, %",
         "packets/s"),
        ((one.size, one.percent, one.pps, two.percent, two.pps) for one, two in PAIRS),
    )  # fmt: skip


def line_rate(found: Setting) -> str:
    """What 25 GbE passes."""
    frames = dict.fromkeys(row.frame for row in TABLE)
    return _table(
        ("frame, bytes", "arithmetic", "packets/s at most"),
        ((frame, f"25000000000 / (({frame} + 20) x 8)", f"{float(max_pps(RATE, frame)):.1f}")
         for frame in frames),
    )  # fmt: skip


def held_against(found: Setting) -> str:
    """Each printed rate in percent of what is possible."""
    return _table(
        ("size", "RXQs", "packets/s", "% printed", "% of line rate", "above line rate by"),
        ((row.size if row.size == row.frame else f"{row.size}, read as {row.frame}", row.queues,
          row.pps, row.percent, f"{_percent(row):.3f}", _above(row)) for row in TABLE),
    )  # fmt: skip


def gains(found: Setting) -> str:
    """What the second queue adds, by either column."""
    return _table(
        ("size", "packets/s gain, %", "% column gains, points"),
        ((one.size, f"{(two.pps / one.pps - 1) * 100:.3f}", f"{two.percent - one.percent:.2f}")
         for one, two in PAIRS),
    )  # fmt: skip


def predicted(found: Setting) -> str:
    """What the sizing model expects of one and of two queues, each with a PMD thread."""
    port, cost, clock, threads = _of_reference(found)
    frames = list(dict.fromkeys(row.frame for row in TABLE))
    planned = _served(port, frames, cost, clock, threads)
    full = _served(port, frames, _with(cost, margin=0), clock, threads)
    packets = _served(port, frames, _with(cost, kilobyte=0), clock, threads)
    return _table(
        ("frame, bytes", "1 queue", "2 queues", "1 queue without the margin",
         "1 queue, by packets alone"),
        ((frame, _of_line(planned[frame], 1), _of_line(planned[frame], 2),
          _of_line(full[frame], 1), _of_line(packets[frame], 1)) for frame in frames),
    )  # fmt: skip


def assumptions(found: Setting) -> str:
    """What the prediction rests on."""
    _, cost, clock, threads = _of_reference(found)
    facts: list[Fact[object]] = [*cost, clock]
    rows = [(f"`{each.name}`", each.value, each.mark, each.source) for each in facts]
    thread = thread_cycles(clock, threads, cost)
    text = _table(("assumption", "value", "how sure", "source"), rows)
    return f"{text}\nA PMD thread is planned with {thread.rule}.\n"


def _percent(row: Printed) -> float:
    return pps_percent(row.pps, RATE, row.frame)


def _above(row: Printed) -> str:
    over = row.pps - max_pps(RATE, row.frame)
    return f"{float(over):.1f} packets/s" if over > 0 else "-"


def _of_reference(found: Setting) -> tuple[Port, Cost, Fact[Frequency], int]:
    """A DPDK port of the reference example with what the model takes for granted there."""
    plan = nfvgen.build_plan(nfvgen.load_inventory(found.folder / EXAMPLE))
    role = next(each for each in plan.roles if each.sizing)
    assert role.sizing
    return role.sizing.ports[0].port, role.sizing.cost, role.sizing.clock, _threads(role)


def _threads(role: RolePlan) -> int:
    """Threads of a core."""
    return max(len(core) for node in role.topology.nodes for core in node.cores)


def _with(cost: Cost, **values: int) -> Cost:
    """The same with some assumptions taken away."""
    return cost._replace(
        **{name: Fact(name, value, Mark.STATED, "left out") for name, value in values.items()}
    )


def _served(
    port: Port, frames: Iterable[int], cost: Cost, clock: Fact[Frequency], threads: int
) -> dict[int, RateRow]:
    """The rows of these frames by size."""
    rows = rate_table(port, frames, thread_cycles(clock, threads, cost), cost)
    return {row.frame: row for row in rows}


def _of_line(row: RateRow, queues: int) -> str:
    """Packets per second of some queues, and how much of line rate: no more than all."""
    served = min(row.served * queues, row.passed)
    share = Fraction(100) * served / row.line
    words = f"{float(served):.0f} ({float(share):.1f} %)"
    return f"all ({float(row.served * queues / row.line * 100):.0f} %)" if share == 100 else words


def _table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    return "".join(f"| {' | '.join(map(str, each))} |\n" for each in _lines(head, rows))


def _lines(head: Iterable[str], rows: Iterable[Iterable[object]]) -> Iterator[list[object]]:
    names: list[object] = list(head)
    yield names
    yield ["---"] * len(names)
    yield from (list(row) for row in rows)


EVIDENCE_PARTS: dict[str, Part] = {
    "printed": printed,
    "line-rate": line_rate,
    "held-against": held_against,
    "gains": gains,
    "predicted": predicted,
    "assumptions": assumptions,
}
