"""The Nova flavors of the inventory, with what their images need."""

from generator.derive.flavors import extra_specs, image_properties, vhost_queues
from generator.inventory import Inventory
from generator.plan.types import FlavorPlan, RolePlan


def flavor_plans(inventory: Inventory, roles: tuple[RolePlan, ...]) -> tuple[FlavorPlan, ...]:
    """Each flavor, as it fits the DPDK roles of the deployment."""
    dpdk = [role for role in roles if role.datapath == "ovs-dpdk"]
    pages = inventory.roles[dpdk[0].name].tuning.hugepage_size if dpdk else None
    queues = max(
        (link.rx_queues.value for role in dpdk for link in role.links if link.rx_queues),
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
