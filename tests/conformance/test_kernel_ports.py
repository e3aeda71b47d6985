"""The script on the nodes, under several shells and on trees of files in place of sysfs."""

import subprocess
import sys
from pathlib import Path

import pytest
from jinja2 import Environment

from .kernel_inventory import DPDK, I40E, SHELLS, installed, masks, rendered
from .nodes import Node, printed

SHELLCHECK = Path(sys.executable).with_name("shellcheck")
MLX5 = {40: "mlx5_async0@pci:0000:3b:00.0", 41: "mlx5_comp0@pci:0000:3b:00.0",
        42: "mlx5_comp1@pci:0000:3b:00.0"}  # fmt: skip

MLX4 = {number: f"mlx4-{number - 86}@0000:3b:00.0" for number in range(96, 101)}
SFC = {60: "ens4f0-0", 61: "ens4f0-1", 62: "ens4f0-2"}
VIRTIO = {24: "virtio0-config", 25: "virtio0-input.0", 26: "virtio0-output.0",
          27: "virtio0-input.1", 28: "virtio0-output.1"}  # fmt: skip


@pytest.fixture(params=SHELLS)
def node(request: pytest.FixtureRequest, tmp_path: Path) -> Node:
    return Node.made(tmp_path / "node", SHELLS[request.param])


@pytest.mark.parametrize("cpus", [1, 8, 63, 64, 65, 176])
def test_a_queue_for_each_cpu(node: Node, tmp_path: Path, cpus: int) -> None:
    node.add_port("ens4f0", cpus + 1, cpus)
    for queue in range(cpus + 1):  # not as the driver made it
        node.write(node.xps("ens4f0", queue), printed({cpus - 1}, cpus))
    files = installed(node, tmp_path / "files", cpus=cpus, xps="spread")
    assert masks(node) == [{queue % cpus} for queue in range(cpus + 1)]
    for queue in range(cpus + 1):
        node.write(node.xps("ens4f0", queue), printed({queue % cpus}, cpus))
    assert node.ok(node.tuning, "verify") == ""
    # Every queue, and the card's NUMA node.
    assert node.ok(files / "check.sh", "Compute").endswith(f"\n0 of {cpus + 2} differ\n")


@pytest.mark.parametrize("cpus", [1, 8, 63, 64, 65, 176])
def test_no_mask_is_left(node: Node, tmp_path: Path, cpus: int) -> None:
    node.add_port("ens4f0", cpus, cpus)
    installed(node, tmp_path / "files", cpus=cpus, xps="disable")
    assert masks(node) == [set()] * cpus
    node.write(node.xps("ens4f0", cpus - 1), printed(set(), cpus))
    assert node.ok(node.tuning, "verify") == ""


def test_rings_made_anew_are_set_again(node: Node, tmp_path: Path) -> None:
    node.add_port("ens4f0", 4, 8)
    installed(node, tmp_path / "files", xps="disable")
    node.write(node.xps("ens4f0", 2), printed({2}, 8))
    told = node.run(node.tuning, "verify")
    assert (told.returncode, told.stdout) == (1, "ens4f0 xps-2: 0 wanted, 4 found\n")
    node.ok(node.tuning, "start")
    assert masks(node) == [set()] * 4


def test_a_late_port_is_set_when_it_comes(node: Node, tmp_path: Path) -> None:
    installed(node, tmp_path / "files", xps="disable")
    assert node.run(node.tuning, "verify").stdout == "ens4f0: there is no such port\n"
    node.add_port("ens4f0", 4, 8)
    node.ok(node.tuning)
    assert masks(node) == [set()] * 4


@pytest.mark.parametrize(
    ("irqs", "bound"),
    [
        (I40E, {130: "1", 131: "1", 132: "3", 133: "5", 134: "0-47"}),
        (MLX5, {40: "1", 42: "3"}),
        (MLX4, {96: "1", 97: "3", 98: "5", 99: "7", 100: "9"}),
        (SFC, {60: "1", 61: "3", 62: "5"}),
        (VIRTIO, {24: "1", 25: "1", 26: "1", 27: "3", 28: "3"}),
    ],
    ids=["i40e", "mlx5", "mlx4", "sfc", "virtio"],
)
def test_interrupts_go_with_their_queues(
    node: Node, tmp_path: Path, irqs: dict[int, str], bound: dict[int, str]
) -> None:
    """The card is on NUMA node 1, with the odd CPUs. Nobody has asked for the last one yet."""
    node.add_port("ens4f0", 3, 48, irqs)
    installed(node, tmp_path / "files", irq_affinity="numa-local")
    assert {number: node.read(node.affinity(number)) for number in bound} == bound


def test_interrupts_stay_away_from_polling_and_guest_cpus(node: Node, tmp_path: Path) -> None:
    names = {number: f"i40e-eno1-TxRx-{number}" for number in range(80)}
    node.add_port("eno1", 80, 80, names)
    asked = {"xps": "spread", "irq_affinity": "numa-local"}
    files = rendered(tmp_path, asked, role="ComputeOvsDpdk", base=DPDK)
    node.ok(files / "compute-ovs-dpdk.sh")
    used = {node.read(node.affinity(number)) for number in names}
    assert used == {"0", "40"}  # the host's core of NUMA node 0
    assert {cpu for mask in masks(node, "eno1") for cpu in mask} == {0, 40}
    assert "ens4f0" not in (files / "compute-ovs-dpdk.sh").read_text()


