"""Which CPUs serve the kernel's ports, which files come of it, and what the plan says."""

from dataclasses import replace
from pathlib import Path

import pytest

from generator import compare_deployments, load_deployment, write_output
from generator.derive.cpu_partitioning import cpu_mask
from generator.derive.kernel_ports import port_cpus
from generator.explained import Fact, Mark
from generator.inventory import KernelPorts
from generator.plan.build import derive_plan
from generator.plan.host_checks import host_checks
from generator.plan.host_tuning import row
from generator.plan.types import Plan
from generator.reading.load import load_inventory
from generator.render.files import render
from generator.topology.types import NumaNode
from generator.values import CpuSet, MemorySize
from generator.whatif.types import Area

EXAMPLES = Path(__file__).parents[1] / "examples"
NODES = (
    NumaNode(0, (CpuSet.parse("0,4"), CpuSet.parse("2,6")), MemorySize.parse("1 GiB")),
    NumaNode(1, (CpuSet.parse("1,5"), CpuSet.parse("3,7")), MemorySize.parse("1 GiB")),
)


def planned(example: str, role: str, asked: KernelPorts | None, model: str = "") -> Plan:
    """An example whose role asks for this, its cards with DPDK of another model if named."""
    loaded = load_inventory(EXAMPLES / example / "inventory.yaml")
    inventory = loaded.inventory
    written = inventory.roles[role]
    servers = dict(inventory.servers)
    if model:
        server = servers[written.server]
        nics = tuple(replace(n, model=model) if n.slot != "ndc" else n for n in server.nics)
        servers[written.server] = replace(server, nics=nics)
    roles = {**inventory.roles, role: replace(written, kernel_ports=asked)}
    return derive_plan(loaded._replace(inventory=replace(inventory, roles=roles, servers=servers)))


def rows(plan: Plan, role: str) -> list[str]:
    [ports] = [each.kernel_ports for each in plan.roles if each.name == role]
    return [row(port) for port in ports or ()]


@pytest.mark.parametrize(
    ("node", "host", "cpus", "near"),
    [
        (1, None, (1, 3, 5, 7), True),
        (0, CpuSet.parse("0,4,1,5"), (0, 4), True),
        (0, CpuSet.parse("1,5"), (1, 5), False),
        (0, CpuSet(), (), False),
    ],
)
def test_cpus_of_a_port(node: int, host: CpuSet | None, cpus: tuple[int, ...], near: bool) -> None:
    found = port_cpus(NODES, Fact("node", node, Mark.STATED, "inventory"), host)
    assert found.value == cpus
    assert (f"of the card's NUMA node {node}" in found.rule) == near


def test_rows_of_the_scripts() -> None:
    asked = KernelPorts("spread", CpuSet.parse("0,40"), 8)
    assert rows(planned("dell-r740xd-dpdk", "ComputeOvsDpdk", asked), "ComputeOvsDpdk") == [
        f"{port} 8 0,40 0,40" for port in ("eno1", "eno2")
    ]
    off = KernelPorts("disable", ports=("ens4f1",))
    assert rows(planned("kernel-compute", "Compute", off), "Compute") == ["ens4f1 - off -"]


def test_ports_of_guests_are_set_on_request_only() -> None:
    role, example = "ComputeOvsDpdkSriov", "dell-r740xd-dpdk-sriov"
    asked = KernelPorts("disable")
    assert rows(planned(example, role, asked), role) == [f"eno{n} - off -" for n in (1, 2, 3, 4)]
    listed = replace(asked, ports=("ens4f1",))
    assert rows(planned(example, role, listed), role) == ["ens4f1 - off -"]


def test_pinned_queues_are_compared() -> None:
    loaded = load_inventory(EXAMPLES / "dell-r740xd-dpdk" / "inventory.yaml")
    role = loaded.inventory.roles["ComputeOvsDpdk"]
    pinned = replace(role, tuning=replace(role.tuning, pin_rx_queues=True))
    roles = {**loaded.inventory.roles, "ComputeOvsDpdk": pinned}
    plan = derive_plan(loaded._replace(inventory=replace(loaded.inventory, roles=roles)))
    [check] = [each for each in host_checks(plan.roles) if each.role == "ComputeOvsDpdk"]
    said = [line for line in check.lines if "affinity" in line]
    assert [line.split()[:3] for line in said] == [
        ["ovs_interface", port, "other_config:pmd-rxq-affinity"] for port in ("dpdk0", "dpdk1")
    ]


def test_masks() -> None:
    assert cpu_mask(CpuSet.parse("1,13")) == "2002"
    assert cpu_mask(CpuSet.parse("2-4,42-44")) == "1c000000001c"
    assert cpu_mask(CpuSet.parse("175")) == "8" + "0" * 43


def test_files_with_and_without() -> None:
    names = ("environments/host-tuning.yaml", "host-tuning/compute.yaml", "host-tuning/compute.sh")
    without = render(planned("kernel-compute", "Compute", None))
    assert not [name for name in without if "host-tuning" in name]
    undone = render(planned("kernel-compute", "Compute", KernelPorts()))
    assert [name for name in undone if "host-tuning" in name] == list(names)
    assert "undo" in undone["host-tuning/compute.sh"].text
    assert "TunedCustomProfile" not in undone[names[0]].text
    done = render(planned("kernel-compute", "Compute", KernelPorts("disable")))
    assert {*names, "host-tuning/check.sh"} <= done.keys()
    assert "TunedCustomProfile" in done[names[0]].text


