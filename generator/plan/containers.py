"""Parameters of environments/containers.yaml and of the registry login."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from generator.catalog.release import Release, release
from generator.explained import Explained, Fact, copied
from generator.inventory import Containers
from generator.plan.types import HeatValue, Parameter, Plan

if TYPE_CHECKING:
    from generator.reading.login import Login

CREDENTIALS = "ContainerImageRegistryCredentials"
PREPARE = "tripleo-common image preparation"


def container_parameters(containers: Containers, facts: Release) -> tuple[Parameter, ...]:
    """ContainerImagePrepare, from the release's image names and the inventory's."""
    stated = {
        key: value
        for key, value in vars(containers).items()
        if value is not None and key in facts.containers
    }
    entry: HeatValue = {
        "push_destination": containers.push_destination,
        **dict(_tag(facts.containers, stated)),
        "set": dict(_names(facts.containers, stated)),
    }
    changed = f"; by hand: {', '.join(stated)}" if stated else ""
    pushed = (
        "images go into the undercloud's registry first, and nodes pull from there"
        if containers.push_destination is True
        else f"push_destination {containers.push_destination} comes from the inventory"
    )
    rule = f"image names as {facts.id} publishes them{changed}; {pushed}"
    names = tuple(fact for key, fact in facts.containers.items() if key not in stated)
    yielded = Parameter("ContainerImagePrepare", Explained([entry], rule, PREPARE, names))
    return (yielded, *_login(containers))


def image_registries(plan: Plan) -> frozenset[str]:
    """The hosts that images are pulled from: those of the namespaces that are used."""
    own = vars(plan.inventory.containers)
    names = release(plan.target).containers
    ceph = any(file.name == "environments/ceph.yaml" for file in plan.environments)
    keys = [key for key in names if key == "namespace" or (ceph and key.endswith("_namespace"))]
    return frozenset((own.get(key) or names[key].value).partition("/")[0] for key in keys)


def _tag(names: Mapping[str, Fact[str]], stated: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """A tag set by hand is exact; without one the newest build of the release is looked up."""
    if "tag" not in stated and "tag_from_label" in names:
        yield "tag_from_label", names["tag_from_label"].value


def _names(
    names: Mapping[str, Fact[str]], stated: Mapping[str, str]
) -> Iterator[tuple[str, HeatValue]]:
    for key, fact in names.items():
        if key != "tag_from_label":
            yield key, stated.get(key, fact.value)


def _login(containers: Containers) -> Iterator[Parameter]:
    """Nodes log in themselves only where they pull from the vendor's registry."""
    if containers.login_file and containers.push_destination is False:
        yield Parameter(
            "ContainerImageRegistryLogin",
            Explained[HeatValue](
                True,
                "nothing is pushed to the undercloud: each node logs in to the registry",
                "tripleo-heat-templates deployment/podman/podman-baremetal-ansible.yaml",
            ),
        )


def credential_parameters(registries: "Mapping[str, Login]") -> tuple[Parameter, ...]:
    """The registry login: registry to user name to password."""
    value: HeatValue = {
        registry: {login.username: login.password} for registry, login in registries.items()
    }
    return (Parameter(CREDENTIALS, copied(value, "containers.login_file")),)
