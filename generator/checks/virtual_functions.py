"""Rules over links of kind sriov and the physical networks that they lead to."""

from collections.abc import Iterator

from generator.checks.registry import INVENTORY_RULES
from generator.checks.subject import InventorySubject
from generator.checks.wiring import PlacedLink, all_links
from generator.checks.wording import did_you_mean
from generator.findings import Fault, Place, Severity


def _links(subject: InventorySubject) -> Iterator[PlacedLink]:
    return (placed for placed in all_links(subject.inventory) if placed.link.kind == "sriov")


@INVENTORY_RULES.rule("link-physical-network-unknown", Severity.ERROR)
def link_physical_network_unknown(subject: InventorySubject) -> Iterator[Fault]:
    """The physical network of an SR-IOV link is declared under `physical_networks`.

    Why: Nova offers the port's functions on a network that Neutron does not know, and no
    port is ever bound to them.
    Fix: Correct the name, or declare the physical network.
    Source: Neutron ML2 network_vlan_ranges and flat_networks; nova (Train), physical_network.
    """
    known = subject.inventory.physical_networks
    for placed in _links(subject):
        name = placed.link.physical_network
        if name is not None and name not in known:
            yield Fault(
                placed.place("physical_network"),
                f"{placed.name} leads to {name!r}, which is not declared under physical_networks",
                did_you_mean(name, known, f"declare {name} under physical_networks"),
            )


@INVENTORY_RULES.rule("physical-network-unreached", Severity.ERROR)
def physical_network_unreached(subject: InventorySubject) -> Iterator[Fault]:
    """Every physical network has a bridge, or an SR-IOV port that leads to it.

    Why: Neutron binds no port on it.
    Fix: Write `bridge`, or a link of kind sriov with this `physical_network`.
    Source: Neutron (Train), bridge_mappings and physical_device_mappings.
    """
    reached = {placed.link.physical_network for placed in _links(subject)}
    for name, network in subject.inventory.physical_networks.items():
        if network.bridge is None and name not in reached:
            yield Fault(
                Place(("physical_networks", name), on_key=True),
                f"nothing leads to {name}: it has no bridge, and no sriov link names it",
                f"write its bridge, or a link with kind: sriov and physical_network: {name}",
            )


@INVENTORY_RULES.rule("sriov-link-without-agent", Severity.ERROR)
def sriov_link_without_agent(subject: InventorySubject) -> Iterator[Fault]:
    """Only roles with the SR-IOV agent have links of kind sriov.

    Why: Neutron binds a port to a function only where the agent of the node serves it:
    guests fail to start.
    Fix: Take ComputeSriov or ComputeOvsDpdkSriov, or another kind of link.
    Source: tripleo-heat-templates (Train), roles/ComputeSriov.yaml.
    """
    for placed in _links(subject):
        if placed.role in subject.role_facts and placed.role not in subject.sriov_roles:
            both = placed.role in subject.dpdk_roles
            yield Fault(
                placed.place("kind"),
                f"{placed.name} is an SR-IOV port, but {placed.role} has no SR-IOV agent",
                f"take the role {'ComputeOvsDpdkSriov' if both else 'ComputeSriov'}",
            )


@INVENTORY_RULES.rule("sriov-role-without-port", Severity.WARNING)
def sriov_role_without_port(subject: InventorySubject) -> Iterator[Fault]:
    """A role with the SR-IOV agent has a link of kind sriov.

    Why: The agent has no port to look after, and no guest gets a function.
    Fix: Write a link of kind sriov, or take the role without SR-IOV.
    Source: tripleo-heat-templates (Train), NeutronPhysicalDevMappings.
    """
    with_ports = {placed.role for placed in _links(subject)}
    for name in subject.sriov_roles:
        if name not in with_ports:
            yield Fault(
                Place(("roles", name, "links"), on_key=True),
                f"{name} runs the SR-IOV agent, but has no link of kind sriov",
                "write kind: sriov on the port that guests get functions of, with vfs",
            )


@INVENTORY_RULES.rule("vf-id-unknown", Severity.ERROR)
def vf_id_unknown(subject: InventorySubject) -> Iterator[Fault]:
    """The PCI id of what is handed out is known where Nova finds it by ids.

    Why: An entry without ids and without a port would offer Nova every PCI device of the
    machine, its disks included.
    Fix: State `vf_pci_id` of the card under `hardware.nics` (`lspci -nn` shows it once there
    are functions), or write `pci_match: devname`.
    Source: nova (Train), pci.passthrough_whitelist.
    """
    for placed in _links(subject):
        if placed.link.pci_match != "ids":
            continue
        for name in placed.link.ports:
            port = subject.ports(placed.role).get(name)
            key = "vf_pci_id" if placed.link.vfs else "pci_id"
            if port is not None and getattr(port, key).value is None:
                yield Fault(
                    placed.place("pci_match"),
                    f"the {key} of {port.nic} ({name}) is not known",
                    f"state hardware: {{nics: {{{port.nic}: {{{key}: ...}}}}}}, or write "
                    "pci_match: devname",
                )
