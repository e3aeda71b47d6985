"""environments/node-info.yaml: which machine, which name, which addresses a node has."""

from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from generator import build_plan, load_inventory, render_plan

BASE = Path(__file__).parent / "rules" / "base.yaml"
OTHERS = """\
  compute-1: {role: ComputeOvsDpdk, bmc: 192.168.110.22, boot_mac: "52:54:00:00:02:0b"}
flavors:
"""
ADDRESSES = {
    "compute-0": "{Storage: 192.168.170.21, ctlplane: 192.168.120.21}",
    "compute-1": "{ctlplane: 192.168.120.22, Storage: 192.168.170.22}",
}


def parameters(folder: Path, *changes: tuple[str, str]) -> Any:
    """parameter_defaults for the base with some of its text replaced."""
    text = BASE.read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    path = folder / "inventory.yaml"
    path.write_text(text)
    rendered = render_plan(build_plan(load_inventory(path)))["environments/node-info.yaml"].text
    return YAML(typ="safe").load(rendered)["parameter_defaults"]


CONTROLLER = 'controller-0: {role: Controller, bmc: 192.168.110.11, boot_mac: "52:54:00:00:01:00"}'
REGISTERED = (
    ("  " + CONTROLLER + "\n", ""),
    ("    count: 2\n", "    count: 1\n"),
    ("nodes:\n", "registration: {}\nnodes:\n"),
)


def test_nothing_is_placed_unasked(tmp_path: Path) -> None:
    assert not [name for name in parameters(tmp_path) if name.endswith(("Hints", "IPs"))]


def test_roles_whose_nodes_are_all_listed_are_placed(tmp_path: Path) -> None:
    found = parameters(tmp_path, *REGISTERED)
    # A node without a machine of its own would find no valid host.
    assert {name: value for name, value in found.items() if name.endswith("Hints")} == {
        "ComputeOvsDpdkSchedulerHints": {"capabilities:node": "computeovsdpdk-%index%"},
        "CephStorageSchedulerHints": {"capabilities:node": "cephstorage-%index%"},
    }


def test_another_stack_asks_for_machines_of_its_own(tmp_path: Path) -> None:
    found = parameters(tmp_path, *REGISTERED, ("  name: lab\n", "  name: lab\n  stack: edge-b\n"))
    hint = found["CephStorageSchedulerHints"]["capabilities:node"]
    assert hint == "edge-b-cephstorage-%index%"
    assert found["HostnameMap"]["edge-b-cephstorage-2"] == "ceph-2"


def test_addresses_are_in_the_order_of_the_nodes(tmp_path: Path) -> None:
    changes = [
        (line, line.replace("}", f", ips: {ADDRESSES[name]}}}"))
        for name, line in (
            ("compute-0", 'bmc: 192.168.110.21, boot_mac: "52:54:00:00:02:0a"}'),
            ("compute-1", 'bmc: 192.168.110.22, boot_mac: "52:54:00:00:02:0b"}'),
        )
    ]
    found = parameters(tmp_path, ("flavors:\n", OTHERS), *changes)
    assert found["ComputeOvsDpdkIPs"] == {
        "ctlplane": ["192.168.120.21", "192.168.120.22"],
        "storage": ["192.168.170.21", "192.168.170.22"],
    }
    assert "CephStorageIPs" not in found
