"""Rules over the addresses of networks as they act: ranges, gateways and next hops."""

from collections.abc import Iterator
from ipaddress import IPv4Network
from itertools import islice

from generator.checks.wording import listed
from generator.deployment.types import DeploymentView
from generator.findings import Severity
from generator.lint.nics import text
from generator.lint.ruleset import Found, rule
from generator.lint.subnets import (
    Address,
    Network,
    Subnet,
    address_of,
    ends,
    free_host,
    joined,
    subnets,
)

_COMPARED = 100
_UNUSABLE = {
    IPv4Network("0.0.0.0/8"): "addresses without a network",
    IPv4Network("127.0.0.0/8"): "loopback addresses",
    IPv4Network("169.254.0.0/16"): "link-local addresses",
    IPv4Network("224.0.0.0/4"): "multicast addresses",
    IPv4Network("240.0.0.0/4"): "reserved addresses",
}
_LONGEST_PREFIX = 30


@rule("network-cidr-unusable", Severity.ERROR)
def network_cidr_unusable(view: DeploymentView) -> Iterator[Found]:
    """The CIDR of a network is one that hosts can have, with room for two of them.

    Why: Kernel and routers give loopback, multicast, link-local and reserved addresses
    another meaning or drop them; a network of one or two addresses has no hosts.
    Fix: Write the network that the switches and routers carry.
    Source: RFC 6890, special-purpose addresses; Linux, routing.
    """
    for subnet in subnets(view):
        network = subnet.range
        if not isinstance(network, IPv4Network) or not subnet.cidr:
            continue
        means = next((means for bad, means in _UNUSABLE.items() if network.overlaps(bad)), "")
        if means:
            yield Found(
                subnet.cidr.at, f"{network} of {subnet.name} holds {means}",
                "write the network that the switches carry, such as 192.168.140.0/24",
            )  # fmt: skip
        elif network.prefixlen > _LONGEST_PREFIX:
            yield Found(
                subnet.cidr.at, f"{network} of {subnet.name} has no room for hosts",
                f"write a network of /{_LONGEST_PREFIX} or wider",
            )  # fmt: skip


@rule("gateway-outside-cidr", Severity.ERROR)
def gateway_outside_cidr(view: DeploymentView) -> Iterator[Found]:
    """The gateway of a network lies inside its CIDR.

    Why: A route over an address that is not on the link is refused, and the network
    cannot be reached from elsewhere.
    Fix: Write the router's address in this network.
    Source: Neutron, validation of gateway_ip; os-net-config, default routes.
    """
    used = joined(view)
    for subnet in subnets(view):
        network, gateway = subnet.range, subnet.gateway_address
        if network is None or gateway is None or subnet.gateway is None:
            continue
        if used is not None and subnet.network not in used:
            continue  # nothing gets a route over it
        if gateway.version == network.version and gateway not in network:
            free = free_host(subnet)
            example = f", for example {free}" if free else ""
            yield Found(
                subnet.gateway.at,
                f"the gateway {gateway} of {subnet.name} is outside {network}",
                f"write the router's address in {network}, outside of the pool{example}",
                (subnet.cidr.at,) if subnet.cidr else (),
            )  # fmt: skip


@rule("gateway-no-host-address", Severity.ERROR)
def gateway_no_host_address(view: DeploymentView) -> Iterator[Found]:
    """A gateway is neither the network address nor the broadcast address.

    Why: No router can have such an address.
    Fix: Write the router's address.
    Source: Neutron, validation of gateway_ip.
    """
    for subnet in subnets(view):
        network, gateway = subnet.range, subnet.gateway_address
        if subnet.gateway and network and gateway and gateway in ends(network):
            which = "network" if gateway == network.network_address else "broadcast"
            yield Found(
                subnet.gateway.at, f"the gateway {gateway} of {subnet.name} is the {which} address"
                f" of {network}", f"write the router's address in {network}",
            )  # fmt: skip


@rule("networks-overlap", Severity.ERROR)
def networks_overlap(view: DeploymentView) -> Iterator[Found]:
    """The CIDRs of two networks do not overlap.

    Why: A node on both has two routes to one address and answers on the wrong link; Neutron
    refuses two subnets of one network with common addresses.
    Fix: Give each network a range of its own.
    Source: Neutron on the undercloud; kernel routing.
    """
    known = [(subnet.range, subnet) for subnet in subnets(view) if subnet.range and subnet.cidr]
    ordered = sorted(
        known, key=lambda each: (each[0].version, int(each[0].network_address), each[0].prefixlen)
    )  # fmt: skip
    widest: tuple[Network, Subnet] | None = None
    for network, subnet in ordered:
        if widest and widest[0].version == network.version and _within(network, widest[0]):
            yield _overlap(widest[1], subnet)
        else:
            widest = (network, subnet)


def _within(network: Network, other: Network) -> bool:
    return int(network.network_address) <= int(other.broadcast_address)


def _overlap(one: Subnet, other: Subnet) -> Found:
    pair = [(each.cidr.at, each) for each in (one, other) if each.cidr]
    (first, before), (second, after) = sorted(pair, key=lambda each: each[0].location)
    return Found(
        second, f"{after.range} of {after.name} overlaps {before.range} of {before.name}",
        "give each network a range of its own", (first,),
    )  # fmt: skip


@rule("route-nexthop-outside-cidr", Severity.ERROR)
def route_nexthop_outside_cidr(view: DeploymentView) -> Iterator[Found]:
    """The next hop of a route lies inside the network that the route belongs to.

    Why: The kernel refuses a route over an address that is not on the link.
    Fix: Write a router's address of this network, or move the route to the other network.
    Source: os-net-config (Train), routes of a device.
    """
    whole = list(subnets(view))
    for subnet in whole:
        network, routes = subnet.range, subnet.routes
        for item in routes.items if routes and network else ():
            value = item.get("nexthop") or item.get("next_hop")
            hop = address_of(text(value) or "")
            if value and hop and network and hop.version == network.version and hop not in network:
                owners = _owners(view, whole, hop)
                hint = f"write a router's address in {network}"
                where = text(item.get("destination"))
                yield Found(
                    value.at, f"the next hop {hop}{f' to {where}' if where else ''} is outside"
                    f" {network} of {subnet.name}",
                    f"move the route to {listed(owners)}" if owners else hint,
                    (subnet.cidr.at,) if subnet.cidr else (),
                )  # fmt: skip


def _owners(view: DeploymentView, whole: list[Subnet], hop: Address) -> list[str]:
    """The networks that an address lies in, and whose routes reach the nodes."""
    near = (each for each in islice(whole, _COMPARED) if each.network in view.networks)
    return [each.network for each in near if each.range and hop in each.range]
