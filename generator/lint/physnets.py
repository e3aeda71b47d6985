"""Rules over physical networks: bridge mappings, VLAN ranges, flat networks, bridges built."""

from collections.abc import Iterator
from difflib import get_close_matches
from itertools import islice

from generator.checks.wording import did_you_mean
from generator.deployment.types import ConfigObject, DeploymentView, RoleView
from generator.findings import Severity
from generator.lint.nic_types import BRIDGES
from generator.lint.nics import bridge_name, bridges, called, few, literal, shortened
from generator.lint.physical_networks import (
    FLAT,
    MAPPINGS,
    RANGES,
    Item,
    Physnets,
    built_by,
    items,
    known_builders,
    may_map,
)
from generator.lint.ruleset import Found, rule


@rule("bridge-mapping-syntax", Severity.ERROR)
def bridge_mapping_syntax(view: DeploymentView) -> Iterator[Found]:
    """A bridge mapping is PHYSNET:BRIDGE, each physical network once.

    Why: Neutron's agents refuse the list and do not start.
    Fix: Write PHYSNET:BRIDGE pairs divided by commas.
    Source: Neutron (Train), parse_mappings of bridge_mappings.
    """
    for value in Physnets(view).values:
        seen: set[str] = set()
        for item in items(value):
            if len(item.fields) != 2 or not all(part.strip() for part in item.fields):
                yield Found(item.at, f"'{item.text}' is no PHYSNET:BRIDGE", "write PHYSNET:BRIDGE")
            elif item.fields[0] in seen:
                message = f"the physical network {item.fields[0]} is mapped twice"
                yield Found(item.at, message, "keep one of the two")
            seen.add(item.fields[0])


@rule("bridge-shared", Severity.ERROR)
def bridge_shared(view: DeploymentView) -> Iterator[Found]:
    """Every physical network has a bridge of its own.

    Why: Neutron refuses bridge mappings that name a bridge twice, and its agents do
    not start.
    Fix: Merge the two physical networks, or give one another bridge.
    Source: Neutron (Train), parse_mappings of bridge_mappings with unique values.
    """
    for value in Physnets(view).values:
        owner: dict[str, str] = {}
        for item in items(value):
            if len(item.fields) == 2:
                name, bridge = item.fields
                first = owner.setdefault(bridge, name)
                if first != name:
                    yield Found(
                        item.at, f"{name} and {first} are both mapped to {bridge}",
                        "merge the two, or give one a bridge of its own",
                    )  # fmt: skip


@rule("vlan-range-syntax", Severity.ERROR)
def vlan_range_syntax(view: DeploymentView) -> Iterator[Found]:
    """A VLAN range is PHYSNET:FIRST:LAST with ids from 1 to 4094, the lower first.

    Why: The Neutron server refuses the list and does not start.
    Fix: Write PHYSNET:FIRST:LAST, or the name alone for a network without a range.
    Source: Neutron (Train), parse_network_vlan_ranges.
    """
    for item in items(view.parameters.get(RANGES)):
        if problem := _range_problem(item):
            yield Found(item.at, f"'{item.text}': {problem}", "write PHYSNET:FIRST:LAST")


def _range_problem(item: Item) -> str | None:
    if len(item.fields) == 1:
        return None
    name, *ends = item.fields
    if len(ends) != 2 or not name or not all(end.isdecimal() for end in ends):
        return "no PHYSNET:FIRST:LAST"
    low, high = map(int, ends)
    if not (1 <= low <= 4094 and 1 <= high <= 4094):
        return "VLAN ids are 1 to 4094"
    return "the first id is above the last" if low > high else None


@rule("bridge-not-built", Severity.ERROR)
def bridge_not_built(view: DeploymentView) -> Iterator[Found]:
    """The bridge of every physical network is built by the nic-config of a role that uses it.

    Why: Neutron binds no port on it, or binds it to an empty bridge that leads nowhere.
    Fix: Map the physical network to the bridge that is built, or build the bridge.
    Source: Neutron Open vSwitch agent and OVN, bridge mappings.
    """
    physnets = Physnets(view)
    places = {each.name: each.at for config in view.nic_configs for each in bridges(config)}
    for value, roles in physnets.mappings.values():
        using = [role for role in roles if may_map(role)]
        built = {name for role in using for name in built_by(view, role) or ()}
        sure = known_builders(view, roles)
        whose = shortened(_builders(view, using))
        there = {*built, physnets.outside}
        spare = sorted(built - physnets.bridges_mapped - {physnets.outside})
        meant = physnets.waiting
        for item in items(value):
            if len(item.fields) != 2 or item.fields[1] in there:
                continue
            name, bridge = item.fields
            near = get_close_matches(bridge, few(spare), 1, 0.6)
            if built and (sure or near):
                yield Found(
                    item.at, f"{name} is mapped to {bridge}, which the nic-config of"
                    f" {whose} does not build",
                    _built_hint(meant or name, bridge, near or spare),
                    tuple(places[each] for each in near if each in places),
                )  # fmt: skip


def _builders(view: DeploymentView, roles: list[RoleView]) -> list[str]:
    return [role.name for role in roles if built_by(view, role) is not None]


def _built_hint(name: str, bridge: str, spare: list[str]) -> str:
    build = f"build {bridge} in the nic-config"
    return f"write {name}:{spare[0]}, the bridge that is built, or {build}" if spare else build