def test_what_cannot_be_compared_is_told(node: Node, tmp_path: Path) -> None:
    node.add_port("ens4f0", 2, 48)
    (node.root / node.xps("ens4f0", 0)).unlink()
    installed(node, tmp_path / "files", warns=True, xps="disable", irq_affinity="0,1")
    told = node.run(node.tuning, "verify")
    assert (told.returncode, told.stdout) == (
        1, "ens4f0 xps-0: 0 wanted, nothing found\nens4f0: there are no interrupts\n",
    )  # fmt: skip
    node.add_port("ens4f0", 2, 48, {7: "ens4f0-rx-0"})
    (node.root / node.affinity(7)).unlink()
    told = node.run(node.tuning, "verify")
    assert "ens4f0 irq-7: 0 wanted, nothing found\n" in told.stdout


def test_irqbalance_is_told_once(node: Node, tmp_path: Path) -> None:
    node.add_port("ens4f0", 3, 48, I40E)
    installed(node, tmp_path / "files", irq_affinity="0,1")
    words = " ".join(f"--banirq={number}" for number in I40E)
    assert node.read("run/nfvgen-kernel-ports/irqbalance") == f"NFVGEN_BANNED={words}"
    restart = "systemctl try-restart irqbalance.service"
    assert node.calls("systemctl").count(restart) == 1
    node.ok(node.tuning, "start")
    assert node.calls("systemctl").count(restart) == 1
    drop_in = node.read("etc/systemd/system/irqbalance.service.d/nfvgen-kernel-ports.conf")
    assert drop_in.endswith("--foreground $IRQBALANCE_ARGS $NFVGEN_BANNED")


def test_channels_come_first_and_once(node: Node, tmp_path: Path) -> None:
    node.add_port("ens4f0", 16, 48)
    installed(node, tmp_path / "files", channels=8)
    node.ok(node.tuning, "start")
    assert node.calls("ethtool").count("ethtool -L ens4f0 combined 8") == 1
    assert node.ok(node.tuning, "verify") == ""


def test_a_driver_that_settles_on_another_number_is_asked_once(node: Node, tmp_path: Path) -> None:
    """Each change takes the port down for a moment."""
    node.add_port("ens4f0", 16, 48)
    node.environment = {"STEP": "2"}
    asking = "ethtool -L ens4f0 combined 3"
    said = "ens4f0 channels: 3 wanted, 2 found\n"
    installed(node, tmp_path / "files", warns=True, channels=3)
    for _ in range(2):
        again = node.run(node.tuning, "start")
        assert (again.returncode, again.stdout) == (1, said)
    assert node.run(node.tuning, "verify").stdout == said
    assert node.calls("ethtool").count(asking) == 1
    (node.stubs / "channels/ens4f0").write_text("16\n")  # the driver was loaded anew
    node.run(node.tuning, "start")
    assert node.calls("ethtool").count(asking) == 2
    installed(node, tmp_path / "other", channels=4)
    assert node.ok(node.tuning, "verify") == ""
    node.ok(node.tuning, "undo")
    assert (node.stubs / "channels/ens4f0").read_text() == "16\n"
    assert not list((node.root / "run").glob("*/*"))


def test_running_it_again_changes_nothing(node: Node, tmp_path: Path) -> None:
    node.add_port("ens4f0", 3, 48, I40E)
    installed(node, tmp_path / "files", xps="spread", irq_affinity="numa-local", channels=2)
    before = node.tree()
    node.ok(node.tuning, "start")
    assert node.ok(node.tuning, "verify") == ""
    node.ok(node.tuning, "stop")
    assert node.tree() == before


def test_without_the_section_nothing_is_rendered(tmp_path: Path) -> None:
    assert not rendered(tmp_path, None).exists()
    assert "host-tuning" not in (tmp_path / "deploy.sh").read_text()


@pytest.mark.parametrize("asked", [{"xps": "disable", "irq_affinity": "0,1", "channels": 4}, {}])
def test_the_products_templating_leaves_the_script_as_it_is(
    tmp_path: Path, asked: dict[str, object]
) -> None:
    """tripleo-common of Train passes it through Jinja with other marks for values only."""
    script = rendered(tmp_path, asked) / "compute.sh"
    text = script.read_text()
    marks = Environment(
        variable_start_string='"$$', variable_end_string='$$"', keep_trailing_newline=True
    )
    assert marks.from_string(text).render() == text


def test_what_lands_on_a_node_passes_shellcheck(tmp_path: Path) -> None:
    node = Node.made(tmp_path / "node")
    files = installed(node, tmp_path / "on", xps="spread", irq_affinity="0,1", channels=4)
    removal = rendered(tmp_path / "off", {}) / "compute.sh"
    scripts = [node.tuning, files / "compute.sh", files / "check.sh", removal]
    done = subprocess.run(
        [SHELLCHECK, "--severity=style", "--shell=sh", *scripts],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, "")
