"""What Ironic is told of the machines, but for the logins."""

from collections.abc import Mapping
from typing import NamedTuple

from generator.inventory import Inventory, Role
from generator.plan.node_info import root_device
from generator.plan.placement import capability, is_placed


class RegisteredNode(NamedTuple):
    """A machine as it is registered."""

    name: str
    driver: str  # pm_type
    bmc: str
    boot_mac: str
    capabilities: Mapping[str, str]
    root_device: Mapping[str, str | int]


def registered_nodes(inventory: Inventory) -> tuple[RegisteredNode, ...]:
    """Every listed node, in the order of the inventory."""
    placed = {role for role in inventory.roles if is_placed(inventory, role)}
    disks = {role: root_device(inventory, role) for role in inventory.roles}
    seen = dict.fromkeys(inventory.roles, 0)
    found = []
    for name, node in inventory.nodes.items():
        role = inventory.roles[node.role]
        server = inventory.servers[role.server]
        capabilities = {"boot_mode": server.boot_mode, "profile": _profile(role)}
        if node.role in placed:
            capabilities["node"] = capability(inventory, node.role, seen[node.role])
        seen[node.role] += 1
        found.append(
            RegisteredNode(
                name, server.bmc_driver, str(node.bmc), node.boot_mac.lower(),
                {key: value for key, value in sorted(capabilities.items()) if value},
                disks[node.role],
            )
        )  # fmt: skip
    return tuple(found)


def _profile(role: Role) -> str | None:
    """Flavors of one's own choose machines by their profile; the undercloud's own, baremetal,
    takes any."""
    return None if role.flavor == Role.flavor else role.flavor
