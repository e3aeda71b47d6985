"""Which PMD thread polls which queue of a planned role."""

from pathlib import Path

import pytest
from reference_inventory import changed_reference

from generator import load_inventory
from generator.commands.plan_polling import polling_table
from generator.plan.build import derive_plan
from generator.plan.polling_view import polling_view
from generator.plan.types import PollingPlan

EXAMPLES = Path(__file__).parents[1] / "examples"
ROLE = "count: 2\n    server: compute-nfv\n"
EIGHT_QUEUES = ("rx_queues: 2 ", "rx_queues: 8 ")


def tuned(setting: str) -> tuple[str, str]:
    return ROLE, f"{ROLE}    tuning: {{{setting}}}\n"


def planned(folder: Path, *changes: tuple[str, str]) -> PollingPlan:
    """The polling of the reference's DPDK role, with texts of the inventory changed."""
    path = changed_reference(folder, *changes)
    roles = {role.name: role for role in derive_plan(load_inventory(path)).roles}
    assert roles["Controller"].polling is None
    polling = roles["ComputeOvsDpdk"].polling
    assert polling
    return polling


def table(polling: PollingPlan) -> list[str]:
    lines = list(polling_table(polling_view(polling)))
    assert max(map(len, lines)) <= 80
    return lines


def test_each_queue_of_the_reference_has_a_thread_of_its_node(tmp_path: Path) -> None:
    view = polling_view(planned(tmp_path))
    assert (view["ovs_version"], view["algorithm"], view["unpolled"]) == ("2.13", "cycles", [])
    shares = [
        [f"{each['port']}:{each['queue']}" for each in thread["queues"]]
        for thread in view["threads"]
        if thread["numa_node"] == 1
    ]
    assert shares == [["dpdk0:0"], ["dpdk0:1"], ["dpdk1:0"], ["dpdk1:1"], [], []]
    # Which of the cores it is changes at every start of this Open vSwitch.
    assert {tuple(each["cores"]) for each in view["threads"]} == {
        (2,),
        (42,),
        (3, 5, 7, 43, 45, 47),
    }
    assert view["threads"][2]["queues"][0]["interface"] == "ens4f0"


def test_shared_threads(tmp_path: Path) -> None:
    lines = table(planned(tmp_path, EIGHT_QUEUES, tuned("pmd_cores_per_numa: 2")))
    assert "    1          one each of 3, 5, 43, 45  dpdk0:0 (ens4f0), dpdk0:7 (ens4f0)," in lines
    assert any(line.lstrip().startswith("Which queues share a thread") for line in lines)


def test_a_node_without_pmd_threads(tmp_path: Path) -> None:
    """A port whose node has no thread is polled from the other one."""
    lines = table(planned(tmp_path, tuned("pmd_cpus: '2,4,42,44'")))
    assert "    0          one each of 2, 4, 42, 44  dpdk0:0 (ens4f0, node 1)" in lines


def test_cores_wrap_in_a_column_of_their_own(tmp_path: Path) -> None:
    lines = table(planned(tmp_path, EIGHT_QUEUES))
    first = next(i for i, line in enumerate(lines) if "dpdk0:0" in line)
    assert lines[first].startswith("    1          one each of 3, 5, 7, ")
    assert lines[first + 1].startswith("               13, ")


@pytest.mark.parametrize("name", ["all-options", "minimal"])
def test_every_example_fits(name: str) -> None:
    for role in derive_plan(load_inventory(EXAMPLES / name / "inventory.yaml")).roles:
        if role.polling:
            table(role.polling)


def test_pinned_queues_have_certain_cores_and_leave_one_for_guests(tmp_path: Path) -> None:
    polling = planned(tmp_path, tuned("pin_rx_queues: true"))
    assert [line.split() for line in table(polling)[3:11]] == [
        ["0", "2", "-"],
        ["0", "42", "-"],
        ["1", "3", "isolated", "dpdk0:0", "(ens4f0)"],
        ["1", "5", "isolated", "dpdk0:1", "(ens4f0)"],
        ["1", "7", "-"],
        ["1", "43", "isolated", "dpdk1:0", "(ens8f0)"],
        ["1", "45", "isolated", "dpdk1:1", "(ens8f0)"],
        ["1", "47", "-"],
    ]


def test_derived_queues_leave_a_thread_for_guests_where_they_are_pinned(tmp_path: Path) -> None:
    """Two cores have threads for two queues a port, if guests need none."""
    two_cores = "pmd_cores_per_numa: 2"
    polling = planned(tmp_path, ("rx_queues: 2 ", "rx_queues: auto "), tuned(two_cores))
    assert [port.n_rxq for port in polling.layout.ports] == [2, 2]
    pinned = planned(
        tmp_path, ("rx_queues: 2 ", "rx_queues: auto "), tuned(f"pin_rx_queues: true, {two_cores}")
    )
    assert [port.n_rxq for port in pinned.layout.ports] == [1, 1]
    assert sum(not pmd.isolated for pmd in pinned.assignment.pmds if pmd.node == 1) == 2
