"""Rules over what a link is made of: its ports, its name, its bridge."""

from collections.abc import Iterator

from generator.checks.registry import INVENTORY_RULES
from generator.checks.subject import InventorySubject
from generator.checks.wiring import all_links
from generator.checks.wording import did_you_mean, listed
from generator.findings import Fault, Place, Severity


@INVENTORY_RULES.rule("link-port-unknown", Severity.ERROR)
def link_port_unknown(subject: InventorySubject) -> Iterator[Fault]:
    """Every port of a link is a port of the role's server.

    Why: os-net-config writes the configuration of a port that does not exist without a
    word, and bringing it up fails on the node.
    Fix: Correct the name, or list the port under `nics` of the server.
    Source: os-net-config 11.5.0, ifcfg provider.
    """
    inventory = subject.inventory
    for placed in all_links(inventory):
        profile = inventory.roles[placed.role].server
        server = inventory.servers.get(profile)
        if server is None:
            continue
        known = [port for nic in server.nics for port in nic.ports]
        for index, port in enumerate(placed.link.ports):
            if port not in known:
                yield Fault(
                    placed.place("ports", index),
                    f"{profile} has no port {port}",
                    did_you_mean(port, known, f"its ports are {listed(known)}"),
                )


@INVENTORY_RULES.rule("link-without-purpose", Severity.INFO)
def link_without_purpose(subject: InventorySubject) -> Iterator[Fault]:
    """A link carries a network, builds a bridge or gives functions to guests.

    Why: A bond that carries nothing is brought up for nothing, and often means that a
    network was left out.
    Fix: List the networks that run over it, or remove the link.
    Source: our reading of the inventory.
    """
    for placed in all_links(subject.inventory):
        link = placed.link
        if not link.networks and not link.bridge and link.kind != "sriov":
            yield Fault(
                Place(placed.path),
                f"{placed.name} of {placed.role} carries no network and builds no bridge",
                "list its networks, or remove the link",
            )


@INVENTORY_RULES.rule("dpdk-link-with-ctlplane", Severity.ERROR)
def dpdk_link_with_ctlplane(subject: InventorySubject) -> Iterator[Fault]:
    """The provisioning network is not on a DPDK link.

    Why: The port leaves the kernel when it is bound to DPDK, and Open vSwitch needs
    huge pages and its own settings before it passes a packet: the node drops off the
    network in the middle of its configuration.
    Fix: Move ctlplane to a kernel link.
    Source: RHOSP NFV guide: control plane networks on Linux bonds.
    """
    for placed in all_links(subject.inventory):
        if placed.link.kind == "ovs-dpdk" and "ctlplane" in placed.link.networks:
            yield Fault(
                placed.place("networks", placed.link.networks.index("ctlplane")),
                f"{placed.name} takes ctlplane into the DPDK datapath",
                "move ctlplane to a link of kind linux",
            )


@INVENTORY_RULES.rule("dpdk-link-with-networks", Severity.ERROR)
def dpdk_link_with_networks(subject: InventorySubject) -> Iterator[Fault]:
    """A DPDK link carries one infrastructure network at most.

    Why: The address goes on the user bridge itself, whose port has one VLAN tag; VLAN
    devices on such a bridge are not supported.
    Fix: Move the other networks to a kernel link.
    Source: os-net-config, samples for ovs_user_bridge.
    """
    for placed in all_links(subject.inventory):
        networks = placed.link.networks
        if placed.link.kind == "ovs-dpdk" and len(networks) > 1:
            yield Fault(
                placed.place("networks"),
                f"{placed.name} carries {listed(networks)}; a user bridge has one tag",
                "keep one of them, Tenant if it is there, and move the others to a Linux bond",
            )


@INVENTORY_RULES.rule("dpdk-link-with-infrastructure", Severity.WARNING)
def dpdk_link_with_infrastructure(subject: InventorySubject) -> Iterator[Fault]:
    """A DPDK link carries no network but Tenant.

    Why: The host's own traffic passes the user bridge through a tap device and takes
    PMD time from the guests; Linux bonds are advised for internal and storage networks.
    Fix: Move the network to a Linux bond.
    Source: RHOSP NFV guide, bonds with OVS-DPDK.
    """
    for placed in all_links(subject.inventory):
        for index, name in enumerate(placed.link.networks):
            if placed.link.kind == "ovs-dpdk" and name not in ("Tenant", "ctlplane"):
                yield Fault(
                    placed.place("networks", index),
                    f"{name} runs through the DPDK datapath of {placed.name}",
                    f"move {name} to a link of kind linux",
                )
