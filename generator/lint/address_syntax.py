"""Rules over how CIDRs and pools are written: network_data and the parameters over it."""

from collections.abc import Iterator
from itertools import pairwise

from generator.deployment.types import DeploymentView
from generator.deployment.values import Value
from generator.findings import Severity
from generator.lint.nics import text
from generator.lint.ruleset import Found, rule
from generator.lint.scope import texts
from generator.lint.subnets import Pool, Subnet, address_of, network_of, subnets


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


@rule("pool-invalid", Severity.ERROR)
def pool_invalid(view: DeploymentView) -> Iterator[Found]:
    """An allocation pool has a start and an end, the lower address first.

    Why: Neutron on the undercloud refuses the subnet, and the stack fails.
    Fix: Write [{start: FIRST, end: LAST}].
    Source: Neutron, validation of allocation pools.
    """
    for subnet in subnets(view):
        pools = subnet.pools
        if pools is None:
            continue
        hint = "write [{start: FIRST, end: LAST}]"
        if pools.entries:
            yield Found(pools.at, f"the pools of {subnet.name} are no list", hint)
        for item in pools.items:
            yield from _pool_problem(subnet, item, hint)
        for pool in subnet.pool_ranges:
            if int(pool.start) > int(pool.end):
                message = f"the pool {pool} of {subnet.name} ends before it starts"
                yield Found(pool.at, message, f"write {pool.end}-{pool.start}")


def _pool_problem(subnet: Subnet, item: Value, hint: str) -> Iterator[Found]:
    data, at = item.data, item.at
    if not item.known:
        return
    if not isinstance(data, dict) or not {"start", "end"} <= data.keys():
        yield Found(at, f"a pool of {subnet.name} has no start and end", hint)
        return
    for key in ("start", "end"):
        written = str(data[key])
        if address_of(written) is None:
            yield Found(at, f"the {key} {written} of a pool of {subnet.name} is no address", hint)


@rule("pools-overlap", Severity.ERROR)
def pools_overlap(view: DeploymentView) -> Iterator[Found]:
    """The pools of a subnet do not overlap.

    Why: Neutron on the undercloud refuses the subnet, and the stack fails.
    Fix: Make one pool of the two, or correct an end.
    Source: Neutron, validation of allocation pools.
    """
    for subnet in subnets(view):
        found = sorted(subnet.pool_ranges, key=_order)
        for before, after in pairwise(found):
            if before.holds(after.start):
                yield Found(
                    after.at, f"the pools {before} and {after} of {subnet.name} overlap",
                    "make one pool of the two, or correct an end", (before.at,),
                )  # fmt: skip


def _order(pool: Pool) -> tuple[int, int, int]:
    return pool.start.version, int(pool.start), int(pool.end)


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
