"""Assignments of receive queues are those of a real ovs-vswitchd (3.1), on generated layouts."""

import random
from typing import Any

import pytest
from rxq_layouts import layout_of, random_layout

from generator import assign_rx_queues
from generator.derive.rxq_types import Assignment
from generator.plan.types import PollingPlan

from . import oracles
from .conftest import plan_of
from .switch import Answer, Switch

_LAYOUTS = 12
MACHINES: dict[str, dict[str, list[int]]] = {
    "one node": {"0": [0, 1, 2, 3, 4, 5]},
    "alternating": {"0": list(range(0, 12, 2)), "1": list(range(1, 12, 2))},
    "blocks": {"0": [0, 1, 2], "1": [3, 4], "2": [5, 6, 7, 8]},
    # The order in which nodes take turns is not that of their numbers.
    "far nodes": {"2": [0, 1, 2], "4": [3, 4], "0": [5]},
    "four far nodes": {"0": [0, 4], "6": [1, 5], "5": [2, 6], "3": [3, 7]},
}


def differing(layout: dict[str, Any], answer: Answer) -> list[str]:
    """What the simulator says otherwise than the switch did."""
    given = {**layout, "measured_cycles": answer.cycles}
    if layout["algorithm"] == "roundrobin":  # ports as the switch happens to visit them
        order = {name: place for place, name in enumerate(answer.visited)}
        given["ports"] = sorted(layout["ports"], key=lambda port: order.get(port["name"], 0))
    found = assign_rx_queues(layout_of(given), "3.1")
    pairs = {
        "polled": (_polled(found), {core: sorted(names) for core, names in answer.polled.items()}),
        "isolated": (sorted(pmd.core for pmd in found.pmds if pmd.isolated), answer.isolated),
    }
    return [f"{what}: {ours} != {real}" for what, (ours, real) in pairs.items() if ours != real]


def _polled(found: Assignment) -> dict[int, list[str]]:
    return {pmd.core: sorted(queue.name for queue in pmd.queues) for pmd in found.pmds}


@pytest.mark.parametrize("machine", MACHINES)
def test_idle_queues(machine: str) -> None:
    oracles.require_environments()
    pick = random.Random(f"idle, {machine}")
    with Switch(oracles.ENVIRONMENTS / "openvswitch", MACHINES[machine]) as switch:
        for _ in range(_LAYOUTS):
            layout = random_layout(pick, MACHINES[machine])
            assert differing(layout, switch.ask(layout)) == [], layout


@pytest.mark.parametrize("algorithm", ["cycles", "group"])
def test_loaded_queues(algorithm: str) -> None:
    oracles.require_environments()
    pick = random.Random(f"loaded, {algorithm}")
    machine = MACHINES["alternating"]
    layout = {
        "numa_cores": machine,
        "pmd_cores": [2, 4, 6, 3],
        "algorithm": algorithm,
        "isolate": False,  # which takes effect with group only
        "ports": [
            {"name": "p1", "numa": 0, "n_rxq": 4, "affinity": {"3": 6}},
            {"name": "p2", "numa": 1, "n_rxq": 2},
            {"name": "p3", "numa": 0, "n_rxq": 3},
        ],
    }
    packets = {
        f"{port}:{queue}": pick.randint(1, 100)
        for port, queues in {"p1": (0, 1, 3), "p2": (1,), "p3": (0, 2)}.items()
        for queue in queues
    }
    with Switch(oracles.ENVIRONMENTS / "openvswitch", machine) as switch:
        answer = switch.ask(layout, packets)
    assert {queue for queue, cycles in answer.cycles.items() if cycles} >= set(packets)
    assert differing(layout, answer) == [], answer


def guests_and_all(polling: PollingPlan) -> dict[str, Any]:
    """What a plan gives the switch, its ports as p1, p2 ..., and a guest's port of four
    queues on each node: p8 on node 0, p9 on node 1."""
    ports = [
        {"name": f"p{number}", "numa": port.numa, "n_rxq": port.n_rxq, "affinity": port.affinity}
        for number, port in enumerate(polling.layout.ports, 1)
    ]
    guests = [{"name": f"p{8 + node}", "numa": node, "n_rxq": 4} for node in (0, 1)]
    return {
        "numa_cores": {node: list(cores) for node, cores in polling.layout.numa_cores.items()},
        "pmd_cores": list(polling.layout.pmd_cores),
        "algorithm": polling.layout.algorithm,
        "ports": [*ports, *guests],
    }


def test_the_pins_of_a_plan_act_and_leave_threads_for_guests() -> None:
    oracles.require_environments()
    [polling] = [role.polling for role in plan_of("all-options").roles if role.polling]
    layout = guests_and_all(polling)
    names = {port.name: f"p{number}" for number, port in enumerate(polling.layout.ports, 1)}
    with Switch(oracles.ENVIRONMENTS / "openvswitch", layout["numa_cores"]) as switch:
        polled = switch.ask(layout).polled
    assert set(polled) == set(polling.layout.pmd_cores)
    for pmd in polling.assignment.pmds:
        if pmd.isolated:
            wanted = [f"{names[queue.port]}:{queue.number}" for queue in pmd.queues]
            assert polled[pmd.core] == wanted
        else:  # two threads on each node, for the guest there
            assert [queue[:3] for queue in polled[pmd.core]] == [f"p{8 + pmd.node}:"] * 2
