"""The names and fixed addresses of an inventory's nodes as rules see them: each at the node
that has it."""

from collections.abc import Iterable, Iterator

from generator.deployment.values import At, Value
from generator.inventory import Inventory
from generator.plan.host_names import hostname_map, nodes_of
from generator.plan.node_addresses import address_lists, filed_under
from generator.plan.types import NetworkPlan
from generator.reading.document import Document


def node_addresses(
    inventory: Inventory, networks: Iterable[NetworkPlan], document: Document
) -> Iterator[tuple[str, Value]]:
    """<Role>IPs of each role with fixed addresses."""
    nodes, lowers = At(document, ("nodes",)), filed_under(networks)
    for role in inventory.roles:
        names = nodes_of(inventory, role)
        lists = {}
        for network, addresses in address_lists(inventory, role).items():
            places = [nodes.step(name, "ips", network) for name in names]
            items = tuple(map(Value, addresses, places))
            lists[lowers[network]] = Value(items, places[0])
        if lists:
            yield f"{role}IPs", Value(lists, At(document, ("roles", role)).key)


def node_names(inventory: Inventory, document: Document) -> Iterator[tuple[str, Value]]:
    """HostnameMap of the nodes listed. The map itself has no place: the stack's name and the
    roles decide it too."""
    nodes = At(document, ("nodes",))
    if names := hostname_map(inventory):
        entries = {made: Value(name, nodes.step(name).key) for made, name in names.items()}
        yield "HostnameMap", Value(entries, At(document))
