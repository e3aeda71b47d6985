"""check.sh on trees of files that are as the plan wants them, but for one thing each."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.plan.types import RolePlan
from generator.values import CpuSet

from .conftest import plan_of
from .kernel_inventory import DPDK, rendered
from .nodes import Node

ROLE = "ComputeOvsDpdk"
SHELLS = {"dash": ("dash",), "busybox": ("busybox", "sh")}
IRQS = {50: "i40e-0000:18:00.0:misc", 51: "i40e-eno1-TxRx-0", 52: "i40e-eno1-TxRx-1"}
ASKED = {"xps": "spread", "irq_affinity": "numa-local", "channels": 2, "ports": ["eno1"]}


def role() -> RolePlan:
    return next(each for each in plan_of("dell-r740xd-dpdk").roles if each.name == ROLE)


def pages(node: int) -> str:
    folder = f"sys/devices/system/node/node{node}/hugepages"
    return f"{folder}/hugepages-1048576kB/nr_hugepages"


def ovs_mask(cpus: str) -> str:
    """As the filter cpu_mask of tripleo-ansible makes it, and ovs-vsctl prints it."""
    return f'"{sum(1 << cpu for cpu in CpuSet.parse(cpus)):x}"'


@pytest.fixture(params=SHELLS)
def node(request: pytest.FixtureRequest, tmp_path: Path) -> Node:
    """A node that is as the plan of the reference example wants it."""
    made = Node.made(tmp_path / "node", SHELLS[request.param])
    plan = role()
    values = {each.name: each.value.value for each in plan.parameters}
    made.write("proc/cmdline", f"BOOT_IMAGE=/vmlinuz root=/dev/sda1 {values['KernelArgs']} quiet")
    made.write("etc/tuned/active_profile", "cpu-partitioning")
    made.write("etc/tuned/cpu-partitioning-variables.conf",
               f"# isolated_cores=2-4\nisolated_cores={values['IsolCpusList']}")  # fmt: skip
    assert plan.memory
    for each in plan.memory.nodes:
        made.write(pages(each.node), str(each.hugepages))
    config = {
        "dpdk-init": '"true"',
        "pmd-cpu-mask": ovs_mask(str(values["OvsPmdCoreList"])),
        "dpdk-lcore-mask": ovs_mask(str(values["OvsDpdkCoreList"])),
        "dpdk-socket-mem": f'"{values["OvsDpdkSocketMemory"]}"',
        "dpdk-extra": f'" -n {values["OvsDpdkMemoryChannels"]}"',
    }
    for key, value in config.items():
        database(made, f"Open_vSwitch . other_config:{key}", value)
    for port in ("dpdk0", "dpdk1"):
        database(made, f"Interface {port} mtu_request", "9000")
        database(made, f"Interface {port} options:n_rxq", '"2"')
    made.add_port("eno1", 2, 80, IRQS)
    for queue, mask in enumerate(("1", "100,00000000")):
        made.write(made.xps("eno1", queue), f"00000000,{mask}")
    for number, cpu in ((50, 0), (51, 0), (52, 40)):
        made.write(made.affinity(number), str(cpu))
    return made


def database(node: Node, record: str, value: str) -> None:
    (node.stubs / "ovs" / record).write_text(f"{value}\n")


@pytest.fixture(scope="session")
def check(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("check")
    return rendered(folder, ASKED, role=ROLE, base=DPDK) / "check.sh"


def test_a_node_as_planned(node: Node, check: Path) -> None:
    lines = node.ok(check, ROLE).splitlines()
    assert lines[-1] == f"0 of {len(lines) - 1} differ"
    assert all(line.startswith("ok ") for line in lines[:-1])
    said = "\n".join(lines)
    for what in (
        "kernel argument hugepagesz", "pages of 1048576 KiB on NUMA node 1", "tuned profile",
        "isolated_cores of cpu-partitioning", "other_config:pmd-cpu-mask",
        "other_config:dpdk-lcore-mask", "other_config:dpdk-socket-mem", "other_config:dpdk-extra",
        "mtu_request of dpdk1", "options:n_rxq of dpdk0", "NUMA node of eno1",
        "channels of eno1: expected 2, found 2", "XPS of eno1, queue tx-1",
        "CPU of interrupt 52, i40e-eno1-TxRx-1: expected 40, found 40",
    ):  # fmt: skip
        assert what in said


def cut(path: str, old: str, new: str) -> Callable[[Node], object]:
    return lambda node: node.write(path, node.read(path).replace(old, new))


def put(path: str, text: str) -> Callable[[Node], object]:
    return lambda node: node.write(path, text)


def ovs(record: str, value: str) -> Callable[[Node], object]:
    return lambda node: database(node, record, value)


def channels(node: Node) -> None:
    (node.stubs / "channels/eno1").write_text("16\n")


def no_switch(node: Node) -> None:
    (node.stubs / "ovs-vsctl").write_text("#!/bin/sh\nexit 1\n")


def unreadable(path: str) -> Callable[[Node], object]:
    """The kernel answers with an error: here a folder does."""

    def spoil(node: Node) -> None:
        (node.root / path).unlink()
        (node.root / path).mkdir()

    return spoil


def no_interrupts(node: Node) -> None:
    shutil.rmtree(node.root / "sys/class/net/eno1/device/msi_irqs")


def no_queues(node: Node) -> None:
    shutil.rmtree(node.root / "sys/class/net/eno1/queues")


DIFFERENCES = {
    "fewer-pages-asked": (
        cut("proc/cmdline", "hugepages=", "hugepages=9"),
        "kernel argument hugepages: expected hugepages=",
    ),
    "argument-missing": (
        cut("proc/cmdline", "iommu=pt", ""),
        "kernel argument iommu: expected iommu=pt, found nothing",
    ),
    "argument-overridden": (
        cut("proc/cmdline", " quiet", " quiet intel_iommu=off"),
        "kernel argument intel_iommu: expected intel_iommu=on, found intel_iommu=off",
    ),
    "pages-asked-again": (
        cut("proc/cmdline", " quiet", " quiet hugepages=8"),
        "kernel argument hugepages: expected hugepages=",
    ),
    "fewer-pages-there": (
        put(pages(1), "3"),
        "pages of 1048576 KiB on NUMA node 1: expected",
    ),
    "other-profile": (
        put("etc/tuned/active_profile", "throughput-performance"),
        "tuned profile: expected cpu-partitioning, found throughput-performance",
    ),
    "other-isolated-cores": (
        put("etc/tuned/cpu-partitioning-variables.conf", "isolated_cores=2-4"),
        "isolated_cores of cpu-partitioning: expected 2-39,42-79, found 2-4",
    ),
    "no-dpdk": (ovs("Open_vSwitch . other_config:dpdk-init", ""),
                "other_config:dpdk-init: expected true, found nothing"),
    "other-pmd-mask": (ovs("Open_vSwitch . other_config:pmd-cpu-mask", '"2002"'),
                       "other_config:pmd-cpu-mask: expected"),
    "other-lcore-mask": (ovs("Open_vSwitch . other_config:dpdk-lcore-mask", '"1"'),
                         "other_config:dpdk-lcore-mask: expected"),
    "less-socket-memory": (ovs("Open_vSwitch . other_config:dpdk-socket-mem", '"1024,1024"'),
                           "other_config:dpdk-socket-mem: expected"),
    "other-channels-of-memory": (ovs("Open_vSwitch . other_config:dpdk-extra", '" -n 4"'),
                                 "other_config:dpdk-extra: expected -n 6, found -n 4"),
    "one-queue": (ovs("Interface dpdk1 options:n_rxq", '"1"'),
                  "options:n_rxq of dpdk1: expected 2, found 1"),
    "small-mtu": (ovs("Interface dpdk0 mtu_request", "[]"),
                  "mtu_request of dpdk0: expected 9000, found nothing"),
    "mask-of-the-driver": (put("sys/class/net/eno1/queues/tx-0/xps_cpus", "0000,00000002"),
                           "XPS of eno1, queue tx-0: expected 1, found 2"),
    "interrupt-on-a-guest": (put("proc/irq/52/smp_affinity_list", "12"),
                             "CPU of interrupt 52, i40e-eno1-TxRx-1: expected 40, found 12"),
    "mask-unreadable": (unreadable("sys/class/net/eno1/queues/tx-1/xps_cpus"),
                        "XPS of eno1, queue tx-1: expected 10000000000, found nothing"),
    "affinity-unreadable": (unreadable("proc/irq/52/smp_affinity_list"),
                            "CPU of interrupt 52, i40e-eno1-TxRx-1: expected 40, found nothing"),
    "no-interrupts": (no_interrupts, "interrupts of eno1: expected some, found nothing"),
    "no-queues": (no_queues, "transmit queues of eno1: expected some, found nothing"),
    "channels": (channels, "channels of eno1: expected 2, found 16"),
    "card-elsewhere": (put("sys/class/net/eno1/device/numa_node", "1"),
                       "NUMA node of eno1: expected 0, found 1"),
}  # fmt: skip


@pytest.mark.parametrize("name", DIFFERENCES)
def test_each_difference_is_told(node: Node, check: Path, name: str) -> None:
    spoil, said = DIFFERENCES[name]
    spoil(node)
    done = node.run(check, ROLE)
    *lines, last = done.stdout.splitlines()
    wrong = [line for line in lines if line.startswith("DIFFERS")]
    assert done.returncode == 1
    assert len(wrong) == 1, wrong
    assert said in wrong[0]
    assert last == f"1 of {len(lines)} differ"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (" quiet", " hugepagesz=2M hugepages=512"),
        ("default_hugepagesz", "hugepagesz=2M hugepages=512 default_hugepagesz"),
        ("hugepagesz=1G ", "hugepagesz=1GB "),
        ("intel_iommu=on", "intel_iommu=off intel_iommu=on"),
    ],
)
def test_arguments_beside_the_wanted_ones(node: Node, check: Path, old: str, new: str) -> None:
    cut("proc/cmdline", old, new)(node)
    node.ok(check, ROLE)


@pytest.mark.parametrize(("cmdline", "missing"), [
    ("hugepagesz=2M hugepages=512 hugepagesz=1G hugepages=64 console=tty0 console=ttyS0", None),
    ("hugepagesz=1G hugepages=512 hugepagesz=2M hugepages=64 console=tty0 console=ttyS0",
     "hugepages"),
    ("hugepagesz=2M hugepages=512 hugepagesz=1G hugepages=64 console=ttyS0", "console"),
])  # fmt: skip
def test_arguments_that_are_wanted_several_times(
    node: Node, check: Path, cmdline: str, missing: str | None
) -> None:
    wanted = "hugepagesz=1G hugepages=64 hugepagesz=2M hugepages=512 console=tty0 console=ttyS0"
    text = re.sub("kernel_arguments '.*'", f"kernel_arguments '{wanted}'", check.read_text())
    node.write("proc/cmdline", cmdline)
    done = node.run(node.write("check.sh", text), ROLE)
    told = [line for line in done.stdout.splitlines() if line.startswith("DIFFERS")]
    assert {line.split()[3].rstrip(":") for line in told} == ({missing} if missing else set())


def test_a_switch_that_does_not_answer(node: Node, check: Path) -> None:
    no_switch(node)
    done = node.run(check, ROLE)
    assert done.returncode == 1
    assert "other_config:pmd-cpu-mask: expected" in done.stdout


def test_a_port_that_is_not_there(node: Node, check: Path) -> None:
    (node.root / "sys/class/net/eno1").rename(node.root / "sys/class/net/eno9")
    done = node.run(check, ROLE)
    assert done.returncode == 1
    assert "DIFFERS  port eno1: expected present, found missing" in done.stdout


@pytest.mark.parametrize("arguments", [(), ("Computes",)])
def test_another_role(node: Node, check: Path, arguments: tuple[str, ...]) -> None:
    done = node.run(check, *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "usage: sh check.sh Controller|ComputeOvsDpdk|CephStorage\n"


def test_a_role_of_which_nothing_is_wanted(node: Node, check: Path) -> None:
    assert node.ok(check, "Controller") == "0 of 0 differ\n"
