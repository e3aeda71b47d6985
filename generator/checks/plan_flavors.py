"""Rules over flavors and the hosts that their guests run on."""

from collections.abc import Iterator

from generator.checks.planned import tuned_roles
from generator.checks.registry import PLAN_RULES
from generator.derive.flavors import multiqueue
from generator.findings import Fault, Place, Severity
from generator.plan.types import Plan


@PLAN_RULES.rule("flavor-servers-no-room", Severity.WARNING)
def flavor_servers_no_room(plan: Plan) -> Iterator[Fault]:
    """The planned servers of all flavors fit on the hosts together.

    Why: The last ones find no valid host, whatever each flavor would find alone.
    Fix: Plan fewer servers, or more hosts; `nfvgen flavors show` says what runs out.
    Source: Nova 20 (Train), nova/virt/hardware.py, numa_fit_instance_to_host; Placement.
    """
    if not any(flavor.servers for flavor in plan.inventory.flavors.values()):
        return
    from generator.capacity.plan_capacity import capacity  # most inventories plan none

    found = capacity(plan)
    for name, count in found.unplaced.items():
        if any(role.alone[name].servers for role in found.roles.values() if name in role.alone):
            yield Fault(
                Place(("flavors", name, "servers")),
                f"no room for {count} of {found.planned[name]} planned servers of {name} beside "
                "the others",
                "plan fewer servers, or raise the count of a role",
            )


@PLAN_RULES.rule("flavor-single-queue", Severity.INFO)
def flavor_single_queue(plan: Plan) -> Iterator[Fault]:
    """Guests have several queues where their physical ports have.

    Why: The vendor removed its loss by raising queues on physical and virtual ports of
    sender and receiver; a guest's single queue is the next bottleneck.
    Fix: Leave `rx_queues` out or write the number of vCPUs, two or more, and name `images`.
    Source: Dell, jumbo frames performance analysis over RHOSP 16.1, Troubleshooting.
    """
    queues = [
        link.rx_queues.value for role in tuned_roles(plan) for link in role.links if link.rx_queues
    ]
    most = max(queues, default=1)
    for flavor in plan.flavors if most > 1 else ():
        written = plan.inventory.flavors[flavor.name]
        found = f"guests of {flavor.name} have one queue, their hosts' DPDK ports {most}"
        if not multiqueue(written, most):
            yield Fault(
                Place(
                    ("flavors", flavor.name, "vcpus" if written.rx_queues is None else "rx_queues")
                ),
                found,
                "leave rx_queues out, with two vCPUs or more",
            )
        elif not written.images and written.rx_queues is None:  # else flavor-queues-without-images
            yield Fault(
                Place(("flavors", flavor.name), on_key=True),
                f"{found}: multiqueue is switched on by an image, and no image is named",
                "write images: [NAME], or rx_queues: 1 if one queue is meant",
            )


@PLAN_RULES.rule("image-queues-conflict", Severity.WARNING)
def image_queues_conflict(plan: Plan) -> Iterator[Fault]:
    """An image is for flavors with one queue or for flavors with several.

    Why: Multiqueue is a property of the image: it acts on every guest made from it,
    whatever its flavor asks for.
    Fix: Give the flavor with one queue an image of its own.
    Source: Nova 20 (Train), hw_vif_multiqueue_enabled.
    """
    several = {
        image: flavor.name
        for flavor in plan.flavors
        if flavor.vhost_queues.value > 1
        for image in flavor.images
    }
    for name, flavor in plan.inventory.flavors.items():
        for index, image in enumerate(flavor.images):
            if flavor.rx_queues == 1 and image in several:
                yield Fault(
                    Place(("flavors", name, "images", index)),
                    f"{name} asks for one rx queue, but {several[image]} switches multiqueue on "
                    f"for {image}",
                    "give one of the two flavors an image of its own",
                )
