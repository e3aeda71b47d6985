"""The capacity of a planned deployment: each flavor alone, and all in their mix."""

from collections.abc import Mapping
from typing import NamedTuple

from generator.capacity.count import filled
from generator.capacity.errors import RefusedError
from generator.capacity.guest import guest_of
from generator.capacity.limits import limit
from generator.capacity.mix import HostMix, Mixed, Wanted, on_one_host, spread
from generator.capacity.roles import hosts, roles_for, specs
from generator.capacity.types import Guest, Host, Use, unused
from generator.plan.types import Plan


class Room(NamedTuple):
    """What is free of a host's NUMA node."""

    cpus: int  # dedicated
    cores: int  # of which all threads are dedicated and free
    memory_mib: int
    pages: Mapping[int, int]  # huge ones by size in KiB


class Alone(NamedTuple):
    """One flavor on hosts that nothing else runs on."""

    servers: int  # on one host
    by_node: tuple[int, ...]
    limit: str  # what keeps the next one out
    left: tuple[Room, ...]


class RoleCapacity(NamedTuple):
    """The hosts of a role, and what fits on them."""

    hosts: int
    host: Host
    room: tuple[Room, ...]  # of a host without guests
    alone: Mapping[str, Alone]
    mix: HostMix | None  # on one host, None without planned servers
    mixed: Mixed | None  # the planned servers that land on this role


class Capacity(NamedTuple):
    """All roles with guests, by name."""

    roles: Mapping[str, RoleCapacity]
    planned: Mapping[str, int]
    unplaced: Mapping[str, int]  # planned servers that find no room


def capacity(plan: Plan) -> Capacity:
    """What fits. A flavor that Nova refuses fits nowhere, and the rules say so."""
    machines = hosts(plan)
    counts = {role.name: role.count for role in plan.roles}
    guests = _guests(plan)
    planned = {
        name: flavor.servers
        for name, flavor in plan.inventory.flavors.items()
        if flavor.servers and name in guests
    }
    meant = {name: roles_for(plan, name, tuple(machines)) for name in guests}
    mix = {name: Wanted(guests[name], count) for name, count in planned.items()}
    mixed = spread({role: (host, counts[role]) for role, host in machines.items()}, mix, meant)
    return Capacity(
        {
            role: _role(
                counts[role], host,
                {name: guest for name, guest in guests.items() if role in meant[name]},
                {name: each for name, each in mix.items() if role in meant[name]},
                mixed[role],
            )
            for role, host in machines.items()
        },
        planned,
        {
            name: left
            for name, count in planned.items()
            if (left := count - sum(each.servers[name] for each in mixed.values()))
        },
    )  # fmt: skip


def room(host: Host, use: Use) -> tuple[Room, ...]:
    """What is free of each NUMA node."""
    return tuple(
        Room(
            sum(own.free),
            sum(1 for free, every in zip(own.free, cell.threads, strict=True) if free == every),
            cell.memory_mib - own.memory_mib,
            {
                pool.size_kib: pool.total - pool.reserved - used
                for pool, used in list(zip(cell.pages, own.pages, strict=True))[1:]
            },
        )
        for cell, own in zip(host.cells, use.cells, strict=True)
    )


def _guests(plan: Plan) -> dict[str, Guest]:
    found = {}
    for flavor in plan.flavors:
        try:
            found[flavor.name] = guest_of(specs(flavor))
        except RefusedError:
            continue
    return found


def _role(
    count: int, host: Host, guests: Mapping[str, Guest], mix: Mapping[str, Wanted], mixed: Mixed
) -> RoleCapacity:
    alone = {}
    for name, guest in guests.items():
        full = filled(host, guest)
        why = limit(host, full.use, guest)
        alone[name] = Alone(full.servers, full.by_cell, why, room(host, full.use))
    return RoleCapacity(
        count, host, room(host, unused(host)), alone,
        on_one_host(host, mix) if mix else None, mixed if mix else None,
    )  # fmt: skip
