"""The machines of a deployment as rules see them, from host facts or an inventory."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from generator.catalog.loader import Catalogue
from generator.catalog.models import CatalogueError, NicModel
from generator.deployment.host_facts import HostFact, HostFacts
from generator.deployment.values import At
from generator.errors import InputError
from generator.inventory import Hardware
from generator.reading.document import Document, read_document
from generator.reading.schema import violations
from generator.reading.structure import structure
from generator.values import CpuSet, MemorySize, union

if TYPE_CHECKING:
    from generator.topology.types import Topology

SCHEMA = "host-facts.schema.json"


@dataclass(frozen=True)
class HostNic:
    """A network port. `facts` is what the catalogue knows; None for an unknown model."""

    name: str
    at: At
    numa: int | None = None
    model: str = ""  # as written
    facts: NicModel | None = None


@dataclass(frozen=True)
class HostNode:
    """A NUMA node; `memory` is None where nobody told it."""

    id: int
    cpus: CpuSet
    memory: MemorySize | None = None


@dataclass(frozen=True, eq=False)
class Host:
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


def read_host_facts(path: Path) -> tuple[Host, ...]:
    """Read a host facts file. Raises InputError with all findings of the first layer that
    has any, NfvgenError where the file cannot be read."""
    return hosts_of(read_document(path))


def hosts_of(document: Document) -> tuple[Host, ...]:
    """The hosts of a document that is a host facts file. Raises InputError."""
    if findings := violations(document, SCHEMA):
        raise InputError(findings)
    catalogue = Catalogue(Hardware())
    facts = structure(HostFacts, document.data)
    return tuple(
        _host(fact, At(document, ("hosts", index)), catalogue)
        for index, fact in enumerate(facts.hosts)
    )


def _host(fact: HostFact, at: At, catalogue: Catalogue) -> Host:
    nodes = tuple(
        HostNode(int(node), cpus, fact.memory.get(node))
        for node, cpus in sorted(fact.cpus.items(), key=lambda entry: int(entry[0]))
    )
    nics = {
        name: HostNic(
            name, at.step("nics", name), nic.numa, nic.model or "", _model(nic.model, catalogue)
        )
        for name, nic in fact.nics.items()
    }
    siblings = tuple(map(CpuSet.of, fact.thread_siblings))
    return Host(fact.roles, nodes, siblings, nics, bool(fact.nics), at)


def _model(written: str | None, catalogue: Catalogue) -> NicModel | None:
    try:
        return catalogue.nic(written) if written else None
    except CatalogueError:
        return None  # card limits are then not checked


def host_of_topology(
    topology: "Topology", roles: tuple[str, ...], at: At, catalogue: Catalogue
) -> Host:
    """The machine of a server profile that stands at a place of the inventory."""
    nodes = tuple(HostNode(node.id, node.cpus, node.memory) for node in topology.nodes)
    cores = tuple(core for node in topology.nodes for core in node.cores)
    threaded = cores if any(len(core) > 1 for core in cores) else ()
    nics = {
        port.name: HostNic(
            port.name, at.step("nics", port.card), port.numa_node.value, port.nic,
            _model(port.nic, catalogue),
        )
        for port in topology.ports.values()
    }  # fmt: skip
    return Host(
        roles, nodes, threaded, nics, True, at,
        topology.gigabyte_pages.value, topology.vendor.value,
    )  # fmt: skip
