"""What --hardware names: a file of host facts, or an inventory."""

from pathlib import Path

from generator.catalog.loader import Catalogue
from generator.deployment.host_facts import HostFact, HostFacts
from generator.deployment.hosts import Host, HostNic, HostNode
from generator.deployment.inventory_hosts import inventory_hosts, nic_model
from generator.deployment.values import At
from generator.errors import InputError
from generator.hardware_facts import Hardware
from generator.inventory import Inventory
from generator.reading.document import Document, read_document
from generator.reading.load import SCHEMA as INVENTORY_SCHEMA
from generator.reading.schema import violations
from generator.reading.structure import structure
from generator.topology.build import build_topology
from generator.topology.faults import topology_faults
from generator.values import CpuSet

_FACTS_SCHEMA = "host-facts.schema.json"


def read_hardware(path: Path) -> tuple[Host, ...]:
    """The machines of a host facts file or of an inventory, whichever the file is.

    Raises InputError with all findings of the first layer that has any, NfvgenError where
    the file cannot be read.
    """
    document = read_document(path)
    return hosts_of(document) if "hosts" in document.data else _of_inventory(document)


def _of_inventory(document: Document) -> tuple[Host, ...]:
    if findings := violations(document, INVENTORY_SCHEMA):
        raise InputError(findings)
    inventory: Inventory = structure(Inventory, document.data)
    catalogue = Catalogue(inventory.hardware)
    machines = {}
    for name in dict.fromkeys(role.server for role in inventory.roles.values()):
        server = inventory.servers.get(name)
        # A profile with faults has no topology; `nfvgen validate` tells why.
        if server and not any(topology_faults(server, catalogue, ("servers", name))):
            machines[name] = build_topology(server, catalogue, ("servers", name))
    return inventory_hosts(inventory, document, machines)


def read_host_facts(path: Path) -> tuple[Host, ...]:
    """Read a host facts file. Raises InputError with all findings of the first layer that
    has any, NfvgenError where the file cannot be read."""
    return hosts_of(read_document(path))


def hosts_of(document: Document) -> tuple[Host, ...]:
    """The hosts of a document that is a host facts file. Raises InputError."""
    if findings := violations(document, _FACTS_SCHEMA):
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
            name, at.step("nics", name), nic.numa, nic.model or "", nic_model(nic.model, catalogue)
        )
        for name, nic in fact.nics.items()
    }
    siblings = tuple(map(CpuSet.of, fact.thread_siblings))
    return Host(fact.roles, nodes, siblings, nics, bool(fact.nics), at)
