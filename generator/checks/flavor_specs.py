"""Rules over extra specs and image properties as Nova of Train reads them."""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from generator.checks.flavor_faults import odd_with_require, other_refusal
from generator.checks.flavor_texts import faults, place
from generator.checks.registry import INVENTORY_RULES
from generator.checks.subject import InventorySubject
from generator.findings import Fault, Severity
from generator.inventory import Flavor

if TYPE_CHECKING:
    from types import ModuleType


def _written(
    subject: InventorySubject, check: str, of: Callable[[Flavor], Mapping[str, str]]
) -> Iterator[Fault]:
    """Faults of what is written out, not of what is derived. Where nothing is, neither the
    questions nor the tables are loaded."""
    for name, flavor in subject.inventory.flavors.items():
        if of(flavor):
            for found in getattr(_words(), check)(of(flavor)):
                yield Fault(place(subject, name, found.key), found.message, found.hint)


def _words() -> "ModuleType":
    from generator.checks import flavor_words

    return flavor_words


@INVENTORY_RULES.rule("flavor-spec-unread", Severity.WARNING)
def flavor_spec_unread(subject: InventorySubject) -> Iterator[Fault]:
    """Extra specs are ones that Nova of Train reads, traits and resource classes ones that
    Placement knows.

    Why: Train stores any key and says nothing: a misspelt one, or one of a later release,
    has no effect. An unknown trait keeps the flavor from every host.
    Fix: Write the key of the hint.
    Source: Nova 20 (Train), nova/virt/hardware.py, nova/scheduler/utils.py; os-traits 0.16.
    """
    yield from _written(subject, "unread_specs", lambda flavor: flavor.extra_specs)


@INVENTORY_RULES.rule("flavor-spec-unscoped", Severity.WARNING)
def flavor_spec_unscoped(subject: InventorySubject) -> Iterator[Fault]:
    """Extra specs have a namespace.

    Why: Where AggregateInstanceExtraSpecsFilter is on, it looks for a key without a colon
    among the metadata of aggregates; no host passes that has no such aggregate.
    Fix: Write the key of the hint.
    Source: Nova 20 (Train), nova/scheduler/filters/aggregate_instance_extra_specs.py.
    """
    yield from _written(subject, "unscoped_specs", lambda flavor: flavor.extra_specs)


@INVENTORY_RULES.rule("flavor-spec-value", Severity.ERROR)
def flavor_spec_value(subject: InventorySubject) -> Iterator[Fault]:
    """Extra specs have values that Nova of Train knows.

    Why: The flavor is accepted with any text; Nova refuses the server when it is made, or
    takes the text for false. hw:mem_page_size takes 1GB, 2MB, KiB as a number, small, large
    and any, but not 1G.
    Fix: Write the value of the hint.
    Source: Nova 20 (Train), nova/virt/hardware.py; objects/fields.py.
    """
    yield from _written(subject, "spec_values", lambda flavor: flavor.extra_specs)


@INVENTORY_RULES.rule("image-property-unread", Severity.WARNING)
def image_property_unread(subject: InventorySubject) -> Iterator[Fault]:
    """Image properties of hardware are ones that Nova of Train reads.

    Why: Glance stores any property; a misspelt one, or one of a later release, has no effect.
    Fix: Write the property of the hint.
    Source: Nova 20 (Train), nova/objects/image_meta.py.
    """
    yield from _written(subject, "unread_properties", lambda flavor: flavor.image_properties)


@INVENTORY_RULES.rule("image-property-value", Severity.ERROR)
def image_property_value(subject: InventorySubject) -> Iterator[Fault]:
    """Image properties have values that Nova of Train knows.

    Why: Glance accepts any text; Nova refuses the server when it is made, or takes the text
    for false.
    Fix: Write the value of the hint.
    Source: Nova 20 (Train), nova/objects/image_meta.py, fields.py.
    """
    yield from _written(subject, "property_values", lambda flavor: flavor.image_properties)


@INVENTORY_RULES.rule("flavor-refused", Severity.ERROR)
def flavor_refused(subject: InventorySubject) -> Iterator[Fault]:
    """Nova makes servers of the flavor.

    Why: Train checks extra specs and image properties against each other when a server is
    made, not when the flavor is: a mapping of vCPUs that does not add up, realtime without
    a mask, resources:PCPU beside a CPU policy, an image that asks for the opposite.
    Fix: Do what the hint says.
    Source: Nova 20 (Train), nova/virt/hardware.py, numa_get_constraints.
    """
    yield from faults(subject, other_refusal)


@INVENTORY_RULES.rule("flavor-require-odd", Severity.WARNING)
def flavor_require_odd(subject: InventorySubject) -> Iterator[Fault]:
    """A flavor with the thread policy require has an even number of vCPUs.

    Why: Train accepts an odd one: the last vCPU gets one thread of a core, the other one
    goes to whoever asks for no whole core, and the guest is shown no siblings at all.
    Fix: Write an even number of vCPUs, or the thread policy prefer.
    Source: Nova 20 (Train), nova/virt/hardware.py, _pack_instance_onto_cores.
    """
    yield from faults(subject, odd_with_require)
