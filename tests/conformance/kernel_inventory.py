"""An inventory with kernel ports, as rendered files: what the tests of host-tuning/ run."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from generator import build_plan, load_inventory, render_plan

from .conftest import ROOT
from .nodes import Node, parsed

EXAMPLE = ROOT / "examples" / "kernel-compute" / "inventory.yaml"
DPDK = ROOT / "examples" / "dell-r740xd-dpdk" / "inventory.yaml"
SHELLS = {"dash": ("dash",), "busybox": ("busybox", "sh"), "bash": ("bash", "--posix")}
I40E = {130: "i40e-0000:3b:00.0:misc", 131: "i40e-ens4f0-TxRx-0", 132: "i40e-ens4f0-TxRx-1",
        133: "i40e-ens4f0-TxRx-2", 134: ""}  # fmt: skip
ONE = {"ports": ["ens4f0"]}


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


def installed(
    node: Node, folder: Path, *, cpus: int | None = None, warns: bool = False, **asked: object
) -> Path:
    """The files of the role, run on the node as Heat runs them."""
    files = rendered(folder, {**ONE, **asked}, cpus)
    if warns:
        done = node.run(files / "compute.sh")
        assert done.returncode == 0
        assert "not everything could be set" in done.stderr
    else:
        node.ok(files / "compute.sh")
    return files


def masks(node: Node, port: str = "ens4f0") -> list[set[int]]:
    queues = len(list((node.root / f"sys/class/net/{port}/queues").iterdir()))
    return [parsed(node.read(node.xps(port, queue))) for queue in range(queues)]