def test_roles_without_tuned_keep_their_profile() -> None:
    made = planned("dell-r740xd-dpdk", "ComputeOvsDpdk", KernelPorts("disable"))
    [file] = [each for each in made.environments if "host-tuning" in each.name]
    assert file.role_parameters == (("ComputeOvsDpdk", ()),)
    assert file.name in made.deploy.environments


@pytest.mark.parametrize(
    ("model", "said"),
    [
        ("", "cannot matter for ens4f0, ens8f0: a port bound to vfio-pci has neither"),
        ("mellanox-connectx-5-25g", "ens4f0, ens8f0 keep their kernel device beside DPDK"),
    ],
)
def test_when_it_cannot_matter(model: str, said: str) -> None:
    asked = KernelPorts("disable")
    notes = planned("dell-r740xd-dpdk", "ComputeOvsDpdk", asked, model).notes
    assert [note for note in notes if said in note]


@pytest.mark.parametrize(
    ("example", "role", "ports", "said", "unsaid"),
    [
        ("kernel-compute", "Compute", ("eno1", "ens4f0"),
         "through eno1 the networks ctlplane, InternalApi; through ens4f0 what Open vSwitch"
         " switches without DPDK for guests and routers. Measure", "tunnels"),
        ("dell-r740xd-dpdk-sriov", "ComputeOvsDpdkSriov", (),
         "through eno1, eno2 the networks ctlplane, InternalApi, Tenant; through eno3, eno4 the"
         " networks Storage. Measure", "guests"),
        ("dell-r740xd-dpdk-sriov", "ComputeOvsDpdkSriov", ("ens4f1",),
         "through ens4f1 what the host sends, not what guests do through virtual functions. M",
         "Open vSwitch"),
        ("dell-r740xd-dpdk-sriov", "Controller", ("eno1", "eno3"),
         "Tenant, Storage, StorageMgmt with the tunnels of guests; through eno3 what Open vSwitch"
         " switches without DPDK for guests and routers and the networks External. M", "ens"),
    ],
)  # fmt: skip
def test_what_each_port_carries(
    example: str, role: str, ports: tuple[str, ...], said: str, unsaid: str
) -> None:
    notes = planned(example, role, KernelPorts("disable", ports=ports)).notes
    [note] = [each for each in notes if "kernel_ports matters" in each]
    assert said in note
    assert unsaid not in note


def test_the_figures_come_with_their_caution() -> None:
    notes = planned("kernel-compute", "Compute", KernelPorts("spread")).notes
    [note] = [each for each in notes if "5353" in each]
    for words in ("8841 Mbit/s (+65.2 %)", "8562 to 9666", "+12.9 %", "one report", "nobody",
                  "verify", "ixgbe", "4.4.0-1", "without guests first"):  # fmt: skip
        assert words in note
    assert not any("kernel_ports" in each for each in planned("minimal", "Controller", None).notes)


def test_asking_for_nothing_is_told() -> None:
    notes = planned("kernel-compute", "Compute", KernelPorts()).notes
    assert [note for note in notes if "puts back what an earlier one set" in note]


def test_what_changes_is_told_of_inventories_and_folders(tmp_path: Path) -> None:
    text = (EXAMPLES / "kernel-compute" / "inventory.yaml").read_text()
    texts = {
        "as-it-is": text,
        "other": text.replace("xps: disable", "xps: spread"),
        "undone": text.replace("xps: disable", "xps: keep").replace("numa-local", "keep"),
    }
    sides = {}
    for name, written in texts.items():
        (tmp_path / f"{name}.yaml").write_text(written)
        files = render(derive_plan(load_inventory(tmp_path / f"{name}.yaml")))
        write_output(files, tmp_path / name)
        sides[name] = load_deployment(tmp_path / f"{name}.yaml")
        sides[f"{name}/"] = load_deployment(tmp_path / name)
        assert not compare_deployments(sides[name], sides[f"{name}/"]).changes
    for old in ("as-it-is", "as-it-is/"):
        found = compare_deployments(sides[old], sides["other/"]).changes
        assert [each.key.name for each in found] == ["XPS of ens4f0", "XPS of ens4f1"]
        assert {need for each in found for act in each.effects for need in act.effect.needs} == {
            "none"
        }
        found = compare_deployments(sides[old], sides["undone"]).changes
        ours = [each for each in found if each.key.area is Area.KERNEL_PORT]
        assert [(each.old and each.old.value, each.new and each.new.value) for each in ours] == [
            ("set", "undone")
        ]


def test_a_section_that_just_goes_has_to_be_undone_by_hand(tmp_path: Path) -> None:
    text = (EXAMPLES / "kernel-compute" / "inventory.yaml").read_text()
    before, _, rest = text.partition("    kernel_ports:")
    (tmp_path / "without.yaml").write_text(before + rest.partition("ens4f1]\n")[2])
    old = load_deployment(EXAMPLES / "kernel-compute" / "inventory.yaml")
    found = compare_deployments(old, load_deployment(tmp_path / "without.yaml")).changes
    [gone] = [each for each in found if each.key.area is Area.KERNEL_PORT]
    [acting] = gone.effects
    assert (acting.effect.needs, acting.roles) == (("by-hand",), ("Compute",))
