"""What the scripts on the nodes leave once settings of kernel ports are turned off."""

from pathlib import Path

import pytest

from .kernel_inventory import I40E, ONE, SHELLS, installed, masks, rendered
from .nodes import Node


@pytest.fixture(params=SHELLS)
def node(request: pytest.FixtureRequest, tmp_path: Path) -> Node:
    return Node.made(tmp_path / "node", SHELLS[request.param])


def test_what_is_turned_off_is_put_back(node: Node, tmp_path: Path) -> None:
    node.add_port("ens4f0", 3, 48, I40E)
    before = masks(node)
    installed(node, tmp_path / "all", xps="disable", irq_affinity="numa-local")
    installed(node, tmp_path / "irqs", irq_affinity="numa-local")
    assert masks(node) == before
    assert node.read(node.affinity(131)) == "1"
    installed(node, tmp_path / "xps", xps="disable")
    assert masks(node) == [set()] * 3
    assert {node.read(node.affinity(number)) for number in I40E} == {"0-47"}
    assert not (node.root / "run/nfvgen-kernel-ports/irqbalance").exists()
    assert not list((node.root / "etc/systemd/system").glob("irqbalance*/*.conf"))


def test_keeping_everything_removes_everything(node: Node, tmp_path: Path) -> None:
    node.add_port("ens4f0", 3, 48, I40E)
    node.write("etc/tuned/virtual-host/tuned.conf", "script=/usr/local/sbin/nfvgen-kernel-ports")
    theirs = node.write("etc/tuned/ours/tuned.conf", "include=balanced")
    before = {name: text for name, (text, _) in node.tree().items()}
    installed(node, tmp_path / "on", xps="disable", irq_affinity="numa-local", channels=2)
    removal = rendered(tmp_path / "off", {}) / "compute.sh"
    for _ in range(2):
        node.ok(removal)
        after = {name: text for name, (text, _) in node.tree().items()}
        assert after == {name: text for name, text in before.items() if "virtual-host" not in name}
    assert theirs.exists()
    assert (node.stubs / "channels/ens4f0").read_text() == "3\n"
    assert "systemctl disable --now nfvgen-kernel-ports.timer" in node.calls("systemctl")


@pytest.mark.parametrize("status", ["1", "5"])
@pytest.mark.parametrize("asked", [{"xps": "disable"}, {"irq_affinity": "0,1"}])
def test_irqbalance_that_does_not_restart_stops_no_removal(
    node: Node, tmp_path: Path, asked: dict[str, object], status: str
) -> None:
    """5: there is no such service."""
    node.add_port("ens4f0", 3, 48, I40E)
    before = {name: text for name, (text, _) in node.tree().items()}
    (node.stubs / "status/try-restart").write_text(status)
    node.run(rendered(tmp_path / "on", {**ONE, **asked}) / "compute.sh")
    done = node.run(rendered(tmp_path / "off", {}) / "compute.sh")
    told = "irq_affinity" in asked and status == "1"
    assert (done.returncode, bool(done.stderr)) == (0, told)
    assert {name: text for name, (text, _) in node.tree().items()} == before
    assert bool([call for call in node.calls("systemctl") if "irqbalance" in call]) == (
        "irq_affinity" in asked
    )


def test_removing_what_never_was_does_nothing(node: Node, tmp_path: Path) -> None:
    node.add_port("ens4f0", 3, 48, I40E)
    before = node.tree()
    node.ok(rendered(tmp_path, {}) / "compute.sh")
    assert node.tree() == before
    assert node.calls("systemctl") == node.calls("udevadm") == []


def test_undoing_leaves_nothing_behind(node: Node, tmp_path: Path) -> None:
    node.add_port("ens4f0", 3, 48, I40E)
    installed(node, tmp_path, xps="disable", irq_affinity="numa-local", channels=2)
    node.ok(node.tuning, "undo")
    assert not list((node.root / "run").glob("*/*"))


@pytest.mark.parametrize("current", ["n/a", ""])
def test_channels_that_nobody_tells_are_left_alone(
    node: Node, tmp_path: Path, current: str
) -> None:
    """A driver without combined channels; no ethtool."""
    node.add_port("ens4f0", 3, 48)
    (node.stubs / "channels/ens4f0").write_text(f"{current}\n")
    installed(node, tmp_path, warns=True, channels=2)
    assert node.run(node.tuning, "verify").returncode == 1
    node.ok(node.tuning, "undo")
    assert not [call for call in node.calls("ethtool") if "-L" in call]


def test_an_installation_ended_half_way_is_removed(node: Node, tmp_path: Path) -> None:
    node.add_port("ens4f0", 3, 48)
    before = {name: text for name, (text, _) in node.tree().items()}
    files = rendered(tmp_path / "on", {**ONE, "irq_affinity": "0,1"})
    text = (files / "compute.sh").read_text()
    removal = rendered(tmp_path / "off", {}) / "compute.sh"
    for files_put in range(1, 6):
        script = node.stubs / "half-way.sh"
        script.write_text(text.replace("set -eu\n", f"set -eu\nleft={files_put}\n").replace(
            '  mv -f "', '  left=$((left - 1)); [ "$left" -gt 0 ] || exit 9\n  mv -f "'
        ))  # fmt: skip
        assert node.run(script).returncode == 9
        node.ok(removal)
        assert {name: text for name, (text, _) in node.tree().items()} == before


def test_an_interrupt_of_another_device_is_not_put_back(node: Node, tmp_path: Path) -> None:
    node.add_port("ens4f0", 3, 48, I40E)
    installed(node, tmp_path / "on", irq_affinity="numa-local")
    (node.root / "sys/class/net/ens4f0/device/msi_irqs/131").unlink()
    node.write(node.affinity(131), "7")
    node.ok(node.tuning, "undo")
    assert node.read(node.affinity(131)) == "7"
    assert node.read(node.affinity(132)) == "0-47"
