"""Rules over networks without a VLAN id."""

from collections.abc import Iterator

from generator.checks.registry import INVENTORY_RULES
from generator.checks.subject import InventorySubject
from generator.checks.wiring import CTLPLANE, all_links
from generator.checks.wording import listed
from generator.findings import Fault, Place, Severity


@INVENTORY_RULES.rule("untagged-networks-share-link", Severity.ERROR)
def untagged_networks_share_link(subject: InventorySubject) -> Iterator[Fault]:
    """A link carries at most one network without a VLAN id.

    Why: Two untagged networks are one broadcast domain, and their addresses would sit
    on one device with two subnets.
    Fix: Give the network its VLAN id, or a link of its own.
    Source: os-net-config (Train): an address without vlan object goes on the link itself.
    """
    networks = subject.inventory.networks
    for placed in all_links(subject.inventory):
        carried = [name for name in placed.link.networks if name in networks]
        untagged = [name for name in carried if networks[name].vlan is None]
        for extra in [name for name in untagged if name != CTLPLANE][CTLPLANE not in untagged :]:
            others = [name for name in untagged if name != extra]
            yield Fault(
                Place((*placed.path, "networks", placed.link.networks.index(extra))),
                f"{extra} has no VLAN id, and neither has {listed(others)} on {placed.name}",
                f"write vlan: ... under networks.{extra}, or give it a link of its own",
            )
