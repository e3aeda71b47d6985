"""An assignment as plain data: JSON has it so, and nothing in it that a restart changes."""

from typing import Any

from generator.derive.rxq_types import Assignment, Pmd, queues_of
from generator.rxq_layout import RxqLayout


def rxq_view(layout: RxqLayout, found: Assignment) -> dict[str, Any]:
    """Queue -> core, or where the cores are not certain the groups of queues that share
    one, by node; queues that are not polled; and the PMD threads."""
    pmds = [_pmd(found, pmd) for pmd in found.pmds]
    rest = {"unpolled": [queue.name for queue in found.unpolled], "pmds": pmds}
    if not found.by_core:
        return {"groups": _groups(found), **rest}
    cores = found.cores()
    names = [queue.name for queue in queues_of(layout)]
    return {"assignment": {name: cores[name] for name in names if name in cores}, **rest}


def _pmd(found: Assignment, pmd: Pmd) -> dict[str, Any]:
    """A thread; `queues` only where they are the same in every order of the cores."""
    view = {"core": pmd.core, "numa": pmd.node, "isolated": pmd.isolated}
    if len(found.candidates(pmd)) > 1:
        return view
    return {**view, "queues": [queue.name for queue in pmd.queues]}


def _groups(found: Assignment) -> dict[str, list[list[str]]]:
    """A group for each thread, an empty one for a thread with nothing to poll. Sorted, as
    the order of the threads says nothing."""
    groups: dict[str, list[list[str]]] = {}
    for pmd in found.pmds:
        groups.setdefault(str(pmd.node), []).append(sorted(queue.name for queue in pmd.queues))
    return {node: sorted(shares) for node, shares in groups.items()}
