"""Rules over the bridges of physical networks: mapped, and built by the roles."""

from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from generator.checks.repeats import repeats
from generator.deployment.types import ConfigObject, DeploymentView, RoleView
from generator.deployment.values import At
from generator.findings import Severity
from generator.lint.nic_types import BRIDGES
from generator.lint.nics import bridge_name, bridges, called, few, shortened
from generator.lint.physical_networks import (
    MAPPINGS,
    Physnets,
    built_by,
    for_guests,
    items,
    known_builders,
    may_map,
)
from generator.lint.ruleset import Found, rule


@rule("bridge-shared", Severity.ERROR)
def bridge_shared(view: DeploymentView) -> Iterator[Found]:
    """Every physical network has a bridge of its own.

    Why: Neutron refuses bridge mappings that name a bridge twice, and its agents do
    not start.
    Fix: Merge the two physical networks, or give one another bridge.
    Source: Neutron (Train), parse_mappings of bridge_mappings with unique values.
    """
    for value in Physnets(view).values:
        mapped = ((item.fields[1], item) for item in items(value) if len(item.fields) == 2)
        for first, item in repeats(mapped):
            name, bridge = item.fields
            if first.fields[0] != name:
                yield Found(
                    item.at, f"{name} and {first.fields[0]} are both mapped to {bridge}",
                    "merge the two, or give one a bridge of its own",
                    (first.at,) if first.at != item.at else (),
                )  # fmt: skip


@rule("bridge-not-built", Severity.ERROR)
def bridge_not_built(view: DeploymentView) -> Iterator[Found]:
    """The bridge of every physical network is built by the nic-config of a role that uses it.

    Why: Neutron binds no port on it, or binds it to an empty bridge that leads nowhere.
    Fix: Map the physical network to the bridge that is built, or build the bridge.
    Source: Neutron Open vSwitch agent and OVN, bridge mappings.
    """
    physnets = Physnets(view)
    places = {
        each.name: _place(view, each) for config in view.nic_configs for each in bridges(config)
    }
    for value, roles in physnets.mappings.values():
        # A role of a plan is given what it builds only: what nobody builds is seen in the whole.
        using = [role for role in (view.roles.values() if view.planned else roles) if may_map(role)]
        built = {name for role in using for name in built_by(view, role) or ()}
        sure = known_builders(view, using)
        whose = shortened(_builders(view, using))
        there = {*built, physnets.outside}
        spare = sorted(built - physnets.bridges_mapped - {physnets.outside})
        meant = physnets.waiting
        for item in items(value):
            if len(item.fields) != 2 or item.fields[1] in there:
                continue
            name, bridge = item.fields
            near = get_close_matches(bridge, few(spare), 1, 0.6)
            if (built or view.planned) and (sure or near):
                nobody = f"no link of {whose} builds"
                yield Found(
                    item.at, f"{name} is mapped to {bridge}, which"
                    f" {nobody if view.planned else f'the nic-config of {whose} does not build'}",
                    _built_hint(view, meant or name, bridge, near or spare),
                    tuple(places[each] for each in near if each in places),
                )  # fmt: skip


def _builders(view: DeploymentView, roles: list[RoleView]) -> list[str]:
    return [role.name for role in roles if built_by(view, role) is not None]


def _built_hint(view: DeploymentView, name: str, bridge: str, spare: list[str]) -> str:
    """To take the first bridge that nothing is mapped to, or to build the missing one."""
    build = f"build {bridge} in the nic-config"
    if view.planned:
        build = f"write bridge: {bridge} on the link that is cabled for it"
    if not spare:
        return build
    return f"write {_mapping(view, name, spare[0])}, the bridge that is built, or {build}"


def _mapping(view: DeploymentView, name: str, bridge: str) -> str:
    return f"bridge: {bridge}" if view.planned else f"{name}:{bridge}"


@rule("bridge-without-physical-network", Severity.WARNING)
def bridge_without_physical_network(view: DeploymentView) -> Iterator[Found]:
    """A bridge that carries no infrastructure network belongs to a physical network.

    Why: Neutron does not know the bridge, so nothing ever uses the ports on it.
    Fix: Map a physical network to the bridge, or correct the bridge's name.
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
            if each.type in BRIDGES and name not in mine and for_guests(view, each):
                hint = f"add {own}:{name} to {MAPPINGS}, or remove the bridge"
                what = f"the bridge {name}" if view.planned else called(each)
                yield Found(
                    _place(view, each), f"{what} carries no network, and no physical network of"
                    f" {role.name} is mapped to it",
                    _mapped_hint(name, physnets.bridges_mapped) if view.planned else hint,
                )  # fmt: skip


def _place(view: DeploymentView, bridge: ConfigObject) -> At:
    """Where a bridge is written: in an inventory it is a key of its link."""
    return bridge.at.step("bridge") if view.planned else bridge.at


def _mapped_hint(name: str, mapped: Iterable[str]) -> str:
    """What to write in an inventory for a bridge that nothing is mapped to."""
    near = get_close_matches(name, few(sorted(mapped)), 1, 0.6)
    declare = f"declare a physical network with bridge: {name}"
    return f"write bridge: {near[0]}, or {declare}" if near else declare


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
            wanted = next(each for each in physnets.ranges if each.physnet in ranged).physnet
            hint, at = f"map {wanted} to {sorted(built)[0]}", value.at
            if view.planned and role.at:
                at = role.at.step("links").key
                hint = f"write bridge: {physnets.mapped[wanted]} on its ovs-dpdk link"
            yield Found(
                at, f"{role.name} builds {shortened(sorted(built))}, and no physical network"
                " with VLAN ranges is mapped to it", hint,
            )  # fmt: skip
