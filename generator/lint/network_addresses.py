"""Rules over CIDRs, gateways and routes of networks: network_data and the parameters over it."""

from collections.abc import Iterator
from itertools import islice

from generator.checks.wording import listed
from generator.deployment.types import DeploymentView
from generator.findings import Severity
from generator.lint.nics import text
from generator.lint.ruleset import Found, rule
from generator.lint.scope import texts
from generator.lint.subnets import (
    Network,
    Subnet,
    address_of,
    ends,
    free_host,
    joined,
    network_of,
    subnets,
)

_COMPARED = 100


@rule("cidr-invalid", Severity.ERROR)
def cidr_invalid(view: DeploymentView) -> Iterator[Found]:
    """A network's CIDR is an address with a prefix length.

    Why: Neutron on the undercloud refuses the subnet, and the stack fails.
    Fix: Write ADDRESS/PREFIX, such as 172.17.0.0/24.
    Source: Neutron, validation of cidr.
    """
    for subnet in subnets(view):
        written = text(subnet.cidr)
        if subnet.cidr and written and subnet.range is None:
            hint = "write ADDRESS/PREFIX, such as 172.17.0.0/24"
            if address_of(written):
                hint = f"add the prefix length, such as {written}/24"
            yield Found(subnet.cidr.at, f"{written} of {subnet.name} is no CIDR", hint)


@rule("cidr-host-bits", Severity.WARNING)
def cidr_host_bits(view: DeploymentView) -> Iterator[Found]:
    """A CIDR is the address of its network.

    Why: Neutron cuts the host bits off, or refuses the subnet; and often another network
    was meant.
    Fix: Write the network's address, as the hint has it.
    Source: Neutron, validation of cidr.
    """
    for subnet in subnets(view):
        network, written = subnet.range, text(subnet.cidr) or ""
        address = address_of(written.partition("/")[0])
        if subnet.cidr and network and address and address != network.network_address:
            yield Found(
                subnet.cidr.at, f"{written} of {subnet.name} has host bits set", f"write {network}"
            )


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


@rule("name-server-invalid", Severity.ERROR)
def name_server_invalid(view: DeploymentView) -> Iterator[Found]:
    """DnsServers lists addresses.

    Why: Names and malformed addresses in resolv.conf are skipped: the nodes resolve nothing,
    and the deployment fails where it needs to.
    Fix: Write the addresses of the name servers.
    Source: tripleo-heat-templates 11.6.0, DnsServers; os-net-config 11.5.0, dns_servers.
    """
    value = view.parameters.get("DnsServers")
    for written in texts(value) or ():
        if value is not None and address_of(written) is None and "{" not in written:
            yield Found(value.at, f"{written} is no address", "write the address of a name server")


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
                near = islice(whole, _COMPARED)
                owners = [each.network for each in near if each.range and hop in each.range]
                hint = f"write a router's address in {network}"
                yield Found(
                    value.at, f"the next hop {hop} of a route of {subnet.name} is outside"
                    f" {network}", f"move the route to {listed(owners)}" if owners else hint,
                )  # fmt: skip


@rule("route-destination-invalid", Severity.ERROR)
def route_destination_invalid(view: DeploymentView) -> Iterator[Found]:
    """The destination of a network's route is the address of a network with its prefix length.

    Why: Neutron on the undercloud refuses the subnet for a destination with host bits or
    without a prefix length, and the stack fails.
    Fix: Write the network's address, as the hint has it.
    Source: neutron-lib, validate_route_cidr; tripleo-heat-templates 11.6.0, <Net>Routes.
    """
    for subnet in subnets(view):
        for item in subnet.routes.items if subnet.routes else ():
            value = item.get("destination")
            written = text(value)
            if value is None or not written:
                continue
            network = network_of(written)
            if network is None:
                hint = "write ADDRESS/PREFIX, such as 10.0.0.0/8"
            elif "/" not in written or address_of(written.partition("/")[0]) not in (
                None, network.network_address,
            ):  # fmt: skip
                hint = f"write {network}"
            else:
                continue
            yield Found(
                value.at, f"the destination {written} of a route of {subnet.name} is no network",
                hint,
            )  # fmt: skip
