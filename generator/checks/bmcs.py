"""Rules over the BMCs of nodes. Inventories list thousands: every rule is one pass."""

from collections.abc import Iterator
from ipaddress import IPv4Address

from generator.checks.registry import INVENTORY_RULES
from generator.checks.repeats import repeats
from generator.checks.special_addresses import plain, unusable
from generator.checks.subject import InventorySubject
from generator.findings import Fault, Place, Severity


@INVENTORY_RULES.rule("bmc-twice", Severity.ERROR)
def bmc_twice(subject: InventorySubject) -> Iterator[Fault]:
    """Every node has a BMC address of its own.

    Why: The undercloud would power one machine on and off for two nodes.
    Fix: Write the address of the node's own iDRAC.
    Source: OpenStack Ironic, node registration.
    """
    nodes = subject.inventory.nodes
    for first, name in repeats((plain(node.bmc), name) for name, node in nodes.items()):
        yield Fault(
            Place(("nodes", name, "bmc")),
            f"{name} has the BMC address {plain(nodes[name].bmc)} of {first}",
            "write the address of its own BMC",
            related=(Place(("nodes", first, "bmc")),),
        )


@INVENTORY_RULES.rule("bmc-inside-pool", Severity.ERROR)
def bmc_inside_pool(subject: InventorySubject) -> Iterator[Fault]:
    """No BMC address lies in the pool of a network.

    Why: The pool hands the address to a node or service: two machines answer for it.
    Fix: Shorten the pool, or give the BMC another address.
    Source: neutron, allocation pools hold free addresses only.
    """
    pools = {
        name: network.pool for name, network in subject.inventory.networks.items() if network.pool
    }
    for name, node in subject.inventory.nodes.items():
        address = plain(node.bmc)
        for network, pool in pools.items():
            if isinstance(address, IPv4Address) and address in pool:
                yield Fault(
                    Place(("nodes", name, "bmc")),
                    f"the BMC address {address} of {name} is in the pool {pool} of {network}",
                    "take it out of the pool",
                )


@INVENTORY_RULES.rule("bmc-unusable", Severity.ERROR)
def bmc_unusable(subject: InventorySubject) -> Iterator[Fault]:
    """A BMC has an address that it can be reached at from the undercloud.

    Why: Ironic cannot switch the machine on, and the node never leaves enrolment.
    Fix: Write the address of the node's own iDRAC.
    Source: RFC 6890, special-purpose addresses; OpenStack Ironic, node registration.
    """
    networks = [(name, network.cidr) for name, network in subject.inventory.networks.items()]
    for name, node in subject.inventory.nodes.items():
        if means := unusable(node.bmc, networks):
            yield Fault(
                Place(("nodes", name, "bmc")),
                f"the BMC address {plain(node.bmc)} of {name} is {means}",
                "write the address of its BMC",
            )


@INVENTORY_RULES.rule("bmc-of-another-machine", Severity.ERROR)
def bmc_of_another_machine(subject: InventorySubject) -> Iterator[Fault]:
    """The address of a BMC is not that of a router, server or node.

    Why: Ironic would talk to the router; one of the two is written wrong, or both answer.
    Fix: Write the address of the node's own iDRAC.
    Source: OpenStack Ironic, node registration.
    """
    inventory = subject.inventory
    others: dict[str, str] = {str(each): "a DNS server" for each in inventory.site.dns_servers}
    others |= {name: "an NTP server" for name in inventory.site.ntp_servers if name not in others}
    for network, written in inventory.networks.items():
        others |= {str(route.nexthop): f"a router of {network}" for route in written.routes}
        others[str(written.gateway)] = f"the gateway of {network}"
    for name, node in inventory.nodes.items():
        others |= {str(own): f"{name} on {network}" for network, own in node.ips.items()}
    for name, node in inventory.nodes.items():
        if what := others.get(str(plain(node.bmc))):
            yield Fault(
                Place(("nodes", name, "bmc")),
                f"the BMC address {plain(node.bmc)} of {name} is that of {what}",
                "write the address of its BMC",
            )
