"""Assignments of receive queues: what holds for every layout, and single cases."""

from collections import Counter
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rxq_layouts import layout_of, layouts

from generator.derive.rxq_assignment import assign_rx_queues
from generator.derive.rxq_nodes import foreign_order, shared_slots
from generator.derive.rxq_notes import rxq_notes
from generator.derive.rxq_types import Assignment, Queue, pmd_nodes, queues_of
from generator.rxq_layout import OvsVersion, RxqLayout

versions = st.sampled_from(get_args(OvsVersion))


def layout(*ports: dict[str, Any], **settings: Any) -> RxqLayout:
    """A machine of two nodes with four cores each, and these ports."""
    cores = {"0": [0, 1, 2, 3], "1": [4, 5, 6, 7]}
    return layout_of({"numa_cores": cores, "ports": ports, **settings})


def polled(found: Assignment) -> list[tuple[Queue, int]]:
    """Every queue that is polled, with the node that polls it."""
    return [(queue, pmd.node) for pmd in found.pmds for queue in pmd.queues]


def pinned_there(queue: Queue, found: Assignment) -> bool:
    return queue.pinned in {pmd.core for pmd in found.pmds}


@given(layouts(), versions)
def test_every_queue_is_polled_once_or_said_not_to_be(some: RxqLayout, version: Any) -> None:
    found = assign_rx_queues(some, version)
    counted = Counter([queue for queue, _ in polled(found)] + list(found.unpolled))
    assert counted == Counter(queues_of(some))


@given(layouts(), versions)
def test_queues_stay_unpolled_only_where_no_core_is_left(some: RxqLayout, version: Any) -> None:
    found = assign_rx_queues(some, version)
    for queue in found.unpolled:
        lost_pin = version == "2.13" and queue.pinned is not None
        assert lost_pin or all(pmd.isolated for pmd in found.pmds)
        assert not pinned_there(queue, found)


@given(layouts(), versions)
def test_queues_stay_on_their_node_while_it_has_a_free_core(some: RxqLayout, version: Any) -> None:
    found = assign_rx_queues(some, version)
    free = {pmd.node for pmd in found.pmds if not pmd.isolated}
    for queue, node in polled(found):
        if not pinned_there(queue, found):
            assert node == queue.node or queue.node not in free


@given(layouts(), versions)
def test_pinned_queues_keep_their_core_and_an_isolated_core_takes_no_other(
    some: RxqLayout, version: Any
) -> None:
    found = assign_rx_queues(some, version)
    for pmd in found.pmds:
        pins = [queue for queue in pmd.queues if queue.pinned == pmd.core]
        assert pmd.isolated == (found.isolates and bool(pins))
        assert not pmd.isolated or len(pins) == len(pmd.queues)
    cores = found.cores()
    for queue in queues_of(some):
        if pinned_there(queue, found):
            assert cores[queue.name] == queue.pinned


@given(layouts(), versions)
def test_idle_queues_are_balanced_over_the_free_cores_of_a_node(
    some: RxqLayout, version: Any
) -> None:
    found = assign_rx_queues(some, version)
    if found.algorithm == "group" and any(queue.cycles for queue in queues_of(some)):
        return  # balances cycles
    for node in set(pmd_nodes(some).values()):
        free = [pmd for pmd in found.pmds if pmd.node == node and not pmd.isolated]
        taken = [sum(queue.pinned != pmd.core for queue in pmd.queues) for pmd in free]
        # The up-down walk passes the last core twice before it comes back to the first.
        most = 2 if found.algorithm == "cycles" else 1
        if not any(queue.pinned == pmd.core for pmd in free for queue in pmd.queues):
            assert not taken or max(taken) - min(taken) <= most


@given(layouts())
def test_group_puts_a_busy_queue_on_the_core_with_least_load(some: RxqLayout) -> None:
    found = assign_rx_queues(some, "3.1")
    if found.algorithm != "group":
        return
    for node in set(pmd_nodes(some).values()):
        free = [pmd for pmd in found.pmds if pmd.node == node and not pmd.isolated]
        loads = {pmd.core: sum(queue.cycles for queue in pmd.queues) for pmd in free}
        for pmd in free:
            given_last = [q.cycles for q in pmd.queues if q.cycles and q.pinned != pmd.core]
            # Without its smallest queue the core was no busier than any other came to be.
            if given_last and not any(q.pinned == pmd.core for q in pmd.queues):
                assert loads[pmd.core] - min(given_last) <= min(loads.values())


