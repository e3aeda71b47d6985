"""The machines of an inventory, for linting files that were not generated from it."""

from collections.abc import Mapping
from pathlib import Path

from generator.catalog.loader import Catalogue
from generator.deployment.hosts import Host, host_of_topology, hosts_of
from generator.deployment.values import At
from generator.errors import InputError
from generator.inventory import Inventory
from generator.reading.document import Document, read_document
from generator.reading.load import SCHEMA as INVENTORY_SCHEMA
from generator.reading.schema import violations
from generator.reading.structure import structure
from generator.topology.build import build_topology
from generator.topology.faults import topology_faults
from generator.topology.types import Topology


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


def inventory_hosts(
    inventory: Inventory, document: Document, machines: Mapping[str, Topology]
) -> tuple[Host, ...]:
    """One host for each server profile that a role uses."""
    catalogue = Catalogue(inventory.hardware)
    return tuple(
        host_of_topology(
            machine,
            tuple(role for role, facts in inventory.roles.items() if facts.server == name),
            At(document, ("servers", name)),
            catalogue,
        )
        for name, machine in machines.items()
    )
