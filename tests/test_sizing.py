"""Rx queues and PMD cores sized for traffic: the arithmetic, and what bounds it."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from machines import port

from generator.catalog.release import release
from generator.derive.card_load import card_load
from generator.derive.line_rate import max_pps
from generator.derive.pcie import bus_bytes, pcie_rate
from generator.derive.pmd_load import PortLoad, cost, pmd_clock, port_load, thread_cycles
from generator.derive.queue_limits import card_limits, memory_limit, within_threads
from generator.derive.rx_queues import Limit, rx_queues, wanted_queues
from generator.derive.traffic import frame_sizes, offered_pps
from generator.explained import Explained, Fact, Mark
from generator.traffic import SizingAssumptions
from generator.values import DataRate, Frequency, Load, MemorySize

TARGET = release("rhosp-16.1")
RULE = TARGET.sizing
COST = cost(RULE, SizingAssumptions(), ("traffic", "assumptions"))
CLOCK = Fact("clock", Frequency.parse("2.5 GHz"), Mark.STATED, "a test")
THREAD = thread_cycles(CLOCK, 2, COST)
AT = ("roles", "Compute", "links", 0, "rx_queues")
LINE = DataRate.parse("25 Gbit/s")


def loaded(*sizes: int, load: str = "100 %", **changes: Any) -> PortLoad:
    """An XXV710 port with frames of these sizes."""
    frames = Explained(sizes, "a test", "a test")
    return port_load(port(**changes), frames, Load.parse(load), COST)


def queues(*sizes: int, mtu: int = 1500, **changes: Any) -> int:
    return wanted_queues(mtu, [loaded(*sizes, **changes)], THREAD, TARGET.tuning).value


def test_the_rates_of_25_gigabit_are_exact() -> None:
    assert max_pps(LINE, 4096) == Fraction(25_000_000_000, 4116 * 8)
    assert f"{float(max_pps(LINE, 4096)):.1f}" == "759232.3"
    assert f"{float(max_pps(LINE, 9000)):.1f}" == "346452.3"


@pytest.mark.parametrize(("frame", "measured"), [(4096, 759828), (8192, 380845), (9000, 346953)])
def test_the_vendors_table_is_line_rate(frame: int, measured: int) -> None:
    """Table 1 with two queues, its 8129 read as 8192: within 0.15 %, and never below."""
    assert 0 < measured / max_pps(LINE, frame) - 1 < 0.0015


def test_the_misprint_of_the_table_does_not_fit() -> None:
    assert abs(380845 / max_pps(LINE, 8129) - 1) > 0.005


def test_a_thread_beside_its_sibling() -> None:
    assert THREAD.value == 1_218_750_000
    assert THREAD.rule == (
        "2.5 GHz x 65 % beside a polling sibling x 75 % without the margin = 1.219 G cycles/s"
    )
    alone = thread_cycles(CLOCK, 1, COST)
    assert alone.value == 1_875_000_000
    assert "sibling" not in alone.rule


def test_an_unknown_clock_is_assumed_to_be_slow() -> None:
    unknown: Fact[Frequency | None] = Fact("clock", None, Mark.INFERRED, "nowhere")
    found = pmd_clock(unknown, RULE)
    assert (str(found.value), found.mark) == ("2 GHz", Mark.ASSUMED)


def test_by_packets_alone_one_queue_would_do() -> None:
    found = loaded(9000)
    assert found.pps.value * COST.packet.value < THREAD.value / 3
    assert found.cycles.value > THREAD.value
    assert found.cycles.rule == (
        "346452.3 frames/s of 9000 bytes x (895 + 9000 x 0.3 = 3595 cycles) = 1.245 G cycles/s"
    )


@pytest.mark.parametrize(
    ("sizes", "changes", "wanted"),
    [
        ((9000,), {}, 2),
        ((4096,), {}, 2),
        ((1518,), {}, 4),  # 3 threads, as a power of two
        ((64,), {}, 16),  # at the card's limit of 18.75 million packets
        ((64, 9000), {}, 16),  # the frame that costs most decides
        ((1518,), {"load": "25 %"}, 1),
        ((1518,), {"load": "900000 pps"}, 1),
        ((1518,), {"load": "905000 pps"}, 2),
        ((1518,), {"speed": DataRate.parse("10 Gbit/s")}, 1),
    ],
)
def test_queues_that_traffic_asks_for(
    sizes: tuple[int, ...], changes: dict[str, Any], wanted: int
) -> None:
    assert queues(*sizes, **changes) == wanted


def test_a_boundary_is_exact() -> None:
    each = COST.of(1000)  # 1195 cycles
    full = THREAD.value // each
    assert queues(1000, load=f"{full} pps") == 1
    assert queues(1000, load=f"{full + 1} pps") == 2


@pytest.mark.parametrize(
    ("mtu", "speed", "wanted"),
    [
        (1500, "25 Gbit/s", 1),
        (1501, "25 Gbit/s", 2),
        (9000, "100 Gbit/s", 2),
        (9000, "10 Gbit/s", 1),
    ],
)
def test_jumbo_frames_on_fast_ports_have_two_queues_at_least(
    mtu: int, speed: str, wanted: int
) -> None:
    slight = [loaded(1518, load="1000 pps", speed=DataRate.parse(speed))]
    found = wanted_queues(mtu, slight, THREAD, TARGET.tuning)
    assert found.value == wanted
    assert ("Dell" in found.source) is (wanted == 2)
    assert ("lost jumbo frames" in found.rule) is (wanted == 2)


SIZES = st.lists(st.integers(64, 9728), min_size=1, max_size=4, unique=True)
PERCENT = st.integers(1, 100)


@given(SIZES, PERCENT, PERCENT)
def test_more_load_never_asks_for_less(sizes: list[int], one: int, other: int) -> None:
    less, more = sorted((one, other))
    assert queues(*sizes, load=f"{less} %") <= queues(*sizes, load=f"{more} %")


@given(SIZES, PERCENT, st.integers(1, 100), st.integers(1, 100))
def test_a_faster_port_never_asks_for_less(
    sizes: list[int], percent: int, one: int, other: int
) -> None:
    slow, fast = (DataRate(each * 10**9) for each in sorted((one, other)))
    load = f"{percent} %"
    assert queues(*sizes, load=load, speed=slow) <= queues(*sizes, load=load, speed=fast)


@given(SIZES, st.integers(64, 9728), PERCENT)
def test_another_frame_never_asks_for_less(sizes: list[int], more: int, percent: int) -> None:
    load = f"{percent} %"
    assert queues(*sizes, load=load) <= queues(*{*sizes, more}, load=load)


@given(st.integers(1, 10**6), st.integers(64, 9728), st.integers(64, 9728))
def test_as_many_larger_frames_never_ask_for_less(pps: int, one: int, other: int) -> None:
    small, large = (replace_size(size, pps) for size in sorted((one, other)))
    assert small <= large


def replace_size(size: int, pps: int) -> int:
    """Cycles for so many frames of a size on a port that has no other limit."""
    fast = {"speed": DataRate(10**15), "max_pps": None}
    return loaded(size, load=f"{pps} pps", **fast).cycles.value


@given(SIZES, PERCENT, st.integers(1, 128), st.integers(1, 64))
def test_never_more_than_a_limit(sizes: list[int], percent: int, card: int, other: int) -> None:
    load = loaded(*sizes, load=f"{percent} %", max_rx_queues=card)
    wanted = wanted_queues(1500, [load], THREAD, TARGET.tuning)
    found = rx_queues(wanted, [*card_limits([load.port]), Limit(other, "a test")], "auto", AT)
    assert 1 <= found.value <= min(card, other, wanted.value)
    assert found.value & (found.value - 1) == 0
    if found.value < wanted.value:
        assert f": {found.value}" in found.rule
        assert "a test" in found.rule if other < card else f"has {card} at most" in found.rule


@given(
    st.lists(st.tuples(st.sampled_from([1, 2, 4, 8, 16]), st.booleans(), st.integers(0, 2),
                       st.integers(0, 2)), min_size=1, max_size=4),
    st.integers(1, 40), st.integers(1, 40),
)  # fmt: skip
def test_threads_are_shared_out(
    links: list[tuple[int, bool, int, int]], first: int, second: int
) -> None:
    wanted = [each[0] for each in links]
    fixed = [each[1] for each in links]
    ports = [{0: each[2], 1: each[3]} for each in links]
    room = {0: first, 1: second}
    found = within_threads(wanted, fixed, ports, room)
    for before, after, stays in zip(wanted, found, fixed, strict=True):
        assert 1 <= after <= before
        assert after == before or not stays
    for node, threads in room.items():
        taken = sum(count * here[node] for count, here in zip(found, ports, strict=True))
        least = all(
            count == 1 or stays or not here[node]
            for count, stays, here in zip(found, fixed, ports, strict=True)
        )
        assert taken <= threads or least


def test_a_queue_by_hand_stays() -> None:
    wanted = wanted_queues(9000, [loaded(9000)], THREAD, TARGET.tuning)
    found = rx_queues(wanted, [Limit(1, "one thread")], 4, AT)
    assert (found.value, found.stated) == (4, "roles.Compute.links[0].rx_queues")
    assert "without it: 1" in found.rule
    assert "experimental" in found.rule


def test_memory_bounds_queues() -> None:
    full = memory_limit(9000, 1, 2, TARGET.mempool, None)
    assert full.value == (262144 - 16384) // (2 * 2048) == 60
    # 1 GiB holds 65536 buffers of 10176 bytes, as Open vSwitch was seen to allocate.
    short = memory_limit(9000, 1, 2, TARGET.mempool, MemorySize.mib(1024))
    assert short.value == (65536 - 16384) // (2 * 2048) == 12
    assert "65536 packet buffers of MTU 9000" in short.words
    assert memory_limit(9000, 1, 2, TARGET.mempool, MemorySize(0)).value == 1


def test_declared_frames_that_the_mtu_does_not_carry_are_left_out() -> None:
    found = frame_sizes((1518, 9000), 1500, 26, ("traffic", "frames"))
    assert found.value == (1518,)
    assert found.rule == "as declared; MTU 1500 does not carry 9000"
    assert found.stated == "traffic.frames"
    assert frame_sizes((), 9000, 26, ("traffic", "frames")).value == (9018,)
    assert frame_sizes((9027,), 9000, 26, ("traffic", "frames")).value == (9018,)
    assert frame_sizes((9026,), 9000, 26, ("traffic", "frames")).value == (9026,)


def test_what_is_offered_may_exceed_the_wire() -> None:
    assert offered_pps(port(), 9000, Load.parse("1000000 pps")) == 1_000_000
    found = loaded(9000, load="1000000 pps")
    assert found.pps.value == max_pps(LINE, 9000)
    assert str(found.rate.value) == "24.9446 Gbit/s"


def test_assumptions_by_hand() -> None:
    stated = SizingAssumptions(cycles_per_packet=300, margin=0)
    found = cost(RULE, stated, ("traffic", "assumptions"))
    assert found.of(1000) == 600
    assert str(found.packet) == (
        "cycles_per_packet = 300 [stated: inventory traffic.assumptions.cycles_per_packet]"
    )
    assert found.kilobyte is RULE.cycles_per_kilobyte
    assert thread_cycles(CLOCK, 1, found).value == CLOCK.value.hertz


@pytest.mark.parametrize(
    ("generation", "lanes", "rate"),
    [(1, 4, 8e9), (2, 8, 32e9), (3, 8, 8e9 * 8 * 128 / 130), (4, 16, 16e9 * 16 * 128 / 130)],
)
def test_rates_of_slots(generation: int, lanes: int, rate: float) -> None:
    assert pcie_rate(generation, lanes).bits_per_second == int(rate)


def test_frames_on_the_bus() -> None:
    payload, overhead = RULE.tlp_payload, RULE.tlp_overhead
    assert [bus_bytes(size, payload, overhead) for size in (64, 256, 257)] == [92, 284, 313]


def test_both_ports_of_a_card_fit_its_slot() -> None:
    ports = [port("ens4f0"), port("ens4f1")]
    found = card_load(ports, [loaded(9000)], RULE)
    assert found.slot is not None
    assert str(found.slot.value) == "63.0154 Gbit/s"
    assert found.slot.value > found.every.value > found.asked.value
    assert (
        "all 2 ports at their fullest: 692904.7 frames/s x 10008 bytes on the bus"
        in found.every.rule
    )
    assert found.packets is not None
    assert "from frames of 147 bytes on" in found.packets.rule
    unknown = replace(ports[0], pcie_lanes=Fact("lanes", None, Mark.INFERRED, "nowhere"))
    assert card_load([unknown], [loaded(9000)], RULE).slot is None


def test_a_slot_has_to_pass_the_frames_that_fill_it_most() -> None:
    ports = [port("ens4f0"), port("ens4f1")]
    alone = card_load(ports, [loaded(9000), loaded(9000)], RULE)
    beside_small = card_load(ports, [loaded(64, 9000), loaded(64, 9000)], RULE)
    assert loaded(64, 9000).frame == 64
    assert beside_small.asked.value == alone.asked.value


@pytest.mark.parametrize("text", ["0 %", "101 %", "-1 %", "50", "0 pps", "1.5 pps", "nan %"])
def test_loads_that_are_none(text: str) -> None:
    with pytest.raises(ValueError, match="no share up to 100 %"):
        Load.parse(text)


@pytest.mark.parametrize("text", ["80 %", "0.5 %", "500000 pps"])
def test_loads_read_back(text: str) -> None:
    assert str(Load.parse(text)) == text
    assert str(Frequency.parse("2.35GHz")) == "2.35 GHz"
    with pytest.raises(ValueError, match="no clock"):
        Frequency.parse("0 GHz")
