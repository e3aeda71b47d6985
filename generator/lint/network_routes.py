"""Rules over the routes of networks."""

from collections.abc import Iterator
from typing import NamedTuple

from generator.checks.wording import listed
from generator.deployment.types import DeploymentView
from generator.deployment.values import At, Value
from generator.findings import Severity
from generator.lint.nics import text
from generator.lint.ruleset import Found, rule
from generator.lint.subnets import Address, Network, Subnet, address_of, ends, network_of, subnets


class _Route(NamedTuple):
    subnet: Subnet
    to: Network
    at: At  # of the destination
    hop: Address | None
    hop_at: At


def _routes(view: DeploymentView) -> Iterator[_Route]:
    """Every route that nodes get. Those of the provisioning network are the undercloud's."""
    own = view.provisioning.name if view.provisioning else None
    for subnet in subnets(view):
        for item in subnet.routes.items if subnet.routes and subnet.network != own else ():
            destination = item.get("destination") or item.get("ip_netmask")
            hop = item.get("nexthop") or item.get("next_hop")
            to = network_of(text(destination) or "")
            if destination and to:
                yield _Route(subnet, to, destination.at, _hop(hop), (hop or item).at)


def _hop(value: Value | None) -> Address | None:
    return address_of(text(value) or "")


def _met(view: DeploymentView, one: Subnet, other: Subnet) -> list[str]:
    """The roles that are certainly on both. Of a network with several subnets nobody knows
    which one a role is on."""
    known = [view.networks.get(each.network) for each in (one, other)]
    if any(network is None or network.subnets for network in known):
        return []
    pair = {one.network, other.network}
    return [role.name for role in view.roles.values() if pair <= set(role.networks or ())]


@rule("route-nexthop-no-host-address", Severity.ERROR)
def route_nexthop_no_host_address(view: DeploymentView) -> Iterator[Found]:
    """The next hop of a route is an address that a router can have.

    Why: Nobody has the network or the broadcast address; one of the pool is given to a
    node or service, and packets go there.
    Fix: Write the router's address.
    Source: Linux, routing; neutron, allocation pools hold free addresses only.
    """
    for route in _routes(view):
        network, hop = route.subnet.range, route.hop
        if network is None or hop is None:
            continue
        pool = next((pool for pool in route.subnet.pool_ranges if pool.holds(hop)), None)
        if network.version == 4 and hop in ends(network):
            which = "network" if hop == network.network_address else "broadcast"
            message, hint = f"is the {which} address of {network}", "write the router's"
        elif pool:
            message = f"is in the pool {pool} of {route.subnet.name}"
            hint = "write the router's, or take it out of the pool"
        else:
            continue
        yield Found(route.hop_at, f"the next hop {hop} to {route.to} {message}", hint)


@rule("route-twice", Severity.ERROR)
def route_twice(view: DeploymentView) -> Iterator[Found]:
    """A node has one route to a destination.

    Why: The kernel refuses the second one, and which that is depends on the order in which
    the devices come up.
    Fix: Keep the one whose router leads there.
    Source: Linux, ip route add; os-net-config (Train), routes of a device.
    """
    seen: dict[Network, list[_Route]] = {}
    for route in _routes(view):
        others = seen.setdefault(route.to, [])
        for before in others:
            same = before.subnet.name == route.subnet.name
            if same or _met(view, before.subnet, route.subnet):
                yield Found(
                    route.at,
                    f"there is a route to {route.to} over {before.hop} of {before.subnet.name} "
                    "already",
                    "keep one of the two",
                    (before.at,),
                )
                break
        others.append(route)


@rule("route-to-own-network", Severity.ERROR)
def route_to_own_network(view: DeploymentView) -> Iterator[Found]:
    """A route leads to addresses that its nodes are not on themselves.

    Why: The route is as good as the network's own, or better: nodes of one link then talk
    by way of a router, or not at all.
    Fix: Remove the route, or write the network that lies behind the router.
    Source: Linux, routing: the longest prefix wins.
    """
    for route in _routes(view):
        for other in subnets(view):
            if other.range is None or not _within(route.to, other.range):
                continue
            same = other.name == route.subnet.name
            if same or (met := _met(view, route.subnet, other)):
                whose = "which the route belongs to"
                if not same:
                    whose = f"which {listed(met)} {'is' if len(met) == 1 else 'are'} on"
                yield Found(
                    route.at,
                    f"the destination {route.to} lies in {other.range} of {other.name}, {whose}",
                    "remove the route, or write the network behind the router",
                )


def _within(one: Network, other: Network) -> bool:
    """Whether a network is the other or a part of it."""
    same = one.version == other.version and one.prefixlen >= other.prefixlen
    return same and one.network_address in other
