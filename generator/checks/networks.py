"""Rules over the addresses of networks."""

from collections.abc import Iterator
from ipaddress import IPv4Network
from itertools import combinations

from generator.checks.registry import INVENTORY_RULES
from generator.checks.subject import InventorySubject
from generator.checks.wiring import CTLPLANE, roles_by_network
from generator.checks.wording import listed
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


@INVENTORY_RULES.rule("pool-missing", Severity.ERROR)
def pool_missing(subject: InventorySubject) -> Iterator[Fault]:
    """Every network that a role is on, other than ctlplane, has an allocation pool.

    Why: The nodes and virtual addresses of an isolated network are taken from its pool;
    those of ctlplane come from the undercloud.
    Fix: Write `pool: FIRST-LAST` with addresses that nothing else uses.
    Source: tripleo-heat-templates (Train), network_data.yaml: allocation_pools.
    """
    used = roles_by_network(subject.inventory)
    for name, network in subject.inventory.networks.items():
        if name != CTLPLANE and name in used and network.pool is None:
            yield Fault(
                Place(("networks", name), on_key=True),
                f"{name} has no pool, but {listed(used[name])} take addresses from it",
                f"write pool: FIRST-LAST inside {network.cidr}",
            )


@INVENTORY_RULES.rule("pool-outside-cidr", Severity.ERROR)
def pool_outside_cidr(subject: InventorySubject) -> Iterator[Fault]:
    """The pool of a network lies inside its CIDR.

    Why: Neutron on the undercloud refuses the subnet, and the stack fails.
    Fix: Correct the pool or the CIDR; often one of the two was copied from another network.
    Source: neutron, validation of allocation pools.
    """
    for name, network in subject.inventory.networks.items():
        if network.pool is not None and not network.pool.within(network.cidr):
            yield Fault(
                Place(("networks", name, "pool")),
                f"the pool {network.pool} of {name} is outside {network.cidr}",
                f"choose a range inside {network.cidr}, or correct the CIDR",
            )


@INVENTORY_RULES.rule("pool-holds-taken-address", Severity.ERROR)
def pool_holds_taken_address(subject: InventorySubject) -> Iterator[Fault]:
    """A pool holds neither the network address, the broadcast address nor the gateway.

    Why: Neutron refuses such a pool; a node with the gateway's address would cut
    everybody else off.
    Fix: Shorten the pool at the end that holds the address.
    Source: neutron, validation of allocation pools against the gateway.
    """
    for name, network in subject.inventory.networks.items():
        if network.pool is None or not network.pool.within(network.cidr):
            continue
        taken = {
            "network address": network.cidr.network_address,
            "broadcast address": network.cidr.broadcast_address,
            "gateway": network.gateway,
        }
        for what, address in taken.items():
            if address is not None and address in network.pool:
                yield Fault(
                    Place(("networks", name, "pool")),
                    f"the pool {network.pool} of {name} holds its {what} {address}",
                    f"choose a range without {address}",
                )


@INVENTORY_RULES.rule("pool-too-small", Severity.ERROR)
def pool_too_small(subject: InventorySubject) -> Iterator[Fault]:
    """A pool has an address for every node on the network and for its virtual addresses.

    Why: The stack fails when the first node finds the pool empty.
    Fix: Widen the pool.
    Source: tripleo-heat-templates (Train): one port per node and network, VIP ports for the
    network itself, Redis and the OVN databases.
    """
    inventory = subject.inventory
    used = roles_by_network(inventory)
    for name, network in inventory.networks.items():
        if network.pool is None or name == CTLPLANE:
            continue
        nodes = sum(inventory.roles[role].count for role in used.get(name, ()))
        virtual = subject.virtual_addresses(name)
        if nodes and len(network.pool) < nodes + virtual:
            yield Fault(
                Place(("networks", name, "pool")),
                f"the pool of {name} has {len(network.pool)} addresses for {nodes} nodes and "
                f"{virtual} virtual addresses",
                f"widen it to at least {nodes + virtual} addresses",
            )


@INVENTORY_RULES.rule("gateway-outside-cidr", Severity.ERROR)
def gateway_outside_cidr(subject: InventorySubject) -> Iterator[Fault]:
    """The gateway of a network lies inside its CIDR.

    Why: A route over an address that is not on the link is refused, and the network
    cannot be reached from elsewhere.
    Fix: Write the router's address in this network.
    Source: neutron, validation of gateway_ip; os-net-config, default routes.
    """
    for name, network in subject.inventory.networks.items():
        if network.gateway is not None and network.gateway not in network.cidr:
            yield Fault(
                Place(("networks", name, "gateway")),
                f"the gateway {network.gateway} of {name} is outside {network.cidr}",
                f"write the router's address in {network.cidr}",
            )


@INVENTORY_RULES.rule("gateway-no-host-address", Severity.ERROR)
def gateway_no_host_address(subject: InventorySubject) -> Iterator[Fault]:
    """A gateway is neither the network address nor the broadcast address.

    Why: No router can have such an address.
    Fix: Write the router's address.
    Source: neutron, validation of gateway_ip.
    """
    for name, network in subject.inventory.networks.items():
        cidr = network.cidr
        if network.gateway in (cidr.network_address, cidr.broadcast_address):
            which = "network" if network.gateway == cidr.network_address else "broadcast"
            yield Fault(
                Place(("networks", name, "gateway")),
                f"the gateway {network.gateway} of {name} is the {which} address of {cidr}",
                f"write the router's address in {cidr}",
            )


@INVENTORY_RULES.rule("networks-overlap", Severity.ERROR)
def networks_overlap(subject: InventorySubject) -> Iterator[Fault]:
    """The CIDRs of two networks do not overlap.

    Why: A node on both has two routes to one address and answers on the wrong link.
    Fix: Give each network a range of its own.
    Source: neutron on the undercloud; kernel routing.
    """
    for (first, one), (second, other) in combinations(subject.inventory.networks.items(), 2):
        if one.cidr.overlaps(other.cidr):
            yield Fault(
                Place(("networks", second, "cidr")),
                f"{other.cidr} of {second} overlaps {one.cidr} of {first}",
                "give each network a range of its own",
                related=(Place(("networks", first, "cidr")),),
            )


@INVENTORY_RULES.rule("external-without-gateway", Severity.WARNING)
def external_without_gateway(subject: InventorySubject) -> Iterator[Fault]:
    """The External network has a gateway.

    Why: Without one the public endpoints answer only inside the network itself, and the
    default route of the Controllers goes over the provisioning network.
    Fix: Write the router's address as `gateway`.
    Source: tripleo-heat-templates (Train): External is a default route network of Controller.
    """
    external = subject.inventory.networks.get("External")
    if external is not None and external.gateway is None:
        yield Fault(
            Place(("networks", "External"), on_key=True),
            "External has no gateway: the public endpoints cannot be reached from elsewhere",
            f"write gateway: with the router's address in {external.cidr}",
        )
