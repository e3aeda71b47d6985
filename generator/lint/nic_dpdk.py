"""Rules over what is dropped from DPDK ports and from objects inside of bridges."""

from collections.abc import Iterator

from generator.deployment.types import ConfigObject, DeploymentView
from generator.findings import Severity
from generator.lint.nic_types import BRIDGES, DPDK
from generator.lint.nics import Owned, called, number, spot
from generator.lint.ruleset import Found, rule
from generator.lint.tuned_roles import STANDARD_MTU

_PORT_DROPS = {"ovs_options", "routes", "rules", "dns_servers", "domain"}
_BOND_PORT_DROPS = {*_PORT_DROPS, "ovs_extra"}
_INNER_DROPS = {"routes", "rules", "dns_servers", "domain", "ethtool_opts", "linkdelay"}


def _dpdk(view: DeploymentView) -> Iterator[Owned]:
    """DPDK ports and what is inside of them, each with the objects around it."""
    for config in view.nic_configs:
        for each, owners in config.nested():
            if each.type == "ovs_dpdk_port" or any(o.type == "ovs_dpdk_port" for o in owners):
                yield each, owners


def _acting(each: ConfigObject, owners: tuple[ConfigObject, ...]) -> ConfigObject:
    """The object whose MTU and queues act for a DPDK port: its bond, or itself."""
    line = (*owners, each)
    bond = next((owner for owner in line if owner.type == "ovs_dpdk_bond"), None)
    return bond or next(owner for owner in line if owner.type == "ovs_dpdk_port")


@rule("dpdk-interface-mtu", Severity.ERROR)
def dpdk_interface_mtu(view: DeploymentView) -> Iterator[Found]:
    """The MTU of DPDK stands on the port or its bond, not on the interface inside.

    Why: The interface leaves the kernel, and os-net-config drops its settings without a
    word: the port runs with MTU 1500.
    Fix: Write mtu on the ovs_dpdk_port; of a bond on the ovs_dpdk_bond.
    Source: os-net-config 11.5.0, ifcfg provider; measured.
    """
    for each, owners in _dpdk(view):
        acting = _acting(each, owners)
        value, mtu = each.get("mtu"), number(each.get("mtu"))
        if not value or not mtu or mtu == STANDARD_MTU or each.type == "ovs_dpdk_port":
            continue
        if any("mtu" in owner.settings for owner in owners if owner.type in DPDK):
            continue
        where = acting.name or f"the {acting.type}"
        yield Found(
            acting.at, f"{called(acting)} has no mtu; the {mtu} of {called(each)} inside is"
            " dropped",
            f"write mtu: {mtu} on {where}", (spot(value).key,),
        )  # fmt: skip


@rule("dpdk-key-ignored", Severity.WARNING)
def dpdk_key_ignored(view: DeploymentView) -> Iterator[Found]:
    """DPDK ports, and the interfaces inside of them, have only settings that act there.

    Why: os-net-config drops routes, ovs_options and ethtool_opts of a DPDK port, and
    ovs_extra of the ports of a bond: a tag or a descriptor count set there never acts.
    Fix: Write ovs_extra on the bond, a tag as `set port NAME tag=ID`, routes on the bridge.
    Source: os-net-config 11.5.0, ifcfg provider; measured.
    """
    for each, owners in _dpdk(view):
        bond = any(owner.type == "ovs_dpdk_bond" for owner in owners)
        inner = each.type != "ovs_dpdk_port"
        dropped = _INNER_DROPS if inner else _BOND_PORT_DROPS if bond else _PORT_DROPS
        for key, value in each.settings.items():
            if key in dropped and value.content not in (None, "", (), False):
                yield Found(
                    spot(value).key, f"{key} of {called(each)} is dropped",
                    _instead(key, _acting(each, owners), owners),
                )  # fmt: skip


