"""A plan as the view that rules see: places are paths of the inventory."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from generator.catalog.roles import RoleFacts
from generator.deployment.call import Argument, DeployCall
from generator.deployment.inventory_hosts import inventory_hosts
from generator.deployment.inventory_keys import KERNEL_ARGS, PHYSICAL, TUNING, decided
from generator.deployment.merge import Merged
from generator.deployment.planned_flavors import flavor_notes
from generator.deployment.planned_networks import (
    network_views,
    physical_networks,
    provisioning_view,
    spread,
)
from generator.deployment.planned_nics import planned_config
from generator.deployment.planned_nodes import node_addresses, node_names
from generator.deployment.roles import role_view
from generator.deployment.types import DeploymentView, RoleView
from generator.deployment.values import At, Value, made, overlaid
from generator.derive.socket_memory import socket_memory_text
from generator.explained import Explained
from generator.findings import Path
from generator.inventory import Tuning
from generator.plan.types import DeployCommand, Parameter, Plan, RolePlan
from generator.plan.virtual_functions import DEVICES, PASSTHROUGH
from generator.reading.document import Document

_STEP = re.compile(r"\[(\d+)\]|([^.\[]+)")
_INVENTORY = "inventory "


def deployment_of_plan(plan: Plan, document: Document) -> DeploymentView:
    """The view of a plan; `document` is the inventory that it was derived from."""
    merged = _merged(plan, document)
    machines = {role.server: role.topology for role in plan.roles}
    hosts = inventory_hosts(plan.inventory, document, machines)
    networks = network_views(plan.networks, document)
    roles: dict[str, RoleView] = {}
    for role in plan.roles:
        item = role_entry(role.name, role.networks, role.default_route, role.facts, document)
        bare = role_view(role.name, item, role.facts, merged, hosts)
        config = planned_config(role, bare, merged, networks, plan.inventory, document)
        roles[role.name] = RoleView(**{**vars(bare), "nic_config": config})
    return DeploymentView(
        plan.target, plan.deploy.stack, (), (), (document,),
        merged.parameters, merged.stack_parameters, merged.registry,
        roles, networks,
        tuple(role.nic_config for role in roles.values() if role.nic_config),
        flavor_notes(plan.flavors, plan.inventory, document), hosts,
        deploy_call(plan.deploy, document), roles_read=True, networks_read=True, planned=True,
        provisioning=provisioning_view(plan.inventory, document),
    )  # fmt: skip


def _merged(plan: Plan, document: Document) -> Merged:
    found: dict[str, Value] = {}
    registry: dict[str, Value] = {}
    by_name = {role.name: role for role in plan.roles}
    for file in plan.environments:
        for key, path in file.registry:
            role = key.split("::")[2]
            registry[key] = made(path, At(document, ("roles", role)))
        for name, value in _written(file.parameters, At(document)):
            found[name] = overlaid(found.get(name), value)
        for role, block in file.role_parameters:
            if block:
                at = At(document, ("roles", role))
                own = by_name[role]
                value = Value({each.name: _of_role(each, at, own, plan) for each in block}, at)
                name = f"{role}Parameters"
                found[name] = overlaid(found.get(name), value)
    found.update(node_addresses(plan.inventory, plan.networks, document))
    found.update(node_names(plan.inventory, document))
    return Merged(found, {}, registry)


def _of_role(parameter: Parameter, at: At, role: RolePlan, plan: Plan) -> Value:
    """A parameter of a role, where its links or its tuning decide it."""
    if parameter.name in (DEVICES, PASSTHROUGH):
        from generator.deployment.planned_functions import functions  # few have SR-IOV

        return functions(parameter, role, at.document)
    return _tuned(parameter, at, plan.inventory.roles[role.name].tuning)


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


def role_entry(
    name: str, networks: Sequence[str], route: str, facts: RoleFacts | None, document: Document
) -> Value:
    """The entry of a role in roles_data; only what the inventory tells of one that the
    product does not know."""
    data: dict[str, Any] = {
        "name": name,
        "networks": list(networks),
        "default_route_networks": ["ControlPlane" if route == "ctlplane" else route],
    }
    if facts:
        data |= {
            "tags": list(facts.tags),
            **facts.properties,
            "RoleParametersDefault": dict(facts.parameters),
            "ServicesDefault": list(facts.services),
        }
    said = {key: value for key, value in data.items() if value not in ([], {})}
    return made(said, At(document, ("roles", name)))


def deploy_call(command: DeployCommand, document: Document) -> DeployCall:
    """The command of deploy.sh, whose environment files the choice of the plugin decides."""
    at = At(document, ("site", "neutron")).location
    paths = tuple(Argument("-e", path, at) for path in command.environments)
    return DeployCall(document.file, command.stack, command.templates, paths, None, None, None, at)
