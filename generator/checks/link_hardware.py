"""Rules over links and the cards that their ports are on."""

from collections.abc import Iterator

from generator.checks.registry import INVENTORY_RULES
from generator.checks.subject import InventorySubject
from generator.checks.wiring import PlacedLink, all_links
from generator.findings import Fault, Severity
from generator.topology.types import Port


def _known_ports(subject: InventorySubject, placed: PlacedLink) -> list[Port]:
    """The link's ports that the role's server has."""
    ports = subject.ports(placed.role)
    return [ports[name] for name in placed.link.ports if name in ports]


def _dpdk_bonds(subject: InventorySubject) -> Iterator[tuple[PlacedLink, list[Port]]]:
    for placed in all_links(subject.inventory):
        ports = _known_ports(subject, placed)
        if placed.link.kind == "ovs-dpdk" and len(ports) > 1:
            yield placed, ports


@INVENTORY_RULES.rule("dpdk-bond-on-one-card", Severity.INFO)
def dpdk_bond_on_one_card(subject: InventorySubject) -> Iterator[Fault]:
    """The ports of a DPDK bond are on two cards.

    Why: A bond on one card survives a cable or switch, but not the card; two ports of
    25 Gbit/s also take most of what one PCIe 3.0 x8 slot carries.
    Fix: Take one port of each of two cards on the same NUMA node.
    Source: PCI Express 3.0 x8, 63 Gbit/s raw per direction.
    """
    for placed, ports in _dpdk_bonds(subject):
        if len({port.card for port in ports}) == 1:
            yield Fault(
                placed.place("ports"),
                f"all ports of {placed.name} are on one card",
                "take ports of two cards on the same NUMA node, if there are",
            )


@INVENTORY_RULES.rule("link-mtu-too-small", Severity.ERROR)
def link_mtu_too_small(subject: InventorySubject) -> Iterator[Fault]:
    """The MTU of a link is at least that of every network on it.

    Why: The kernel refuses a VLAN device with a larger MTU than its parent's, and a
    bridge port drops what is larger than its own: jumbo frames are lost at the node.
    Fix: Leave `mtu` of the link out; it is then the largest of its networks.
    Source: os-net-config 11.5.0; Linux VLAN devices; Open vSwitch, jumbo frames.
    """
    inventory = subject.inventory
    for placed in all_links(inventory):
        link = placed.link
        carried = {name: inventory.networks.get(name) for name in link.networks}
        wanted = {name: network.mtu for name, network in carried.items() if network}
        for name, physical in inventory.physical_networks.items():
            if physical.bridge == link.bridge:
                wanted[name] = physical.mtu
        for name, mtu in wanted.items():
            if link.mtu is not None and mtu > link.mtu:
                yield Fault(
                    placed.place("mtu"),
                    f"MTU {link.mtu} of {placed.name} is below the {mtu} of {name} on it",
                    f"remove mtu, or write {max(wanted.values())}",
                )


def _least_queues(subject: InventorySubject, placed: PlacedLink) -> Port | None:
    """The port of a link whose card offers the fewest rx queues, if the cards are known."""
    ports = _known_ports(subject, placed)
    return min(ports, key=lambda port: port.max_rx_queues.value, default=None)


@INVENTORY_RULES.rule("rx-queues-no-power-of-two", Severity.INFO)
def rx_queues_no_power_of_two(subject: InventorySubject) -> Iterator[Fault]:
    """The number of rx queues is a power of two.

    Why: Intel cards spread flows over a table whose size is a power of two; with another
    count some queues get more of it than others.
    Fix: Write 1, 2, 4 or 8.
    Source: DPDK 19.11 drivers/net/i40e: queues per traffic class are 1, 2, 4 ... 64.
    """
    for placed in all_links(subject.inventory):
        queues, low = placed.link.rx_queues, _least_queues(subject, placed)
        if low and queues != "auto" and queues > low.max_rx_queues.value:
            continue  # more than the card has, which another rule says
        if isinstance(queues, int) and queues & (queues - 1):
            lower = 1 << (queues.bit_length() - 1)
            yield Fault(
                placed.place("rx_queues"),
                f"{queues} rx queues of {placed.name} share the flows unevenly",
                f"write rx_queues: {lower} or {2 * lower}",
            )
