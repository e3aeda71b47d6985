"""What changes need on nodes that are deployed already."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from generator.catalog.effects import Effect, Effects, Row
from generator.whatif.types import Acting, Area, Change, Key, Settings

_PREFIX = "OS::TripleO::Services::"
_OF_CLOUD = {Area.FLAVOR: "flavor", Area.IMAGE: "image", Area.AGGREGATE: "aggregate",
             Area.ROOT_DISK: "root disk"}  # fmt: skip
_TO_COME = ("new-nodes",)
NOWHERE = ""
"""Stands for the cloud where a change is made on no node."""


class Nodes:
    """The roles that have nodes already, with the services and networks that these have or
    are to have."""

    def __init__(self, old: Settings, new: Settings) -> None:
        self._services = _lists((old, new), "services")
        self._networks = _lists((old, new), "networks")
        self.roles = tuple(
            key.of for key in old
            if key.area is Area.ROLE and not key.name and _count(old, key.of) != 0
        )  # fmt: skip

    def with_service(self, names: Sequence[str]) -> tuple[str, ...]:
        """Roles that have one of these services."""
        wanted = {f"{_PREFIX}{name}" for name in names}
        return tuple(role for role, own in self._services.items() if wanted & own)

    def with_network(self, name: str) -> tuple[str, ...]:
        """Roles that are on a network."""
        return tuple(role for role, own in self._networks.items() if name in own)


def _count(side: Settings, role: str) -> Any:
    entry = side.get(Key(Area.PARAMETER, role, f"{role}Count"))
    return entry.value if entry else None


def _lists(sides: Sequence[Settings], field: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for side in sides:
        for key, entry in side.items():
            if key.area is Area.ROLE and not key.name:
                found.setdefault(key.of, set())
            elif key.area is Area.ROLE and key.name == field:
                found.setdefault(key.of, set()).update(entry.value)
    return found


def classified(
    found: Sequence[Change], old: Settings, new: Settings, catalogue: Effects
) -> tuple[Change, ...]:
    """The changes with their effects and the roles whose nodes they act on."""
    nodes = Nodes(old, new)
    kinds = {key: entry.kind for side in (old, new) for key, entry in side.items() if entry.kind}
    return tuple(_classified(each, kinds, nodes, catalogue) for each in found)


def needed(found: Sequence[Change], catalogue: Effects) -> Mapping[str, tuple[str, ...]]:
    """What the nodes of each role need for all changes together."""
    by_role: dict[str, set[str]] = {}
    for change in found:
        for effect, roles in change.effects:
            for role in roles or (NOWHERE,):
                by_role.setdefault(role, set()).update(effect.needs)
    return {role: catalogue.in_order(needs) for role, needs in by_role.items()}


def _classified(
    change: Change, kinds: Mapping[Key, str], nodes: Nodes, catalogue: Effects
) -> Change:
    own = _way(_row(change, change.entry.kind, catalogue), change)
    taken: dict[Effect, list[str]] = {}
    for key in change.with_it:
        effect = _row(change, kinds[key], catalogue, key).grows
        if effect == catalogue.any_nic_config and {*effect.needs} <= {*own.needs}:
            effect = own  # says more
        taken.setdefault(effect, []).append(key.of)
    if taken and own.needs == ("none",):
        by_effect = taken  # what only nic-configs take needs what these need
    else:
        by_effect = {own: [*_roles(change, own, nodes)]}
        for effect, roles in taken.items():
            by_effect.setdefault(effect, []).extend(roles)
    return change._replace(effects=tuple(_acting(by_effect, change.key, nodes, catalogue)))


def _acting(
    by_effect: Mapping[Effect, list[str]], key: Key, nodes: Nodes, catalogue: Effects
) -> Iterator[Acting]:
    """The effects on roles that have nodes; a role that is only to come has none."""
    for effect, roles in by_effect.items():
        there = tuple(each for each in dict.fromkeys(roles) if each in nodes.roles)
        if effect.needs == _TO_COME and not key.of:
            yield Acting(effect, ())
        elif roles and not there:
            new = catalogue.find("roles", "added").grows
            yield Acting(new, tuple(dict.fromkeys(roles)))
        else:
            yield Acting(effect, there)


def _way(row: Row, change: Change) -> Effect:
    """The effect by the way that a number or a mapping goes; what is gone shrank."""
    before, after = (each.value if each else None for each in (change.old, change.new))
    if isinstance(before, dict) and isinstance(after, dict):
        return row.grows if before.items() <= after.items() else row.shrinks
    if isinstance(before, int | float) and isinstance(after, int | float):
        return row.shrinks if after < before else row.grows
    return row.shrinks if change.new is None else row.grows


def _row(change: Change, kind: str, catalogue: Effects, taken: Key | None = None) -> Row:
    key = taken or change.key
    match key.area:
        case Area.NIC_CONFIG:
            return catalogue.find("nic_config", *_nic_names(key, kind, change, taken is not None))
        case Area.PARAMETER:
            return catalogue.find("parameters", change.entry.pattern or key.name)
        case Area.NETWORK if change.entry.pattern:
            return catalogue.find("parameters", change.entry.pattern)
        case Area.NETWORK:
            return catalogue.find("networks", key.name or _whole(change))
        case Area.ROLE:
            return catalogue.find("roles", key.name or _whole(change))
        case Area.KERNEL_PORT:
            return catalogue.find("roles", f"kernel port {key.name.partition(' ')[0] or 'hook'}")
        case Area.COMMAND:
            return catalogue.find("command", key.name)
        case _:
            return catalogue.find("cloud", _OF_CLOUD[key.area])


def _nic_names(key: Key, kind: str, change: Change, taken: bool) -> Iterator[str]:
    """Rows for a setting or an object, the closest first. What lies in a DPDK port counts
    as the port."""
    if key.name:
        yield f"{kind}.{key.name}"
    elif not taken and change.new is None:
        yield "* gone"
    else:
        yield kind
        yield from (label.split(" ")[0] for label in key.inside if label.startswith("ovs_dpdk_"))
    yield "*"


def _whole(change: Change) -> str:
    return "removed" if change.new is None else "added"


def _roles(change: Change, effect: Effect, nodes: Nodes) -> tuple[str, ...]:
    key = change.key
    if key.area in _OF_CLOUD:
        return ()
    if key.area is Area.NETWORK:
        return nodes.with_network(key.of)
    if key.of:
        return (key.of,)
    return nodes.with_service(effect.services) if effect.services else nodes.roles
