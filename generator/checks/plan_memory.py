"""Rules over huge pages, Open vSwitch's memory and the host's."""

from collections.abc import Iterator

from generator.checks.planned import TunedRole, tuned_roles
from generator.checks.registry import PLAN_RULES
from generator.findings import Fault, Place, Severity
from generator.plan.types import Plan
from generator.topology.types import NumaNode
from generator.values import MemorySize


def _stated_memory(plan: Plan) -> Iterator[tuple[TunedRole, int, NumaNode, MemorySize]]:
    """Socket memory set by hand, node by node, where there is one value per node."""
    for role in tuned_roles(plan):
        stated = role.tuning.socket_memory
        if len(stated) == len(role.nodes):
            for index, node in enumerate(role.nodes):
                yield role, index, node, stated[index]


@PLAN_RULES.rule("no-pages-for-guests", Severity.ERROR)
def no_pages_for_guests(plan: Plan) -> Iterator[Fault]:
    """Every NUMA node with guest CPUs has huge pages for guests.

    Why: A guest behind vhost-user needs huge pages on its node; none can start there.
    Fix: Raise the number of huge pages, or lower `socket_memory`.
    Source: RHOSP NFV guide 7.4.2.
    """
    for role in tuned_roles(plan):
        for split, node in zip(role.memory.nodes, role.nodes, strict=True):
            pages = MemorySize(split.hugepages * role.memory.page_size.bytes)
            if node.cpus & role.cpus.guest.value and split.ovs <= pages and not split.guests.bytes:
                keys = ("hugepages", "guest_memory", "hugepage_percentage", "socket_memory")
                key = next((key for key in keys if role.states(key)), "hugepages")
                taken = f"Open vSwitch takes all {split.hugepages} huge pages of"
                yield Fault(
                    role.place(key),
                    f"{taken if role.role.dpdk else 'there are no huge pages on'} NUMA node "
                    f"{node.id} of {role.role.name}; guests there have none",
                    "raise hugepages",
                )


def _reserved(plan: Plan) -> Iterator[tuple[Place, int, TunedRole]]:
    """Memory reserved for the host by hand, in MiB."""
    for role in tuned_roles(plan):
        if role.states("reserved_host_memory"):
            reserved = role.memory.reserved_host.value.in_mib
            yield role.place("reserved_host_memory"), reserved, role


@PLAN_RULES.rule("reserved-host-memory-refused", Severity.ERROR)
def reserved_host_memory_refused(plan: Plan) -> Iterator[Fault]:
    """The memory reserved for the host is at least 512 MiB.

    Why: The parameter's constraint refuses less, and the stack fails.
    Fix: Write 4 GiB, the guide's value.
    Source: tripleo-heat-templates (Train), NovaReservedHostMemory.
    """
    for place, reserved, role in _reserved(plan):
        least = role.release.tuning.min_reserved_host_memory_mib.value
        usual = MemorySize.mib(role.release.tuning.reserved_host_memory_mib.value)
        if reserved < least:
            yield Fault(
                place,
                f"{reserved} MiB for the host are less than the {least} MiB that are accepted",
                f"write reserved_host_memory: {usual}",
            )
