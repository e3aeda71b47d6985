"""Rules over addresses that are fixed: virtual ones, and those of the nodes."""

from collections.abc import Iterator
from typing import NamedTuple

from generator.checks.wording import did_you_mean
from generator.deployment.types import DeploymentView
from generator.deployment.values import At
from generator.findings import Severity
from generator.lint.nics import text
from generator.lint.ruleset import Found, rule
from generator.lint.scope import apart
from generator.lint.subnets import Address, Ranges, Subnet, address_of, subnets

_CTLPLANE = "ctlplane"
_OF_SERVICES = {
    "RedisVirtualFixedIPs": "RedisNetwork",
    "OVNDBsVirtualFixedIPs": "OvnDbsNetwork",
}
_SUFFIX = "VirtualFixedIPs"


class Fixed(NamedTuple):
    """A fixed address."""

    address: Address
    network: str  # or ctlplane
    what: str  # as messages call it
    at: At
    virtual: bool


def _virtual(view: DeploymentView) -> Iterator[Fixed]:
    """The fixed virtual addresses."""
    for name, value in view.parameters.items():
        network = _network_of(view, name)
        for item in value.items if network else ():
            entry = item.get("ip_address")
            address = address_of(text(entry) or "")
            if entry and address and network:
                yield Fixed(address, network, f"virtual address ({name})", entry.at, True)


def _network_of(view: DeploymentView, name: str) -> str | None:
    """The network that a parameter of virtual addresses is for."""
    if name == "ControlFixedIPs":
        return _CTLPLANE
    if name == "PublicVirtualFixedIPs":
        return "External"
    if key := _OF_SERVICES.get(name):
        chosen = view.parameters.get("ServiceNetMap")
        return _by_lower(view, text(chosen.get(key)) if chosen else None) or "InternalApi"
    network = name.removesuffix(_SUFFIX)
    return network if name.endswith(_SUFFIX) and network in view.networks else None


def _by_lower(view: DeploymentView, lower: str | None) -> str | None:
    if lower == _CTLPLANE:
        return _CTLPLANE
    return next((n.name for n in view.networks.values() if n.name_lower == lower), None)


def _of_nodes(view: DeploymentView) -> Iterator[Fixed]:
    """The fixed addresses of the nodes."""
    lowers = {network.name_lower: name for name, network in view.networks.items()}
    for role in view.roles.values():
        value = view.parameters.get(f"{role.name}IPs")
        for lower, addresses in value.entries.items() if value else ():
            network = _CTLPLANE if lower == _CTLPLANE else lowers.get(lower)
            for index, item in enumerate(addresses.items if network else ()):
                address = address_of(text(item) or "")
                if address and network:
                    yield Fixed(address, network, f"{role.name} {index}", item.at, False)


def _all(view: DeploymentView) -> Iterator[Fixed]:
    yield from _virtual(view)
    yield from _of_nodes(view)


@rule("fixed-address-outside-cidr", Severity.ERROR)
def fixed_address_outside_cidr(view: DeploymentView) -> Iterator[Found]:
    """A fixed address lies inside its network.

    Why: Neutron on the undercloud refuses the port; without a port the node gets an address
    that reaches nobody.
    Fix: Write an address of the network, outside of its pool.
    Source: Neutron, validation of fixed_ips; tripleo-heat-templates (Train), *_from_pool.
    """
    first: dict[tuple[str, int], Subnet] = {}
    known: dict[str, list[tuple[Address, Address]]] = {}
    for subnet in subnets(view):
        if network := subnet.range:
            first.setdefault((subnet.network, network.version), subnet)
            ends = (network.network_address, network.broadcast_address)
            known.setdefault(subnet.network, []).append(ends)
    ranges = {name: Ranges(each) for name, each in known.items()}
    for each in _all(view):
        home = first.get((each.network, each.address.version))
        if home is None or (home.cidr and apart(view, home.cidr.at, each.at)):
            continue
        if not ranges[each.network].holds(each.address):
            yield Found(
                each.at, f"{each.address} of {each.what} is outside {home.range} of {each.network}",
                f"write an address in {home.range}",
            )  # fmt: skip


