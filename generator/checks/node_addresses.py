"""Rules over the fixed addresses of nodes. Inventories list thousands: each is one pass.

That an address fits its network, and is no other's, the rules over any deployment say.
"""

from collections import defaultdict
from collections.abc import Iterator

from generator.checks.registry import INVENTORY_RULES
from generator.checks.subject import InventorySubject
from generator.checks.wiring import roles_by_network
from generator.checks.wording import counted, did_you_mean, listed
from generator.findings import Fault, Place, Severity


@INVENTORY_RULES.rule("node-network-unknown", Severity.ERROR)
def node_network_unknown(subject: InventorySubject) -> Iterator[Fault]:
    """The fixed addresses of a node are on networks of its role.

    Why: The role makes no port on any other network: the address would be nobody's.
    Fix: Correct the network's name, or give the network to a link of the role.
    Source: tripleo-heat-templates 11.6.0, <Role>IPs in puppet/role.role.j2.yaml.
    """
    networks, roles = subject.inventory.networks, subject.inventory.roles
    joined = {name: set(among) for name, among in roles_by_network(subject.inventory).items()}
    for name, node in subject.inventory.nodes.items():
        for network in node.ips if node.role in roles else ():
            place = Place(("nodes", name, "ips", network), on_key=True)
            if network not in networks:
                hint = did_you_mean(network, networks, f"add {network} under networks")
                yield Fault(place, f"there is no network {network!r}", hint)
            elif node.role not in joined.get(network, ()):
                yield Fault(
                    place,
                    f"{name} has an address on {network}, but no link of {node.role} is on it",
                    f"remove it, or write {network} into networks of a link of {node.role}",
                )


@INVENTORY_RULES.rule("node-addresses-incomplete", Severity.ERROR)
def node_addresses_incomplete(subject: InventorySubject) -> Iterator[Fault]:
    """Of the listed nodes of a role, all have a fixed address on a network or none.

    Why: The product takes the addresses by the number of the node: behind a gap every node
    would get the address of the one after it.
    Fix: Write an address for each node of the role, or for none.
    Source: tripleo-heat-templates 11.6.0, <Role>IPs in puppet/role.role.j2.yaml.
    """
    nodes: dict[str, list[str]] = defaultdict(list)
    for name, node in subject.inventory.nodes.items():
        nodes[node.role].append(name)
    for role, names in nodes.items():
        ips = {name: subject.inventory.nodes[name].ips for name in names}
        for network in dict.fromkeys(network for own in ips.values() for network in own):
            first = next(name for name in names if network in ips[name])
            if without := [name for name in names if network not in ips[name]]:
                shown = listed(without[:3] if len(without) < 4 else [*without[:3], "others"])
                yield Fault(
                    Place(("nodes", first, "ips", network), on_key=True),
                    f"{shown} of {role} {'has' if len(without) == 1 else 'have'} no address on"
                    f" {network}, and {first} has one",
                    f"write ips: {{{network}: ...}} for {counted(len(without), 'node')} more, or"
                    f" remove it from all of {role}",
                )
