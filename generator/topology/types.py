"""A server as the kernel sees it: NUMA nodes, cores with their thread siblings, ports."""

from collections.abc import Mapping
from functools import cached_property

from generator.explained import Fact
from generator.record import Frozen, record
from generator.values import CpuSet, DataRate, Frequency, MemorySize, union


@record
class NumaNode(Frozen):
    """One NUMA node. `cores` are its physical cores as sets of thread siblings,
    in ascending order of their lowest thread."""

    id: int
    cores: tuple[CpuSet, ...]
    memory: MemorySize

    @cached_property
    def cpus(self) -> CpuSet:
        """Every logical CPU of the node."""
        return union(self.cores)


@record
class Port(Frozen):
    """A network port with what its card can do.

    `max_pps` is the card's packet limit per port and direction, `pcie_generation` the
    lower of card and slot; None where no source gives the value.
    `max_pps` is the card's packet limit per port and direction. Of this and the facts
    after it the value is None where no source gives one.
    """

    name: str
    nic: str  # catalogue id of the card
    card: int  # index of the card in the server's list
    numa_node: Fact[int]
    speed: Fact[DataRate]
    kernel_driver: Fact[str]
    dpdk_driver: Fact[str]
    max_mtu: Fact[int]
    max_rx_queues: Fact[int]
    max_pps: Fact[int | None]
    pcie_generation: Fact[int | None]
    pcie_lanes: Fact[int | None]
    pci_id: Fact[str | None]
    vf_pci_id: Fact[str | None]
    max_vfs: Fact[int | None]


@record
class Topology(Frozen):
    """The hardware of one server profile."""

    nodes: tuple[NumaNode, ...]
    ports: Mapping[str, Port]
    memory: MemorySize
    vendor: Fact[str]  # CPU vendor: intel or amd
    gigabyte_pages: Fact[bool]
    base_clock: Fact[Frequency | None]
    memory_channels: Fact[int]  # populated channels per NUMA node
    facts: tuple[Fact[object], ...]  # what nodes and cores rest on

    @cached_property
    def cpus(self) -> CpuSet:
        """Every logical CPU of the machine."""
        return union(node.cpus for node in self.nodes)
