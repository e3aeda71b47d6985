"""The Nova flavors of the inventory, with what their images need."""

from generator.derive.flavors import PageSize, extra_specs, image_properties, vhost_queues
from generator.inventory import Inventory
from generator.plan.roles import is_dpdk
from generator.plan.types import FlavorPlan, RolePlan


def flavor_plans(inventory: Inventory, roles: tuple[RolePlan, ...]) -> tuple[FlavorPlan, ...]:
    """Each flavor, as it fits the DPDK roles of the deployment; without their plans all but
    the queues of its guests is known."""
    pages: PageSize | None = next(
        (own.tuning.hugepage_size for name, own in inventory.roles.items()
         if is_dpdk(name, inventory)), None,
    )  # fmt: skip
    queues = max(
        (link.rx_queues.value for role in roles for link in role.links if link.rx_queues),
        default=1,
    )
    return tuple(
        FlavorPlan(
            name, flavor.vcpus, flavor.ram, flavor.disk,
            extra_specs(name, flavor, pages, inventory.aggregates),
            image_properties(name, flavor, queues), flavor.images, vhost_queues(flavor, queues),
        )
        for name, flavor in inventory.flavors.items()
    )  # fmt: skip
