"""Value objects: what they read, what they write, and what they say about the rest."""

import re
from ipaddress import IPv4Address, IPv4Network
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.values import (
    MAX_CPU,
    MAX_VLAN,
    AddressRange,
    CpuSet,
    DataRate,
    MemorySize,
    VlanRanges,
    union,
)

cpu_sets = st.frozensets(st.integers(0, MAX_CPU), min_size=1, max_size=60).map(CpuSet)
addresses = st.integers(0, 2**32 - 1).map(IPv4Address)


@st.composite
def vlan_ranges(draw: st.DrawFn) -> VlanRanges:
    pairs = draw(st.lists(st.tuples(*[st.integers(1, MAX_VLAN)] * 2), min_size=1, max_size=8))
    return VlanRanges(tuple((min(pair), max(pair)) for pair in pairs))


@given(cpu_sets)
def test_cpu_sets_are_read_as_they_are_written(cpus: CpuSet) -> None:
    assert CpuSet.parse(str(cpus)) == cpus
    assert list(cpus) == sorted(cpus.cpus)
    assert len(cpus) == len(cpus.cpus)


@given(cpu_sets, cpu_sets)
def test_cpu_sets_are_sets(one: CpuSet, other: CpuSet) -> None:
    assert (one | other).cpus == one.cpus | other.cpus == union([one, other]).cpus
    assert (one & other).cpus == one.cpus & other.cpus
    assert (one - other).cpus == one.cpus - other.cpus
    assert (one & other) <= one
    assert all(cpu in one for cpu in one)


@given(st.integers(1, 2**50).map(lambda kib: MemorySize(kib << 10)))
def test_memory_sizes_are_read_as_they_are_written(size: MemorySize) -> None:
    assert MemorySize.parse(str(size)) == size


@given(st.integers(1, 10**6))
def test_rates_are_read_as_they_are_written(tenths: int) -> None:
    rate = DataRate(tenths * 10**8)
    parsed = DataRate.parse(str(rate))
    assert abs(parsed.bits_per_second - rate.bits_per_second) <= rate.bits_per_second / 10**5


@given(vlan_ranges())
def test_vlan_ranges_are_read_as_they_are_written(ranges: VlanRanges) -> None:
    assert VlanRanges.parse(str(ranges)) == ranges
    assert ranges.ranges[0][0] in ranges


@given(addresses, addresses)
def test_address_ranges_are_read_as_they_are_written(one: IPv4Address, other: IPv4Address) -> None:
    found = AddressRange(min(one, other), max(one, other))
    assert AddressRange.parse(str(found)) == found
    assert one in found
    assert len(found) == abs(int(one) - int(other)) + 1


def test_cpu_sets_take_exclusions_and_spaces() -> None:
    assert str(CpuSet.parse("0-7, ^3,^5-6")) == "0-2,4,7"
    assert str(CpuSet.of([3, 1, 2])) == "1-3"
    assert str(CpuSet()) == ""


def test_sizes_choose_the_largest_whole_unit() -> None:
    assert str(MemorySize.parse("1024 GiB")) == "1 TiB"
    assert str(MemorySize.mib(1536)) == "1536 MiB"
    assert str(MemorySize(1536)) == "1 KiB"
    assert str(MemorySize(0)) == "0 KiB"
    assert MemorySize.parse("2GiB").in_mib == 2048


def test_rates_are_decimal() -> None:
    assert DataRate.parse("25 Gbit/s").bits_per_second == 25 * 10**9
    assert DataRate.parse("2.5Gbit/s").bits_per_second == 2_500_000_000
    assert str(DataRate.parse("100 Mbit/s")) == "100 Mbit/s"


def test_a_range_lies_in_a_network_with_both_ends() -> None:
    pool = AddressRange.parse("192.168.140.121 - 192.168.140.250")
    assert pool.within(IPv4Network("192.168.140.0/24"))
    assert not pool.within(IPv4Network("192.168.140.0/25"))


ANY_SIZE = "in KiB, MiB, GiB or TiB; write a size such as 384 GiB"


@pytest.mark.parametrize(
    ("kind", "text", "words"),
    [
        (CpuSet, "", "'' is no CPU number or range such as 2-19"),
        (CpuSet, "1,,2", "'' is no CPU number or range such as 2-19"),
        (CpuSet, "2..19", "'2..19' is no CPU number or range such as 2-19"),
        (CpuSet, "-1", "'-1' is no CPU number or range such as 2-19"),
        (CpuSet, "9-2", "the range 9-2 runs backwards"),
        (CpuSet, "8192", "CPU 8192 is above 8191"),
        (MemorySize, "384", f"'384' is no size {ANY_SIZE}"),
        (MemorySize, "384 GB", "'384 GB' is no size in KiB, MiB, GiB or TiB; write 384 GiB"),
        (MemorySize, "1.5 GiB", f"'1.5 GiB' is no size {ANY_SIZE}"),
        (DataRate, "25G", "'25G' is no rate such as 25 Gbit/s"),
        (DataRate, "25 GB/s", "'25 GB/s' is no rate such as 25 Gbit/s"),
        (VlanRanges, "a", "'a' is no VLAN id or range such as 201-250"),
        (VlanRanges, "250-201", "the range 250-201 runs backwards"),
        (VlanRanges, "0", "0: VLAN ids go from 1 to 4094"),
        (VlanRanges, "4000-4095", "4000-4095: VLAN ids go from 1 to 4094"),
        (AddressRange, "10.0.0", "'10.0.0' is no range such as 192.168.140.121-192.168.140.250"),
        (AddressRange, "10.0.0.9-10.0.0.1", "the range 10.0.0.9-10.0.0.1 runs backwards"),
    ],
)  # fmt: skip
def test_what_is_said_about_the_rest(kind: Any, text: str, words: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(words)}$"):
        kind.parse(text)
