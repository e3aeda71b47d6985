"""Parameters of environments/node-info.yaml: how many nodes, which flavor, which name."""

from collections.abc import Iterator

from generator.catalog.roles import roles
from generator.explained import Explained, copied
from generator.inventory import Inventory
from generator.plan.types import HeatValue, Parameter, RootDiskCommand

HOSTNAMES = "tripleo-heat-templates <Role>HostnameFormat and HostnameMap"


def node_info_parameters(inventory: Inventory) -> tuple[Parameter, ...]:
    """Count and flavor of each role, and a name for each node that the inventory lists."""
    names = hostname_map(inventory)
    mapped = Parameter(
        "HostnameMap",
        Explained[HeatValue](
            dict(names),
            "the n-th node listed for a role gets the n-th name; which machine that becomes is"
            " Ironic's choice among those of the flavor",
            HOSTNAMES,
        ),
    )
    return (*_counts(inventory), *([mapped] if names else []))


def _counts(inventory: Inventory) -> Iterator[Parameter]:
    for name, role in inventory.roles.items():
        path = f"roles.{name}"
        yield Parameter(f"{name}Count", copied(role.count, f"{path}.count"))
        yield Parameter(f"Overcloud{name}Flavor", copied(role.flavor, f"{path}.flavor"))


def hostname_map(inventory: Inventory) -> dict[str, str]:
    """Generated host name to wanted name, by role and in the order of the inventory."""
    seen = dict.fromkeys(inventory.roles, 0)
    names = {}
    for name, node in inventory.nodes.items():
        names[_generated(inventory, node.role, seen[node.role])] = name
        seen[node.role] += 1
    return names


def host_names(inventory: Inventory, role: str) -> tuple[str, ...]:
    """What the hosts of a role are called, without their domain."""
    mapped = hostname_map(inventory)
    count = inventory.roles[role].count
    generated = (_generated(inventory, role, index) for index in range(count))
    return tuple(mapped.get(name, name) for name in generated)


def _generated(inventory: Inventory, role: str, index: int) -> str:
    """The name that the product gives to the n-th node of a role."""
    known = roles(inventory.site.target)[role]
    name = str(known.properties["HostnameFormatDefault"])
    return name.replace("%stackname%", inventory.site.stack).replace("%index%", str(index))


def root_disks(inventory: Inventory) -> tuple[RootDiskCommand, ...]:
    """The root device hint of each listed node whose server profile names a root disk."""
    commands = []
    for name, node in inventory.nodes.items():
        disk = inventory.servers[inventory.roles[node.role].server].root_disk
        if disk:
            hint = {key: value for key, value in vars(disk).items() if value is not None}
            commands.append(RootDiskCommand(name, hint))
    return tuple(commands)
