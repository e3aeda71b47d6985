"""Which image properties are ours, by the marks of the flavors."""

from generator.cloud.state import CloudFlavor, CloudImage, CloudState
from generator.plan.desired import DesiredFlavor, DesiredState
from generator.plan.ownership import Ownership, read_description

Claims = dict[str, frozenset[str]]
"""Names of properties by the id of the image."""


def ownership(flavor: CloudFlavor) -> Ownership | None:
    """What the mark of a flavor says, if it has one."""
    return read_description(flavor.description)[1]


def is_ours(flavor: CloudFlavor, site: str) -> bool:
    """Whether the flavor was made for this site."""
    own = ownership(flavor)
    return own is not None and own.site == site


def all_images(cloud: CloudState) -> dict[str, CloudImage]:
    """Every image by its id."""
    return {image.id: image for images in cloud.images.values() for image in images}


def image_id(cloud: CloudState, reference: str) -> str | None:
    """The one image of this name or id."""
    if reference in (known := all_images(cloud)):
        return known[reference].id
    found = cloud.images.get(reference, ())
    return found[0].id if len(found) == 1 else None


def by_image(own: Ownership, cloud: CloudState) -> Claims:
    """What one mark claims, of images that are there."""
    found: dict[str, frozenset[str]] = {}
    for reference, keys in own.images.items():
        if image := image_id(cloud, reference):
            found[image] = found.get(image, frozenset()) | frozenset(keys)
    return found


def claimed(site: str, cloud: CloudState) -> Claims:
    """What all marks of a site claim together."""
    found: Claims = {}
    for flavor in cloud.flavors:
        own = ownership(flavor)
        if own and own.site == site:
            for image, keys in by_image(own, cloud).items():
                found[image] = found.get(image, frozenset()) | keys
    return found


def wanted_properties(desired: DesiredState, cloud: CloudState) -> dict[str, dict[str, str]]:
    """The properties that the inventory asks for, by the id of the image."""
    found: dict[str, dict[str, str]] = {}
    for image in desired.images:
        if found_id := image_id(cloud, image.name):
            found.setdefault(found_id, {}).update(image.properties)
    return found


def claims_of(
    flavor: DesiredFlavor, desired: DesiredState, cloud: CloudState
) -> dict[str, tuple[str, ...]]:
    """What the mark of a flavor is to claim: of the properties that it brings, those that are
    ours already or that we have to set. One that others have set so before stays theirs."""
    ours = claimed(desired.site, cloud)
    wanted = wanted_properties(desired, cloud)
    found: dict[str, tuple[str, ...]] = {}
    for image, keys in by_image(flavor.own, cloud).items():
        now = all_images(cloud)[image].properties
        unclaimed = keys - ours.get(image, frozenset())
        theirs = {key for key in unclaimed if now.get(key) == wanted[image][key]}
        if keys - theirs:
            found[image] = tuple(sorted(keys - theirs))
    return found
