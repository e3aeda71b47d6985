"""Rules over flavor notes: how many queues guests get."""

from collections.abc import Iterator

from generator.deployment.types import DeploymentView
from generator.deployment.values import At, Value
from generator.findings import Severity
from generator.lint.notes import MULTIQUEUE, notes
from generator.lint.ruleset import Found, rule
from generator.lint.rx_queues import fast_jumbo_links
from generator.lint.tuned_roles import tuned_roles


def _image_place(image: Value) -> At:
    """The property of the image, or where it would be written."""
    properties = image.get("properties")
    if properties is None:
        return image.at.key
    value = properties.get(MULTIQUEUE)
    return value.at if value else properties.at


@rule("image-without-multiqueue", Severity.WARNING)
def image_without_multiqueue(view: DeploymentView) -> Iterator[Found]:
    """Images of guests on ports with several queues, or with jumbo frames on fast ports,
    have hw_vif_multiqueue_enabled.

    Why: Without it a guest gets one vhost queue, whatever its physical ports have. The
    vendor removed its loss by raising queues on physical and virtual ports alike.
    Fix: Write hw_vif_multiqueue_enabled: "true" among the image's properties.
    Source: Nova 20, hw_vif_multiqueue_enabled; Dell, jumbo frames performance analysis over
    RHOSP 16.1, Troubleshooting.
    """
    roles = list(tuned_roles(view))
    several = any((link.queues or 1) > 1 for role in roles for link in role.links)
    if not several and not any(True for role in roles for _ in fast_jumbo_links(role)):
        return
    for note in notes(view):
        if note.image and not note.multiqueue and note.vcpus != 1:
            yield Found(
                _image_place(note.image),
                f"guests of {note.name} get one vhost queue: multiqueue is off in the image",
                f'write {MULTIQUEUE}: "true"; inside the guest, ethtool -L DEVICE combined N',
            )
