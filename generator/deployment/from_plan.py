"""A plan as the view that rules see: places are paths of the inventory."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from generator.catalog.parameters import parameters
from generator.catalog.roles import RoleFacts
from generator.catalog.roles import roles as known_roles
from generator.deployment.intrinsics import resolve
from generator.deployment.inventory_hosts import inventory_hosts
from generator.deployment.merge import Merged
from generator.deployment.networks import network_view
from generator.deployment.nic_configs import config_objects
from generator.deployment.passed import Scope
from generator.deployment.roles import role_view
from generator.deployment.types import Declared, DeploymentView, NetworkView, NicConfig, RoleView
from generator.deployment.values import At, Value, made, overlaid
from generator.explained import Explained
from generator.findings import Path
from generator.plan.types import NetObject, NetworkPlan, Parameter, Plan, RolePlan
from generator.reading.document import Document

_STEP = re.compile(r"\[(\d+)\]|([^.\[]+)")
_INVENTORY = "inventory "


def deployment_of_plan(plan: Plan, document: Document) -> DeploymentView:
    """The view of a plan; `document` is the inventory that it was derived from."""
    merged = _merged(plan, document)
    machines = {role.server: role.topology for role in plan.roles}
    hosts = inventory_hosts(plan.inventory, document, machines)
    networks = {
        network.name: network_view(
            made(_network_data(network), At(document, ("networks", network.name))), network.name
        )
        for network in plan.networks
    }
    known = known_roles(plan.target)
    roles: dict[str, RoleView] = {}
    for role in plan.roles:
        item = made(_role_data(role, known[role.name]), At(document, ("roles", role.name)))
        bare = role_view(role.name, item, known[role.name], merged, hosts)
        config = _nic_config(role, bare, merged, networks, document)
        roles[role.name] = RoleView(**{**vars(bare), "nic_config": config})
    return DeploymentView(
        plan.target, plan.deploy.stack, (), (), (document,),
        merged.parameters, merged.stack_parameters, merged.registry,
        roles, networks,
        tuple(role.nic_config for role in roles.values() if role.nic_config),
        (), parameters(plan.target), hosts, None, True, True, planned=True,
    )  # fmt: skip


def _merged(plan: Plan, document: Document) -> Merged:
    found: dict[str, Value] = {}
    registry: dict[str, Value] = {}
    for file in plan.environments:
        for key, path in file.registry:
            role = key.split("::")[2]
            registry[key] = made(path, At(document, ("roles", role)))
        for name, value in _written(file.parameters, At(document)):
            found[name] = overlaid(found.get(name), value)
        for role, block in file.role_parameters:
            at = At(document, ("roles", role, "tuning"))
            if block:
                value = Value(dict(_written(block, at)), at)
                name = f"{role}Parameters"
                found[name] = overlaid(found.get(name), value)
    return Merged(found, {}, registry)


def _written(block: tuple[Parameter, ...], otherwise: At) -> Iterator[tuple[str, Value]]:
    for parameter in block:
        yield parameter.name, made(parameter.value.value, _place(parameter.value, otherwise))


def _place(value: Explained[Any], otherwise: At) -> At:
    """Where the inventory decides a value."""
    if value.stated:
        return At(otherwise.document, _path(value.stated))
    if value.source.startswith(_INVENTORY):
        return At(otherwise.document, _path(value.source.removeprefix(_INVENTORY)))
    return otherwise


def _path(text: str) -> Path:
    """`roles.Compute.links[1].mtu` as a path; what does not lie in the document leads to the
    closest value that does."""
    return tuple(
        int(index) if index else name.strip() for index, name in _STEP.findall(text.split(" ")[0])
    )


def _network_data(network: NetworkPlan) -> Mapping[str, Any]:
    """The entry that is rendered for a network."""
    data = {
        "name": network.name,
        "name_lower": network.name_lower,
        "vip": network.vip,
        "vlan": network.vlan,
        "mtu": network.mtu,
        "ip_subnet": network.ip_subnet,
        "allocation_pools": [{"start": a, "end": b} for a, b in network.allocation_pools],
        "gateway_ip": network.gateway_ip,
        "routes": [{"destination": a, "nexthop": b} for a, b in network.routes] or None,
    }
    return {key: value for key, value in data.items() if value is not None}


def _role_data(role: RolePlan, facts: RoleFacts) -> Mapping[str, Any]:
    """The entry that is rendered for a role."""
    route = "ControlPlane" if role.default_route == "ctlplane" else role.default_route
    data = {
        "name": role.name,
        "tags": list(facts.tags),
        "networks": list(role.networks),
        "default_route_networks": [route],
        **facts.properties,
        "RoleParametersDefault": dict(facts.parameters),
        "ServicesDefault": list(facts.services),
    }
    return {key: value for key, value in data.items() if value not in ([], {})}


def _nic_config(
    role: RolePlan, view: RoleView, merged: Merged, networks: Mapping[str, NetworkView],
    document: Document,
) -> NicConfig:  # fmt: skip
    at = At(document, ("roles", role.name))
    declared = {
        each.name: Declared(
            each.name, each.type, at,
            None if each.default is None else made(each.default, at), None,
        )
        for each in role.nic_parameters
    }  # fmt: skip
    scope = Scope(declared, {}, {}, view, merged, networks, True, None)
    items = tuple(
        resolve(_object(each, _link(role, each, document)), scope) for each in role.network_config
    )
    objects, unresolved = config_objects([Value(items, at)])
    return NicConfig(role.name, document, declared, objects, unresolved, view.nic_registry)


def _link(role: RolePlan, each: NetObject, document: Document) -> At:
    """The link that an object was made for."""
    settings = {setting.key: setting.value for setting in each.settings}
    name = settings.get("name") or settings.get("device")
    for link in role.links:
        if name in (link.name, link.link.bridge):
            return At(document, link.path)
    return At(document, ("roles", role.name))


def _object(each: NetObject, at: At) -> Value:
    content = {"type": made(each.type, at)}
    content |= {setting.key: made(setting.value, at) for setting in each.settings}
    if each.members:
        content["members"] = Value(tuple(_object(member, at) for member in each.members), at)
    return Value(content, at)
