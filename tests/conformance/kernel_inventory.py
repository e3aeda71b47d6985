"""An inventory with kernel ports, as rendered files: what the tests of host-tuning/ run."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from generator import build_plan, load_inventory, render_plan

from .conftest import ROOT

EXAMPLE = ROOT / "examples" / "kernel-compute" / "inventory.yaml"
DPDK = ROOT / "examples" / "dell-r740xd-dpdk" / "inventory.yaml"
NOTHING: Mapping[str, Any] = {}


def rendered(
    folder: Path, asked: Mapping[str, Any] | None, cpus: int | None = None,
    role: str = "Compute", base: Path = EXAMPLE,
) -> Path:  # fmt: skip
    """host-tuning/ of the example whose role asks for this, on a machine with so many CPUs
    (None: the example's own)."""
    yaml: Any = YAML(typ="safe")
    yaml.sort_base_mapping_type_on_output = False
    data = yaml.load(base)
    written = data["roles"][role]
    written.pop("kernel_ports", None)
    if asked is not None:
        written["kernel_ports"] = dict(asked)
    if cpus is not None:
        server = data["servers"][written["server"]]
        server |= {
            "hyperthreading": False,
            "numa_nodes": [{"id": 0, "cores": [str(cpu) for cpu in range(cpus)]}],
        }
        for nic in server["nics"]:
            nic["numa_node"] = 0
    folder.mkdir(parents=True, exist_ok=True)
    inventory = folder / "inventory.yaml"
    yaml.dump(data, inventory)
    for name, file in render_plan(build_plan(load_inventory(inventory))).items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(file.text)
        target.chmod(file.mode)
    return folder / "host-tuning"
