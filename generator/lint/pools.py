"""Rules over allocation pools: what they hold, and whether they suffice."""

from collections import Counter
from collections.abc import Iterator

from generator.catalog.roles import networks as standard_networks
from generator.deployment.types import DeploymentView, NetworkView, RoleView
from generator.findings import Severity
from generator.lint.ruleset import Found, rule
from generator.lint.scope import nodes
from generator.lint.subnets import Address, Network, Pool, Subnet, ends, subnets
from generator.lint.tenant_types import plugin

_SERVICES_ON = "internal_api"
_MOST_VIRTUAL = 3
_FIXED = {"OvnDbs": "OVNDBs"}  # how the parameter spells the service


def _pools(view: DeploymentView) -> Iterator[tuple[Subnet, Network, Pool]]:
    """Every pool of a known network that is of its family."""
    for subnet in subnets(view):
        network = subnet.range
        for pool in subnet.pool_ranges if network else ():
            if network and pool.start.version == network.version:
                yield subnet, network, pool


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


@rule("pool-too-small", Severity.ERROR)
def pool_too_small(view: DeploymentView) -> Iterator[Found]:
    """A pool has an address for every node on the network and for its virtual addresses.

    Why: The stack fails when the first node finds the pool empty.
    Fix: Widen the pool, or set fixed addresses outside of it.
    Source: tripleo-heat-templates (Train): one port per node and network, VIP ports for the
    network itself, Redis and the OVN databases.
    """
    if not view.roles_read:
        return
    wanted: Counter[str] = Counter()
    for role in view.roles.values():
        for network in role.networks or ():
            wanted[network] += _drawing(view, role, network)
    for subnet in subnets(view):
        known = view.networks.get(subnet.network)
        if known is None or known.subnets or not subnet.pools or not subnet.pool_ranges:
            continue
        needed, size = wanted[subnet.network], _size(subnet)
        # Who else takes addresses is asked only where it may matter.
        virtual = _virtual(view, known) if needed > size - _MOST_VIRTUAL else 0
        if needed and 0 < size < needed + virtual:
            noun = "address" if virtual == 1 else "addresses"
            yield Found(
                subnet.pools.at, f"the pool of {subnet.name} has {size} addresses for {needed}"
                f" nodes and {virtual or 'no'} virtual {noun}",
                f"widen it to at least {needed + virtual} addresses",
            )  # fmt: skip


def _drawing(view: DeploymentView, role: RoleView, network: str) -> int:
    """How many nodes of a role take their addresses on a network from the pool."""
    count, written = nodes(role) or 0, view.parameters.get(f"{role.name}IPs")
    known = view.networks.get(network)
    fixed = written.get(known.name_lower) if written and known else None
    if written is None or (fixed is None and written.known):
        return count
    return max(count - len(fixed.items), 0) if fixed and fixed.known else 0


def _size(subnet: Subnet) -> int:
    return sum(pool.size for pool in subnet.pool_ranges if pool.size > 0)


def _virtual(view: DeploymentView, network: NetworkView) -> int:
    """How many virtual addresses are taken from a network's pool."""
    found = int(_has_vip(view, network))
    if not _isolated(view):
        return found
    services = ["Redis", *(["OvnDbs"] if plugin(view) == "ovn" else [])]
    chosen = view.parameters.get("ServiceNetMap")
    for service in services:
        placed = chosen.get(f"{service}Network") if chosen else None
        name = placed.content if placed else _SERVICES_ON
        fixed = view.parameters.get(f"{_FIXED.get(service, service)}VirtualFixedIPs")
        found += name == network.name_lower and not (fixed and fixed.items)
    return found


def _isolated(view: DeploymentView) -> bool:
    """Whether the product's file is passed that takes virtual addresses from the networks
    instead of from ctlplane."""
    passed = view.deploy.environments if view.deploy else ()
    return any("/network-isolation" in each.path for each in passed)


def _has_vip(view: DeploymentView, network: NetworkView) -> bool:
    known = network.get("vip")
    if known is not None:
        return known.content is True
    facts = standard_networks(view.target).get(network.name)
    return not view.networks_read and bool(facts and facts.vip)
