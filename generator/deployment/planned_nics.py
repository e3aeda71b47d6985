"""The nic-config of a role that was planned: its objects lie at the links they were made for."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from generator.deployment.intrinsics import resolve
from generator.deployment.inventory_keys import LINK, decided
from generator.deployment.merge import Merged
from generator.deployment.passed import Scope
from generator.deployment.types import ConfigObject, Declared, NetworkView, NicConfig, RoleView
from generator.deployment.values import At, Value, made
from generator.inventory import Inventory
from generator.plan.links import physical_mtus
from generator.plan.types import LinkPlan, NetObject, RolePlan
from generator.reading.document import Document

Pieces: TypeAlias = tuple[tuple[str, At], ...]
_OPTIONS = {"bonding_options": "mode", "ovs_options": "bond_mode"}  # and the name of the mode


def planned_config(
    role: RolePlan, view: RoleView, merged: Merged, networks: Mapping[str, NetworkView],
    inventory: Inventory, document: Document,
) -> NicConfig:  # fmt: skip
    """The nic-config of a role; `document` is that of the inventory."""
    at = At(document, ("roles", role.name))
    declared = {
        each.name: Declared(
            each.name, each.type, at,
            None if each.default is None else made(each.default, at), None,
        )
        for each in role.nic_parameters
    }  # fmt: skip
    scope = Scope(declared, {}, {}, view, merged, networks, True, None)
    objects = tuple(
        _object(each, link, _asking(link, inventory, document), At(document, link.path), scope)
        for each, link in _by_link(role)
    )
    return NicConfig(role.name, document, declared, objects, (), view.nic_registry)


def _by_link(role: RolePlan) -> Iterator[tuple[NetObject, LinkPlan]]:
    """The outermost objects, each with its link: one a link, and the VLANs behind it."""
    index = -1
    for each in role.network_config:
        index += each.type != "vlan"
        yield each, role.links[index]


def _asking(link: LinkPlan, inventory: Inventory, document: Document) -> Pieces:
    """The networks that a derived MTU of a link is that of, each with the place of its own."""
    if link.link.mtu is not None:
        return ()
    at, largest = At(document), link.mtu.value
    physical = physical_mtus(link.link, inventory)
    return (
        *((name, at.step("networks", name, "mtu")) for name in link.link.networks
          if inventory.networks[name].mtu == largest),
        *((name, at.step("physical_networks", name, "mtu")) for name, mtu in physical.items()
          if mtu == largest),
    )  # fmt: skip


def _object(each: NetObject, link: LinkPlan, asking: Pieces, at: At, scope: Scope) -> ConfigObject:
    """An object of the link at a place."""
    settings = {
        setting.key: _value(setting.key, setting.value, link, asking, at, scope)
        for setting in each.settings
    }
    here = at
    if "name" in settings:
        name = settings["name"].content
        where = _named(each.type, name, link, at)
        settings["name"] = Value(name, where, used=where)
        here = where if where.path[-2] == "ports" else at
    return ConfigObject(
        each.type, here, settings,
        tuple(_object(member, link, asking, at, scope) for member in each.members),
        {"type": decided(at, ("kind",), at)[0], "members": at.step("ports")},
    )  # fmt: skip


def _named(kind: str, name: Any, link: LinkPlan, at: At) -> At:
    """Where the link names a bridge, a bond or a port."""
    ports = link.dpdk_ports if kind == "ovs_dpdk_port" else link.link.ports
    if kind in {"interface", "ovs_dpdk_port", "sriov_pf"}:
        return at.step("ports", ports.index(name))
    return at.step("bridge" if kind.endswith("_bridge") else "bond")


def _value(key: str, data: Any, link: LinkPlan, asking: Pieces, at: At, scope: Scope) -> Value:
    """A setting, at the key of the link that decides it, or where its parameter is."""
    plain = not isinstance(data, Mapping | list)
    value = Value(data, at, used=at) if plain else resolve(made(data, at), scope)
    # The MTU of a network is taken from its parameter.
    if key not in LINK or (key == "mtu" and not plain):
        return value
    place, derived = decided(at, (LINK[key],), at)
    pieces: Pieces = asking if derived and key == "mtu" else ()
    if key in _OPTIONS:
        pieces = tuple((name, place.step(name)) for name in link.link.options)
        pieces += ((_OPTIONS[key], at.step("mode")),)
        if link.link.lacp:
            pieces += (("lacp", at.step("lacp")),)
    return replace(value, at=place, derived=derived, pieces=pieces)
