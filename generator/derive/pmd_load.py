"""What traffic costs the threads that poll, in cycles of their processor.

A PMD thread spends cycles on each packet, whatever its size, and on each byte that it
copies to a guest or from it. By packets alone one thread would do for 25 Gbit/s of jumbo
frames: it is the bytes that need the second one.
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from generator.catalog.release import SizingRule
from generator.derive.traffic import arriving_pps
from generator.explained import Explained, Fact, Mark
from generator.findings import Path, path_text
from generator.topology.types import Port
from generator.traffic import SizingAssumptions
from generator.values import DataRate, Frequency, Load

MODEL = "the sizing model, docs/sizing.md"
PERCENT = 100


class Cost(NamedTuple):
    """What a packet costs, and what a thread has to spend: the assumptions of the model."""

    packet: Fact[int]  # cycles
    kilobyte: Fact[int]  # cycles for 1000 bytes
    sibling_share: Fact[int]  # percent of a core
    margin: Fact[int]  # percent of a thread

    def of(self, frame: int) -> Fraction:
        """Cycles of a frame."""
        return self.packet.value + Fraction(frame * self.kilobyte.value, 1000)

    def words(self, frame: int) -> str:
        """The same as a sum."""
        each = float(Fraction(self.kilobyte.value, 1000))
        return f"{self.packet.value} + {frame} x {each:g} = {float(self.of(frame)):g} cycles"


def cost(rule: SizingRule, stated: SizingAssumptions, at: Path) -> Cost:
    """The assumptions of the release, those set by hand at the path `at` laid over them."""

    def chosen(name: str, fact: Fact[int]) -> Fact[int]:
        value = getattr(stated, name)
        if value is None:
            return fact
        return Fact(name, value, Mark.STATED, f"inventory {path_text((*at, name))}")

    return Cost(
        chosen("cycles_per_packet", rule.cycles_per_packet),
        chosen("cycles_per_kilobyte", rule.cycles_per_kilobyte),
        chosen("sibling_share", rule.sibling_share),
        chosen("margin", rule.margin),
    )


def pmd_clock(known: Fact[Frequency | None], rule: SizingRule) -> Fact[Frequency]:
    """The clock of the PMD cores: the base clock, which is there on every core at once."""
    if known.value is None:
        unknown = rule.unknown_clock
        return Fact(known.name, Frequency.parse(unknown.value), unknown.mark, unknown.source)
    return Fact(known.name, known.value, known.mark, known.source)


def thread_cycles(clock: Fact[Frequency], threads_per_core: int, assumed: Cost) -> Explained[int]:
    """Cycles per second that a PMD thread can be planned with."""
    shares = threads_per_core > 1
    share = Fraction(assumed.sibling_share.value if shares else PERCENT, PERCENT)
    usable = Fraction(PERCENT - assumed.margin.value, PERCENT)
    value = int(clock.value.hertz * share * usable)
    parts = [f"{clock.value}"]
    facts: list[Fact[object]] = [clock]
    if shares:
        parts.append(f"{assumed.sibling_share.value} % beside a polling sibling")
        facts.append(assumed.sibling_share)
    parts.append(f"{PERCENT - assumed.margin.value} % without the margin")
    rule = f"{' x '.join(parts)} = {giga(value)} cycles/s"
    return Explained(value, rule, MODEL, (*facts, assumed.margin))


class PortLoad(NamedTuple):
    """What a port has to carry, of the frames that cost most, and what that costs."""

    port: Port
    frames: Explained[tuple[int, ...]]
    frame: int
    pps: Explained[Fraction]
    rates: dict[int, Fraction]  # frames per second of each size, if it were all of this size
    rate: Explained[DataRate]  # of the frames, without preamble and gap
    cycles: Explained[int]  # per second, to take them from the port to guests

    @property
    def node(self) -> int:
        """The NUMA node of the port's card."""
        return self.port.numa_node.value


def port_load(
    port: Port, frames: Explained[tuple[int, ...]], load: Load | None, assumed: Cost
) -> PortLoad:
    """The load of a port that carries these frames."""
    rates = {frame: arriving_pps(port, frame, load) for frame in frames.value}
    frame = max(rates, key=lambda size: (rates[size].value * assumed.of(size), size))
    pps, each = rates[frame], assumed.of(frame)
    value = -(-pps.value * each // 1)  # rounded up
    rate = DataRate(int(pps.value * frame * 8))
    words = f"{float(pps.value):.1f} frames/s"
    cycles = f"{words} of {frame} bytes x ({assumed.words(frame)}) = {giga(value)} cycles/s"
    return PortLoad(
        port, frames, frame, pps, {size: each.value for size, each in rates.items()},
        Explained(rate, f"{words} x {frame} x 8 bits = {rate}", pps.source, pps.facts),
        Explained(value, cycles, MODEL, (assumed.packet, assumed.kilobyte, *pps.facts)),
    )  # fmt: skip


def node_cycles(loads: Iterable[PortLoad]) -> int:
    """Cycles per second for ports of a node, both ways: guests there are taken to send as
    much as they receive, and what they send is polled and copied as well."""
    return 2 * sum(load.cycles.value for load in loads)


def giga(cycles: int) -> str:
    """Cycles as people read them."""
    return f"{cycles / 10**9:.3f} G"
