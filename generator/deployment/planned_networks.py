"""The networks of a plan as rules see them: every value at the key that decides it."""

from collections.abc import Iterable, Mapping
from typing import Any

from generator.catalog.roles import NetworkFacts
from generator.deployment.inventory_keys import NETWORK
from generator.deployment.networks import network_view
from generator.deployment.types import NetworkView
from generator.deployment.values import At, Value, made
from generator.findings import Place
from generator.inventory import Inventory
from generator.plan.networks import CTLPLANE, network_plan
from generator.plan.types import NetworkPlan
from generator.reading.document import Document
from generator.reading.yaml_nodes import Mapping as MappingNode
from generator.reading.yaml_nodes import Node
from generator.reading.yaml_nodes import Sequence as SequenceNode


def network_views(networks: Iterable[NetworkPlan], document: Document) -> Mapping[str, NetworkView]:
    """The networks of network_data.yaml, by name."""
    return {network.name: _view(network, document) for network in networks}


def provisioning_view(inventory: Inventory, document: Document) -> NetworkView | None:
    """ctlplane, as the inventory has it."""
    network = inventory.networks.get(CTLPLANE)
    facts = NetworkFacts(CTLPLANE, CTLPLANE, vip=False)
    return _view(network_plan(network, facts), document) if network else None


def _view(network: NetworkPlan, document: Document) -> NetworkView:
    at = At(document, ("networks", network.name))
    fields = {
        key: spread(data, at.step(NETWORK[key])) if key in NETWORK else made(data, at.key)
        for key, data in _entry(network).items()
    }
    return network_view(Value(fields, at.key), network.name)


def _entry(network: NetworkPlan) -> Mapping[str, Any]:
    """The entry that is rendered for a network."""
    data = {
        "name": network.name,
        "name_lower": network.name_lower,
        "vip": network.vip,
        "vlan": network.vlan,
        "mtu": network.mtu,
        "ip_subnet": network.ip_subnet,
        "allocation_pools": [{"start": a, "end": b} for a, b in network.allocation_pools],
        "gateway_ip": network.gateway_ip,
        "routes": [{"destination": a, "nexthop": b} for a, b in network.routes] or None,
    }
    return {key: value for key, value in data.items() if value is not None}


def spread(data: Any, at: At) -> Value:
    """Plain data that stands at one place; its parts have places of their own where the
    inventory writes them one by one."""
    if not isinstance(data, list | dict):
        return Value(data, at)
    return _spread(data, at, at.document.nodes(Place(at.path))[1])


def _spread(data: Any, at: At, node: Node) -> Value:
    if isinstance(data, list) and isinstance(node, SequenceNode) and len(data) == len(node.items):
        pairs = enumerate(zip(data, node.items, strict=True))
        return Value(tuple(_spread(each, at.step(i), inside) for i, (each, inside) in pairs), at)
    if isinstance(data, dict) and isinstance(node, MappingNode):
        return Value(
            {
                key: _spread(each, at.step(key), node.entries[key][1])
                if key in node.entries else made(each, at)
                for key, each in data.items()
            },
            at,
        )  # fmt: skip
    return made(data, at)


def physical_networks(items: Iterable[str], key: str, document: Document) -> Value:
    """A list over physical networks such as physint:br-tenant: each item lies at a key of the
    network that it begins with. The list itself lies at them, at the site where there are none."""
    at = At(document, ("physical_networks",))
    whole = at if "physical_networks" in document.data else At(document, ("site",))
    inside = (Value(item, at.step(item.partition(":")[0], key)) for item in items)
    return Value(tuple(inside), whole.key)
