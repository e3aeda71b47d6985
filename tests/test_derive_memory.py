"""Socket memory, buffer pools, huge pages and kernel arguments, with their reasons."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from machines import TUNING, dpdk_port, gib, nodes_of, topology

from generator.catalog.release import release
from generator.derive.hugepages import hugepages, node_memory
from generator.derive.kernel_args import kernel_args
from generator.derive.memory_channels import memory_channels
from generator.derive.mempool import buffer_count, full_pools, per_port_buffers, pool_bytes
from generator.derive.socket_memory import (
    SocketNeed,
    boundary_notes,
    decides,
    rounded_mtu,
    socket_memory,
    socket_memory_text,
    socket_needs,
)
from generator.explained import Explained, Fact, Mark
from generator.inventory import Tuning
from generator.topology.types import NumaNode
from generator.values import CpuSet, MemorySize

TARGET = release("rhosp-16.1")
PAGE = gib(1)
INTEL = Fact("vendor", "intel", Mark.INFERRED, "a test")


def ovs_memory(
    ports: dict[int, list[int]],
    guest_mtus: set[int],
    guest_nodes: set[int],
    stated: tuple[MemorySize, ...] = (),
    page: MemorySize = PAGE,
) -> tuple[Explained[MemorySize], ...]:
    """Socket memory of a two-node machine with DPDK ports of these MTUs by node."""
    needs = ovs_needs(ports, guest_mtus, guest_nodes)
    return socket_memory(needs, page, TARGET, stated, (*TUNING, "socket_memory"))


def ovs_needs(
    ports: dict[int, list[int]], guest_mtus: set[int], guest_nodes: set[int]
) -> tuple[SocketNeed, ...]:
    """The needs of that machine, with six PMD threads."""
    dpdk = [dpdk_port(f"p{n}{mtu}", n, mtu) for n, mtus in ports.items() for mtu in mtus]
    return socket_needs(topology().nodes, dpdk, guest_mtus, guest_nodes, 6, TARGET)


@pytest.mark.parametrize(
    ("ports", "guest_mtus", "guest_nodes", "expected"),
    [
        # The reference role: jumbo ports on node 1, jumbo guests on both nodes. The guide
        # says 1024 for node 0, where OVS then has no room for the guests' jumbo pool.
        ({1: [9000, 9000]}, {9000}, {0, 1}, "4096,4096"),
        ({1: [1500]}, {1500}, {0, 1}, "1024,2048"),
        ({1: [1500]}, set(), {0, 1}, "1024,2048"),
        ({0: [9000], 1: [2000]}, {9000}, {0}, "4096,2048"),
        # Nobody on node 0: the guide's fixed minimum.
        ({1: [9000]}, {9000}, {1}, "1024,4096"),
        # 9216 + 26 takes OVS a step above the guide's 9216: 2800 + 752 MiB, as 4096.
        ({1: [9216]}, {9216}, {1}, "1024,4096"),
        ({0: [1500, 4000, 9000]}, {1500, 4000, 9000}, {0, 1}, "5120,5120"),
    ],
)
def test_socket_memory(
    ports: dict[int, list[int]], guest_mtus: set[int], guest_nodes: set[int], expected: str
) -> None:
    found = ovs_memory(ports, guest_mtus, guest_nodes)
    assert socket_memory_text(memory.value for memory in found) == expected


def test_socket_memory_reasons() -> None:
    node0, node1 = ovs_memory({1: [9000]}, {9000}, {0, 1})
    for step in (
        "NUMA node 1: MTU 9000 -> 9216; (9216 + 800) x 262144 = 2625634304 B",
        "MTU 1500 -> 2048; (2048 + 800) x 262144 = 746586112 B",
        "+ 512 MiB = 3909091328 B; rounded up to a multiple of 1024 MiB = 4096",
        "full OVS pools of ports and guests (a vhost port starts with MTU 1500): MTU 9000 + 26"
        " rounded up to a multiple of 1024 = 9216; (9216 + 960) x 262144 = 2667577344 B",
        "together 3456106496 B, rounded up to a multiple of 1024 MiB = 4096;"
        " the larger of 4096 and 4096 = 4096 MiB",
    ):  # fmt: skip
        assert step in node1.rule
    assert "no DPDK port: the fixed 1024 MiB" in node0.rule
    assert "the larger of 1024 and 4096 = 4096 MiB" in node0.rule
    assert "7.4.2" in node1.source
    assert "dpdk_buf_size" in node1.source
    assert [fact.value for fact in node1.facts] == [800, 262144, 512, 26, 960, 262144, 1]
    (unused, _) = ovs_memory({1: [9000]}, set(), {1})
    assert unused.rule == "NUMA node 0: no DPDK port: the fixed 1024 MiB"


def test_socket_memory_by_hand() -> None:
    found = ovs_memory({1: [9000]}, {9000}, {0, 1}, (gib(2),))
    assert [memory.value for memory in found] == [gib(2), gib(4)]
    assert found[0].stated == "roles.ComputeOvsDpdk.tuning.socket_memory[0]"
    assert found[1].stated is None


@given(
    mtus=st.lists(st.integers(68, 9702), min_size=1, max_size=4),
    guests=st.lists(st.integers(68, 9702), max_size=4),
    page=st.sampled_from([gib(1), MemorySize.mib(2)]),
)
def test_every_pool_fits(mtus: list[int], guests: list[int], page: MemorySize) -> None:
    found = ovs_memory({0: mtus}, set(guests), {0, 1}, page=page)
    for memory, here in zip(found, ({*mtus, *guests, 1500}, {*guests, 1500}), strict=True):
        pools = {rounded_mtu(mtu + 26, TARGET.socket_memory): pool_bytes(mtu, TARGET.mempool)
                 for mtu in sorted(here)}  # fmt: skip
        assert memory.value.bytes >= sum(pools.values())
        assert memory.value.bytes % page.bytes == 0
        assert memory.value.in_mib % 1024 == 0


def test_what_decides() -> None:
    ports, guests = {0: [1500], 1: [9000, 9000]}, {9000}
    needs = ovs_needs(ports, guests, {1})
    found = [
        decides(need, memory, TARGET)
        for need, memory in zip(needs, ovs_memory(ports, guests, {1}), strict=True)
    ]
    assert found == ["the guide decides", "in steps of 1024 MiB both give the same"]
    assert [need.pools.value for need in needs] == [788529152, 2667577344 + 788529152]
    # 2048 + 7 x 2048 + 32 + 16384 buffers of 10176 bytes for each port.
    assert needs[1].per_port.value == 2 * 32800 * 10176
    (idle, _) = ovs_needs({1: [9000]}, guests, {0, 1})
    assert (idle.guide.value, idle.per_port.value, idle.per_port.rule) == (1024, 0, "")
    (memory, _) = ovs_memory({1: [9000]}, guests, {0, 1})
    assert decides(idle, memory, TARGET) == "the pools decide"
    (memory, _) = ovs_memory({1: [9000]}, guests, {0, 1}, (gib(2),))
    at = "roles.ComputeOvsDpdk.tuning.socket_memory[0]"
    assert decides(idle, memory, TARGET) == f"set by hand at {at}"


def test_boundary_notes() -> None:
    assert boundary_notes([1500, 2022, 9000], TARGET) == ()
    notes = boundary_notes([2048, 2023, 9216, 2023], TARGET)
    assert len(notes) == 3
    assert "MTU 2023 + 26 crosses a multiple of 1024" in notes[0]
    assert "MTU 2022 would not" in notes[0]
    for mtu in range(68, 9703):
        assert bool(boundary_notes([mtu], TARGET)) is (mtu % 1024 > 998 or mtu % 1024 == 0)


def test_pools_are_shared_by_size() -> None:
    one = full_pools([9000], TARGET.mempool).value
    assert full_pools([9000, 8900, 9000], TARGET.mempool).value == one == 2667577344
    assert full_pools([], TARGET.mempool).value == 0
    assert [buffer_count(mtu, TARGET.mempool) for mtu in (998, 999)] == [16384, 262144]
    # One PMD, two queues, default descriptors: measured on Open vSwitch 2.13.11.
    assert per_port_buffers(2, 1, TARGET.mempool) == 24640


def pages(ovs_mib: tuple[int, ...] = (4096, 4096), nodes: int = 2, **tuning: Any) -> Explained[int]:
    sizes = [MemorySize.mib(size) for size in ovs_mib]
    even = [MemorySize((384 << 30) // nodes)] * nodes
    return hugepages(gib(384), even, sizes, 4096, Tuning(**tuning), TARGET, TUNING)


def test_hugepages_by_percentage() -> None:
    found = pages()
    assert found.value == 342
    assert "(393216 MiB // 1024 - 4 GiB for the host) x 90 % in pages of 1 GiB = 342" in found.rule
    assert [(fact.value, fact.mark) for fact in found.facts] == [(90, Mark.ASSUMED)]
    assert pages(hugepage_percentage=75).value == 284
    assert "= 285; rounded down to a multiple of 2 NUMA nodes = 284" in (
        pages(hugepage_percentage=75).rule
    )
    assert pages(hugepage_percentage=75).facts[0].source == (
        "inventory roles.ComputeOvsDpdk.tuning.hugepage_percentage"
    )
    assert pages(hugepage_size="2 MiB").value == 342 * 512
    assert pages(nodes=4).value == 340


def test_of_unequal_nodes_the_smallest_decides() -> None:
    found = hugepages(gib(256), [gib(192), gib(64)], [], 4096, Tuning(), TARGET, TUNING)
    # 90 % of all 252 GiB would be 113 pages on each node, and one has 64 GiB.
    assert found.value == 110
    assert found.rule.startswith(
        "NUMA nodes have 192 GiB, 64 GiB, but get equally many pages: each counts as the"
        " smallest, 2 x 64 GiB = 128 GiB of 256 GiB; (131072 MiB // 1024 - 4 GiB for the host)"
    )
    # Bytes that do not divide by three nodes are no inequality.
    odd = [MemorySize((gib(384).bytes // 3) + extra) for extra in (1, 0, 0)]
    found = hugepages(gib(384), odd, [], 4096, Tuning(), TARGET, TUNING)
    assert (found.value, "smallest" in found.rule) == (342, False)


@given(
    sizes=st.lists(st.integers(16, 1024), min_size=1, max_size=8),
    percent=st.integers(1, 95),
    page=st.sampled_from(["1 GiB", "2 MiB"]),
)
def test_every_node_holds_its_share(sizes: list[int], percent: int, page: str) -> None:
    """What is left of each holds its part of the host's memory, and of the kernel's."""
    nodes = [gib(size) for size in sizes]
    tuning = Tuning(hugepage_percentage=percent, hugepage_size=page)  # type: ignore[arg-type]
    pages = hugepages(gib(sum(sizes)), nodes, [], 4096, tuning, TARGET, TUNING).value
    share = pages // len(nodes) * MemorySize.parse(page).bytes
    for node in nodes:
        host, kernel = gib(4).bytes / len(nodes) * percent / 100, node.bytes / 64
        assert share <= node.bytes - host - kernel


def test_reserved_memory_is_subtracted() -> None:
    found = hugepages(gib(384), [gib(192)] * 2, [gib(4)] * 2, 16000, Tuning(), TARGET, TUNING)
    assert "- 16 GiB for the host" in found.rule
    assert found.value == 330
    assert hugepages(gib(2), [gib(1)] * 2, [], 4096, Tuning(), TARGET, TUNING).value == 0


def test_hugepages_for_guests() -> None:
    found = pages((4096, 1024), guest_memory=gib(100))
    assert found.value == 106
    assert "100 GiB for guests" in found.rule
    assert "+ 5 GiB for OVS in pages of 1 GiB = 105" in found.rule
    assert "rounded up to a multiple of 2 NUMA nodes = 106" in found.rule


def test_hugepages_by_hand() -> None:
    found = pages(hugepages=300)
    assert (found.value, found.stated) == (300, "roles.ComputeOvsDpdk.tuning.hugepages")
    assert "without it: 342" in found.rule


def test_the_split_by_node() -> None:
    first, second = node_memory(topology().nodes, 342, PAGE, [gib(4), gib(1)])
    assert (first.hugepages, first.ovs, first.guests, first.host) == (
        171,
        gib(4),
        gib(167),
        gib(21),
    )
    assert second.guests == gib(170)
    # Amounts never go below zero; the rules over plans report what does not fit.
    (short,) = node_memory(nodes_of([[[0]]], 1), 4, PAGE, [gib(8)])
    assert (short.guests, short.host) == (gib(0), gib(0))


def test_kernel_args() -> None:
    tuning = Tuning(kernel_args=("crashkernel=512M", "nosoftlockup"))
    found = kernel_args(342, CpuSet.parse("2-39,42-79"), INTEL, TARGET.iommu, tuning)
    # Arguments with a size of their own come last: TripleO takes the first it finds.
    assert found.value == (
        "default_hugepagesz=1GB hugepagesz=1G hugepages=342 intel_iommu=on iommu=pt"
        " isolcpus=2-39,42-79 crashkernel=512M nosoftlockup"
    )
    assert "342 huge pages" in found.rule
    assert "the IOMMU of intel" in found.rule


def test_kernel_args_follow_the_choices() -> None:
    small = Tuning(hugepage_size="2 MiB", isolcpus=False)
    assert kernel_args(512, CpuSet.parse("2-3"), INTEL, TARGET.iommu, small).value == (
        "default_hugepagesz=2M hugepagesz=2M hugepages=512 intel_iommu=on iommu=pt"
    )
    assert kernel_args(0, CpuSet(), INTEL, TARGET.iommu, Tuning()).value == (
        "intel_iommu=on iommu=pt"
    )


def test_memory_channels() -> None:
    found = memory_channels(topology(numa_nodes_per_socket=2).memory_channels)
    assert found.value == "3"
    assert "6 channels per socket x 2 sockets / 4 NUMA nodes" in found.rule
    assert found.recalled


@given(
    nodes=st.integers(1, 8),
    gib_each=st.integers(8, 1024),
    share=st.floats(0, 1),
    ovs_each=st.integers(0, 8),
)
def test_the_memory_of_every_node_adds_up(
    nodes: int, gib_each: int, share: float, ovs_each: int
) -> None:
    """What OVS, guests and the host have is what the node has, whatever the numbers."""
    pages_each = max(int(gib_each * share), ovs_each)
    numa = [NumaNode(index, (CpuSet.of({index}),), gib(gib_each)) for index in range(nodes)]
    for node in node_memory(numa, pages_each * nodes, PAGE, [gib(ovs_each)] * nodes):
        assert node.hugepages == pages_each
        assert node.ovs.bytes + node.guests.bytes == pages_each * PAGE.bytes
        if pages_each <= gib_each:
            assert node.ovs.bytes + node.guests.bytes + node.host.bytes == node.total.bytes


@pytest.mark.parametrize(
    ("per_socket", "words", "value"),
    [
        (2, "x 2 sockets / 4 NUMA nodes (", "3"),
        (4, "x 2 sockets / 8 NUMA nodes = 1.5, rounded down (", "1"),
        (10, "x 2 sockets / 20 NUMA nodes = 0.6, at least one (", "1"),
    ],
)
def test_a_fraction_of_a_memory_channel_is_told(per_socket: int, words: str, value: str) -> None:
    found = memory_channels(topology(numa_nodes_per_socket=per_socket).memory_channels)
    assert found.value == value
    assert words in found.rule
    assert f") = {value}, with a DIMM" in found.rule
