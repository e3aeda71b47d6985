"""Rules over receive queues, and who polls them."""

from collections.abc import Iterator

from generator.checks.planned import TunedRole, dpdk_roles
from generator.checks.registry import PLAN_RULES
from generator.findings import Fault, Place, Severity
from generator.plan.types import LinkPlan, Plan


def _place(plan: LinkPlan, key: str, default: object) -> Place:
    """The key of the link if it is written, else the link."""
    written = getattr(plan.link, key) != default
    return Place((*plan.path, key)) if written else Place(plan.path)


def _queues(plan: LinkPlan) -> int:
    return plan.rx_queues.value if plan.rx_queues else 1


def _links(plan: Plan) -> Iterator[tuple[TunedRole, LinkPlan]]:
    for role in dpdk_roles(plan):
        for link in role.links:
            yield role, link


@PLAN_RULES.rule("multiqueue-experimental", Severity.INFO)
def multiqueue_experimental(plan: Plan) -> Iterator[Fault]:
    """Several rx queues per DPDK port are chosen knowingly.

    Why: The guide calls multiqueue experimental and supports it with manual queue pinning
    only; the vendor's result with jumbo frames rests on it and mentions no pinning.
    Fix: Write `pin_rx_queues: true` in the role's tuning; or nothing, if you follow that
    result; or `rx_queues: 1`.
    Source: RHOSP 16.1 NFV guide 8.5.
    """
    for role, link in _links(plan):
        if _queues(link) > 1 and not role.tuning.pin_rx_queues:
            yield Fault(
                _place(link, "rx_queues", "auto"),
                f"{link.name} has {_queues(link)} rx queues per port, which the guide calls "
                "experimental without manual queue pinning",
                "pin them with tuning: {pin_rx_queues: true}, or keep them for jumbo frames as the "
                "vendor did",
            )
