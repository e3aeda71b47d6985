"""The machines of a deployment as rules see them, from host facts or an inventory."""

from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

from generator.catalog.models import NicModel
from generator.deployment.values import At
from generator.record import Frozen, record
from generator.values import CpuSet, MemorySize, union


class HostNic(NamedTuple):
    """A network port. `facts` is what the catalogue knows; None for an unknown model."""

    name: str
    at: At
    numa: int | None = None
    model: str = ""  # as written
    facts: NicModel | None = None
    card: int | None = None  # ports with one number are on one card; None: nobody told


class HostNode(NamedTuple):
    """A NUMA node; `memory` is None where nobody told it."""

    id: int
    cpus: CpuSet
    memory: MemorySize | None = None


@record
class Host(Frozen):
    """Machines that are alike."""

    roles: tuple[str, ...]  # () stands for every role
    nodes: tuple[HostNode, ...]  # ascending by id
    siblings: tuple[CpuSet, ...]  # threads of each core; () without hyperthreading
    nics: Mapping[str, HostNic]
    nics_known: bool  # False: nobody listed the ports, so a name may not be called missing
    at: At
    gigabyte_pages: bool | None = None
    vendor: str | None = None  # intel, amd

    @cached_property
    def cpus(self) -> CpuSet:
        """Every logical CPU."""
        return union(node.cpus for node in self.nodes)

    @cached_property
    def memory(self) -> MemorySize | None:
        """All memory, None where that of a node is not known."""
        sizes = [node.memory for node in self.nodes]
        known = [size.bytes for size in sizes if size is not None]
        return MemorySize(sum(known)) if known and len(known) == len(sizes) else None

    def siblings_of(self, cpu: int) -> CpuSet:
        """The threads of the core that a CPU belongs to, the CPU included."""
        return self._cores.get(cpu) or CpuSet.of((cpu,))

    def node_of(self, cpu: int) -> int | None:
        """The NUMA node of a CPU."""
        return next((node.id for node in self.nodes if cpu in node.cpus), None)

    @cached_property
    def _cores(self) -> Mapping[int, CpuSet]:
        return {cpu: core for core in self.siblings for cpu in core}
