"""Rules over routes."""

from collections.abc import Iterator
from ipaddress import IPv4Address, IPv4Network

from generator.checks.registry import INVENTORY_RULES
from generator.checks.subject import InventorySubject
from generator.checks.wiring import CTLPLANE, roles_by_network
from generator.checks.wording import listed
from generator.findings import Fault, Path, Place, Severity
from generator.inventory import Route

_EVERYWHERE = IPv4Network("0.0.0.0/0")


def _routes(subject: InventorySubject) -> Iterator[tuple[str, Path, Route]]:
    """Every route that nodes get, with its network and path. Those of ctlplane are not ours."""
    for name, network in subject.inventory.networks.items():
        for index, route in enumerate(network.routes):
            if name != CTLPLANE:
                yield name, ("networks", name, "routes", index), route


@INVENTORY_RULES.rule("default-route-as-route", Severity.WARNING)
def default_route_as_route(subject: InventorySubject) -> Iterator[Fault]:
    """A default route is written as `gateway`, not among the routes.

    Why: os-net-config keeps only the last default route of a device, and two devices with
    one each leave it to chance which the kernel uses.
    Fix: Write `gateway`; External's is the default route of the Controllers.
    Source: os-net-config (Train), behaviour of the ifcfg provider.
    """
    for name, network in subject.inventory.networks.items():
        for index, route in enumerate(network.routes):
            if route.destination == _EVERYWHERE:
                yield Fault(
                    Place(("networks", name, "routes", index)),
                    f"a route of {name} is a default route over {route.nexthop}",
                    f"remove it and write gateway: {route.nexthop} where it is wanted",
                )


@INVENTORY_RULES.rule("route-nexthop-no-host-address", Severity.ERROR)
def route_nexthop_no_host_address(subject: InventorySubject) -> Iterator[Fault]:
    """The next hop of a route is an address that a router can have.

    Why: Nobody has the network or the broadcast address; one of the pool is given to a
    node or service, and packets go there.
    Fix: Write the router's address.
    Source: Linux, routing; neutron, allocation pools hold free addresses only.
    """
    for name, path, route in _routes(subject):
        network, hop = subject.inventory.networks[name], route.nexthop
        if hop in (network.cidr.network_address, network.cidr.broadcast_address):
            which = "network" if hop == network.cidr.network_address else "broadcast"
            message, hint = f"is the {which} address of {network.cidr}", "write the router's"
        elif network.pool is not None and hop in network.pool:
            message = f"is in the pool {network.pool} of {name}"
            hint = "write the router's, or take it out of the pool"
        else:
            continue
        text = f"the next hop {hop} to {route.destination} {message}"
        yield Fault(Place((*path, "nexthop")), text, hint)


@INVENTORY_RULES.rule("route-twice", Severity.ERROR)
def route_twice(subject: InventorySubject) -> Iterator[Fault]:
    """A node has one route to a destination.

    Why: The kernel refuses the second one, and which that is depends on the order in which
    the devices come up.
    Fix: Keep the one whose router leads there.
    Source: Linux, ip route add; os-net-config (Train), routes of a device.
    """
    used = roles_by_network(subject.inventory)
    seen: dict[IPv4Network, list[tuple[str, IPv4Address, Place]]] = {}
    for name, path, route in _routes(subject):
        others = seen.setdefault(route.destination, [])
        place = Place((*path, "destination"))
        for other, hop, before in others:
            meet = [role for role in used.get(name, ()) if role in used.get(other, ())]
            if name == other or meet:
                yield Fault(
                    place,
                    f"there is a route to {route.destination} over {hop} of {other} already",
                    "keep one of the two",
                    related=(before,),
                )
                break
        others.append((name, route.nexthop, place))


@INVENTORY_RULES.rule("route-to-own-network", Severity.ERROR)
def route_to_own_network(subject: InventorySubject) -> Iterator[Fault]:
    """A route leads to addresses that its nodes are not on themselves.

    Why: The route is as good as the network's own, or better: nodes of one link then talk
    by way of a router, or not at all.
    Fix: Remove the route, or write the network that lies behind the router.
    Source: Linux, routing: the longest prefix wins.
    """
    used = roles_by_network(subject.inventory)
    for name, path, route in _routes(subject):
        for other, network in subject.inventory.networks.items():
            meet = [role for role in used.get(name, ()) if role in used.get(other, ())]
            if route.destination.subnet_of(network.cidr) and (name == other or meet):
                whose = f"{listed(meet)} is on" if len(meet) == 1 else f"{listed(meet)} are on"
                yield Fault(
                    Place((*path, "destination")),
                    f"the destination {route.destination} lies in {network.cidr} of {other}, "
                    f"which {'the route belongs to' if name == other else whose}",
                    "remove the route, or write the network behind the router",
                )
