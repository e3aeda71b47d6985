"""The machines of an inventory as rules see them."""

from collections.abc import Mapping

from generator.catalog.loader import Catalogue
from generator.catalog.models import CatalogueError, NicModel
from generator.catalog.tables import similar_nic
from generator.deployment.hosts import Host, HostNic, HostNode
from generator.deployment.values import At
from generator.inventory import Inventory
from generator.reading.document import Document
from generator.topology.types import Topology


def inventory_hosts(
    inventory: Inventory, document: Document, machines: Mapping[str, Topology]
) -> tuple[Host, ...]:
    """One host for each server profile that a role uses."""
    catalogue = Catalogue(inventory.hardware)
    return tuple(
        _host(
            machine,
            tuple(role for role, facts in inventory.roles.items() if facts.server == name),
            At(document, ("servers", name)),
            catalogue,
        )
        for name, machine in machines.items()
    )


def _host(topology: Topology, roles: tuple[str, ...], at: At, catalogue: Catalogue) -> Host:
    """The machine of a server profile that stands at a place of the inventory."""
    nodes = tuple(HostNode(node.id, node.cpus, node.memory) for node in topology.nodes)
    cores = tuple(core for node in topology.nodes for core in node.cores)
    threaded = cores if any(len(core) > 1 for core in cores) else ()
    nics = {
        port.name: HostNic(
            port.name, at.step("nics", port.card), port.numa_node.value, port.nic,
            nic_model(port.nic, catalogue), port.card,
        )
        for port in topology.ports.values()
    }  # fmt: skip
    return Host(
        roles, nodes, threaded, nics, True, at,
        topology.gigabyte_pages.value, topology.vendor.value,
    )  # fmt: skip


def nic_model(written: str | None, catalogue: Catalogue) -> NicModel | None:
    """The card of a catalogue id or usual name, or one like it where the name leaves the
    model open; None for one that nobody knows."""
    try:
        return catalogue.nic(written) if written else None
    except CatalogueError:
        like = similar_nic(written or "")
        return catalogue.nic(like) if like else None  # without it no limits are checked
