"""The networks of network_data.yaml."""

import re

from generator.catalog.roles import NetworkFacts
from generator.catalog.roles import networks as standard_networks
from generator.inventory import Inventory, Network
from generator.plan.types import NetworkPlan

CTLPLANE = "ctlplane"


def network_plans(inventory: Inventory) -> tuple[NetworkPlan, ...]:
    """Every network but ctlplane, which the undercloud defines."""
    known = standard_networks(inventory.site.target)
    return tuple(
        network_plan(network, known.get(name) or NetworkFacts(name, _lower(name), vip=False))
        for name, network in inventory.networks.items()
        if name != CTLPLANE
    )


def network_plan(network: Network, facts: NetworkFacts) -> NetworkPlan:
    """The values of one network."""
    pool = network.pool
    return NetworkPlan(
        facts.name, facts.name_lower, facts.vip, network.vlan, network.mtu, str(network.cidr),
        ((str(pool.first), str(pool.last)),) if pool else (),
        str(network.gateway) if network.gateway else None,
        tuple((str(route.destination), str(route.nexthop)) for route in network.routes),
    )  # fmt: skip


def _lower(name: str) -> str:
    """StorageMgmt -> storage_mgmt, the product's habit for names of its own."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
