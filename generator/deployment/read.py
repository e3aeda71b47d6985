"""Existing files -> one deployment view."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from generator.deployment.hosts import Host
from generator.deployment.inputs import Inputs
from generator.deployment.merge import merged
from generator.deployment.networks import network_views
from generator.deployment.nic_configs import mapped, registry_path
from generator.deployment.roles import role_views
from generator.deployment.types import (
    PRODUCT,
    DeploymentView,
    FileRead,
    FlavorNote,
    Kind,
    MissingFile,
    RoleView,
)
from generator.deployment.values import whole
from generator.reading.document import Document

TARGET = "rhosp-16.1"


def read_deployment(
    paths: Sequence[Path], hardware: Sequence[Host] = (), target: str = TARGET
) -> DeploymentView:
    """Files and directories in -e order, or deploy scripts, as one view.

    What is wrong with single files is among the view's findings; a path given that is
    missing or holds no text is among what is `unusable`.
    """
    inputs = Inputs(target)
    for path in paths:
        inputs.add(path)
    environments = _environments(inputs.files)
    values = merged(environments)
    roles_data, network_data = (
        _documents(inputs.files, kind) for kind in (Kind.ROLES, Kind.NETWORKS)
    )
    networks = network_views(network_data, target)
    bare = role_views(roles_data, values, hardware, target)
    templates = _templates(bare, inputs)
    roles, configs = mapped(bare, templates, values, networks, bool(network_data))
    return DeploymentView(
        target,
        inputs.deploy.stack if inputs.deploy else "overcloud",
        inputs.files,
        tuple(inputs.missing),
        environments,
        values.parameters,
        values.stack_parameters,
        values.registry,
        roles,
        networks,
        configs,
        tuple(_flavors(inputs.files)),
        tuple(hardware),
        inputs.deploy,
        bool(roles_data),
        bool(network_data),
        unusable=tuple(inputs.unusable),
    )


def _documents(files: Sequence[FileRead], kind: Kind) -> tuple[Document, ...]:
    """Those of a kind: what a deploy script names with -r or -n, if it does, else all."""
    found = [file for file in files if file.kind is kind and file.document]
    named = [file for file in found if file.named_by] or found
    return tuple(file.document for file in named if file.document)


def _environments(files: Sequence[FileRead]) -> tuple[Document, ...]:
    kinds = {Kind.ENVIRONMENT, Kind.PLAN_ENVIRONMENT}
    return tuple(file.document for file in files if file.kind in kinds and file.document)


def _templates(roles: Mapping[str, RoleView], inputs: Inputs) -> Mapping[str, Document]:
    """The nic-configs by the paths that the registry names, then those that none names."""
    found: dict[str, Document] = {}
    for role in roles.values():
        path = registry_path(role.nic_registry)
        if path is None or role.nic_registry is None:
            continue
        named_by = role.nic_registry.at.location
        file = None if path.startswith(PRODUCT) else inputs.template(path, named_by)
        if file and file.document and file.kind is Kind.NIC_CONFIG:
            found[path] = file.document
        elif file is None:
            product = path.startswith(PRODUCT)
            inputs.missing.append(MissingFile(path, named_by, product))
    used = {document.file for document in found.values()}
    for file in inputs.files:
        if file.kind is Kind.NIC_CONFIG and file.document and file.path not in used:
            found[file.path] = file.document
    return found


def _flavors(files: Sequence[FileRead]) -> list[FlavorNote]:
    notes = []
    for file in files:
        if file.kind is Kind.FLAVOR and file.document:
            content = whole(file.document)
            notes.append(FlavorNote(file.document, content.get("flavor"), content.get("image")))
    return notes
