"""Parameters of environments/node-info.yaml: how many nodes, which flavor, which machine,
which name, which addresses."""

from collections.abc import Iterator, Sequence

from generator.explained import Explained, copied
from generator.inventory import Inventory
from generator.plan.host_names import hostname_map
from generator.plan.node_addresses import address_parameter, filed_under
from generator.plan.placement import is_placed, scheduler_hints
from generator.plan.types import HeatValue, NetworkPlan, Parameter, RootDiskCommand

HOSTNAMES = "tripleo-heat-templates <Role>HostnameFormat and HostnameMap"


def node_info_parameters(
    inventory: Inventory, networks: Sequence[NetworkPlan]
) -> tuple[Parameter, ...]:
    """Count, flavor and place of each role, and the names and addresses of the nodes that
    the inventory lists."""
    lowers = filed_under(networks)
    addresses = (address_parameter(inventory, role, lowers) for role in inventory.roles)
    return (
        *_roles(inventory),
        *_names(inventory),
        *(parameter for parameter in addresses if parameter),
    )


def _roles(inventory: Inventory) -> Iterator[Parameter]:
    for name, role in inventory.roles.items():
        path = f"roles.{name}"
        yield Parameter(f"{name}Count", copied(role.count, f"{path}.count"))
        yield Parameter(f"Overcloud{name}Flavor", copied(role.flavor, f"{path}.flavor"))
        if is_placed(inventory, name):
            yield scheduler_hints(inventory, name)


def _names(inventory: Inventory) -> Iterator[Parameter]:
    names: dict[str, HeatValue] = {**hostname_map(inventory)}
    machine = (
        "which machine that becomes is Ironic's choice among those of the flavor, where no"
        " scheduler hint says"
        if inventory.registration
        else "which machine that becomes is Ironic's choice among those of the flavor"
    )
    rule = f"the n-th node listed for a role gets the n-th name; {machine}"
    if names:
        yield Parameter("HostnameMap", Explained[HeatValue](names, rule, HOSTNAMES))


def root_disks(inventory: Inventory) -> tuple[RootDiskCommand, ...]:
    """The root device hint of each listed node whose server profile names a root disk."""
    return tuple(
        RootDiskCommand(name, hint)
        for name, node in inventory.nodes.items()
        if (hint := root_device(inventory, node.role))
    )


def root_device(inventory: Inventory, role: str) -> dict[str, str | int]:
    """The hint for the machines of a role; empty where none is wanted."""
    disk = inventory.servers[inventory.roles[role].server].root_disk
    return {key: value for key, value in vars(disk).items() if value is not None} if disk else {}
