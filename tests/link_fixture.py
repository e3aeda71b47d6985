"""Networks and links made by hand, one of each kind that the planner knows."""

from typing import Literal

from generator.catalog.roles import networks as known_networks
from generator.explained import Explained, Fact, Mark
from generator.inventory import BondMode, Link, LinkKind
from generator.plan.nic_config import shared
from generator.plan.types import LinkPlan, NetworkPlan
from generator.topology.types import Port
from generator.values import DataRate

TARGET: Literal["rhosp-16.1"] = "rhosp-16.1"
GUIDE = "RHOSP 16.1 NFV Planning and Configuration Guide 7.4.2"
VLANS = {
    "Storage": 170,
    "StorageMgmt": 180,
    "InternalApi": 140,
    "Tenant": 130,
    "External": 190,
}
JUMBO = frozenset(("Storage", "StorageMgmt"))
CONTROL = ("ctlplane", "InternalApi", "Tenant", "Storage", "StorageMgmt")


def port(name: str) -> Port:
    """A port of an Intel XXV710."""
    return Port(
        name=name,
        nic="intel-xxv710-da2",
        card=0,
        numa_node=Fact("numa_node", 0, Mark.DOCUMENTED, "catalogue"),
        speed=Fact("speed", DataRate.parse("25 Gbit/s"), Mark.DOCUMENTED, "catalogue"),
        kernel_driver=Fact("kernel_driver", "i40e", Mark.DOCUMENTED, "catalogue"),
        dpdk_driver=Fact("dpdk_driver", "vfio-pci", Mark.DOCUMENTED, "catalogue"),
        max_mtu=Fact("max_mtu", 9702, Mark.CODE, "catalogue"),
        max_rx_queues=Fact("max_rx_queues", 64, Mark.RECALLED, "catalogue"),
        max_pps=Fact("max_pps", None, Mark.INFERRED, "catalogue"),
        pcie_generation=Fact("pcie_generation", 3, Mark.DOCUMENTED, "catalogue"),
        pcie_lanes=Fact("pcie_lanes", 8, Mark.DOCUMENTED, "catalogue"),
        pci_id=Fact("pci_id", "8086:158b", Mark.CODE, "catalogue"),
        vf_pci_id=Fact("vf_pci_id", "8086:154c", Mark.CODE, "catalogue"),
        max_vfs=Fact("max_vfs", 64, Mark.RECALLED, "catalogue"),
    )


def network(name: str) -> NetworkPlan:
    """A standard network with addresses of its own VLAN."""
    vlan, known = VLANS[name], known_networks(TARGET)[name]
    return NetworkPlan(
        name=name,
        name_lower=known.name_lower,
        vip=known.vip,
        vlan=vlan,
        mtu=9000 if name in JUMBO else 1500,
        ip_subnet=f"192.168.{vlan}.0/24",
        allocation_pools=((f"192.168.{vlan}.121", f"192.168.{vlan}.250"),),
        gateway_ip=f"192.168.{vlan}.1" if name == "External" else None,
        routes=(("10.20.0.0/16", f"192.168.{vlan}.254"),) if name == "Storage" else (),
    )


NETWORKS = {name: network(name) for name in VLANS}


def link(
    kind: LinkKind,
    ports: tuple[str, ...],
    *,
    bond: str | None = None,
    mode: BondMode | None = None,
    bridge: str | None = None,
    networks: tuple[str, ...] = (),
    mtu: int = 1500,
    options: str = "",
) -> LinkPlan:
    """A link of a role with its derived values."""
    dpdk = kind == "ovs-dpdk"
    chosen = Explained(options, f"{mode}: as agreed with the switch", "bonding.txt")
    return LinkPlan(
        name=bond or ports[0],
        path=("roles", "Role", "links", 0),
        link=Link(ports, kind, bond, mode, None, bridge, networks),
        ports=tuple(port(name) for name in ports),
        mtu=Explained(mtu, f"the largest MTU of the networks on this link: {mtu}", GUIDE),
        options=chosen if options else None,
        rx_queues=Explained(2, "one queue of a 25 Gbit/s port loses jumbo frames", GUIDE)
        if dpdk
        else None,
        dpdk_ports=tuple(f"dpdk{index}" for index in range(len(ports))) if dpdk else (),
    )


LINUX = "mode=802.3ad miimon=100 lacp_rate=fast xmit_hash_policy=layer3+4"
LINKS = {
    "Controller": (
        link("linux", ("eno1", "eno2"), bond="bond0", mode="802.3ad", networks=CONTROL,
             mtu=9000, options=LINUX),
        link("ovs", ("eno3", "eno4"), bond="bond1", mode="active-backup", bridge="br-ex",
             networks=("External",), options="bond_mode=active-backup"),
        link("ovs", ("ens1f0", "ens1f1"), bond="bond2", mode="active-backup",
             bridge="br-tenant", mtu=9000, options="bond_mode=active-backup"),
    ),
    "ComputeOvsDpdk": (
        link("linux", ("eno1", "eno2"), bond="bond0", mode="802.3ad", networks=CONTROL[:-1],
             mtu=9000, options=LINUX),
        link("ovs-dpdk", ("ens4f0", "ens8f0"), bond="dpdkbond0", mode="balance-tcp",
             bridge="br-tenant", mtu=9000, options="bond_mode=balance-tcp lacp=active"),
    ),
    "CephStorage": (
        link("linux", ("eno1",), networks=("ctlplane",)),
        link("linux", ("ens1f0", "ens1f1"), bond="bond0", mode="802.3ad",
             networks=("Storage", "StorageMgmt"), mtu=9000, options=LINUX),
    ),
}  # fmt: skip
COMMON = shared(plan for plans in LINKS.values() for plan in plans)