@given(layouts())
def test_the_releases_agree_but_for_what_came_with_2_16(some: RxqLayout) -> None:
    old, new = assign_rx_queues(some, "2.13"), assign_rx_queues(some, "3.1")
    lost = any(q.pinned is not None and not pinned_there(q, old) for q in queues_of(some))
    if some.algorithm != "group" and not lost:
        assert (old.pmds, old.unpolled) == (new.pmds, new.unpolled)


@pytest.mark.parametrize(
    ("nodes", "order"),
    [
        ((2, 1, 0), (0, 1, 2)), ((0, 1, 2, 3), (0, 1, 2, 3)), ((5,), (5,)),
        ((2, 4), (4, 2)), ((3, 5), (5, 3)), ((0, 6), (0, 6)),
    ],
)  # fmt: skip
def test_nodes_take_turns_in_the_order_of_the_table(
    nodes: tuple[int, ...], order: tuple[int, ...]
) -> None:
    assert foreign_order(nodes) == order
    assert shared_slots(nodes) == ()


def test_nodes_that_share_a_slot() -> None:
    assert shared_slots(range(8)) != ()
    assert shared_slots((1, 4, 2, 5)) == ((1, 4), (2, 5))


def test_roundrobin_takes_ports_as_they_are_given() -> None:
    ports = [{"name": "a", "port_no": 9}, {"name": "b", "port_no": 1}]
    found = assign_rx_queues(layout(*ports, pmd_cores=[1, 2], algorithm="roundrobin"), "3.1")
    assert found.cores() == {"a:0": 1, "b:0": 2}
    by_number = assign_rx_queues(layout(*ports, pmd_cores=[1, 2]), "3.1")
    assert by_number.cores() == {"b:0": 1, "a:0": 2}


def test_only_group_shares_a_core_with_a_pinned_queue() -> None:
    port = {"name": "a", "n_rxq": 2, "affinity": {"0": 1}}
    for algorithm, core in (("group", 1), ("cycles", 4), ("roundrobin", 4)):
        found = assign_rx_queues(
            layout(port, pmd_cores=[1, 4], algorithm=algorithm, isolate=False), "3.1"
        )
        assert found.cores()["a:1"] == core


@pytest.mark.parametrize(
    ("ports", "settings", "version", "notes"),
    [
        ([{"name": "a"}], {"algorithm": "group"}, "2.13",
         ["Open vSwitch 2.13 has no algorithm group and uses cycles."]),
        ([{"name": "a"}], {"isolate": False}, "3.1",
         ["isolate: false is ignored: it needs Open vSwitch 2.16 or later and group."]),
        ([{"name": "a"}], {"pmd_cores": [2, 9, 8]}, "3.1",
         ["No NUMA node has the PMD cores 8, 9: the mask's bits are ignored."]),
        ([{"name": "a", "affinity": {"1": 2}}], {}, "3.1",
         ["a has no queue 1: pinning it does nothing."]),
        ([{"name": "a", "affinity": {"0": 6}}], {"pmd_cores": [2]}, "2.13",
         ["Core 6 is no PMD core: a:0, pinned to it, is not polled."]),
        ([{"name": "a", "affinity": {"0": 6}}], {"pmd_cores": [2]}, "3.1",
         ["Core 6 is no PMD core: a:0, pinned to it, gets another core."]),
        ([{"name": "a", "affinity": {"0": 4}}, {"name": "b", "n_rxq": 2}], {"pmd_cores": [4]},
         "3.1",
         ["Every PMD core is isolated: b:0, b:1 are not polled.",
          "a:0 of NUMA node 0 is pinned to node 1."]),
        ([{"name": "a"}], {"pmd_cores": [9]}, "2.13",
         ["No NUMA node has the PMD cores 9: the mask's bits are ignored.",
          "There is no PMD thread: a:0 is not polled."]),
        ([{"name": "a", "numa": 1}], {"pmd_cores": [2]}, "2.13",
         ["NUMA node 1 has no free PMD core: a:0 is polled from another node."]),
        ([{"name": "a", "numa": 0}], {"numa_cores": {"0": [], "1": [1], "4": [2]}}, "2.13",
         ["NUMA node 0 has no free PMD core: a:0 is polled from another node.",
          "Which of the nodes 1, 4 gets the first of them is not certain."]),
        ([{"name": "a"}], {"pmd_cores": [2, 5]}, "2.13", []),
    ],
)  # fmt: skip
def test_notes(ports: Any, settings: Any, version: OvsVersion, notes: list[str]) -> None:
    some = layout(*ports, **settings)
    assert list(rxq_notes(some, assign_rx_queues(some, version))) == notes
