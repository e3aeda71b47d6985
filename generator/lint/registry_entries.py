"""Rules over the resource registry: roles, networks, nic-configs that it maps."""

import os
import re
from collections.abc import Iterator
from pathlib import PurePath

from generator.catalog.product import product
from generator.deployment.nic_configs import registry_path
from generator.deployment.types import DeploymentView, Kind, RoleView
from generator.deployment.values import Value
from generator.findings import Severity
from generator.lint.product_order import in_order
from generator.lint.ruleset import Found, rule
from generator.lint.scope import deployed, is_dpdk, nodes
from generator.lint.spelling import distance, fitting, folded, slips

_OF_ROLE = re.compile(r"OS::TripleO::(\w+)::(Net::SoftwareConfig|Ports::(\w+)Port)")
_SERVICE = "OS::TripleO::Services::"
_NOT_ROLES = {"Network", "Tasks", "Services", "DeployedServer", "Docker"}
_SHAPES = re.compile(r"OS::TripleO::(\w+)::(net|port)", re.IGNORECASE)


def _of_roles(view: DeploymentView) -> Iterator[tuple[str, Value, str, str]]:
    """Key, value, role and network of the entries of roles; of a nic-config network is ""."""
    for key, value in view.registry.items():
        found = _OF_ROLE.fullmatch(key)
        if found and found[1] not in _NOT_ROLES:
            yield key, value, found[1], found[3] or ""


@rule("registry-role-unknown", Severity.ERROR)
def registry_role_unknown(view: DeploymentView) -> Iterator[Found]:
    """The registry's nic-configs and ports are those of roles that are deployed.

    Why: An entry for a role that is not there is ignored. The role that was meant keeps
    net-config-noop.yaml: no NIC is configured, and nothing says so.
    Fix: Write the role's name as roles_data has it.
    Source: tripleo-heat-templates 11.6.0, overcloud-resource-registry-puppet.j2.yaml.
    """
    if not view.roles_read:
        return
    for key, value, name, network in _of_roles(view):
        if name in view.roles:
            continue
        meant = slips(name, view.roles) or list(fitting(name, map(_name, _unmapped(view, network))))
        if meant and not _has(view, meant[0], network):
            yield Found(
                value.at.key, f"roles_data has no role {name}: {meant[0]} keeps the default",
                f"write {key.replace(name, meant[0])}",
            )  # fmt: skip


def _name(role: RoleView) -> str:
    return role.name


def _unmapped(view: DeploymentView, network: str) -> Iterator[RoleView]:
    return (role for role in deployed(view) if not _has(view, role.name, network))


def _has(view: DeploymentView, role: str, network: str) -> bool:
    part = f"Ports::{network}Port" if network else "Net::SoftwareConfig"
    return f"OS::TripleO::{role}::{part}" in view.registry


@rule("registry-entry-unused", Severity.INFO)
def registry_entry_unused(view: DeploymentView) -> Iterator[Found]:
    """The registry maps nic-configs of roles that are deployed.

    Why: The entry has no effect. Files that serve several deployments often have such.
    Fix: Nothing, if the role is left out on purpose.
    Source: tripleo-heat-templates 11.6.0, overcloud-resource-registry-puppet.j2.yaml.
    """
    if not view.roles_read:
        return
    for _, value, name, network in _of_roles(view):
        if name in view.roles or network or slips(name, view.roles):
            continue
        if not list(fitting(name, map(_name, _unmapped(view, network)))):
            yield Found(
                value.at.key,
                f"roles_data has no role {name}: nothing uses this nic-config",
                "remove the line if the role is not left out on purpose",
            )


@rule("registry-key-misspelt", Severity.ERROR)
def registry_key_misspelt(view: DeploymentView) -> Iterator[Found]:
    """Registry keys are spelt as the templates use them.

    Why: Heat takes any key; one that no template uses maps nothing.
    Fix: Write OS::TripleO::<Role>::Net::SoftwareConfig, ...::Ports::<Net>Port or
    OS::TripleO::Services::<Service>.
    Source: tripleo-heat-templates 11.6.0, overcloud-resource-registry-puppet.j2.yaml.
    """
    right = {
        each
        for name in view.roles
        for each in (
            f"OS::TripleO::{name}::Net::SoftwareConfig",
            *(f"OS::TripleO::{name}::Ports::{network}Port" for network in view.networks),
        )
    }
    shapes = {folded(each): each for each in sorted(right)}
    names = {f"OS::TripleO::Services::{name}" for name in product(view.target).services}
    services = {folded(name): name for name in sorted(names)}
    listed = {name for role in view.roles.values() for name in role.services or ()}
    for key, value in view.registry.items():
        if key in names or key in right or "::" not in key:
            continue
        known = shapes.get(folded(key)) or services.get(folded(key))
        if known is None and key.startswith(_SERVICE) and key not in listed:
            tail = key.removeprefix(_SERVICE)
            near = (each for each in slips(tail, product(view.target).services))
            known = next((_SERVICE + each for each in near if distance(tail, each, 1) == 1), None)
        if known is None and _SHAPES.match(key) and not _OF_ROLE.fullmatch(key):
            known = next(iter(slips(key, shapes.values())), None)
        if known and known != key:
            yield Found(value.at.key, f"no template uses the key {key}", f"write {known}")


