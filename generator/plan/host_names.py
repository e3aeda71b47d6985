"""What nodes are called: by the product, and by the inventory."""

from collections.abc import Iterator

from generator.catalog.roles import RoleFacts, roles_of
from generator.inventory import Inventory


def generated_name(stack: str, role: RoleFacts, index: int) -> str:
    """The name that the product gives the n-th node of a role."""
    text = str(role.properties["HostnameFormatDefault"])
    return text.replace("%stackname%", stack).replace("%index%", str(index))


def nodes_of(inventory: Inventory, role: str) -> tuple[str, ...]:
    """The listed nodes of a role. Their order is that of the product's indices."""
    return tuple(name for name, node in inventory.nodes.items() if node.role == role)


def hostname_map(inventory: Inventory) -> dict[str, str]:
    """Generated host name to wanted name, by role and in the order of the inventory; without
    nodes of roles that there are not."""
    known, stack = roles_of(inventory), inventory.site.stack
    seen = dict.fromkeys(inventory.roles, 0)
    names = {}
    for name, node in inventory.nodes.items():
        if node.role not in known:
            continue  # node-role-unknown tells
        names[generated_name(stack, known[node.role], seen[node.role])] = name
        seen[node.role] += 1
    return names


def host_names(inventory: Inventory, role: str) -> tuple[str, ...]:
    """What the hosts of a role are called, without their domain."""
    return tuple(_host_names(inventory, role))


def _host_names(inventory: Inventory, role: str) -> Iterator[str]:
    listed = nodes_of(inventory, role)
    facts = roles_of(inventory)[role]
    yield from listed
    for index in range(len(listed), inventory.roles[role].count):
        yield generated_name(inventory.site.stack, facts, index)
