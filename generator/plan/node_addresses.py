"""<Role>IPs: the addresses that nodes keep."""

from collections.abc import Iterable, Mapping

from generator.explained import Explained
from generator.inventory import Inventory
from generator.plan.host_names import nodes_of
from generator.plan.networks import CTLPLANE
from generator.plan.types import HeatValue, NetworkPlan, Parameter

_TEMPLATE = "tripleo-heat-templates puppet/role.role.j2.yaml"


def filed_under(networks: Iterable[NetworkPlan]) -> Mapping[str, str]:
    """The name that the addresses of a network go by."""
    return {network.name: network.name_lower for network in networks} | {CTLPLANE: CTLPLANE}


def address_lists(inventory: Inventory, role: str) -> Mapping[str, tuple[str, ...]]:
    """The addresses of a role's nodes by network, in the order of its nodes: of networks on
    which every node has one. A rule sees to it that no other has any."""
    nodes = [inventory.nodes[name] for name in nodes_of(inventory, role)]
    return {
        name: tuple(str(node.ips[name]) for node in nodes)
        for name in inventory.networks
        if nodes and all(name in node.ips for node in nodes)
    }


def address_parameter(
    inventory: Inventory, role: str, lowers: Mapping[str, str]
) -> Parameter | None:
    """<Role>IPs, None for a role whose addresses are the pools' choice; `lowers` as
    `filed_under` has them."""
    lists = address_lists(inventory, role)
    if not lists:
        return None
    value: HeatValue = {lowers[name]: list(addresses) for name, addresses in lists.items()}
    rule = (
        "the n-th address is that of the n-th node listed for the role. The ports of"
        " network-isolation.yaml take them as fixed addresses, so that Neutron knows of them; no"
        " *_from_pool port is needed"
    )
    return Parameter(f"{role}IPs", Explained(value, rule, _TEMPLATE))
