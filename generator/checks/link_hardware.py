"""Rules over links and the cards that their ports are on."""

from collections.abc import Iterator

from generator.checks.registry import INVENTORY_RULES
from generator.checks.subject import InventorySubject
from generator.checks.wiring import all_links
from generator.findings import Fault, Severity
from generator.plan.links import physical_mtus


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
        wanted |= physical_mtus(link, inventory)
        for name, mtu in wanted.items():
            if link.mtu is not None and mtu > link.mtu:
                yield Fault(
                    placed.place("mtu"),
                    f"MTU {link.mtu} of {placed.name} is below the {mtu} of {name} on it",
                    f"remove mtu, or write {max(wanted.values())}",
                )