@rule("fixed-address-in-pool", Severity.WARNING)
def fixed_address_in_pool(view: DeploymentView) -> Iterator[Found]:
    """A fixed address lies outside of the allocation pool.

    Why: The pool may have given it to another node or virtual address before.
    Fix: Shorten the pool, or choose an address outside of it.
    Source: Neutron, allocation pools; tripleo-heat-templates (Train), *_from_pool.
    """
    pools = [(subnet.network, pool) for subnet in subnets(view) for pool in subnet.pool_ranges]
    known: dict[str, list[tuple[Address, Address]]] = {}
    for name, pool in pools:
        known.setdefault(name, []).append((pool.start, pool.end))
    ranges = {name: Ranges(each) for name, each in known.items()}
    for each in _all(view):
        if each.network in ranges and ranges[each.network].holds(each.address):
            yield Found(
                each.at,
                f"{each.address} of {each.what} is inside the pool of {each.network}",
                "choose an address outside of it, or shorten the pool",
            )


@rule("fixed-address-twice", Severity.ERROR)
def fixed_address_twice(view: DeploymentView) -> Iterator[Found]:
    """An address is fixed for one node or virtual address, and is no gateway.

    Why: Two machines with one address cut each other off; Neutron refuses the second port.
    Fix: Give each an address of its own.
    Source: Neutron, validation of fixed_ips; IPv4 address conflicts.
    """
    seen: dict[Address, tuple[str, At]] = {}
    for subnet in subnets(view):
        gateway = subnet.gateway_address
        if gateway and subnet.gateway:
            seen.setdefault(gateway, (f"the gateway of {subnet.name}", subnet.gateway.at))
    for each in _all(view):
        what, at = seen.setdefault(each.address, (each.what, each.at))
        if at is not each.at:
            yield Found(
                each.at, f"{each.address} of {each.what} is that of {what} too",
                "give each an address of its own", (at,),
            )  # fmt: skip


@rule("fixed-address-invalid", Severity.ERROR)
def fixed_address_invalid(view: DeploymentView) -> Iterator[Found]:
    """A fixed address is an address, without a prefix length; a virtual one is an ip_address.

    Why: Heat hands it on as it is: Neutron refuses it, or the node gets rubbish.
    Fix: Write the address alone.
    Source: tripleo-heat-templates (Train), <Role>IPs and <Network>VirtualFixedIPs.
    """
    values = []
    for name, value in view.parameters.items():
        if _network_of(view, name):
            for item in value.items:
                entry = item.get("ip_address")
                values += [entry] if entry else []
                if entry is None and item.known and item.content is not None:
                    shown = item.content if isinstance(item.content, str) else "ADDRESS"
                    yield Found(
                        item.at, f"an entry of {name} has no ip_address",
                        f"write [{{ip_address: {shown}}}]",
                    )  # fmt: skip
    for role in view.roles.values():
        value_of_role = view.parameters.get(f"{role.name}IPs")
        for addresses in value_of_role.entries.values() if value_of_role else ():
            values += addresses.items
    for entry in values:
        written = text(entry)
        if written and address_of(written) is None:
            alone = written.partition("/")[0]
            hint = f"write {alone}" if address_of(alone) else "write an address"
            yield Found(entry.at, f"{written} is no address", hint)


@rule("fixed-address-network-unknown", Severity.WARNING)
def fixed_address_network_unknown(view: DeploymentView) -> Iterator[Found]:
    """The lists of a role's addresses are named by the networks' names in lower case.

    Why: A list under another name is never looked at, and the nodes get other addresses.
    Fix: Write name_lower of the network, or ctlplane.
    Source: tripleo-heat-templates (Train), network/ports: name_lower.
    """
    lowers = [network.name_lower for network in view.networks.values()]
    known = [*lowers, _CTLPLANE]
    for role in view.roles.values():
        value = view.parameters.get(f"{role.name}IPs")
        for lower, addresses in value.entries.items() if value else ():
            if lower not in known and view.networks_read:
                yield Found(
                    addresses.at.key, f"there is no network with name_lower {lower}",
                    did_you_mean(lower, known, "write name_lower of the network"),
                )  # fmt: skip
