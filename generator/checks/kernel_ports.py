"""Rules over the ports whose queues and interrupts are asked for."""

from collections.abc import Iterator
from typing import NamedTuple

from generator.catalog.release import release
from generator.checks.registry import INVENTORY_RULES
from generator.checks.subject import InventorySubject
from generator.checks.wiring import role_links
from generator.checks.wording import did_you_mean, listed
from generator.findings import Fault, Place, Severity
from generator.inventory import Link
from generator.topology.types import Port


class _Listed(NamedTuple):
    """A port under `kernel_ports.ports` with the link of the role that has it."""

    role: str
    name: str
    place: Place
    link: Link | None
    port: Port | None


def _ports(subject: InventorySubject) -> Iterator[_Listed]:
    for role, written in subject.inventory.roles.items():
        for index, name in enumerate(written.kernel_ports.ports if written.kernel_ports else ()):
            place = Place(("roles", role, "kernel_ports", "ports", index))
            links = (placed.link for placed in role_links(subject.inventory, role))
            link = next((link for link in links if name in link.ports), None)
            yield _Listed(role, name, place, link, subject.ports(role).get(name))


@INVENTORY_RULES.rule("kernel-port-unknown", Severity.ERROR)
def kernel_port_unknown(subject: InventorySubject) -> Iterator[Fault]:
    """The ports of `kernel_ports` are ports of the role's links.

    Why: A port that no link uses carries nothing; a misspelt one is never set.
    Fix: Correct the name, or remove it.
    Source: our reading of the inventory.
    """
    for each in _ports(subject):
        if each.link is None:
            links = subject.inventory.roles[each.role].links
            known = [name for link in links if _driven(link) for name in link.ports]
            yield Fault(
                each.place,
                f"no link of {each.role} has a port {each.name}",
                did_you_mean(each.name, known, f"the kernel drives {listed(known)}"),
            )


@INVENTORY_RULES.rule("kernel-port-taken-by-dpdk", Severity.ERROR)
def kernel_port_taken_by_dpdk(subject: InventorySubject) -> Iterator[Fault]:
    """The ports of `kernel_ports` stay with the kernel.

    Why: A DPDK port that is bound to vfio-pci has no network device any more, so neither
    transmit queues with XPS nor interrupts of them: Open vSwitch polls it.
    Fix: Remove the port from the list; its queues are `rx_queues` of the link.
    Source: DPDK 19.11, Linux drivers; Linux Documentation/networking/scaling.rst.
    """
    for each in _ports(subject):
        if each.link and each.link.kind == "ovs-dpdk" and each.port and not _stays(subject, each):
            driver = each.port.dpdk_driver.value
            yield Fault(
                each.place,
                f"{each.name} is bound to {driver} for DPDK and has no queues in the kernel",
                "remove it; queues of a DPDK port are rx_queues of its link",
            )


@INVENTORY_RULES.rule("kernel-port-beside-dpdk", Severity.WARNING)
def kernel_port_beside_dpdk(subject: InventorySubject) -> Iterator[Fault]:
    """What is asked of a kernel port acts on the traffic that is meant.

    Why: A Mellanox port keeps its kernel device beside DPDK, and can be set. But what Open
    vSwitch polls does not pass the transmit queues and interrupts of that device.
    Fix: Remove the port, unless the kernel itself sends through it.
    Source: DPDK 19.11, mlx4 and mlx5 guides.
    """
    for each in _ports(subject):
        if each.link and each.link.kind == "ovs-dpdk" and each.port and _stays(subject, each):
            yield Fault(
                each.place,
                f"{each.name} keeps its kernel device, but DPDK does not use its transmit queues",
                "remove it, unless the kernel itself sends through it",
            )


@INVENTORY_RULES.rule("kernel-port-given-to-guests", Severity.ERROR)
def kernel_port_given_to_guests(subject: InventorySubject) -> Iterator[Fault]:
    """The ports of `kernel_ports` are not handed to guests whole.

    Why: With `vfs: 0` a guest gets the port itself: libvirt takes it from its driver and
    binds it to vfio-pci, and its queues and interrupts are the guest's.
    Fix: Remove the port from the list, or give it virtual functions.
    Source: Neutron, SR-IOV guide (vNIC type direct-physical); libvirt, managed hostdev.
    """
    for each in _ports(subject):
        if each.link and each.link.kind == "sriov" and not _driven(each.link):
            yield Fault(
                each.place,
                f"{each.name} is handed to a guest whole (vfs: 0): its queues and interrupts"
                " are not the kernel's",
                "remove it; the guest sets the queues of its port",
            )


def _driven(link: Link) -> bool:
    """Whether the kernel keeps the ports of a link."""
    return link.kind != "ovs-dpdk" and not (link.kind == "sriov" and link.vfs == 0)


def _stays(subject: InventorySubject, each: _Listed) -> bool:
    """Whether the port's driver serves the kernel and DPDK at once."""
    shared = release(subject.inventory.site.target).drivers.bifurcated.value.split()
    return each.port is not None and each.port.dpdk_driver.value in shared
