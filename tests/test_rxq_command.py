"""`nfvgen rxq`: what it prints, and what it says of layouts that cannot be answered."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import generator
from generator.cli import app

EXAMPLE = Path(__file__).parents[1] / "examples/rxq/two-bonds.json"
SMALL: dict[str, Any] = {
    "numa_cores": {"0": [0, 1, 2], "1": [3]},
    "pmd_cores": [1, 2, 3],
    "ports": [{"name": "dpdk0", "n_rxq": 3}, {"name": "dpdk1", "numa": 2}],
}


def run(*arguments: object, code: int = 0, given: str | None = None) -> str:
    """What the command prints, on either stream."""
    result = CliRunner().invoke(app, ["rxq", *map(str, arguments)], input=given)
    assert result.exit_code == code, result.output
    return result.output


def view(data: dict[str, Any], *arguments: str) -> Any:
    return json.loads(run("-", "--format", "json", *arguments, given=json.dumps(data)))


def refused(text: str, code: int = 1) -> str:
    return run("-", code=code, given=text)


def test_groups_of_2_13_are_the_default() -> None:
    assert view(SMALL) == view(SMALL, "--ovs-version", "2.13")
    assert view(SMALL) == {
        "groups": {"0": [["dpdk0:0", "dpdk1:0"], ["dpdk0:1", "dpdk0:2"]], "1": [[]]},
        "unpolled": [],
        "pmds": [
            {"core": 1, "numa": 0, "isolated": False},
            {"core": 2, "numa": 0, "isolated": False},
            {"core": 3, "numa": 1, "isolated": False, "queues": []},
        ],
    }


def test_cores_of_3_1() -> None:
    assert view(SMALL, "--ovs-version", "3.1") == {
        "assignment": {"dpdk0:0": 1, "dpdk0:1": 2, "dpdk0:2": 2, "dpdk1:0": 1},
        "unpolled": [],
        "pmds": [
            {"core": 1, "numa": 0, "isolated": False, "queues": ["dpdk0:0", "dpdk1:0"]},
            {"core": 2, "numa": 0, "isolated": False, "queues": ["dpdk0:1", "dpdk0:2"]},
            {"core": 3, "numa": 1, "isolated": False, "queues": []},
        ],
    }


def test_table_says_what_is_uncertain_and_what_is_wrong() -> None:
    pinned = {"name": "dpdk2", "n_rxq": 11, "affinity": {"0": 3}}
    assert (
        run("-", given=json.dumps({**SMALL, "ports": [*SMALL["ports"], pinned]}))
        == """\
Open vSwitch 2.13, cycles

node  core         queues
0     one of 1, 2  dpdk0:0, dpdk1:0, dpdk2:1, dpdk2:4, dpdk2:5, dpdk2:8, dpdk2:9
0     one of 1, 2  dpdk0:1, dpdk0:2, dpdk2:2, dpdk2:3, dpdk2:6, dpdk2:7, dpdk2:10
1     3 isolated   dpdk2:0

Open vSwitch 2.13 visits the cores of a node in an order that changes at every
start: where several cores are named, one of them polls what is named together,
and the next group another one.

dpdk2:0 of NUMA node 0 is pinned to node 1.

