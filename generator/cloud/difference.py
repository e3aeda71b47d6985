"""The cloud as it is against the cloud as it should be. Pure: two values in, changes out."""

from collections.abc import Iterator

from generator.cloud.aggregate_difference import (
    aggregate_changes,
    aggregate_notes,
    aggregate_problems,
    deletion,
    is_of,
)
from generator.cloud.changes import Change, Difference
from generator.cloud.claims import is_ours
from generator.cloud.flavor_difference import flavor_changes, flavor_problems
from generator.cloud.image_difference import image_changes, image_problems, image_removals
from generator.cloud.state import CloudState
from generator.plan.desired import DesiredState

_DESTROYED = "servers that run with it go on"
_LEFT = "hosts that are in it leave it"


def difference(desired: DesiredState, cloud: CloudState) -> Difference:
    """What has to change so that the cloud holds what the inventory says.

    The order lets a run that ends half-way be finished by the next: a mark claims a property
    before it is set, and gives it up after it is gone.
    """
    problems = (
        *_unknown_projects(desired, cloud), *image_problems(desired, cloud),
        *flavor_problems(desired, cloud), *aggregate_problems(desired, cloud),
    )  # fmt: skip
    if problems:
        return Difference(problems=problems)
    changes = (
        *image_removals(desired, cloud), *flavor_changes(desired, cloud),
        *image_changes(desired, cloud), *aggregate_changes(desired, cloud),
    )  # fmt: skip
    return Difference(changes, tuple(aggregate_notes(desired, cloud)))


def removal(site: str, cloud: CloudState) -> Difference:
    """What has to change so that nothing of a site is left: what bears its mark goes, images
    stay without the properties that it set."""
    nothing = DesiredState(site, (), (), ())
    flavors = (
        Change("delete", "flavor", flavor.name, flavor.id, consent=_DESTROYED)
        for flavor in cloud.flavors
        if is_ours(flavor, site)
    )
    aggregates = (
        deletion(aggregate, _LEFT) for aggregate in cloud.aggregates if is_of(aggregate, site)
    )
    return Difference((*image_removals(nothing, cloud), *flavors, *aggregates))


def _unknown_projects(desired: DesiredState, cloud: CloudState) -> Iterator[str]:
    for name in sorted({name for flavor in desired.flavors for name in flavor.access}):
        found = cloud.projects.get(name, ())
        if not found:
            yield f"project {name} was not found; make it, or correct its name"
        elif len(found) > 1:
            yield (
                f"{len(found)} projects are called {name}: {', '.join(sorted(found))}; write the"
                " id of the right one in place of the name"
            )
