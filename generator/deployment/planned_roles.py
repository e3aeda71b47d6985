"""What is rendered for the roles of an inventory, and the command that deploys them."""

from collections.abc import Sequence
from typing import Any

from generator.catalog.roles import RoleFacts
from generator.deployment.call import Argument, DeployCall
from generator.deployment.values import At, Value, made
from generator.plan.types import DeployCommand
from generator.reading.document import Document


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
