"""What the cloud should hold for the inventory's guests: flavors, image properties and
host aggregates, in Nova's units and words."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from generator.inventory import Inventory
from generator.plan.host_names import host_names
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
    own: Ownership  # extra specs, projects and image properties that it brings
    id: str | None = None  # Nova's choice without it
    text: str | None = None  # words for people; None leaves those in the cloud

    @property
    def access(self) -> tuple[str, ...]:
        """Projects by name or id; none for a public flavor."""
        return self.own.access

    @property
    def is_public(self) -> bool:
        """Whether every project may use it."""
        return not self.own.access

    @property
    def description(self) -> str:
        """The words for people with the mark, for a flavor that is made from nothing."""
        return described(self.text or "", self.own)


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
    hosts: tuple[str, ...] = ()  # every host that the inventory names, whatever it is for


def desired_state(plan: Plan) -> DesiredState:
    """What the cloud should hold for this plan."""
    inventory = plan.inventory
    return DesiredState(
        inventory.site.name,
        tuple(_flavor(flavor, inventory) for flavor in plan.flavors),
        _images(plan.flavors),
        tuple(_aggregates(inventory)),
        tuple(host for role in inventory.roles for host in _hosts(inventory, role)),
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
        ReadOnly(specs), own, written.id, written.description,
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


def _aggregates(inventory: Inventory) -> Iterator[DesiredAggregate]:
    for name, aggregate in inventory.aggregates.items():
        metadata = dict(aggregate.metadata)
        if aggregate.availability_zone is not None:
            metadata["availability_zone"] = aggregate.availability_zone
        hosts = (host for role in aggregate.roles for host in _hosts(inventory, role))
        yield DesiredAggregate(name, ReadOnly(metadata), tuple(hosts))


def _hosts(inventory: Inventory, role: str) -> Iterator[str]:
    """Nova on TripleO calls a host by its full name: nova::host is fqdn_canonical."""
    for name in host_names(inventory, role):
        yield f"{name}.{inventory.site.domain}"
