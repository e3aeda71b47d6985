"""The subnets of a deployment: CIDRs, pools and gateways as they act, with their places."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)
from typing import NamedTuple, TypeAlias

from generator.deployment.types import NETWORK_PARAMETERS, DeploymentView
from generator.deployment.values import At, Value
from generator.lint.nics import text
from generator.record import Frozen, record

Address: TypeAlias = IPv4Address | IPv6Address
Network: TypeAlias = IPv4Network | IPv6Network
_SUFFIXES = ("NetCidr", "AllocationPools", "InterfaceDefaultRoute")
_SIXTH = {
    "ip_subnet": "ipv6_subnet", "allocation_pools": "ipv6_allocation_pools",
    "gateway_ip": "gateway_ipv6", "routes": "routes_ipv6",
}  # fmt: skip
_BEYOND = 1 << 128
_NO_NETWORK = {"ControlPlane", "Ctlplane"}


class Pool(NamedTuple):
    """A range of addresses."""

    start: Address
    end: Address
    at: At

    def holds(self, address: Address) -> bool:
        """Whether an address is in it."""
        inside = int(self.start) <= int(address) <= int(self.end)
        return inside and address.version == self.start.version

    @property
    def size(self) -> int:
        """How many addresses it has."""
        return int(self.end) - int(self.start) + 1

    def __str__(self) -> str:
        return f"{self.start}-{self.end}"


@record
class Subnet(Frozen):
    """A subnet of a network; the values are None where they are not set or not known."""

    network: str
    name: str  # as messages call it: the network, or network and subnet
    cidr: Value | None
    pools: Value | None
    gateway: Value | None
    routes: Value | None

    @cached_property
    def range(self) -> Network | None:
        """The network of the CIDR, host bits cut off; None for what is none."""
        written = text(self.cidr)
        return network_of(written) if written and "/" in written else None

    @cached_property
    def pool_ranges(self) -> tuple[Pool, ...]:
        """The pools that can be read."""
        found = (_pool(item) for item in (self.pools.items if self.pools else ()))
        return tuple(pool for pool in found if pool)

    @property
    def gateway_address(self) -> Address | None:
        """The gateway, None where it is none."""
        written = text(self.gateway)
        return address_of(written) if written else None


class Ranges:
    """Ranges of addresses, to be asked for the one that holds an address."""

    def __init__(self, ranges: Iterable[tuple[Address, Address]]) -> None:
        self._ranges = sorted((each[0].version, int(each[0]), int(each[1])) for each in ranges)
        self._widest: list[tuple[int, int, int]] = []
        for each in self._ranges:
            before = self._widest[-1] if self._widest else each
            wider = before[0] == each[0] and before[2] > each[2]
            self._widest.append(before if wider else each)

    def holds(self, address: Address) -> bool:
        """Whether any range holds an address."""
        wanted = (address.version, int(address))
        index = bisect_right(self._ranges, (*wanted, _BEYOND)) - 1
        if index < 0:
            return False
        version, _, end = self._widest[index]
        return version == address.version and end >= int(address)


def address_of(written: str) -> Address | None:
    """A text as an address."""
    try:
        return ip_address(written.strip())
    except ValueError:
        return None


def network_of(written: str) -> Network | None:
    """A text as a network, whatever its host bits."""
    try:
        return ip_network(written.strip(), strict=False)
    except ValueError:
        return None


def _pool(item: Value) -> Pool | None:
    start, end = text(item.get("start")), text(item.get("end"))
    first, last = address_of(start or ""), address_of(end or "")
    if first is None or last is None or first.version != last.version:
        return None
    return Pool(first, last, item.at)


@lru_cache(maxsize=1)
def subnets(view: DeploymentView) -> tuple[Subnet, ...]:
    """Every subnet of the networks that are enabled, in the order of the networks; first that
    of the provisioning network, where it is known."""
    return tuple(_subnets(view))


def _subnets(view: DeploymentView) -> Iterator[Subnet]:
    if own := view.provisioning:
        yield _subnet(own.name, own.name, own.fields)
    names = dict.fromkeys(name for name, network in view.networks.items() if network.enabled)
    for name in view.parameters:
        suffix = next((each for each in _SUFFIXES if name.endswith(each)), None)
        network = name.removesuffix(suffix) if suffix else ""
        if network and network not in view.networks and network not in _NO_NETWORK:
            names[network] = None
    for network in names:
        yield _subnet(network, network, {
            key: view.network_fact(network, key) for key in NETWORK_PARAMETERS
        })  # fmt: skip
        known = view.networks.get(network)
        if known is None:
            continue
        if any(key in known.fields for key in _SIXTH.values()):
            fields = {key: known.fields.get(sixth) for key, sixth in _SIXTH.items()}
            yield _subnet(network, f"{network} (IPv6)", fields)
        for subnet in known.subnets.values():
            yield _subnet(network, f"{network}, subnet {subnet.name}", subnet.fields)


def _subnet(network: str, name: str, fields: Mapping[str, Value | None]) -> Subnet:
    return Subnet(
        network, name, fields.get("ip_subnet"), fields.get("allocation_pools"),
        fields.get("gateway_ip"), fields.get("routes"),
    )  # fmt: skip


def joined(view: DeploymentView) -> frozenset[str] | None:
    """The networks that roles are on; None where nobody tells."""
    lists = [role.networks for role in view.roles.values()]
    if not view.roles_read or None in lists:
        return None
    every = [view.provisioning.name] if view.provisioning else []
    return frozenset((*every, *(network for each in lists for network in each or ())))


def ends(network: Network) -> tuple[Address, ...]:
    """The addresses that no host can have: the network's, then the broadcast address."""
    if network.num_addresses < 4:
        return ()
    broadcast = (network.broadcast_address,) if network.version == 4 else ()
    return (network.network_address, *broadcast)


def free_host(subnet: Subnet) -> Address | None:
    """The first address that a gateway could have: of the network, outside of the pools."""
    network = subnet.range
    if network is None or network.num_addresses < 4:
        return None
    candidate = network.network_address + 1
    for pool in sorted(subnet.pool_ranges, key=lambda pool: int(pool.start)):
        if pool.holds(candidate):
            candidate = pool.end + 1
    return candidate if candidate in network else None
