"""Parameters of environments/node-info.yaml: how many nodes, which flavor, which name."""

from collections.abc import Iterator

from generator.explained import Explained, copied
from generator.inventory import Inventory
from generator.plan.host_names import hostname_map
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


def root_disks(inventory: Inventory) -> tuple[RootDiskCommand, ...]:
    """The root device hint of each listed node whose server profile names a root disk."""
    commands = []
    for name, node in inventory.nodes.items():
        disk = inventory.servers[inventory.roles[node.role].server].root_disk
        if disk:
            hint = {key: value for key, value in vars(disk).items() if value is not None}
            commands.append(RootDiskCommand(name, hint))
    return tuple(commands)
