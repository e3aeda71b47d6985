"""The MTU chain of each link: physical network, link, ports, VLAN networks, guests."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from generator.explained import Explained
from generator.inventory import PhysicalNetwork
from generator.plan.links import physical_networks
from generator.plan.types import LinkPlan, Plan, RolePlan


class ChainLink(NamedTuple):
    """A link of a role with what lies below and above it. Its ports have its own MTU."""

    role: str
    link: LinkPlan
    physical: Mapping[str, PhysicalNetwork]
    networks: Mapping[str, tuple[int | None, int]]  # VLAN id and MTU
    guests: Mapping[str, Explained[int]]


def mtu_chain(plan: Plan, roles: Iterable[RolePlan]) -> Iterator[ChainLink]:
    """The chain of every link of these roles."""
    known = {network.name: (network.vlan, network.mtu) for network in plan.networks}
    known |= {
        name: (network.vlan, network.mtu)
        for name, network in plan.inventory.networks.items()
        if name not in known
    }
    for role in roles:
        for link in role.links:
            physical = physical_networks(link.link, plan.inventory)
            networks = {name: known[name] for name in link.link.networks}
            yield ChainLink(
                role.name, link, physical, networks,
                dict(_guests(plan.guest_mtus, {*physical, *networks})),
            )  # fmt: skip


def _guests(
    mtus: Mapping[str, Explained[int]], carriers: set[str]
) -> Iterator[tuple[str, Explained[int]]]:
    """What is left for guests, of what is named by the network that carries it."""
    for name, mtu in mtus.items():
        if name.rpartition(" ")[2] in carriers:
            yield name, mtu
