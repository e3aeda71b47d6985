"""Image properties as they are and as they should be. An image itself is never made or deleted."""

from collections.abc import Iterator

from generator.cloud.changes import Change, field_changes
from generator.cloud.claims import all_images, claimed, wanted_properties
from generator.cloud.state import CloudState
from generator.plan.desired import DesiredState


def image_problems(desired: DesiredState, cloud: CloudState) -> Iterator[str]:
    """Names that do not lead to one image."""
    for image in desired.images:
        found = cloud.images.get(image.name, ())
        if not found:
            yield f"image {image.name} was not found; upload it, or correct its name"
        elif len(found) > 1:
            ids = ", ".join(sorted(each.id for each in found))
            yield (
                f"{len(found)} images are called {image.name}: {ids}; write the id of the right"
                " one in place of the name"
            )


def image_removals(desired: DesiredState, cloud: CloudState) -> Iterator[Change]:
    """Properties that are ours and that no flavor asks for any more."""
    wanted = wanted_properties(desired, cloud)
    for image, keys in claimed(desired.site, cloud).items():
        found = all_images(cloud)[image]
        before = {key: value for key, value in found.properties.items() if key in keys}
        after = {key: value for key, value in before.items() if key in wanted.get(image, {})}
        if fields := field_changes("properties", before, after):
            yield Change("change", "image", found.name, image, fields)


def image_changes(desired: DesiredState, cloud: CloudState) -> Iterator[Change]:
    """Properties that are missing or have another value."""
    for image, wanted in wanted_properties(desired, cloud).items():
        found = all_images(cloud)[image]
        before = {key: value for key, value in found.properties.items() if key in wanted}
        if fields := field_changes("properties", before, wanted):
            yield Change("change", "image", found.name, image, fields)