def _instead(key: str, acting: ConfigObject, owners: tuple[ConfigObject, ...]) -> str:
    if key in {"ovs_extra", "ovs_options"}:
        return f"write it as ovs_extra on {acting.name or acting.type}"
    bridge = owners[0].name if owners else ""
    if key in {"routes", "rules", "dns_servers", "domain"} and bridge:
        return f"write it on the bridge {bridge}"
    return "remove it"


@rule("dpdk-primary-dropped", Severity.INFO)
def dpdk_primary_dropped(view: DeploymentView) -> Iterator[Found]:
    """The ports of a DPDK bond have no primary.

    Why: os-net-config drops it: Open vSwitch itself chooses the active leg.
    Fix: Remove it; `bond_active_slave` of Open vSwitch is no setting that is kept.
    Source: os-net-config 11.5.0, ifcfg provider; measured.
    """
    for each, owners in _dpdk(view):
        bond = next((owner for owner in owners if owner.type == "ovs_dpdk_bond"), None)
        value = each.get("primary")
        if bond and value and value.content is True:
            yield Found(
                spot(value).key, f"primary of {called(each)} has no effect in {called(bond)}",
                "remove it",
            )  # fmt: skip


@rule("vlan-options-dropped", Severity.WARNING)
def vlan_options_dropped(view: DeploymentView) -> Iterator[Found]:
    """A VLAN inside of an OVS bridge has no ovs_options.

    Why: os-net-config replaces them by the VLAN's tag.
    Fix: Write them as ovs_extra: `set port vlanID ...`.
    Source: os-net-config 11.5.0, ifcfg provider; measured.
    """
    for config in view.nic_configs:
        for each, owners in config.nested():
            value = each.get("ovs_options")
            bridged = owners and owners[-1].type in BRIDGES
            if each.type == "vlan" and bridged and value and value.content:
                yield Found(
                    spot(value).key, f"ovs_options of {called(each)} are replaced by its tag",
                    "write them as ovs_extra: set port vlanID ...",
                )  # fmt: skip


@rule("kernel-port-on-user-bridge", Severity.WARNING)
def kernel_port_on_user_bridge(view: DeploymentView) -> Iterator[Found]:
    """The ports of an ovs_user_bridge are DPDK ports.

    Why: Open vSwitch takes packets of a kernel interface on a user bridge one by one through
    a raw socket: the port works, far below its rate.
    Fix: Put the interface into an ovs_dpdk_port, or make the bridge an ovs_bridge.
    Source: Open vSwitch 2.13, userspace datapath with system interfaces.
    """
    for config in view.nic_configs:
        for bridge in config.objects:
            for each in bridge.members if bridge.type == "ovs_user_bridge" else ():
                if each.type in {"interface", "ovs_bond"}:
                    dpdk = "ovs_dpdk_port" if each.type == "interface" else "ovs_dpdk_bond"
                    yield Found(
                        each.at.step("type"), f"{called(each)} is a kernel port on the user bridge"
                        f" {bridge.name}", f"make it an {dpdk}, or {bridge.name} an ovs_bridge",
                    )  # fmt: skip


@rule("vlan-on-user-bridge", Severity.WARNING)
def vlan_on_user_bridge(view: DeploymentView) -> Iterator[Found]:
    """An ovs_user_bridge has no vlan objects.

    Why: os-net-config took them out of its samples for user bridges: the address belongs on
    the bridge itself, whose port then carries the tag.
    Fix: Put the addresses on the bridge, with ovs_extra `set port BRIDGE tag=ID`.
    Source: os-net-config, samples for ovs_user_bridge.
    """
    for config in view.nic_configs:
        for each, owners in config.nested():
            if each.type == "vlan" and owners and owners[-1].type == "ovs_user_bridge":
                bridge = owners[-1].name
                yield Found(
                    each.at.step("type"), f"{called(each)} stands in the user bridge {bridge}",
                    f"put its addresses on {bridge}, with ovs_extra: set port {bridge} "
                    f"tag={number(each.get('vlan_id')) or '...'}",
                )  # fmt: skip
