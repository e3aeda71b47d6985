"""Flavors and capacity as plain data: what `nfvgen flavors show` prints."""

from collections.abc import Iterable
from typing import Any

from generator.capacity.mix import Mixed
from generator.capacity.plan_capacity import Alone, Capacity, RoleCapacity, Room, room
from generator.plan.desired import DesiredState
from generator.plan.types import FlavorPlan, Plan
from generator.plan.view import explained
from generator.values import MemorySize

Data = dict[str, Any]


def flavors_view(plan: Plan, state: DesiredState, found: Capacity) -> Data:
    """Flavors with their reasons, image properties and aggregates as the cloud gets them,
    and how many servers fit."""
    wanted = {flavor.name: flavor for flavor in state.flavors}
    return {
        "flavors": {
            flavor.name: _flavor(flavor) | {"access": list(wanted[flavor.name].access) or None}
            for flavor in plan.flavors
        },
        "images": {image.name: dict(image.properties) for image in state.images},
        "aggregates": {
            each.name: {"metadata": dict(each.metadata), "hosts": list(each.hosts)}
            for each in state.aggregates
        },
        "capacity": {name: _role(role) for name, role in found.roles.items()},
        "planned": dict(found.planned),
        "unplaced": dict(found.unplaced),
    }


def _flavor(flavor: FlavorPlan) -> Data:
    return {
        "vcpus": flavor.vcpus,
        "ram": str(flavor.ram),
        "disk": str(flavor.disk),
        "extra_specs": {key: explained(value) for key, value in flavor.extra_specs.items()},
        "images": list(flavor.images),
        "image_properties": {
            key: explained(value) for key, value in flavor.image_properties.items()
        },
        "vhost_queues": explained(flavor.vhost_queues),
    }


def _role(role: RoleCapacity) -> Data:
    found: Data = {
        "hosts": role.hosts,
        "room": _rooms(role.room),
        "shared_cpus": role.host.vcpus,
        "alone": {name: _alone(each, role.hosts) for name, each in role.alone.items()},
    }
    if role.mix and role.mixed:
        found["mix"] = {
            "host": dict(role.mix.servers),
            "host_by_numa_node": {name: list(nodes) for name, nodes in role.mix.by_cell.items()},
            "host_left": _rooms(room(role.host, role.mix.use)),
            "role": dict(role.mixed.servers),
            "role_left": _left(role, role.mixed),
        }
    return found


def _left(role: RoleCapacity, mixed: Mixed) -> list[Data]:
    """What is left on hosts, those of equal room as one: it may be threads of other cores."""
    groups: list[Data] = []
    for use, count in mixed.hosts.items():
        left = _rooms(room(role.host, use))
        alike = next((group for group in groups if group["left"] == left), None)
        if alike is None:
            groups.append({"hosts": count, "left": left})
        else:
            alike["hosts"] += count
    return groups


def _alone(alone: Alone, hosts: int) -> Data:
    return {
        "host": alone.servers,
        "role": alone.servers * hosts,
        "by_numa_node": list(alone.by_node),
        "limit": alone.limit,
        "left": _rooms(alone.left),
    }


def _rooms(rooms: Iterable[Room]) -> list[Data]:
    return [
        {
            "cpus": own.cpus,
            "cores": own.cores,
            "memory": str(MemorySize.mib(own.memory_mib)),
            "pages": {str(MemorySize(size << 10)): count for size, count in own.pages.items()},
        }
        for own in rooms
    ]
