"""What the sizing makes of the reference node, and how the plan shows it."""

import json
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML
from typer.testing import CliRunner

from generator.checks.plan_traffic import rx_queues_below_traffic
from generator.cli import app
from generator.plan.types import Plan, RolePlan
from generator.reading.load import load_inventory
from generator.stages import build_plan

EXAMPLE = Path(__file__).parents[1] / "examples/dell-r740xd-dpdk/inventory.yaml"


def reference(folder: Path, **changes: Any) -> Plan:
    """The plan of the reference example with queues left to nfvgen, and these changes."""
    data = YAML(typ="safe").load(EXAMPLE)
    del data["roles"]["ComputeOvsDpdk"]["links"][1]["rx_queues"]
    for path, value in changes.items():
        *steps, last = path.split("__")
        inner = data
        for step in steps:
            inner = inner[int(step)] if isinstance(inner, list) else inner.setdefault(step, {})
        inner[last] = value
    file = folder / "inventory.yaml"
    YAML(typ="safe").dump(data, file)
    return build_plan(load_inventory(file))


def compute(plan: Plan) -> RolePlan:
    return next(role for role in plan.roles if role.name == "ComputeOvsDpdk")


def link_queues(plan: Plan) -> int:
    found = compute(plan).links[1].rx_queues
    assert found is not None
    return found.value


def test_the_reference_node(tmp_path: Path) -> None:
    plan = reference(tmp_path)
    role = compute(plan)
    assert link_queues(plan) == 2
    assert role.sizing is not None
    assert {node: cores.value for node, cores in role.sizing.pmd_cores.items()} == {0: 1, 1: 3}
    [flavor] = plan.flavors
    assert flavor.image_properties["hw_vif_multiqueue_enabled"].value == "true"
    assert flavor.vhost_queues.value == 4
    assert any("ethtool -L <device> combined 2" in note for note in plan.notes)


def test_pmd_cores_by_hand_bound_the_queues(tmp_path: Path) -> None:
    plan = reference(tmp_path, roles__ComputeOvsDpdk__tuning={"pmd_cores_per_numa": 1})
    assert link_queues(plan) == 1
    queues = compute(plan).links[1].rx_queues
    assert queues is not None
    assert "NUMA node 1 has 2 of them (set by hand): 1" in queues.rule


def test_pmd_cores_are_those_of_a_list_by_hand(tmp_path: Path) -> None:
    plan = reference(
        tmp_path,
        roles__ComputeOvsDpdk__tuning={"pmd_cpus": "2-3,42-43"},
        roles__ComputeOvsDpdk__links__1__rx_queues=3,
    )
    role = compute(plan)
    assert role.sizing is not None
    cores = role.sizing.pmd_cores
    assert {node: count.value for node, count in cores.items()} == {0: 1, 1: 1}
    assert cores[1].stated == "roles.ComputeOvsDpdk.tuning.pmd_cpus"
    assert cores[1].rule.startswith("NUMA node 1: set by hand, threads 3,43\nNUMA node 1: (")


def test_undeclared_traffic_leaves_half_of_a_node(tmp_path: Path) -> None:
    small = {"physical_networks__physint__mtu": 1500}
    fast = {"hardware": {"nics": {"intel-xxv710-da2": {"speed": "200 Gbit/s"}}}}
    undeclared = compute(reference(tmp_path, **small, **fast))
    declared = compute(reference(tmp_path, **small, **fast, traffic={"load": "100 %"}))
    assert undeclared.sizing is not None
    assert declared.sizing is not None
    assert undeclared.sizing.pmd_cores[1].value == 9
    assert declared.sizing.pmd_cores[1].value == 18
    assert "50 %, as no traffic is declared" in undeclared.sizing.pmd_cores[1].rule


def shown(*options: str) -> str:
    done = CliRunner().invoke(app, ["plan", str(EXAMPLE), "--role", "ComputeOvsDpdk", *options])
    assert done.exit_code == 0
    return done.stdout


def test_the_text_shows_the_sizing() -> None:
    text = " ".join(shown().split())
    assert "a PMD thread serves 1.219 G cycles/s" in text
    assert "ens4f0, ens8f0, NUMA node 1: 345762.3 frames/s of 9018 bytes, 24.9447 Gbit/s" in text
    assert "PCI Express 3.0 x8, 128 of 130 bits of its coding = 63.0154 Gbit/s" in text
    assert "18750000 packets/s per port: line rate from frames of 147 bytes on" in text
    assert "4096 759232.3 759232.3" in text
    assert "9000 346452.3 346452.3" in text
    assert "64 37202381.0 18750000.0" in text
    assert "sizing.margin = 25" in text


def test_json_has_every_number_with_its_reason() -> None:
    sizing = json.loads(shown("--format", "json"))["roles"]["ComputeOvsDpdk"]["sizing"]
    port = sizing["ports"]["ens4f0"]
    assert (port["frame"], port["rx_queues"], port["pps"]["value"]) == (9018, 2, 345762.3)
    for item in (port["cycles"], sizing["pmd_thread"], sizing["nodes"][1]["pmd_threads"]):
        assert item["value"]
        assert item["rule"]
        assert item["source"]
        assert item["facts"]
    marks = {fact["name"]: fact["mark"] for fact in sizing["nodes"][1]["pmd_threads"]["facts"]}
    assert marks["sizing.cycles_per_packet"] == "documented"
    assert marks["sizing.cycles_per_kilobyte"] == "inferred"
    assert marks["sizing.sibling_share"] == marks["sizing.margin"] == "assumed"
    assert sizing["cards"][0]["all_ports"]["slot_percent"] == 88.0
    assert [row["frame"] for row in sizing["line_rates"]["intel-xxv710-da2"]][-2:] == [9000, 9018]


def test_queues_that_a_card_cuts_short_are_told(tmp_path: Path) -> None:
    plan = reference(
        tmp_path, traffic={"frames": [64], "load": "20 %"},
        hardware={"nics": {"intel-xxv710-da2": {"max_rx_queues": 2}}},
    )  # fmt: skip
    assert link_queues(plan) == 2
    [found] = rx_queues_below_traffic(plan)
    assert "2 rx queues of dpdkbond0 cannot serve" in found.message
    assert found.place.path == ("roles", "ComputeOvsDpdk", "links", 1)
    # Threads that are short are told of once, by another rule.
    assert not list(rx_queues_below_traffic(reference(tmp_path, traffic={"frames": [64]})))
