"""Topologies: numbering, clustering, stated nodes, places of cards; and what is refused."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from machines import AT, catalogue, compute, gib, machine, topology

from generator.explained import Mark
from generator.findings import path_text
from generator.hardware_facts import Hardware, NicFacts, Numbering, ServerFacts
from generator.inventory import ServerNic, StatedNumaNode
from generator.topology.build import build_topology
from generator.topology.faults import topology_faults
from generator.values import CpuSet, MemorySize, union

SHAPES: dict[str, Any] = {
    "sockets": st.integers(1, 4),
    "cores": st.integers(1, 30),
    "threads": st.integers(1, 2),
    "numbering": st.sampled_from(["even-odd", "block"]),
    "per_socket": st.integers(1, 4),
}


def stated(*nodes: tuple[list[str], str | None]) -> tuple[StatedNumaNode, ...]:
    return tuple(
        StatedNumaNode(
            index, tuple(map(CpuSet.parse, cores)), MemorySize.parse(size) if size else None
        )
        for index, (cores, size) in enumerate(nodes)
    )


@pytest.mark.parametrize(
    ("cores", "threads", "numbering", "first", "second"),
    [
        # Published introspection: R740 2 x Gold 6126, R650 2 x 8380, R6525 2 x EPYC 7352.
        (12, 2, "even-odd", "0,24", "1,25"),
        (40, 2, "even-odd", "0,80", "1,81"),
        (24, 1, "block", "0", "24"),
        (20, 2, "block", "0,40", "20,60"),
    ],
)
def test_numbering(cores: int, threads: int, numbering: Numbering, first: str, second: str) -> None:
    nodes = machine(2, cores, threads, numbering).nodes
    assert nodes[0].cores[0] == CpuSet.parse(first)
    assert nodes[1].cores[0] == CpuSet.parse(second)


def test_the_reference_node() -> None:
    found = topology()
    assert found.nodes[1].cores[1] == CpuSet.parse("3,43")
    assert found.nodes[0].memory == gib(192)
    assert found.memory_channels.value == 6
    assert "6 channels per socket x 2 sockets / 2 NUMA nodes" in found.memory_channels.source
    assert {name: p.numa_node.value for name, p in found.ports.items()} == {
        "eno1": 0, "eno2": 0, "eno3": 0, "eno4": 0,
        "ens4f0": 1, "ens4f1": 1, "ens8f0": 1, "ens8f1": 1,
    }  # fmt: skip
    assert found.ports["ens8f1"].card == 2
    assert found.ports["ens4f0"].numa_node.mark is Mark.RECALLED
    assert [fact.value for fact in found.facts] == [2, 20, 2, "even-odd"]


def test_what_the_profile_states_wins() -> None:
    nic = ServerNic(4, "XXV710-DA2", ("ens4f0",), numa_node=0)
    found = topology(nics=(nic,), hyperthreading=False, numbering="block", memory_channels=4)
    assert found.nodes[1].cores[0] == CpuSet.parse("20")
    node = found.ports["ens4f0"].numa_node
    assert (node.value, node.source) == (0, "inventory servers.compute.nics[0].numa_node")
    assert found.memory_channels.source == "inventory servers.compute.memory_channels"
    sources = [fact.source for fact in found.facts]
    assert "inventory servers.compute.hyperthreading" in sources
    assert "inventory servers.compute.numbering" in sources


def test_one_socket_of_two() -> None:
    nic = ServerNic("ndc", "intel-x710-da4", ("eno1",))
    found = topology(sockets=1, nics=(nic,))
    assert [str(node.cpus) for node in found.nodes] == ["0-39"]
    assert found.nodes[0].memory == gib(384)


def test_sub_numa_clustering() -> None:
    found = topology(numa_nodes_per_socket=2)
    assert [len(node.cores) for node in found.nodes] == [10, 10, 10, 10]
    assert found.nodes[1].cores[0] == CpuSet.parse("20,60")
    assert found.memory_channels.value == 3
    node = found.ports["ens4f0"].numa_node
    assert (node.value, node.mark) == (2, Mark.RECALLED)
    assert "first of 2 nodes of socket 1" in node.source
    assert any(fact.mark is Mark.RECALLED and "lscpu" in fact.source for fact in found.facts)


def test_a_single_node_needs_no_slot() -> None:
    nic = ServerNic(3, "XXV710-DA2", ("ens3f0",))
    found = topology(model="dell-r7515", cpu="amd-epyc-7502p", nics=(nic,))
    node = found.ports["ens3f0"].numa_node
    assert (node.value, node.mark) == (0, Mark.INFERRED)
    assert found.vendor.value == "amd"


def test_stated_nodes() -> None:
    nodes = stated((["1,3", "0,2"], "8 GiB"), (["4,6", "5,7"], None))
    found = topology(memory=gib(24), numa_nodes=nodes)
    assert [str(core) for core in found.nodes[0].cores] == ["0,2", "1,3"]
    assert [node.memory for node in found.nodes] == [gib(8), gib(16)]
    assert found.ports["ens4f0"].numa_node.value == 1
    assert [fact.source for fact in found.facts] == ["inventory servers.compute.numa_nodes"]


@given(**SHAPES)
def test_every_cpu_has_one_place(
    sockets: int, cores: int, threads: int, numbering: Numbering, per_socket: int
) -> None:
    cores *= per_socket
    found = machine(sockets, cores, threads, numbering, per_socket)
    assert list(found.cpus) == list(range(sockets * cores * threads))
    every = [core for node in found.nodes for core in node.cores]
    assert sum(map(len, every)) == len(union(every))
    assert {len(core) for core in every} == {threads}
    assert all(list(node.cores) == sorted(node.cores, key=min) for node in found.nodes)
    assert len(found.nodes) == sockets * per_socket
    assert sum(node.memory.bytes for node in found.nodes) == found.memory.bytes


NIC = "intel-xxv710-da2"


@pytest.mark.parametrize(
    ("changes", "path", "message", "hint"),
    [
        ({"model": "dell-r740xx"}, "model", "not among the servers", "did you mean dell-r740"),
        ({"cpu": "quartz"}, "cpu", "not among the cpus", "define it under hardware.cpus"),
        ({"nics": (ServerNic(1, "xxv711-da2", ("a",)),)}, "nics[0].model", "not among the nics",
         "did you mean intel-xxv710-da2"),
        ({"sockets": 4}, "sockets", "has 2 sockets, not 4", "hold a CPU"),
        ({"numa_nodes_per_socket": 3}, "numa_nodes_per_socket",
         "20 cores of a socket do not split evenly into 3", "lscpu"),
        ({"nics": (ServerNic(1, NIC, ("a",)), ServerNic(2, NIC, ("b", "a")))}, "nics[1].ports[1]",
         "port a is named twice", "once"),
        ({"nics": (ServerNic(1, NIC, ("a", "b", "c")),)}, "nics[0].ports",
         "has 2 ports, 3 are named", "hardware.nics"),
        ({"nics": (ServerNic(11, NIC, ("a",)),)}, "nics[0].slot",
         "NUMA node of slot 11 of dell-r740xd is not known", "state numa_node"),
        ({"model": "dell-r750", "nics": (ServerNic(1, NIC, ("a",)),)}, "nics[0].slot",
         "not known", "hardware.servers.dell-r750.slots"),
        ({"sockets": 1, "nics": (ServerNic(4, NIC, ("a",)),)}, "nics[0].slot",
         "slot 4 hangs off socket 1, which holds no CPU", "move the card"),
        ({"nics": (ServerNic(1, NIC, ("a",), 2),)}, "nics[0].numa_node",
         "no NUMA node 2; the machine has 0, 1", "/sys/class/net"),
        ({"numa_nodes": stated((["0,2"], None), (["1,3"], None), (["4,5"], None)),
          "nics": (ServerNic(1, NIC, ("a",)),)}, "nics[0].slot", "not known", "numa_node"),
        ({"numa_nodes": stated((["0,2", "2,4"], None), (["1,3"], None))}, "numa_nodes",
         "CPU 2 appears in more than one core", "sibling"),
        ({"numa_nodes": stated((["0,2"], None), (["1"], None))}, "numa_nodes",
         "cores have 1 and 2 threads", "sibling"),
        ({"numa_nodes": stated((["0,2"], None), (["1,3"], None)), "hyperthreading": False},
         "numa_nodes", "2 threads, but hyperthreading is off", "single CPUs"),
        ({"numa_nodes": stated((["0,2"], None), ([], None))}, "numa_nodes[1].cores",
         "NUMA node 1 has no cores", "sibling"),
        ({"numa_nodes": (StatedNumaNode(1, (CpuSet.parse("0"),)), StatedNumaNode(2, ()))},
         "numa_nodes", "ids 1, 2 do not count from 0", "lscpu"),
        ({"numa_nodes": stated((["0,2"], "8 GiB"), (["1,3"], "8 GiB"))}, "numa_nodes",
         "the nodes have 16 GiB of 384 GiB", "add up"),
        ({"numa_nodes": stated((["0,2"], "384 GiB"), (["1,3"], None))}, "numa_nodes",
         "with 1 nodes still to be given memory", "add up"),
    ],
)  # fmt: skip
def test_faults(changes: dict[str, Any], path: str, message: str, hint: str) -> None:
    found = list(topology_faults(compute(**changes), catalogue(), AT))
    matching = [fault for fault in found if message in fault.message]
    assert [path_text(fault.place.path) for fault in matching] == [f"servers.compute.{path}"]
    assert hint in matching[0].hint


def test_missing_facts_are_a_fault() -> None:
    hardware = Hardware(nics={"solarflare": NicFacts(ports=2)})
    server = compute(nics=(ServerNic(1, "solarflare", ("a",)),))
    (fault,) = topology_faults(server, catalogue(hardware), AT)
    assert "to hardware.nics.solarflare" in fault.hint


def test_slots_of_the_inventory() -> None:
    hardware = Hardware(servers={"dell-r750": ServerFacts(slots={"1": 1})})
    server = compute(model="dell-r750", nics=(ServerNic(1, NIC, ("a",)),))
    assert list(topology_faults(server, catalogue(hardware), AT)) == []
    node = build_topology(server, catalogue(hardware), AT).ports["a"].numa_node
    assert (node.value, node.mark) == (1, Mark.STATED)


def test_good_profiles_have_no_faults() -> None:
    for server in (
        compute(),
        compute(hyperthreading=False, numa_nodes=stated((["0"], "184 GiB"), (["1"], "200 GiB"))),
        compute(numa_nodes_per_socket=4),
    ):
        assert list(topology_faults(server, catalogue(), AT)) == []
