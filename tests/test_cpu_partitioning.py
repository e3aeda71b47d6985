"""CPU sets: their invariants over generated machines, overrides, and their reasons."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from machines import TUNING, dpdk_port, machine, topology

from generator.derive.cpu_partitioning import CpuPartition, partition
from generator.derive.pmd_cores import NodeLoad, node_load, pmd_core_counts
from generator.explained import Explained
from generator.hardware_facts import Numbering
from generator.inventory import Tuning
from generator.topology.types import NumaNode
from generator.values import CpuSet

AT = (*TUNING, "pmd_cores_per_numa")
PORTS = (dpdk_port("ens4f0", 1, 9000, 2), dpdk_port("ens8f0", 1, 9000, 2))


def idle(nodes: Sequence[NumaNode]) -> dict[int, NodeLoad]:
    """Nodes whose traffic needs no threads beside those of the queues."""
    thread, room = Explained(10**9, "a thread", "a test"), Explained(8, "room", "a test")
    return {node.id: node_load(node, (), thread, room) for node in nodes}


def reference(**tuning: Any) -> CpuPartition:
    return partition(topology().nodes, {0: 1, 1: 2}, Tuning(**tuning), TUNING)


@given(
    sockets=st.integers(1, 4),
    cores=st.integers(3, 28),
    threads=st.integers(1, 2),
    numbering=st.sampled_from(["even-odd", "block"]),
    host_cores=st.integers(1, 2),
    data=st.data(),
)
def test_invariants(
    sockets: int, cores: int, threads: int, numbering: Numbering, host_cores: int, data: Any
) -> None:
    found = machine(sockets, cores, threads, numbering)
    counts = {n.id: data.draw(st.integers(0, cores - host_cores)) for n in found.nodes}
    sets = partition(found.nodes, counts, Tuning(host_cores_per_numa=host_cores), TUNING)
    host, pmd, guest = sets.host.value, sets.pmd.value, sets.guest.value
    assert host | pmd | guest == found.cpus
    assert len(host) + len(pmd) + len(guest) == len(found.cpus)
    assert sets.isolated.value == pmd | guest
    for node in found.nodes:
        assert len(node.cpus & host) == host_cores * threads
        assert len(node.cpus & pmd) == counts[node.id] * threads
        for core in node.cores:  # siblings stay together
            assert sum(bool(core & part) for part in (host, pmd, guest)) == 1


@given(queues=st.lists(st.integers(1, 8), max_size=6), threads=st.integers(1, 2))
def test_every_queue_can_have_a_thread(queues: list[int], threads: int) -> None:
    nodes = machine(2, 20, threads, "block").nodes
    ports = [dpdk_port(f"p{index}", 0, 1500, count) for index, count in enumerate(queues)]
    counts = pmd_core_counts(nodes, ports, idle(nodes), "auto", AT)
    assert counts[0].value * threads >= sum(queues)
    assert counts[0].value >= 1
    assert (counts[0].value - 1) * threads < max(sum(queues), 1)
    assert counts[1].value == 1


def test_the_reference_node() -> None:
    sets = reference()
    assert str(sets.host.value) == str(sets.shared.value) == "0-1,40-41"
    assert str(sets.pmd.value) == "2-3,5,42-43,45"
    assert str(sets.guest.value) == "4,6-39,44,46-79"
    assert str(sets.isolated.value) == "2-39,42-79"


def test_reasons() -> None:
    sets = reference()
    assert sets.host.rule == "the first core of each NUMA node: node 0 (0,40), node 1 (1,41)"
    assert "node 0 (2,42), node 1 (3,43) + (5,45)" in sets.pmd.rule
    assert "all 80 CPUs (0-79) less host 0-1,40-41 and PMD 2-3,5,42-43,45" in sets.guest.rule
    assert "PMD 2-3,5,42-43,45 and guest 4,6-39,44,46-79" in sets.isolated.rule
    assert "0-1,40-41" in sets.shared.rule
    assert "7.4.1" in sets.pmd.source
    assert "the first 2 cores of" in reference(host_cores_per_numa=2).host.rule


def test_pmd_core_reasons() -> None:
    nodes = topology().nodes
    counts = pmd_core_counts(nodes, PORTS, idle(nodes), "auto", AT)
    assert "rx queues ens4f0 2 + ens8f0 2 = 4" in counts[1].rule
    assert "4 threads / 2 per core, rounded up = 2" in counts[1].rule
    assert "no DPDK port" in counts[0].rule
    assert [fact.value for fact in counts[1].facts] == [1]


def test_pmd_cores_by_hand_count_where_the_ports_are() -> None:
    nodes = topology().nodes
    counts = pmd_core_counts(nodes, PORTS, idle(nodes), 4, AT)
    assert (counts[0].value, counts[1].value) == (1, 4)
    assert counts[1].stated == "roles.ComputeOvsDpdk.tuning.pmd_cores_per_numa"
    assert "without it: 2" in counts[1].rule
    assert counts[0].stated is None


@pytest.mark.parametrize(
    "name", ["host_cpus", "pmd_cpus", "guest_cpus", "shared_cpus", "isolated_cpus"]
)
def test_a_set_by_hand_wins(name: str) -> None:
    found = getattr(reference(**{name: CpuSet.parse("6,46")}), name.removesuffix("_cpus"))
    assert found.value == CpuSet.parse("6,46")
    assert found.stated == f"roles.ComputeOvsDpdk.tuning.{name}"
    assert "without it: " in found.rule


def test_later_sets_follow_from_one_by_hand() -> None:
    sets = reference(host_cpus=CpuSet.parse("2,42,1"))
    # Core (1,41) is touched by the host, so no PMD thread runs on its sibling 41.
    assert str(sets.pmd.value) == "0,3,5,40,43,45"
    assert 41 in sets.guest.value
    assert str(sets.shared.value) == "1-2,42"


def test_without_ovs_dpdk() -> None:
    sets = partition(topology().nodes, {}, Tuning(), TUNING)
    assert not sets.pmd.value
    assert "no OVS-DPDK datapath" in sets.pmd.rule
    assert "PMD none" in sets.guest.rule
