"""The flavors of a plan as flavor notes: every value at the key that decides it."""

from collections.abc import Iterable, Mapping

from generator.deployment.inventory_keys import FLAVOR, decided
from generator.deployment.types import FlavorNote
from generator.deployment.values import At, Value
from generator.explained import Explained
from generator.inventory import Flavor, Inventory
from generator.plan.types import FlavorPlan
from generator.reading.document import Document


def flavor_notes(
    plans: Iterable[FlavorPlan], inventory: Inventory, document: Document
) -> tuple[FlavorNote, ...]:
    """A note for each flavor of an inventory."""
    return tuple(_note(plan, inventory, document) for plan in plans)


def _note(plan: FlavorPlan, inventory: Inventory, document: Document) -> FlavorNote:
    flavor, own = inventory.flavors[plan.name], At(document, ("flavors", plan.name))
    specs = {key: _spec(key, spec.value, flavor, own) for key, spec in plan.extra_specs.items()}
    fields = {
        "name": Value(plan.name, own.key),
        "vcpus": Value(plan.vcpus, own.step("vcpus")),
        "ram": Value(plan.ram.in_mib, own.step("ram")),
        "properties": Value(specs, own.key),
    }
    image = Value({"properties": Value(_properties(plan.image_properties, flavor, own), own.key)},
                  own.key)  # fmt: skip
    aggregate = inventory.aggregates.get(flavor.aggregate or "")
    return FlavorNote(
        document, Value(fields, own.key), image, aggregate.roles if aggregate else None
    )


def _spec(key: str, text: str, flavor: Flavor, own: At) -> Value:
    """An extra spec: written out, by a key of the flavor's own, or derived."""
    if key in flavor.extra_specs:
        return Value(text, own.step("extra_specs", key))
    prefix, _, number = key.rpartition(".")
    if field := FLAVOR.get(f"{prefix}.N"):  # of a list, an item for each NUMA node
        return Value(text, own.step(field, int(number)))
    at, derived = decided(own, (FLAVOR[key],) if key in FLAVOR else (), own.key)
    return Value(text, at, derived=derived)


def _properties(
    written: Mapping[str, Explained[str]], flavor: Flavor, own: At
) -> Mapping[str, Value]:
    return {
        key: Value(each.value, own.step("image_properties", key))
        if key in flavor.image_properties
        else Value(each.value, own.key, derived=True)
        for key, each in written.items()
    }
