"""The Nova flavors of the inventory, with what their images and their guests need."""

from collections.abc import Mapping, Sequence

from generator.catalog.release import Release
from generator.derive.flavors import PageSize, extra_specs, image_properties, vhost_queues
from generator.derive.guest_ports import GuestPort, guest_port
from generator.explained import Explained
from generator.inventory import Flavor, Inventory
from generator.plan.roles import role_datapath
from generator.plan.types import FlavorPlan, RolePlan


def flavor_plans(
    inventory: Inventory, roles: tuple[RolePlan, ...], mtus: Mapping[str, Explained[int]],
    release: Release,
) -> tuple[FlavorPlan, ...]:  # fmt: skip
    """Each flavor, as it fits the roles with DPDK or SR-IOV; without their plans all but the
    ports of its guests is known. `mtus` are those of the networks that guests join."""
    dpdk = [role for role in roles if role.dpdk]
    tuned = [name for name in inventory.roles if role_datapath(name, inventory) != "kernel"]
    pages: PageSize | None = inventory.roles[tuned[0]].tuning.hugepage_size if tuned else None
    polled = any(role_datapath(name, inventory) != "sriov" for name in tuned)
    physical = max(
        (link.rx_queues.value for role in dpdk for link in role.links if link.rx_queues),
        default=1,
    )
    mtu = max((mtu.value for mtu in mtus.values()), default=0)
    plans = []
    for name, flavor in inventory.flavors.items():
        own = _roles_for(flavor, inventory, dpdk)
        queues = _capped(vhost_queues(flavor, physical), inventory, own)
        plans.append(
            FlavorPlan(
                name, flavor.vcpus, flavor.ram, flavor.disk,
                extra_specs(name, flavor, pages, inventory.aggregates, polled),
                image_properties(name, flavor, physical), flavor.images, queues,
                _port(queues.value, mtu, own, release),
            )
        )  # fmt: skip
    return tuple(plans)


def _roles_for(
    flavor: Flavor, inventory: Inventory, dpdk: Sequence[RolePlan]
) -> Sequence[RolePlan]:
    """The DPDK roles that the flavor is meant for: those of its aggregate, if it has one."""
    aggregate = inventory.aggregates.get(flavor.aggregate or "")
    if aggregate is None:
        return dpdk
    return [role for role in dpdk if role.name in aggregate.roles]


def _port(queues: int, mtu: int, roles: Sequence[RolePlan], release: Release) -> GuestPort:
    if not roles:
        return {}
    sizes = {}
    for role in roles:
        found = {each.name: each.value.value for each in role.parameters}
        receive, transmit = found["NovaLibvirtRxQueueSize"], found["NovaLibvirtTxQueueSize"]
        assert isinstance(receive, int)
        assert isinstance(transmit, int)
        sizes[role.name] = (receive, transmit)
    return guest_port(queues, mtu, sizes, release)


def _capped(
    queues: Explained[int], inventory: Inventory, roles: Sequence[RolePlan]
) -> Explained[int]:
    """With what NovaLibvirtMaxQueues would make of it: releases that know the parameter lose
    it on the way to Nova, so that the number itself stays."""
    caps = {role.name: inventory.roles[role.name].tuning.max_queues for role in roles}
    told = [
        f"{cap} on {role} if NovaLibvirtMaxQueues reaches nova.conf there"
        for role, cap in caps.items()
        if cap is not None and cap < queues.value
    ]
    return queues._replace(rule="; ".join((queues.rule, *told)))
