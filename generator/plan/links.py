"""What is derived for each link of a role: MTU, bond options, port names."""

from collections.abc import Iterator, Mapping

from generator.catalog.release import Release
from generator.derive.bond_options import bond_options
from generator.derive.mtu import link_mtu
from generator.derive.ports import DpdkPort
from generator.findings import Path, path_text
from generator.inventory import Inventory, Link, PhysicalNetwork
from generator.plan.types import LinkPlan
from generator.plan.virtual_functions import functions
from generator.topology.types import Topology


def link_plans(
    role: str, inventory: Inventory, topology: Topology, release: Release
) -> tuple[LinkPlan, ...]:
    """The links of a role, in the order of the inventory. Their rx queues depend on each
    other and follow in generator.plan.sizing."""
    plans: list[LinkPlan] = []
    for index, link in enumerate(inventory.roles[role].links):
        taken = sum(len(plan.dpdk_ports) for plan in plans)
        path = ("roles", role, "links", index)
        plans.append(_link(link, path, taken, inventory, topology, release))
    return tuple(plans)


def _link(
    link: Link, path: Path, dpdk_ports: int, inventory: Inventory, topology: Topology,
    release: Release,
) -> LinkPlan:  # fmt: skip
    ports = tuple(topology.ports[name] for name in link.ports)
    mtu = link_mtu(
        {name: inventory.networks[name].mtu for name in link.networks},
        physical_mtus(link, inventory),
        link.mtu,
        release,
        (*path, "mtu"),
    )
    dpdk = link.kind == "ovs-dpdk"
    options = (
        bond_options(link.kind, link.mode, link.lacp, link.options, path_text(path))
        if link.bond and link.mode
        else None
    )
    # The datapath knows a DPDK port by this name, not by the kernel's.
    names = tuple(f"dpdk{dpdk_ports + index}" for index in range(len(ports))) if dpdk else ()
    return LinkPlan(
        link.bond or link.ports[0], path, link, ports, mtu, options, None, names,
        functions(link, ports[0], path_text(path)),
    )  # fmt: skip


def physical_networks(link: Link, inventory: Inventory) -> Mapping[str, PhysicalNetwork]:
    """The physical networks that a link leads to: those on its bridge, or an SR-IOV port's."""
    return {
        name: network
        for name, network in inventory.physical_networks.items()
        if name == link.physical_network or (link.bridge and network.bridge == link.bridge)
    }


def physical_mtus(link: Link, inventory: Inventory) -> Mapping[str, int]:
    """The MTU of each physical network that a link leads to."""
    return {name: network.mtu for name, network in physical_networks(link, inventory).items()}


def dpdk_ports(links: tuple[LinkPlan, ...]) -> Iterator[DpdkPort]:
    """Every port of a role that OVS-DPDK polls."""
    for link in links:
        if link.rx_queues:
            for port in link.ports:
                yield DpdkPort(port, link.mtu.value, link.rx_queues.value)