@rule("registry-network-unknown", Severity.WARNING)
def registry_network_unknown(view: DeploymentView) -> Iterator[Found]:
    """Ports are mapped for networks of network_data.

    Why: Network names keep their letter case in the registry; an entry for a network that
    is not there is ignored.
    Fix: Write the network's `name` as network_data has it.
    Source: tripleo-heat-templates 11.6.0, overcloud-resource-registry-puppet.j2.yaml.
    """
    if not view.networks_read:
        return
    for key, value, name, network in _of_roles(view):
        known = network in view.networks or name not in view.roles
        meant = [] if known or not network else slips(network, view.networks)
        if meant:
            right = key.replace(f"{network}Port", f"{meant[0]}Port")
            yield Found(value.at.key, f"network_data has no network {network}", f"write {right}")


@rule("nic-config-missing", Severity.ERROR)
def nic_config_missing(view: DeploymentView) -> Iterator[Found]:
    """The nic-config that the registry names is there.

    Why: The client reads it before it deploys, and stops where it finds none. A relative
    path counts from the file that it stands in.
    Fix: Correct the path.
    Source: python-heatclient, template_utils.
    """
    for role in view.roles.values():
        value = role.nic_registry
        if value and _is_absent(view, value) and not PurePath(str(value.content)).is_absolute():
            yield Found(
                value.at, f"{value.content} is not there", "correct the path; it counts from the "
                "file that it stands in",
            )  # fmt: skip


def _is_absent(view: DeploymentView, value: Value) -> bool:
    if not isinstance(value.content, str) or "::" in value.content or "{" in value.content:
        return False
    if PurePath(value.content).name.startswith("net-config-"):  # the product renders them
        return False
    at = value.at.location
    return any(each.named_by == at and not each.product for each in view.missing)


@rule("nic-config-of-other-kind", Severity.ERROR)
def nic_config_of_other_kind(view: DeploymentView) -> Iterator[Found]:
    """The file that the registry names as a nic-config is a Heat template.

    Why: Heat refuses any other file as a type of resources.
    Fix: Name the nic-config of the role.
    Source: Heat, resource_registry.
    """
    others = {Kind.ENVIRONMENT, Kind.ROLES, Kind.NETWORKS}
    kinds = {str(PurePath(file.path)): file.kind for file in view.files if file.kind in others}
    for role in view.roles.values():
        path, value = registry_path(role.nic_registry), role.nic_registry
        kind = kinds.get(os.path.normpath(path)) if path else None
        if value and kind:
            yield Found(
                value.at, f"{value.content} is no nic-config, but of the kind {kind}",
                f"write the path of the nic-config of {role.name}",
            )  # fmt: skip


@rule("nic-config-unmapped", Severity.ERROR)
def nic_config_unmapped(view: DeploymentView) -> Iterator[Found]:
    """A role with DPDK has its nic-config in the registry.

    Why: Without an entry its nodes get net-config-noop.yaml: no bridge, no DPDK port, and
    the deployment says nothing.
    Fix: Map OS::TripleO::<Role>::Net::SoftwareConfig.
    Source: tripleo-heat-templates 11.6.0, overcloud-resource-registry-puppet.j2.yaml.
    """
    for role in _without_nic_config(view):
        if is_dpdk(role) and role.at:
            yield _unmapped_found(role)


@rule("nic-config-default", Severity.WARNING)
def nic_config_default(view: DeploymentView) -> Iterator[Found]:
    """Every role with nodes has a nic-config in the registry.

    Why: The others get net-config-noop.yaml, or net-config-bridge.yaml with the tag
    external_bridge.
    Fix: Map it, unless a file that was not given does.
    Source: tripleo-heat-templates 11.6.0, overcloud-resource-registry-puppet.j2.yaml.
    """
    for role in _without_nic_config(view):
        if view.deploy and not is_dpdk(role) and role.at:
            yield _unmapped_found(role)


def _without_nic_config(view: DeploymentView) -> Iterator[RoleView]:
    mapped = any(role.nic_registry for role in view.roles.values())
    samples = any(each.environment.samples for each in in_order(view))
    if not view.complete or view.planned or samples or not mapped:
        return
    for role in view.roles.values():
        meant = {name for _, _, name, network in _of_roles(view) if not network}
        misspelt = any(slips(name, [role.name]) for name in meant - view.roles.keys())
        if role.nic_registry is None and nodes(role) and not misspelt:
            yield role


def _unmapped_found(role: RoleView) -> Found:
    assert role.at is not None  # nobody else may be told to change roles_data
    return Found(
        role.at.step("name"), f"the registry maps no nic-config of {role.name}",
        f"add OS::TripleO::{role.name}::Net::SoftwareConfig to resource_registry",
    )  # fmt: skip
