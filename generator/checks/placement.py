"""Rules over which machine becomes which node."""

from collections import Counter
from collections.abc import Iterator

from generator.checks.registry import INVENTORY_RULES
from generator.checks.subject import InventorySubject
from generator.checks.wording import counted
from generator.findings import Fault, Place, Severity


def _listed(subject: InventorySubject) -> Iterator[tuple[str, int, int]]:
    """Where machines are registered from the inventory: role, nodes that it lists, its count."""
    if subject.inventory.registration is not None:
        listed = Counter(node.role for node in subject.inventory.nodes.values())
        for name, role in subject.inventory.roles.items():
            yield name, listed[name], role.count


@INVENTORY_RULES.rule("placement-incomplete", Severity.ERROR)
def placement_incomplete(subject: InventorySubject) -> Iterator[Fault]:
    """Where machines are registered from the inventory, all nodes of a role are listed or none.

    Why: A role has its nodes on their own machines only if all are known. Without that its
    scheduler hints would go, and Heat makes nodes anew whose hints change: raising a count
    would cost the nodes that are there.
    Fix: List all machines of the role under `nodes`.
    Source: RHOSP 16.1 director guide, assigning specific node IDs; Heat 13.1.0,
    scheduler_hints of OS::Nova::Server.
    """
    for name, listed, count in _listed(subject):
        if 0 < listed < count:
            yield Fault(
                Place(("roles", name, "count")),
                f"{listed} of {counted(count, 'node')} of {name}"
                f" {'is' if listed == 1 else 'are'} listed",
                f"list {count - listed} more under nodes, or write count: {listed}",
            )


@INVENTORY_RULES.rule("node-not-registered", Severity.WARNING)
def node_not_registered(subject: InventorySubject) -> Iterator[Fault]:
    """Where machines are registered from the inventory, those of every role are.

    Why: The machines of a role without listed nodes have to be registered by hand, and
    Ironic chooses among those of the flavor.
    Fix: List the machines of the role under `nodes`.
    Source: RHOSP 16.1 director guide, assigning specific node IDs.
    """
    for name, listed, count in _listed(subject):
        if not listed and count:
            yield Fault(
                Place(("roles", name, "count")),
                f"none of {counted(count, 'node')} of {name} is listed: Ironic chooses"
                " their machines",
                f"list {count} under nodes",
            )
