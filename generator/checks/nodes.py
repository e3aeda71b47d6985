"""Rules over the listed nodes. Inventories list thousands: every rule is one pass."""

from collections import Counter
from collections.abc import Iterator

from generator.checks.registry import INVENTORY_RULES
from generator.checks.subject import InventorySubject
from generator.checks.wording import counted, did_you_mean
from generator.findings import Fault, Place, Severity


@INVENTORY_RULES.rule("node-role-unknown", Severity.ERROR)
def node_role_unknown(subject: InventorySubject) -> Iterator[Fault]:
    """The role of a node is one of the inventory's.

    Why: A node gets its name and root disk from its role.
    Fix: Correct the role's name.
    Source: our reading of the inventory.
    """
    known = subject.inventory.roles
    for name, node in subject.inventory.nodes.items():
        if node.role not in known:
            yield Fault(
                Place(("nodes", name, "role")),
                f"{name} has the role {node.role!r}, which the inventory does not have",
                did_you_mean(node.role, known, f"add {node.role} under roles"),
            )


@INVENTORY_RULES.rule("nodes-above-count", Severity.ERROR)
def nodes_above_count(subject: InventorySubject) -> Iterator[Fault]:
    """A role has no more listed nodes than its count.

    Why: The deployment makes `count` nodes; the last ones listed would be registered
    and never deployed.
    Fix: Raise the count, or remove the node.
    Source: tripleo-heat-templates (Train), <Role>Count.
    """
    inventory = subject.inventory
    listed = Counter(node.role for node in inventory.nodes.values())
    for name, role in inventory.roles.items():
        if listed[name] > role.count:
            yield Fault(
                Place(("roles", name, "count")),
                f"{counted(listed[name], 'node')} of {name} are listed, but its count is "
                f"{role.count}",
                f"write count: {listed[name]}, or remove nodes",
            )


@INVENTORY_RULES.rule("bmc-twice", Severity.ERROR)
def bmc_twice(subject: InventorySubject) -> Iterator[Fault]:
    """Every node has a BMC address of its own.

    Why: The undercloud would power one machine on and off for two nodes.
    Fix: Write the address of the node's own iDRAC.
    Source: OpenStack Ironic, node registration.
    """
    owner: dict[object, str] = {}
    for name, node in subject.inventory.nodes.items():
        first = owner.setdefault(node.bmc, name)
        if first != name:
            yield Fault(
                Place(("nodes", name, "bmc")),
                f"{name} has the BMC address {node.bmc} of {first}",
                "write the address of its own BMC",
            )


@INVENTORY_RULES.rule("boot-mac-twice", Severity.ERROR)
def boot_mac_twice(subject: InventorySubject) -> Iterator[Fault]:
    """Every node boots from a MAC address of its own.

    Why: Ironic refuses the second port with the address, and the node is not registered.
    Fix: Write the address of the port that this node boots from.
    Source: OpenStack Ironic, node registration.
    """
    owner: dict[str, str] = {}
    for name, node in subject.inventory.nodes.items():
        first = owner.setdefault(node.boot_mac.lower(), name)
        if first != name:
            yield Fault(
                Place(("nodes", name, "boot_mac")),
                f"{name} has the boot MAC {node.boot_mac} of {first}",
                "write the MAC of the port that this node boots from",
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
        for network, pool in pools.items():
            if node.bmc.version == 4 and node.bmc in pool:
                yield Fault(
                    Place(("nodes", name, "bmc")),
                    f"the BMC address {node.bmc} of {name} is in the pool {pool} of {network}",
                    "take it out of the pool",
                )
