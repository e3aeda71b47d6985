"""Rules over host aggregates, and over what several flavors share in a cloud."""

from collections.abc import Iterator

from generator.checks.registry import INVENTORY_RULES, PLAN_RULES
from generator.checks.subject import InventorySubject
from generator.checks.wording import did_you_mean, listed
from generator.findings import Fault, Place, Severity
from generator.plan.ownership import aggregate_mark
from generator.plan.types import Plan

_LONGEST = 255  # of a value among an aggregate's metadata


@INVENTORY_RULES.rule("aggregate-unknown", Severity.ERROR)
def aggregate_unknown(subject: InventorySubject) -> Iterator[Fault]:
    """The aggregate of a flavor stands under `aggregates`.

    Why: Its metadata become extra specs of the flavor.
    Fix: Correct the name, or add the aggregate.
    Source: our reading of the inventory.
    """
    known = subject.inventory.aggregates
    for name, flavor in subject.inventory.flavors.items():
        if flavor.aggregate is not None and flavor.aggregate not in known:
            yield Fault(
                Place(("flavors", name, "aggregate")),
                f"there is no aggregate {flavor.aggregate!r}",
                did_you_mean(flavor.aggregate, known, f"add {flavor.aggregate} under aggregates"),
            )


@INVENTORY_RULES.rule("aggregate-role-unknown", Severity.ERROR)
def aggregate_role_unknown(subject: InventorySubject) -> Iterator[Fault]:
    """The roles of an aggregate stand under `roles`.

    Why: Their hosts are what the aggregate is made of.
    Fix: Correct the name.
    Source: our reading of the inventory.
    """
    known = subject.inventory.roles
    for name, aggregate in subject.inventory.aggregates.items():
        for index, role in enumerate(aggregate.roles):
            if role not in known:
                yield Fault(
                    Place(("aggregates", name, "roles", index)),
                    f"there is no role {role!r}",
                    did_you_mean(role, known, f"the inventory has {listed(known)}"),
                )


@INVENTORY_RULES.rule("aggregate-role-without-compute", Severity.ERROR)
def aggregate_role_without_compute(subject: InventorySubject) -> Iterator[Fault]:
    """Hosts of an aggregate run guests.

    Why: Nova knows compute nodes only; others never come into an aggregate.
    Fix: Name a role with compute nodes.
    Source: Nova 20 (Train), aggregates: add_host.
    """
    for name, aggregate in subject.inventory.aggregates.items():
        for index, role in enumerate(aggregate.roles):
            facts = subject.role_facts.get(role)
            if facts and not facts.has("NovaCompute"):
                yield Fault(
                    Place(("aggregates", name, "roles", index)),
                    f"hosts of {role} run no guests",
                    "name a role with compute nodes",
                )


@INVENTORY_RULES.rule("aggregate-zones-differ", Severity.ERROR)
def aggregate_zones_differ(subject: InventorySubject) -> Iterator[Fault]:
    """A host is in one availability zone.

    Why: Nova refuses a host that another aggregate has in another zone.
    Fix: Give both aggregates the same zone, or only one of them a zone.
    Source: Nova 20 (Train), aggregates: add_host.
    """
    zones: dict[str, tuple[str, str]] = {}
    for name, aggregate in subject.inventory.aggregates.items():
        zone = aggregate.availability_zone
        for role in aggregate.roles if zone is not None else ():
            other, first = zones.setdefault(role, (name, zone or ""))
            if first != zone:
                yield Fault(
                    Place(("aggregates", name, "availability_zone")),
                    f"hosts of {role} would be in the zones {first} ({other}) and {zone}",
                    f"write availability_zone: {first}, or remove it",
                    (Place(("aggregates", other, "availability_zone")),),
                )


@INVENTORY_RULES.rule("aggregate-metadata-too-many", Severity.ERROR)
def aggregate_metadata_too_many(subject: InventorySubject) -> Iterator[Fault]:
    """The keys of an aggregate's metadata fit into its mark.

    Why: One of the metadata says which are ours, and Nova takes 255 characters there.
    Fix: Write fewer or shorter keys.
    Source: Nova 20 (Train), aggregates: set_metadata.
    """
    for name, aggregate in subject.inventory.aggregates.items():
        zone = () if aggregate.availability_zone is None else ("availability_zone",)
        keys = (*aggregate.metadata, *zone)
        if (length := len(aggregate_mark(subject.inventory.site.name, keys))) > _LONGEST:
            yield Fault(
                Place(("aggregates", name, "metadata")),
                f"the names of these metadata take {length} characters in the mark of {name},"
                f" and {_LONGEST} fit",
                "write fewer or shorter keys",
            )


@INVENTORY_RULES.rule("flavor-id-twice", Severity.ERROR)
def flavor_id_twice(subject: InventorySubject) -> Iterator[Fault]:
    """The id of a flavor is its own.

    Why: Nova refuses the second one.
    Fix: Choose another id, or leave it to Nova.
    Source: Nova 20 (Train), flavors: id.
    """
    first: dict[str, str] = {}
    for name, flavor in subject.inventory.flavors.items():
        if flavor.id is not None and (other := first.setdefault(flavor.id, name)) != name:
            yield Fault(
                Place(("flavors", name, "id")),
                f"{name} has the id of {other}",
                "choose another id, or remove it",
                (Place(("flavors", other, "id")),),
            )


@PLAN_RULES.rule("image-properties-conflict", Severity.ERROR)
def image_properties_conflict(plan: Plan) -> Iterator[Fault]:
    """Flavors of one image agree on its properties.

    Why: An image has one value of a property, for every guest that is made from it.
    Fix: Give one of the flavors an image of its own.
    Source: our reading of the inventory.
    """
    first: dict[tuple[str, str], tuple[str, str]] = {}
    for flavor in plan.flavors:
        for index, image in enumerate(flavor.images):
            for key, value in flavor.image_properties.items():
                other, before = first.setdefault((image, key), (flavor.name, value.value))
                if before != value.value:
                    yield Fault(
                        Place(("flavors", flavor.name, "images", index)),
                        f"{flavor.name} wants {key}={value.value} on {image}, and {other}"
                        f" wants {before}",
                        "give one of the two flavors an image of its own",
                        (Place(("flavors", other, "images")),),
                    )
