"""Rules over huge pages, Open vSwitch's memory and the host's."""

from collections.abc import Iterator

from generator.checks.planned import TunedRole, tuned_roles
from generator.checks.registry import PLAN_RULES
from generator.findings import Fault, Place, Severity
from generator.plan.types import Plan
from generator.values import MemorySize


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
