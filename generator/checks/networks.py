"""Rules over the addresses of networks."""

from collections.abc import Iterator
from ipaddress import IPv4Network

from generator.checks.registry import INVENTORY_RULES
from generator.checks.subject import InventorySubject
from generator.findings import Fault, Place, Severity

_UNUSABLE = {
    "0.0.0.0/8": "addresses without a network",
    "127.0.0.0/8": "loopback addresses",
    "169.254.0.0/16": "link-local addresses",
    "224.0.0.0/4": "multicast addresses",
    "240.0.0.0/4": "reserved addresses",
}
_UNUSABLE_NETWORKS = {IPv4Network(text): means for text, means in _UNUSABLE.items()}
_LONGEST_PREFIX = 30


@INVENTORY_RULES.rule("network-cidr-unusable", Severity.ERROR)
def network_cidr_unusable(subject: InventorySubject) -> Iterator[Fault]:
    """The CIDR of a network is one that hosts can have, with room for two of them.

    Why: Kernel and routers give loopback, multicast, link-local and reserved addresses
    another meaning or drop them; a network of one or two addresses has no hosts.
    Fix: Write the network that the switches and routers carry.
    Source: RFC 6890, special-purpose addresses; Linux, routing.
    """
    for name, network in subject.inventory.networks.items():
        place = Place(("networks", name, "cidr"))
        means = next((m for bad, m in _UNUSABLE_NETWORKS.items() if network.cidr.overlaps(bad)), "")
        if means:
            yield Fault(
                place,
                f"{network.cidr} of {name} holds {means}",
                "write the network that the switches carry, such as 192.168.140.0/24",
            )
        elif network.cidr.prefixlen > _LONGEST_PREFIX:
            yield Fault(
                place,
                f"{network.cidr} of {name} has no room for hosts",
                f"write a network of /{_LONGEST_PREFIX} or wider",
            )
