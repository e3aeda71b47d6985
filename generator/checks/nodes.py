"""Rules over the listed nodes. Inventories list thousands: every rule is one pass."""

from collections import Counter
from collections.abc import Iterator, Mapping

from generator.catalog.files import read
from generator.checks.registry import INVENTORY_RULES
from generator.checks.repeats import repeats
from generator.checks.subject import InventorySubject
from generator.checks.wording import counted, did_you_mean
from generator.findings import Fault, Place, Severity
from generator.plan.host_names import generated_name


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


@INVENTORY_RULES.rule("boot-mac-twice", Severity.ERROR)
def boot_mac_twice(subject: InventorySubject) -> Iterator[Fault]:
    """Every node boots from a MAC address of its own.

    Why: Ironic refuses the second port with the address, and the node is not registered.
    Fix: Write the address of the port that this node boots from.
    Source: OpenStack Ironic, node registration.
    """
    nodes = subject.inventory.nodes
    for first, name in repeats((node.boot_mac.lower(), name) for name, node in nodes.items()):
        yield Fault(
            Place(("nodes", name, "boot_mac")),
            f"{name} has the boot MAC {nodes[name].boot_mac} of {first}",
            "write the MAC of the port that this node boots from",
            related=(Place(("nodes", first, "boot_mac")),),
        )


@INVENTORY_RULES.rule("node-name-taken", Severity.ERROR)
def node_name_taken(subject: InventorySubject) -> Iterator[Fault]:
    """A node has no name that something else has.

    Why: localhost is every machine itself, the name of the stack is that of the public
    address, and a node that is not listed keeps the name that TripleO makes for it.
    Fix: Rename it, or list the other node too.
    Source: RHEL 8, /etc/hosts; tripleo-heat-templates (Train), CloudName, HostnameMap and
    <Role>HostnameFormat.
    """
    inventory = subject.inventory
    stack = inventory.site.stack.lower()
    hosts: Mapping[str, str] = read(f"targets/{inventory.site.target}-names")["hosts"]
    taken = {**hosts, stack: "the name of the stack's own address"}
    listed = Counter(node.role for node in inventory.nodes.values())
    for role, facts in subject.role_facts.items():
        for index in range(listed[role], inventory.roles[role].count):
            taken[generated_name(stack, facts, index)] = f"the name of a node of {role} not listed"
    for name in inventory.nodes:
        if means := taken.get(name.lower()):
            yield Fault(
                Place(("nodes", name), on_key=True), f"{name} is {means}", "rename the node"
            )