NUMA node 2 has no free PMD core: dpdk1:0 is polled from another node.
"""
    )


def test_cores_may_be_written_as_lscpu_writes_them() -> None:
    text = {**SMALL, "numa_cores": {"0": "0-2", "1": "3"}, "pmd_cores": "1,2-3"}
    for version in ("2.13", "3.1"):
        assert view(text, "--ovs-version", version) == view(SMALL, "--ovs-version", version)
    assert view({**text, "pmd_cores": []}) == view({**SMALL, "pmd_cores": []})


def test_an_idle_node_has_certain_cores() -> None:
    idle = {**SMALL, "pmd_cores": [1, 3], "ports": [{"name": "dpdk0"}]}
    assert [pmd.get("queues") for pmd in view(idle)["pmds"]] == [["dpdk0:0"], []]


def test_measured_cycles_count() -> None:
    layout = {**SMALL, "load": [{"port": "dpdk0", "queue": 2, "packets": 9}]}
    layout["measured_cycles"] = {"dpdk0:2": 9, "dpdk0:1": 5}
    assert view(layout, "--ovs-version", "3.1")["assignment"]["dpdk0:2"] == 1


def test_the_library_reads_what_the_command_reads() -> None:
    found = generator.assign_rx_queues(generator.load_rxq_layout(EXAMPLE), "3.1")
    printed = json.loads(run(EXAMPLE, "--ovs-version", "3.1", "--format", "json"))
    assert dict(found.cores()) == printed["assignment"]


@pytest.mark.parametrize(
    ("changes", "message", "hint"),
    [
        ({"load": [{"port": "dpdk0", "queue": 0, "packets": 9}]},
         "<stdin>:1:1: error: load is given without measured_cycles", "or remove load"),
        ({"algorithm": "cycle"}, "'algorithm' cannot be 'cycle'", "did you mean 'cycles'?"),
        ({"pmd_core": [1]}, "unknown key 'pmd_core'", "the keys here are"),
        ({"pmd_cores": ["1"]}, "must be a whole number, not text", ""),
        ({"pmd_cores": "1-"}, "'1-' is no CPU number or range such as 2-19", ""),
        ({"pmd_cores": 1}, "'pmd_cores' must be a list or text, not a number", ""),
        ({"numa_cores": {"0": "0-2", "1": "2-3"}}, "core 2 stands on NUMA node 0 already",
         "that lscpu names"),
        ({"numa_cores": {"node0": [1]}}, "'node0' is no NUMA node", 'write its number, "0"'),
        ({"numa_cores": {"0": [0, 1], "1": [1]}}, "core 1 stands on NUMA node 0 already",
         "that lscpu names"),
        ({"ports": []}, "'ports' is empty", ""),
        ({"ports": [{"name": "a"}, {"name": "a"}]}, "port 'a' stands twice", "of its own"),
        ({"ports": [{"name": "a", "port_no": 2}, {"name": "b"}]},
         "port number 2 is that of 'a' already", "place in the list"),
        ({"ports": [{"name": "a"}, {"name": "b", "port_no": 1}]},
         "port number 1 is that of 'a' already", "place in the list"),
        ({"ports": [{"name": "a", "n_rxq": 0}]}, "'n_rxq' is 0, below 1", ""),
        ({"ports": [{"name": "a", "affinity": {"q0": 1}}]}, "'q0' is no queue", ""),
        ({"ports": [{"name": "a b"}]}, "'a b' is no port name", "without blanks"),
        ({"ports": [{"nam": "a"}]}, "unknown key 'nam'", "did you mean 'name'?"),
        ({"measured_cycles": {"dpdk0:3": 1}}, "no port of the layout has a queue 'dpdk0:3'",
         "did you mean 'dpdk0:"),
        ({"measured_cycles": {"dpdk0:0": -1}}, "is -1, below 0", "cycles"),
    ],
)  # fmt: skip
def test_bad_layouts(changes: dict[str, Any], message: str, hint: str) -> None:
    text = refused(json.dumps({**SMALL, **changes}))
    assert "Traceback" not in text
    assert text.startswith("<stdin>:1:")
    assert message in text
    assert hint in text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the file is empty"),
        ("[]", "the file holds a list"),
        ('{"ports": [}', "<stdin>:1:12: error: '}' stands where"),
        ('{"ports": [], "ports": []}', "[yaml/duplicate-key]"),
        ("{}", "'numa_cores' is missing"),
    ],
)
def test_no_layout_at_all(text: str, message: str) -> None:
    assert message in refused(text)


def test_a_missing_file_and_closed_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "there is no such file" in run(tmp_path / "none.json", code=2)
    from generator.commands.rxq import queue_map
    from generator.errors import NfvgenError

    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(NfvgenError, match="standard input is closed"):
        queue_map(Path("-"), "2.13", "table")


def test_input_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    from generator.reading import document

    monkeypatch.setattr(document, "MAX_BYTES", 1 << 20)
    assert "too large" in run("-", code=2, given=" " * ((1 << 20) + 1))


def test_other_versions_are_refused() -> None:
    assert "2.13" in run(EXAMPLE, "--ovs-version", "2.17", code=2)
