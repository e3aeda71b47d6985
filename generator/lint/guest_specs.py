"""Rules over extra specs and image properties as Nova of Train reads them."""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from generator.deployment.types import DeploymentView
from generator.deployment.values import Value
from generator.findings import Severity
from generator.lint.notes import MULTIQUEUE, Note, notes, spelled, texts
from generator.lint.ruleset import Found, rule

if TYPE_CHECKING:
    from generator.lint.flavor_words import WordFault

_MULTIQUEUE_SPEC = "hw:vif_multiqueue_enabled"


def _faults(
    view: DeploymentView, check: str, of: Callable[[Note], Mapping[str, Value]]
) -> Iterator[tuple[Value, "WordFault"]]:
    """Faults of what is written out, not of what an inventory derives. Where nothing is,
    neither the questions nor the tables are loaded."""
    for note in notes(view):
        written = {key: value for key, value in of(note).items() if spelled(key, value)}
        if written:
            from generator.lint import flavor_words

            for found in getattr(flavor_words, check)(texts(written)):
                yield written[found.key], found


def _specs(note: Note) -> Mapping[str, Value]:
    return note.properties


def _properties(note: Note) -> Mapping[str, Value]:
    return note.image_properties


@rule("flavor-spec-value", Severity.ERROR)
def flavor_spec_value(view: DeploymentView) -> Iterator[Found]:
    """Extra specs have values that Nova of Train knows.

    Why: The flavor is accepted with any text; Nova refuses the server when it is made, or
    takes the text for false. hw:mem_page_size takes 1GB, 2MB, KiB as a number, small, large
    and any, but not 1G.
    Fix: Write the value of the hint.
    Source: Nova 20 (Train), nova/virt/hardware.py; objects/fields.py.
    """
    for value, found in _faults(view, "spec_values", _specs):
        yield Found(value.at, found.message, found.hint)


@rule("flavor-spec-unread", Severity.WARNING)
def flavor_spec_unread(view: DeploymentView) -> Iterator[Found]:
    """Extra specs are ones that Nova of Train reads, traits and resource classes ones that
    Placement knows.

    Why: Train stores any key and says nothing: a misspelt one, or one of a later release,
    has no effect. An unknown trait keeps the flavor from every host.
    Fix: Write the key of the hint.
    Source: Nova 20 (Train), nova/virt/hardware.py, nova/scheduler/utils.py; os-traits 0.16.
    """
    for value, found in _faults(view, "unread_specs", _specs):
        if found.key != _MULTIQUEUE_SPEC:  # a rule of its own says more
            yield Found(value.at.key, found.message, found.hint)


@rule("flavor-multiqueue-spec-unread", Severity.WARNING)
def flavor_multiqueue_spec_unread(view: DeploymentView) -> Iterator[Found]:
    """Multiqueue is switched on by the image, not by the flavor.

    Why: Nova of Train stores hw:vif_multiqueue_enabled and does not read it; it came with
    Nova 25. Guests have one queue and nothing says so.
    Fix: Write hw_vif_multiqueue_enabled=true among the image's properties; an inventory does
    so for the images that a flavor names.
    Source: Nova 20 and 25, nova/virt/hardware.py.
    """
    for note in notes(view):
        if spec := note.properties.get(_MULTIQUEUE_SPEC):
            file = f'remove it; write {MULTIQUEUE}: "true" in the image\'s properties'
            own = "remove it; multiqueue is switched on for the images under images"
            yield Found(
                spec.at.key,
                f"{_MULTIQUEUE_SPEC} of {note.name} has no effect in this release",
                own if note.planned else file,
            )


@rule("flavor-spec-unscoped", Severity.WARNING)
def flavor_spec_unscoped(view: DeploymentView) -> Iterator[Found]:
    """Extra specs have a namespace.

    Why: Where AggregateInstanceExtraSpecsFilter is on, it looks for a key without a colon
    among the metadata of aggregates; no host passes that has no such aggregate.
    Fix: Write the key of the hint.
    Source: Nova 20 (Train), nova/scheduler/filters/aggregate_instance_extra_specs.py.
    """
    for value, found in _faults(view, "unscoped_specs", _specs):
        yield Found(value.at.key, found.message, found.hint)


@rule("image-property-unread", Severity.WARNING)
def image_property_unread(view: DeploymentView) -> Iterator[Found]:
    """Image properties of hardware are ones that Nova of Train reads.

    Why: Glance stores any property; a misspelt one, or one of a later release, has no effect.
    Fix: Write the property of the hint.
    Source: Nova 20 (Train), nova/objects/image_meta.py.
    """
    for value, found in _faults(view, "unread_properties", _properties):
        yield Found(value.at.key, found.message, found.hint)


@rule("image-property-value", Severity.ERROR)
def image_property_value(view: DeploymentView) -> Iterator[Found]:
    """Image properties have values that Nova of Train knows.

    Why: Glance accepts any text; Nova refuses the server when it is made, or takes the text
    for false.
    Fix: Write the value of the hint.
    Source: Nova 20 (Train), nova/objects/image_meta.py, fields.py.
    """
    for value, found in _faults(view, "property_values", _properties):
        yield Found(value.at, found.message, found.hint)
