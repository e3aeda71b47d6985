"""Machines for tests of the tuning: whole profiles, bare NUMA nodes, DPDK ports."""

from typing import Any

from generator.catalog.loader import Catalogue
from generator.derive.ports import DpdkPort
from generator.explained import Fact, Mark
from generator.hardware_facts import CpuFacts, Hardware, Numbering, ServerFacts
from generator.inventory import Server, ServerNic
from generator.topology.build import build_topology
from generator.topology.types import NumaNode, Port, Topology
from generator.values import CpuSet, DataRate, MemorySize

AT = ("servers", "compute")
TUNING = ("roles", "ComputeOvsDpdk", "tuning")


def gib(count: int) -> MemorySize:
    return MemorySize(count << 30)


def compute(**changes: Any) -> Server:
    """The reference compute node: R740xd, 2 x 20 cores, two XXV710 on node 1."""
    values: dict[str, Any] = {
        "model": "dell-r740xd",
        "cpu": "intel-xeon-gold-6248",
        "memory": gib(384),
        "nics": (
            ServerNic("ndc", "intel-x710-da4", ("eno1", "eno2", "eno3", "eno4")),
            ServerNic(4, "intel-xxv710-da2", ("ens4f0", "ens4f1")),
            ServerNic(8, "intel-xxv710-da2", ("ens8f0", "ens8f1")),
        ),
    }
    return Server(**(values | changes))


def catalogue(hardware: Hardware | None = None) -> Catalogue:
    return Catalogue(hardware or Hardware())


def topology(**changes: Any) -> Topology:
    """The topology of the reference compute node with these changes."""
    return build_topology(compute(**changes), catalogue(), AT)


def machine(
    sockets: int, cores: int, threads: int, numbering: Numbering, per_socket: int = 1
) -> Topology:
    """A machine without cards, of any shape."""
    hardware = Hardware(
        servers={"box": ServerFacts(sockets, 6, numbering)},
        cpus={"chip": CpuFacts("intel", cores, threads, True)},
    )
    server = Server("box", "chip", gib(64 * sockets), (), numa_nodes_per_socket=per_socket)
    return build_topology(server, catalogue(hardware), AT)


def nodes_of(siblings: list[list[list[int]]], memory: int = 64) -> tuple[NumaNode, ...]:
    """NUMA nodes from lists of sibling threads, in the given order."""
    return tuple(
        NumaNode(node, tuple(CpuSet.of(core) for core in cores), gib(memory))
        for node, cores in enumerate(siblings)
    )


def port(name: str = "ens4f0", node: int = 0, **changes: Any) -> Port:
    """An XXV710 port on a NUMA node."""
    values: dict[str, Any] = {
        "speed": DataRate.parse("25 Gbit/s"),
        "kernel_driver": "i40e",
        "dpdk_driver": "vfio-pci",
        "max_mtu": 9702,
        "max_rx_queues": 64,
        "max_pps": 18_750_000,
        "pcie_generation": 3,
        "pcie_lanes": 8,
        "pci_id": "8086:158b",
        "vf_pci_id": "8086:154c",
        "max_vfs": 64,
    } | changes
    facts = {key: Fact(key, value, Mark.CODE, "a test") for key, value in values.items()}
    return Port(name, "intel-xxv710-da2", 0, Fact("node", node, Mark.STATED, "a test"), **facts)


def dpdk_port(name: str, node: int, mtu: int, rx_queues: int = 1) -> DpdkPort:
    return DpdkPort(port(name, node), mtu, rx_queues)
