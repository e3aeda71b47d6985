"""Files of `nfvgen nodes` through the registration of tripleo-common 11.7.0."""

import json
from pathlib import Path
from typing import Any

import pytest

from generator.commands.nodes import write_registration

from .conftest import EXAMPLES, Workbench, plan_of
from .oracles import RegistrationReport, register_nodes

EXAMPLE = next(path for path in EXAMPLES if path.parent.name == "two-profiles")


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("registration") / "nodes.json"
    write_registration(EXAMPLE, found)
    return found


@pytest.fixture(scope="module")
def report(workbench: Workbench, file: Path) -> RegistrationReport:
    return register_nodes(file)


def test_every_node_is_registered(report: RegistrationReport) -> None:
    assert report.refused == ""
    assert list(report.nodes) == list(plan_of("two-profiles").inventory.nodes)


def test_what_ironic_is_asked_for(report: RegistrationReport) -> None:
    assert report.nodes["intel-1"] == {
        "name": "intel-1",
        "driver": "idrac",
        "driver_info": {
            "drac_address": "10.40.10.22",
            "drac_username": "root",
            "drac_password": "not-a-real-password",
        },
        "properties": {
            "capabilities": "boot_mode:uefi,node:computenfvintel-1,profile:nfv-intel",
            "root_device": {"name": "/dev/sda"},
        },
        "resource_class": "baremetal",
        "ports": ["52:54:00:00:32:01"],
    }
    storage = report.nodes["ceph-2"]
    assert storage["driver"] == "ipmi"
    assert storage["driver_info"] == {
        "ipmi_address": "10.40.10.43",
        "ipmi_username": "admin",
        "ipmi_password": "not-a-real-one-either",
    }
    assert storage["properties"]["capabilities"] == "node:dellstorage-2,profile:ceph"


def test_the_scheduler_finds_a_machine_for_each_first_node(
    workbench: Workbench, report: RegistrationReport
) -> None:
    """What Nova is asked for by the overcloud is what one machine is registered with."""
    capabilities = [
        dict(item.split(":", 1) for item in node["properties"]["capabilities"].split(","))
        for node in report.nodes.values()
    ]
    for role, asked in workbench.overcloud("two-profiles").first_nodes.items():
        wanted = asked["hints"]["capabilities:node"]
        assert [each["node"] for each in capabilities].count(wanted) == 1, role


def _twice(nodes: list[dict[str, Any]]) -> None:
    nodes[1]["ports"] = nodes[0]["ports"]


def _misspelt(nodes: list[dict[str, Any]]) -> None:
    nodes[0]["root_devise"] = nodes[0].pop("root_device")


def _without_password(nodes: list[dict[str, Any]]) -> None:
    del nodes[0]["pm_password"]


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (_twice, "MAC 52:54:00:00:31:00 is not unique"),
        (_misspelt, "Unknown field root_devise"),
        (_without_password, "fields are missing: pm_password"),
    ],
)
def test_the_oracle_refuses(
    workbench: Workbench, file: Path, tmp_path: Path, spoil: Any, said: str
) -> None:
    data = json.loads(file.read_text())
    spoil(data["nodes"])
    spoilt = tmp_path / "nodes.json"
    spoilt.write_text(json.dumps(data))
    assert said in register_nodes(spoilt).refused
