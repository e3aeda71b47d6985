"""What real switches answered: each layout comes out the same, for both releases."""

from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML
from rxq_layouts import layout_of

from generator.derive.rxq_assignment import assign_rx_queues
from generator.derive.rxq_view import rxq_view

VECTORS: list[dict[str, Any]] = YAML(typ="safe").load(
    Path(__file__).parent / "vectors/rxq-assignments.yaml"
)["vectors"]
every_vector = pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])


def view_of(vector: dict[str, Any], version: Any) -> dict[str, Any]:
    data = {key: value for key, value in vector.items() if key not in ("3.1", "2.13")}
    layout = layout_of({**data, "measured_cycles": vector[version].get("cycles", {})})
    return rxq_view(layout, assign_rx_queues(layout, version))


def isolated(view: dict[str, Any]) -> list[int]:
    return [pmd["core"] for pmd in view["pmds"] if pmd["isolated"]]


def test_no_vector_is_lost() -> None:
    assert len({vector["name"] for vector in VECTORS}) == 24


@every_vector
def test_3_1_exactly(vector: dict[str, Any]) -> None:
    expected, found = vector["3.1"], view_of(vector, "3.1")
    assert {pmd["core"]: pmd["queues"] for pmd in found["pmds"]} == expected["polled"]
    assert found["assignment"] == {
        queue: core for core, queues in expected["polled"].items() for queue in queues
    }
    assert isolated(found) == expected.get("isolated", [])
    assert found["unpolled"] == expected.get("unpolled", [])
    nodes = {core: int(node) for node, cores in vector["numa_cores"].items() for core in cores}
    assert all(pmd["numa"] == nodes[pmd["core"]] for pmd in found["pmds"])


@every_vector
def test_2_13_by_groups(vector: dict[str, Any]) -> None:
    expected, found = vector["2.13"], view_of(vector, "2.13")
    assert found["groups"] == expected["groups"]
    assert isolated(found) == expected.get("isolated", [])
    assert found["unpolled"] == expected.get("unpolled", [])
    certain = {queue: pmd["core"] for pmd in found["pmds"] for queue in pmd.get("queues", ())}
    pinned = expected.get("pinned", {})
    assert {queue: certain.get(queue) for queue in pinned} == pinned


def test_2_13_names_no_core_that_a_restart_changes() -> None:
    vector = next(each for each in VECTORS if each["name"].startswith("one queue pinned: its"))
    assert [pmd.get("queues") for pmd in view_of(vector, "2.13")["pmds"]] == [
        None, ["dpdk0:0"], None,
    ]  # fmt: skip
