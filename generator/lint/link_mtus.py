"""Rules over the MTU chain: physical networks, bridges, bonds, ports and VLANs."""

from collections.abc import Iterator

from generator.checks.wording import listed
from generator.deployment.types import DeploymentView
from generator.findings import Severity
from generator.lint.dpdk_bonds import mtu_only_below
from generator.lint.mtus import (
    GLOBAL,
    KERNEL_LINKS,
    Carriers,
    demands,
    least_mtu,
    mtu_of,
    setting,
)
from generator.lint.ruleset import Found, rule
from generator.lint.tuned_roles import DpdkLink, dpdk_links

_SHOWN = 4  # links of a bridge named in a finding


@rule("physnet-mtu-above-port", Severity.ERROR)
def physnet_mtu_above_port(view: DeploymentView) -> Iterator[Found]:
    """A DPDK port or bond has the MTU of the physical networks on its bridge.

    Why: A DPDK port gets an MTU only where it is written on the port itself, or on the
    bond: the bridge's does not reach it. Guests are told Neutron's MTU, and what is larger
    than 1500 bytes is lost when it leaves the node.
    Fix: Write mtu on the ovs_dpdk_port or ovs_dpdk_bond, and on the bridge.
    Source: os-net-config 11.5.0 impl_ifcfg.py; RHOSP NFV guide, MTU section.
    """
    for config in view.nic_configs:
        wanted = demands(view, config)
        for link in dpdk_links(config):
            mtu = link.mtu
            if link.bridge is None or mtu is None or mtu_only_below(link):
                continue
            demand = wanted.get(link.bridge.name)
            bridge_mtu = mtu_of(link.bridge.get("mtu")) or 0
            if demand and demand.mtu > mtu:
                yield Found(
                    setting(link.item, "mtu"),
                    f"{link.title} has MTU {mtu}, and {GLOBAL} gives networks of "
                    f"{listed(demand.networks)} on {link.bridge.name} {demand.mtu}",
                    _remedy(link, demand.mtu),
                    (demand.at,),
                )
            elif bridge_mtu > mtu:
                yield Found(
                    setting(link.item, "mtu"),
                    f"{link.title} stays at MTU {mtu}: the {bridge_mtu} of {link.bridge.name} do "
                    "not reach it",
                    _remedy(link, bridge_mtu),
                    (setting(link.bridge, "mtu"),),
                )


def _remedy(link: DpdkLink, mtu: int) -> str:
    value = link.item.get("mtu")
    if value and value.parameters:
        return f"write {value.parameters[-1]}: {mtu}, the mtu of {link.title}"
    bridge = f" and on {link.bridge.name}" if link.bridge else ""
    return f"write mtu: {mtu} on {link.title}{bridge}"


@rule("bond-ports-below-bond-mtu", Severity.ERROR)
def bond_ports_below_bond_mtu(view: DeploymentView) -> Iterator[Found]:
    """The interfaces of an ovs_bond have the bond's MTU.

    Why: The MTU of an OVS bond is not passed on: an interface without its own stays at
    1500 and drops larger frames.
    Fix: Write the same mtu on every interface of the bond.
    Source: os-net-config 11.5.0 impl_ifcfg.py; initscripts' ifup-ovs.
    """
    for config in view.nic_configs:
        for bond in config.walk():
            wanted = mtu_of(bond.get("mtu")) if bond.type == "ovs_bond" else None
            for member in bond.members:
                mtu = mtu_of(member.get("mtu"))
                if wanted and mtu and member.type == "interface" and mtu < wanted:
                    yield Found(
                        setting(member, "mtu"),
                        f"interface {member.name} has MTU {mtu}, below the {wanted} of ovs_bond "
                        f"{bond.name}",
                        f"write mtu: {wanted} on {member.name or 'the interface'}",
                        (setting(bond, "mtu"),),
                    )


@rule("vlan-mtu-above-parent", Severity.ERROR)
def vlan_mtu_above_parent(view: DeploymentView) -> Iterator[Found]:
    """The MTU of a VLAN is at most that of the interface or bond below it.

    Why: The kernel refuses it, the interface comes up with the smaller MTU all the same,
    and larger packets are lost. In an OVS bridge the port below drops them.
    Fix: Write the VLAN's mtu on the interface or bond below, and on its members.
    Source: Linux, vlan devices; os-net-config 11.5.0; RHOSP NFV guide, MTU section.
    """
    for config in view.nic_configs:
        carriers = Carriers(config)
        for vlan, owners in carriers.objects:
            mtu = mtu_of(vlan.get("mtu")) if vlan.type == "vlan" and vlan.get("mtu") else None
            through = carriers.through(vlan, owners) if mtu else None
            if not mtu or through is None or through >= mtu:
                continue
            below = carriers.below(vlan, owners)[:_SHOWN]
            names = listed(f"{each.type} {each.name}" for each in below)
            identity = vlan.data("vlan_id")
            which = f"VLAN {identity}" if isinstance(identity, int) else "the VLAN"
            yield Found(
                setting(vlan, "mtu"),
                f"{which} has MTU {mtu}, and {names} below it {through}",
                f"write mtu: {mtu} on {names}",
                tuple(setting(each, "mtu") for each in below),
            )


@rule("physnet-mtu-above-link", Severity.WARNING)
def physnet_mtu_above_link(view: DeploymentView) -> Iterator[Found]:
    """The links of a kernel bridge have the MTU of the physical networks on it.

    Why: Neutron gives networks of a physical network its MTU unless they are made with a
    smaller one; larger packets are lost at the link.
    Fix: Write mtu on the interface or bond, or the smaller MTU of this physical network in
    NeutronML2PhysicalNetworkMtus.
    Source: RHOSP NFV guide, MTU section; neutron, path_mtu and physical_network_mtus.
    """
    for config in view.nic_configs:
        wanted = demands(view, config)
        for bridge in config.objects:
            demand = wanted.get(bridge.name) if bridge.type == "ovs_bridge" else None
            links = [each for each in bridge.members if each.type in KERNEL_LINKS]
            through = least_mtu(links)
            if demand and through is not None and through < demand.mtu:
                yield Found(
                    setting(links[0], "mtu"),
                    f"{links[0].type} {links[0].name} of {bridge.name} has MTU {through}, and "
                    f"{GLOBAL} gives networks of {listed(demand.networks)} {demand.mtu}",
                    f"write mtu: {demand.mtu} on it, or {demand.networks[0]}:{through} in "
                    "NeutronML2PhysicalNetworkMtus",
                    (demand.at,),
                )
