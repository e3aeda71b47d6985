"""Rules over flavors and the hosts that they have to fit."""

from collections.abc import Iterator

from generator.checks.planned import DpdkRole, dpdk_roles
from generator.checks.registry import PLAN_RULES
from generator.findings import Fault, Place, Severity
from generator.plan.types import Plan
from generator.values import MemorySize


def _largest_cpus(roles: list[DpdkRole]) -> int:
    """The most guest CPUs that one NUMA node has."""
    return max(len(node.cpus & role.cpus.guest.value) for role in roles for node in role.nodes)


def _largest_memory(roles: list[DpdkRole]) -> MemorySize:
    """The most memory in huge pages that guests have on one NUMA node."""
    return max(node.guests for role in roles for node in role.memory.nodes)


@PLAN_RULES.rule("flavor-above-node-cpus", Severity.ERROR)
def flavor_above_node_cpus(plan: Plan) -> Iterator[Fault]:
    """A NUMA node of a guest fits into one of the host.

    Why: Nova places each node of a guest on one node of the host as a whole; with more
    vCPUs than one has, no host ever fits.
    Fix: Write `numa_nodes`, or fewer vCPUs.
    Source: Nova (Train), fit of an instance to host cells.
    """
    roles = list(dpdk_roles(plan))
    for name, flavor in plan.inventory.flavors.items():
        nodes, policy = flavor.numa_nodes or 1, flavor.cpu_policy or "dedicated"
        emulator = int(flavor.emulator_threads == "isolate")
        if roles and policy == "dedicated":
            wanted, most = -(-flavor.vcpus // nodes) + emulator, _largest_cpus(roles)
            if wanted > most:
                yield Fault(
                    Place(("flavors", name, "vcpus")),
                    f"{name} needs {wanted} CPUs on one NUMA node, and guests have {most} at most",
                    f"write numa_nodes: {nodes + 1}, or fewer vcpus",
                )


@PLAN_RULES.rule("flavor-above-node-memory", Severity.ERROR)
def flavor_above_node_memory(plan: Plan) -> Iterator[Fault]:
    """The memory of a guest's NUMA node fits into the huge pages of one of the host's.

    Why: Huge pages are not overcommitted and not taken from two nodes; no host ever fits.
    Fix: Write `numa_nodes`, or less memory.
    Source: Nova (Train), fit of an instance to host cells.
    """
    roles = list(dpdk_roles(plan))
    for name, flavor in plan.inventory.flavors.items():
        nodes = flavor.numa_nodes or 1
        wanted = MemorySize(-(-flavor.ram.bytes // nodes))
        if roles and wanted > _largest_memory(roles):
            yield Fault(
                Place(("flavors", name, "ram")),
                f"{name} needs {wanted} on one NUMA node, and guests have "
                f"{_largest_memory(roles)} in huge pages at most",
                f"write numa_nodes: {nodes + 1}, or less ram",
            )


@PLAN_RULES.rule("flavor-above-host-nodes", Severity.ERROR)
def flavor_above_host_nodes(plan: Plan) -> Iterator[Fault]:
    """A flavor has no more NUMA nodes than a host.

    Why: Each node of the guest takes another one of the host; no host ever fits.
    Fix: Lower `numa_nodes`.
    Source: Nova (Train), fit of an instance to host cells.
    """
    most = max((len(role.nodes) for role in dpdk_roles(plan)), default=None)
    for name, flavor in plan.inventory.flavors.items():
        if most is not None and flavor.numa_nodes is not None and flavor.numa_nodes > most:
            yield Fault(
                Place(("flavors", name, "numa_nodes")),
                f"{name} has {flavor.numa_nodes} NUMA nodes, and the hosts have {most}",
                f"write numa_nodes: {most} or less",
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
        link.rx_queues.value for role in dpdk_roles(plan) for link in role.links if link.rx_queues
    ]
    for flavor in plan.flavors:
        if max(queues, default=1) > 1 and flavor.vhost_queues.value == 1:
            written = plan.inventory.flavors[flavor.name].rx_queues is not None
            yield Fault(
                Place(("flavors", flavor.name, "rx_queues" if written else "vcpus")),
                f"guests of {flavor.name} have one queue, their hosts' DPDK ports {max(queues)}",
                "leave rx_queues out, with two vCPUs or more",
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
