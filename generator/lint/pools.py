"""Rules over allocation pools."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from generator.catalog.roles import networks as standard_networks
from generator.deployment.types import DeploymentView
from generator.deployment.values import Value
from generator.findings import Severity
from generator.lint.ruleset import Found, rule
from generator.lint.scope import nodes
from generator.lint.subnets import Address, Network, Pool, Subnet, address_of, ends, subnets


def _pools(view: DeploymentView) -> Iterator[tuple[Subnet, Network, Pool]]:
    """Every pool of a known network that is of its family."""
    for subnet in subnets(view):
        network = subnet.range
        for pool in subnet.pool_ranges if network else ():
            if network and pool.start.version == network.version:
                yield subnet, network, pool


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


@rule("pool-outside-cidr", Severity.ERROR)
def pool_outside_cidr(view: DeploymentView) -> Iterator[Found]:
    """The pool of a network lies inside its CIDR.

    Why: Neutron on the undercloud refuses the subnet, and the stack fails.
    Fix: Correct the pool or the CIDR; often one of the two was copied from another network.
    Source: Neutron, validation of allocation pools.
    """
    yield from _other_family(view)
    for subnet, network, pool in _pools(view):
        if pool.start not in network or pool.end not in network:
            moved = _moved(pool, network)
            hint = f"choose a range inside {network}, or correct the CIDR"
            yield Found(
                pool.at, f"the pool {pool} of {subnet.name} is outside {network}",
                f"write {moved}, or correct the CIDR" if moved else hint,
                (subnet.cidr.at,) if subnet.cidr else (),
            )  # fmt: skip


def _other_family(view: DeploymentView) -> Iterator[Found]:
    for subnet in subnets(view):
        for pool in subnet.pool_ranges if subnet.range else ():
            if subnet.range and pool.start.version != subnet.range.version:
                yield Found(
                    pool.at, f"the pool {pool} of {subnet.name} is outside {subnet.range}, which "
                    f"is of IPv{subnet.range.version}", f"choose a range inside {subnet.range}",
                    (subnet.cidr.at,) if subnet.cidr else (),
                )  # fmt: skip


def _moved(pool: Pool, network: Network) -> str | None:
    """The pool with the same last digits inside of a network."""
    mask = int(network.hostmask)
    start, end = int(pool.start) & mask, int(pool.end) & mask
    if not 0 < start < end < mask:
        return None
    return f"{network.network_address + start}-{network.network_address + end}"


@rule("pool-holds-taken-address", Severity.ERROR)
def pool_holds_taken_address(view: DeploymentView) -> Iterator[Found]:
    """A pool holds neither the network address, the broadcast address nor the gateway.

    Why: Neutron refuses such a pool; a node with the gateway's address would cut
    everybody else off.
    Fix: Shorten the pool at the end that holds the address.
    Source: Neutron, validation of allocation pools against the gateway.
    """
    for subnet, network, pool in _pools(view):
        if pool.start not in network or pool.end not in network:
            continue
        names = ("network address", "broadcast address")
        taken = dict(zip(ends(network), names, strict=False))
        if gateway := subnet.gateway_address:
            taken[gateway] = "gateway"
        for address, what in taken.items():
            if pool.holds(address):
                yield Found(
                    pool.at, f"the pool {pool} of {subnet.name} holds its {what} {address}",
                    _shortened(pool, address),
                    (subnet.gateway.at,) if what == "gateway" and subnet.gateway else (),
                )  # fmt: skip


def _shortened(pool: Pool, address: Address) -> str:
    if address == pool.start and pool.size > 1:
        return f"begin it at {pool.start + 1}"
    if address == pool.end and pool.size > 1:
        return f"end it at {pool.end - 1}"
    return f"choose a range without {address}"


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


@rule("pool-too-small", Severity.ERROR)
def pool_too_small(view: DeploymentView) -> Iterator[Found]:
    """A pool has an address for every node on the network and for its virtual address.

    Why: The stack fails when the first node finds the pool empty.
    Fix: Widen the pool, or set fixed addresses outside of it.
    Source: tripleo-heat-templates (Train): one port per node and network, VIP ports for the
    network itself, Redis and the OVN databases.
    """
    if not view.roles_read:
        return
    wanted: Counter[str] = Counter()
    for role in view.roles.values():
        for network in role.networks or () if f"{role.name}IPs" not in view.parameters else ():
            wanted[network] += nodes(role) or 0
    for subnet in subnets(view):
        known = view.networks.get(subnet.network)
        if known is None or known.subnets or not subnet.pools or not subnet.pool_ranges:
            continue
        needed = wanted[subnet.network]
        virtual = int(_has_vip(view, subnet.network))
        size = sum(pool.size for pool in subnet.pool_ranges if pool.size > 0)
        if needed and 0 < size < needed + virtual:
            yield Found(
                subnet.pools.at, f"the pool of {subnet.name} has {size} addresses for {needed}"
                f" nodes and {virtual or 'no'} virtual address",
                f"widen it to at least {needed + virtual} addresses",
            )  # fmt: skip


def _has_vip(view: DeploymentView, network: str) -> bool:
    known = view.networks[network].get("vip")
    if known is not None:
        return known.content is True
    facts = standard_networks(view.target).get(network)
    return not view.networks_read and bool(facts and facts.vip)
