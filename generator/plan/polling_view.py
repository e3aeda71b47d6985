"""Who polls which receive queue, as plain data."""

from collections.abc import Iterator
from typing import Any

from generator.derive.rxq_notes import rxq_notes
from generator.derive.rxq_types import Assignment, Queue
from generator.plan.types import PollingPlan


def polling_view(polling: PollingPlan) -> dict[str, Any]:
    """The PMD threads with what each polls. `cores` are those of which one is the thread's:
    several where the switch settles it at its start."""
    found = polling.assignment

    def queue(each: Queue) -> dict[str, Any]:
        return {
            "port": each.port,
            "interface": polling.interfaces[each.port],
            "queue": each.number,
            "numa_node": each.node,
        }

    return {
        "ovs_version": found.ovs_version,
        "algorithm": found.algorithm,
        "threads": [
            {
                "numa_node": pmd.node,
                "cores": list(found.candidates(pmd)),
                "isolated": pmd.isolated,
                "queues": [queue(each) for each in pmd.queues],
            }
            for pmd in found.pmds
        ],
        "unpolled": [queue(each) for each in found.unpolled],
        "notes": [*rxq_notes(polling.layout, found), *_later(found)],
    }


def _later(found: Assignment) -> Iterator[str]:
    """What changes once guests and load come."""
    if any(len(pmd.queues) > 1 and not pmd.isolated for pmd in found.pmds):
        yield (
            "Which queues share a thread follows port numbers, that a restart can change, and"
            " later the load that was measured. How many each thread gets does not."
        )
    if free := sorted({pmd.node for pmd in found.pmds if not pmd.isolated}):
        yield (
            "Queues of guests come on top when guests start: they go to free threads of the NUMA"
            " node that holds the guest's memory. Free ones are on node"
            f" {' and '.join(map(str, free))}."
        )
