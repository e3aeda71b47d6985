"""What a release knows about roles, networks and its own environment files."""

from collections.abc import Collection, Mapping
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from generator.catalog.files import read

if TYPE_CHECKING:
    from generator.inventory import Inventory

_SERVICE = "OS::TripleO::Services::"


class RoleFacts(NamedTuple):
    """A role as the product defines it."""

    name: str
    description: str
    tags: tuple[str, ...]
    networks: tuple[str, ...]  # those its services need
    optional: tuple[str, ...]  # those it may join besides
    parameters: Mapping[str, str | int]  # RoleParametersDefault
    properties: Mapping[str, str | int | bool]  # copied to roles_data.yaml
    services: tuple[str, ...]  # full names

    def has(self, service: str) -> bool:
        """Whether the role has the service, named without the common prefix."""
        return _SERVICE + service in self.services


class NetworkFacts(NamedTuple):
    """A standard network of the product."""

    name: str
    name_lower: str
    vip: bool


class ProductFile(NamedTuple):
    """An environment file of the product, and why a deployment passes it."""

    path: str
    why: str


@cache
def roles(target: str) -> Mapping[str, RoleFacts]:
    """The roles of a release target by name."""
    return {
        name: RoleFacts(
            name,
            written["description"],
            tuple(written["tags"]),
            tuple(written["networks"]),
            tuple(written["optional"]),
            written["parameters"],
            written["properties"],
            tuple(_SERVICE + service for service in written["services"].split()),
        )
        for name, written in read(f"targets/{target}-roles").items()
    }


def roles_of(inventory: "Inventory") -> Mapping[str, RoleFacts]:
    """The roles of an inventory by name, without those that the release does not know. One
    with a name of its own has the services of the role that it is `like`."""
    known = roles(inventory.site.target)
    return {
        name: known[like] if like == name else _renamed(known[like], name)
        for name, role in inventory.roles.items()
        if (like := role.like or name) in known
    }


def _renamed(facts: RoleFacts, name: str) -> RoleFacts:
    """Two roles may not name their nodes alike, and old names of parameters belong to the
    standard role alone."""
    properties = {
        **{key: value for key, value in facts.properties.items() if "deprecated_param" not in key},
        "HostnameFormatDefault": f"%stackname%-{name.lower()}-%index%",
    }
    return facts._replace(name=name, properties=properties)


@cache
def networks(target: str) -> Mapping[str, NetworkFacts]:
    """The standard networks of a release target by name, in the product's order."""
    written = read(f"targets/{target}-networks")
    return {name: NetworkFacts(name, **facts) for name, facts in written.items()}


def templates(target: str) -> str:
    """Where the product's own templates are on the director."""
    folder: str = read(f"targets/{target}-environments")["templates"]
    return folder


def templates_version(target: str) -> int:
    """The version of our own templates for the target, written into the manifest."""
    version: int = read(f"targets/{target}-environments")["templates_version"]
    return version


def product_files(target: str, features: Collection[str]) -> tuple[ProductFile, ...]:
    """The product's environment files for a deployment with these features, in order,
    with their paths on the director."""
    folder = templates(target)
    return tuple(
        ProductFile(f"{folder}/{file['path']}", file["why"])
        for file in read(f"targets/{target}-environments")["files"]
        if set(file["when"]) <= set(features)
    )
