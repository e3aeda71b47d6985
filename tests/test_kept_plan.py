"""A plan in a file: read back as it was, or refused with the reason."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from generator import build_plan, desired_state, load_inventory
from generator.cloud.kept import KeptPlan, is_plan, read_plan, refuse_if_moved, write_plan
from generator.cloud.state import CloudAggregate, CloudFlavor, CloudImage, CloudState
from generator.errors import NfvgenError

SITE = Path(__file__).parents[1] / "examples" / "all-options" / "inventory.yaml"
DESIRED = desired_state(build_plan(load_inventory(SITE)))
OBSERVED = CloudState(
    (CloudFlavor("nfv-router", "nfv.router", 8, 16384, 40, False, "", {"theirs": "1"}),),
    (CloudAggregate("7", "dpdk", {"theirs": "1"}, ("theirs.lab",)),),
    {"router-7.4": (CloudImage("i1", "router-7.4", {"hw_vif_model": "e1000"}),)},
    {"vnf-team": ("p1",), "0d" * 16: ("0d" * 16,)},
)
PLAN = KeptPlan("lab", DESIRED, OBSERVED)


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    write_plan(PLAN, tmp_path / "plan.json")
    return tmp_path / "plan.json"


def test_it_is_read_back(kept: Path) -> None:
    assert is_plan(kept)
    assert not is_plan(SITE)
    assert read_plan(kept) == PLAN
    assert read_plan(kept).difference == PLAN.difference


def test_its_changes_can_be_reviewed(kept: Path) -> None:
    changes = json.loads(kept.read_text())["changes"]
    assert [each["what"] for each in changes] == [str(each) for each in PLAN.difference.changes]
    assert changes[0]["needs_yes"]


@pytest.mark.parametrize(
    ("edit", "reason"),
    [
        (lambda data: data["changes"].pop(), "it was edited, or made by another version"),
        (lambda data: data.update(nfvgen_plan=2), "it was edited, or made by another version"),
        (lambda data: data["desired"]["flavors"][0].update(vcpus=2), "it was edited"),
        (lambda data: data["desired"].update(unknown=1), "it is no plan that can be read"),
        (lambda data: data.pop("observed"), "it is no plan that can be read"),
        (lambda data: data.update(desired=1), "it is no plan that can be read"),
    ],
)
def test_another_file_is_refused(kept: Path, edit: Any, reason: str) -> None:
    data = json.loads(kept.read_text())
    edit(data)
    kept.write_text(json.dumps(data))
    with pytest.raises(NfvgenError, match=f"plan.json: {reason}.*; make it again with"):
        read_plan(kept)


@pytest.mark.parametrize("text", ['{"nfvgen_plan"', '{"nfvgen_plan": 1}', "[" * 60_000, "\x80"])
def test_what_is_cut_off_is_refused(kept: Path, text: str) -> None:
    kept.write_bytes(text.encode("latin-1"))
    with pytest.raises(NfvgenError, match="it is no plan that can be read"):
        read_plan(kept)


@pytest.mark.parametrize(
    ("change", "moved"),
    [
        ({"flavors": ()}, "flavor nfv.router"),
        ({"aggregates": ()}, "aggregate dpdk"),
        ({"images": {"router-7.4": ()}}, "image router-7.4"),
        ({"images": {**OBSERVED.images, "other": ()}}, "marks of flavors"),
        ({"projects": {**OBSERVED.projects, "vnf-team": ("p2",)}}, "project vnf-team"),
        ({"hosts": ("edge-compute-0.b.lab.example",)}, "host edge-compute-0.b.lab.example"),
    ],
)
def test_a_cloud_that_moved_is_named(change: dict[str, Any], moved: str) -> None:
    refuse_if_moved(PLAN, OBSERVED)
    with pytest.raises(NfvgenError, match=f"has moved since the plan was made: {moved}; nothing"):
        refuse_if_moved(PLAN, replace(OBSERVED, **change))
