"""The same script on a real kernel: veth ports with several queues, in namespaces of their
own. Needs root, as the tests of a container have it."""

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from .kernel_inventory import rendered
from .nodes import Node, parsed, printed

CPUS = os.cpu_count() or 1
PORT = "ens4f0"
# A network namespace has its own sysfs only once it is mounted anew.
INSIDE = ("unshare", "--net", "--mount", "sh", "-euc")
ADD = f"ip link add {PORT} numtxqueues 4 numrxqueues 4 type veth peer name other"
MASKS = f"cat /sys/class/net/{PORT}/queues/tx-*/xps_cpus"


def on_a_kernel(node: Node, *commands: str) -> list[str]:
    """What the commands print, run one after the other beside a fresh veth port."""
    script = "\n".join(["mount -t sysfs none /sys", ADD, *commands])
    done = subprocess.run(
        [*INSIDE, script], capture_output=True, text=True, check=False,
        env={"PATH": f"{node.stubs}:{os.environ['PATH']}:/usr/sbin", "STUBS": str(node.stubs),
             "STATE": str(node.root)},
    )  # fmt: skip
    assert done.returncode == 0, f"needs root and network namespaces: {done.stdout}{done.stderr}"
    return done.stdout.splitlines()


@pytest.fixture
def node(tmp_path: Path) -> Node:
    return Node.made(tmp_path / "node")


def script(node: Node, folder: Path, asked: Mapping[str, object]) -> str:
    """The script as the installer leaves it, with /run below the test's folder: what it
    keeps there is no namespace's."""
    files = rendered(folder, {"ports": [PORT], **asked}, CPUS)
    node.ok(files / "compute.sh")
    text = node.tuning.read_text().replace("state=$root/run", f"state={node.root}/run")
    node.tuning.write_text(text)
    return str(node.tuning)


def test_the_kernel_prints_bitmaps_as_the_trees_of_files_do(node: Node) -> None:
    shown = on_a_kernel(node, f"echo 1 >/sys/class/net/{PORT}/queues/tx-0/xps_cpus", MASKS)
    possible = len(Path("/sys/devices/system/cpu/possible").read_text().split(","))
    assert possible == 1, "the machine's CPUs are not numbered in one run"
    last = int(Path("/sys/devices/system/cpu/possible").read_text().rpartition("-")[2])
    assert shown == [printed({0}, last + 1)] + [printed(set(), last + 1)] * 3


def test_a_queue_for_each_cpu(node: Node, tmp_path: Path) -> None:
    program = script(node, tmp_path, {"xps": "spread"})
    shown = on_a_kernel(node, f"{program} start", MASKS, f"{program} verify")
    assert [parsed(line) for line in shown] == [{queue % CPUS} for queue in range(4)]


def test_no_mask_is_left_whatever_was_set(node: Node, tmp_path: Path) -> None:
    program = script(node, tmp_path, {"xps": "disable"})
    one = f"echo 1 >/sys/class/net/{PORT}/queues/tx-2/xps_cpus"
    again = f"ip link del {PORT}; {ADD}"
    shown = on_a_kernel(
        node, one, f"{program} verify || true", f"{program} start", MASKS,
        again, one, f"{program} start", MASKS, f"{program} verify",
        f"{program} undo", MASKS,
    )  # fmt: skip
    assert shown[0] == f"{PORT} xps-2: 0 wanted, 1 found"
    masks = [parsed(line) for line in shown[1:]]
    assert masks[:8] == [set()] * 8
    assert masks[8:] == [set(), set(), {0}, set()]


def test_a_port_with_one_queue_has_nothing_to_set(node: Node, tmp_path: Path) -> None:
    program = script(node, tmp_path, {"xps": "spread"})
    assert on_a_kernel(
        node, f"ip link del {PORT}", f"ip link add {PORT} numtxqueues 1 type veth",
        f"{program} start", f"{program} verify",
    ) == []  # fmt: skip


@pytest.mark.parametrize("action", ["add", "change", "move"])
def test_udev_starts_the_service(node: Node, tmp_path: Path, action: str) -> None:
    """udevadm reads every rule of the machine, ours among them, and says what it would run."""
    script(node, tmp_path, {"xps": "disable"})
    rules = node.root / "etc/udev/rules.d"
    shown = on_a_kernel(
        node,
        f"mount --bind {rules} /etc/udev/rules.d",
        f"/usr/bin/udevadm test --action={action} /sys/class/net/{PORT} 2>&1",
        f"/usr/bin/udevadm test --action={action} /sys/class/net/other 2>&1",
    )
    text = "\n".join(shown)
    assert "Reading rules file: /etc/udev/rules.d/90-nfvgen-kernel-ports.rules" in text
    assert not [line for line in shown if "nfvgen" in line and "nvalid" in line]
    runs = [line for line in shown if line.startswith("run: ")]
    assert [line for line in runs if "nfvgen" in line] == [
        "run: '/usr/bin/systemctl --no-block start nfvgen-kernel-ports.service'"
    ]


IRQBALANCE = """[Unit]
Description=irqbalance daemon
[Service]
EnvironmentFile=/etc/sysconfig/irqbalance
ExecStart=/usr/sbin/irqbalance --foreground $IRQBALANCE_ARGS
"""  # the unit of 1.4.0, with the package's path of the file


@pytest.mark.parametrize("broken", [False, True])
def test_systemd_takes_the_units(node: Node, tmp_path: Path, broken: bool) -> None:
    script(node, tmp_path, {"irq_affinity": "numa-local"})
    units = node.root / "usr/lib/systemd/system"
    shutil.copytree("/usr/lib/systemd/system", units, symlinks=True)
    node.write("usr/lib/systemd/system/irqbalance.service", IRQBALANCE)
    node.write("usr/sbin/irqbalance", "#!/bin/sh").chmod(0o755)
    drop_in = "etc/systemd/system/irqbalance.service.d/nfvgen-kernel-ports.conf"
    if broken:  # two ways to start it, of which only one may be
        node.write(drop_in, node.read(drop_in).replace("ExecStart=\n", ""))
    names = ("nfvgen-kernel-ports.service", "nfvgen-kernel-ports.timer", "irqbalance.service")
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no",
         f"--root={node.root}", *names],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode != 0 or done.stderr != "") == broken, done.stderr
