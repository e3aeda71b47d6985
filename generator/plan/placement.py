"""Which machine becomes which node: Ironic's capability `node`, and the hint that asks for it."""

from generator.explained import Explained
from generator.inventory import Inventory, Site
from generator.plan.host_names import nodes_of
from generator.plan.types import HeatValue, Parameter

_GUIDE = "RHOSP 16.1 director guide, assigning specific node IDs"
_HEAT = "Heat 13.1.0, scheduler_hints of OS::Nova::Server"
_INDEX = "%index%"


def is_placed(inventory: Inventory, role: str) -> bool:
    """Whether each node of a role has a machine of its own. With the hint a node that no
    machine is registered for would find no valid host: so all have to be listed."""
    count = inventory.roles[role].count
    return inventory.registration is not None and 0 < count == len(nodes_of(inventory, role))


def capability(inventory: Inventory, role: str, index: int | str) -> str:
    """What the machine of a node has as its capability `node`."""
    stack = inventory.site.stack
    # Stacks of one undercloud share its machines, and may have roles of one name.
    prefix = "" if stack == Site.stack else f"{stack}-"
    return f"{prefix}{role.lower()}-{index}"


def scheduler_hints(inventory: Inventory, role: str) -> Parameter:
    """<Role>SchedulerHints of a role whose nodes have their places."""
    hints: HeatValue = {"capabilities:node": capability(inventory, role, _INDEX)}
    rule = (
        "the n-th node listed for the role is put on its own machine, which nfvgen nodes registers"
        " with this capability. From the first deployment on: where hints change later, Heat makes"
        " the nodes of the role anew"
    )
    return Parameter(f"{role}SchedulerHints", Explained(hints, rule, f"{_GUIDE}; {_HEAT}"))
