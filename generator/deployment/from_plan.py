"""A plan as the view that rules see: places are paths of the inventory."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from generator.catalog.roles import RoleFacts
from generator.catalog.roles import roles as known_roles
from generator.deployment.call import Argument, DeployCall
from generator.deployment.inventory_hosts import inventory_hosts
from generator.deployment.inventory_keys import KERNEL_ARGS, PHYSICAL, TUNING, decided
from generator.deployment.merge import Merged
from generator.deployment.planned_networks import (
    network_views,
    physical_networks,
    provisioning_view,
    spread,
)
from generator.deployment.planned_nics import planned_config
from generator.deployment.roles import role_view
from generator.deployment.types import DeploymentView, FlavorNote, RoleView
from generator.deployment.values import At, Value, made, overlaid
from generator.derive.socket_memory import socket_memory_text
from generator.explained import Explained
from generator.findings import Path
from generator.inventory import Inventory, Tuning
from generator.plan.networks import network_plans
from generator.plan.types import Parameter, Plan, RolePlan
from generator.reading.document import Document

_STEP = re.compile(r"\[(\d+)\]|([^.\[]+)")
_INVENTORY = "inventory "


def deployment_of_plan(plan: Plan, document: Document) -> DeploymentView:
    """The view of a plan; `document` is the inventory that it was derived from."""
    merged = _merged(plan, document)
    machines = {role.server: role.topology for role in plan.roles}
    hosts = inventory_hosts(plan.inventory, document, machines)
    networks = network_views(plan.networks, document)
    known = known_roles(plan.target)
    roles: dict[str, RoleView] = {}
    for role in plan.roles:
        item = made(_role_data(role, known[role.name]), At(document, ("roles", role.name)))
        bare = role_view(role.name, item, known[role.name], merged, hosts)
        config = planned_config(role, bare, merged, networks, plan.inventory, document)
        roles[role.name] = RoleView(**{**vars(bare), "nic_config": config})
    return DeploymentView(
        plan.target, plan.deploy.stack, (), (), (document,),
        merged.parameters, merged.stack_parameters, merged.registry,
        roles, networks,
        tuple(role.nic_config for role in roles.values() if role.nic_config),
        tuple(_flavors(plan, document)), hosts, _deploy_call(plan, document),
        roles_read=True, networks_read=True, planned=True,
        provisioning=provisioning_view(plan.inventory, document),
    )  # fmt: skip


def _flavors(plan: Plan, document: Document) -> Iterator[FlavorNote]:
    """The flavors as notes, each with what all of its images get."""
    for each in plan.flavors:
        at = At(document, ("flavors", each.name))
        flavor = {
            "name": made(each.name, at),
            "vcpus": made(each.vcpus, at.step("vcpus")),
            "ram": made(each.ram.in_mib, at.step("ram")),
            "properties": made({key: spec.value for key, spec in each.extra_specs.items()}, at),
        }
        properties = {key: value.value for key, value in each.image_properties.items()}
        image = made({"properties": properties}, at.step("images")) if each.images else None
        yield FlavorNote(document, Value(flavor, at), image)


def deployment_of_networks(inventory: Inventory, document: Document) -> DeploymentView:
    """The networks that links carry and nothing else, of an inventory without a plan."""
    site = inventory.site
    used = {name for role in inventory.roles.values() for each in role.links
            for name in each.networks}  # fmt: skip
    networks = [each for each in network_plans(inventory) if each.name in used]
    return DeploymentView(
        site.target, site.stack, (), (), (document,), {}, {}, {},
        {}, network_views(networks, document), (), (), (),
        networks_read=True, planned=True, provisioning=provisioning_view(inventory, document),
    )  # fmt: skip


def _deploy_call(plan: Plan, document: Document) -> DeployCall:
    """The command of deploy.sh, whose environment files the choice of the plugin decides."""
    at = At(document, ("site", "neutron")).location
    paths = tuple(Argument("-e", path, at) for path in plan.deploy.environments)
    return DeployCall(
        document.file, plan.deploy.stack, plan.deploy.templates, paths, None, None, None, at
    )


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
            if block:
                at = At(document, ("roles", role))
                tuning = plan.inventory.roles[role].tuning
                value = Value({each.name: _tuned(each, at, tuning) for each in block}, at)
                name = f"{role}Parameters"
                found[name] = overlaid(found.get(name), value)
    return Merged(found, {}, registry)


def _tuned(parameter: Parameter, role: At, tuning: Tuning) -> Value:
    """A parameter of a role, which keys of its tuning decide."""
    name, own = parameter.name, role.step("tuning")
    data: Any = parameter.value.value
    if key := PHYSICAL.get(name):
        return physical_networks(data, key, role.document)
    at, derived = decided(own, TUNING.get(name, ()), role.key)
    pieces: list[tuple[str, At]] = []
    if name == "KernelArgs":
        pieces = [(arg, decided(own, keys, role.key)[0]) for arg, keys in KERNEL_ARGS.items()]
        for index, text in enumerate(tuning.kernel_args):  # - and _ are the same
            name = text.partition("=")[0].replace("-", "_")
            pieces.append((name, own.step("kernel_args", index)))
    elif name == "OvsDpdkSocketMemory" and tuning.socket_memory:
        # The plan has a value for every node, however many are written.
        data = socket_memory_text(tuning.socket_memory)
        pieces = [(str(node), at.step(node)) for node in range(len(tuning.socket_memory))]
    return replace(made(data, at), derived=derived, pieces=tuple(pieces))


def _written(block: tuple[Parameter, ...], otherwise: At) -> Iterator[tuple[str, Value]]:
    for parameter in block:
        data: Any = parameter.value.value
        if key := PHYSICAL.get(parameter.name):
            yield parameter.name, physical_networks(data, key, otherwise.document)
        else:
            yield parameter.name, spread(data, _place(parameter.value, otherwise))


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
