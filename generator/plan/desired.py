"""What the cloud should hold for the inventory's guests: flavors, image properties and
host aggregates, in Nova's units and words."""

from collections.abc import Mapping
from dataclasses import dataclass

from generator.inventory import Inventory
from generator.plan.node_info import host_names
from generator.plan.ownership import Ownership, described
from generator.plan.types import FlavorPlan, Plan
from generator.values import ReadOnly


@dataclass(frozen=True)
class DesiredFlavor:
    """A flavor as the API takes it."""

    name: str
    vcpus: int
    ram: int  # MiB
    disk: int  # GiB
    extra_specs: Mapping[str, str]
    description: str  # the inventory's words, and the mark of what is ours
    is_public: bool
    access: tuple[str, ...]  # projects by name or id; none for a public flavor
    images: tuple[str, ...]  # those that get its properties, by name or id
    id: str | None  # Nova's choice without it
    text: str | None  # the inventory's words alone; None leaves those in the cloud


@dataclass(frozen=True)
class DesiredImage:
    """Properties of an image that is there already."""

    name: str  # or its id
    properties: Mapping[str, str]


@dataclass(frozen=True)
class DesiredAggregate:
    """A host aggregate."""

    name: str
    metadata: Mapping[str, str]  # availability_zone included
    hosts: tuple[str, ...]  # as nova-compute calls itself


@dataclass(frozen=True)
class DesiredState:
    """All of it, in the order of the inventory."""

    site: str  # whose it is
    flavors: tuple[DesiredFlavor, ...]
    images: tuple[DesiredImage, ...]
    aggregates: tuple[DesiredAggregate, ...]


def desired_state(plan: Plan) -> DesiredState:
    """What the cloud should hold for this plan."""
    inventory = plan.inventory
    return DesiredState(
        inventory.site.name,
        tuple(_flavor(flavor, inventory) for flavor in plan.flavors),
        _images(plan.flavors),
        tuple(_aggregates(inventory)),
    )


def _flavor(flavor: FlavorPlan, inventory: Inventory) -> DesiredFlavor:
    written = inventory.flavors[flavor.name]
    specs = {key: spec.value for key, spec in flavor.extra_specs.items()}
    properties = tuple(flavor.image_properties)
    own = Ownership(
        inventory.site.name, tuple(specs), written.access,
        ReadOnly((image, properties) for image in flavor.images if properties),
    )  # fmt: skip
    return DesiredFlavor(
        flavor.name, flavor.vcpus, flavor.ram.in_mib, flavor.disk.in_mib >> 10,
        ReadOnly(specs), described(written.description or "", own),
        not written.access, written.access, flavor.images, written.id, written.description,
    )  # fmt: skip


def _images(flavors: tuple[FlavorPlan, ...]) -> tuple[DesiredImage, ...]:
    """Each image once, with what its flavors need; a rule sees to it that they agree."""
    found: dict[str, dict[str, str]] = {}
    for flavor in flavors:
        for image in flavor.images:
            own = {key: value.value for key, value in flavor.image_properties.items()}
            found.setdefault(image, {}).update(own)
    return tuple(
        DesiredImage(name, ReadOnly(properties)) for name, properties in found.items() if properties
    )


def _aggregates(inventory: Inventory) -> list[DesiredAggregate]:
    found = []
    for name, aggregate in inventory.aggregates.items():
        metadata = dict(aggregate.metadata)
        if aggregate.availability_zone is not None:
            metadata["availability_zone"] = aggregate.availability_zone
        # Nova on TripleO calls a host by its full name: nova::host is fqdn_canonical.
        hosts = (
            f"{host}.{inventory.site.domain}"
            for role in aggregate.roles
            for host in host_names(inventory, role)
        )
        found.append(DesiredAggregate(name, ReadOnly(metadata), tuple(hosts)))
    return found