@rule("vlan-range-without-bridge", Severity.ERROR)
def vlan_range_without_bridge(view: DeploymentView) -> Iterator[Found]:
    """A physical network with VLAN ranges has a bridge, or is one of SR-IOV.

    Why: Neutron hands out its VLANs, and no agent can bind a port on them.
    Fix: Map it to a bridge, name it for SR-IOV, or drop its range.
    Source: Neutron ML2, network_vlan_ranges and bridge_mappings.
    """
    yield from _unmapped(view, RANGES, "has a VLAN range, but no bridge mapping")


@rule("flat-network-without-bridge", Severity.ERROR)
def flat_network_without_bridge(view: DeploymentView) -> Iterator[Found]:
    """A flat network has a bridge, or is one of SR-IOV.

    Why: A network can be made on it, and no agent can bind a port.
    Fix: Map it to a bridge, or take it out of the list.
    Source: Neutron ML2, flat_networks and bridge_mappings.
    """
    yield from _unmapped(view, FLAT, "is a flat network, but has no bridge mapping")


def _unmapped(view: DeploymentView, parameter: str, problem: str) -> Iterator[Found]:
    physnets = Physnets(view)
    if not physnets.known or not view.complete:
        return
    seen: set[str] = set()
    spare = sorted(_spare(view, physnets))
    mappings = tuple(value.at for value in islice(physnets.values, 3))
    for item in items(view.parameters.get(parameter)):
        name = item.fields[0]
        if name == "*" or any(name in each for each in (physnets.mapped, physnets.devices, seen)):
            continue
        seen.add(name)
        otherwise = f"map it, {MAPPINGS}: {name}:BRIDGE, or take {item.text} out"
        if spare:
            otherwise = f"map it, as {name}:{spare[0]}, or take {item.text} out"
        near = get_close_matches(name, few(physnets.mapped), 1, 0.85)
        slip = bool(near) and not _numbered(name, near[0])
        hint = did_you_mean(name, few(physnets.mapped), otherwise) if slip else otherwise
        yield Found(item.at, f"{name} {problem}", hint, mappings)


def _numbered(one: str, other: str) -> bool:
    """Whether two names differ in their numbers only: those are seldom slips."""
    return one.rstrip("0123456789") == other.rstrip("0123456789")


def _spare(view: DeploymentView, physnets: Physnets) -> set[str]:
    """The bridges for guests that are built, and that no physical network is mapped to."""
    return {
        bridge_name(view, each)
        for config in view.nic_configs
        for each in bridges(config)
        if _for_guests(each)
    } - physnets.bridges_mapped


def _for_guests(each: ConfigObject) -> bool:
    """Whether a bridge carries nothing of the host's own."""
    own = each.get("addresses") or each.data("use_dhcp") is True
    vlans = any(member.type == "vlan" for member in each.members)
    ports = any(member.type not in {"ovs_patch_port", "ovs_tunnel"} for member in each.members)
    return not own and not vlans and ports and literal(each)


@rule("bridge-without-physical-network", Severity.WARNING)
def bridge_without_physical_network(view: DeploymentView) -> Iterator[Found]:
    """A bridge that carries no infrastructure network belongs to a physical network.

    Why: Neutron does not know the bridge, so nothing ever uses the ports on it.
    Fix: Name the bridge in NeutronBridgeMappings, or correct its name.
    Source: Neutron ML2 bridge_mappings.
    """
    physnets = Physnets(view)
    if not physnets.known or not view.complete:
        return
    own = physnets.waiting or "PHYSNET"
    for config in view.nic_configs:
        role = view.roles.get(config.role)
        if role is None:
            continue
        mine = {
            item.fields[-1] for item in items(view.effective(role.name, MAPPINGS))
        }  # fmt: skip
        for each in bridges(config):
            name = bridge_name(view, each)
            if each.type in BRIDGES and name not in mine and _for_guests(each):
                yield Found(
                    each.at, f"{called(each)} carries no network, and no physical network of"
                    f" {role.name} is mapped to it",
                    f"add {own}:{name} to {MAPPINGS}, or remove the bridge",
                )  # fmt: skip


@rule("compute-without-tenant-bridge", Severity.ERROR)
def compute_without_tenant_bridge(view: DeploymentView) -> Iterator[Found]:
    """A role with DPDK builds the bridge of a physical network, if tenants get VLANs.

    Why: No port of a tenant network could be bound on its nodes: guests fail to start.
    Fix: Map the physical network with the VLAN ranges to the bridge of the DPDK ports.
    Source: Neutron ML2, port binding of the Open vSwitch driver.
    """
    physnets = Physnets(view)
    kinds = items(view.parameters.get("NeutronNetworkType"))
    if {item.text for item in kinds} != {"vlan"} or not physnets.known:
        return
    ranged = {each.physnet for each in physnets.ranges} - physnets.devices
    for role in view.roles.values():
        built, value = built_by(view, role), view.effective(role.name, MAPPINGS)
        if not role.has("ComputeNeutronOvsDpdk") or not built or value is None or not ranged:
            continue
        pairs = [item.fields for item in items(value) if len(item.fields) == 2]
        if not any(name in ranged and bridge in built for name, bridge in pairs):
            yield Found(
                value.at, f"{role.name} builds {shortened(sorted(built))}, and no physical network"
                " with VLAN ranges is mapped to it",
                f"map {sorted(ranged)[0]} to {sorted(built)[0]}",
            )  # fmt: skip
