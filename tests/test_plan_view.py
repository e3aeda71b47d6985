"""A plan as data and as text."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import plan_fixture
import pytest

from generator import build_plan, load_inventory
from generator.commands import plan_print, plan_text
from generator.derive.cpu_partitioning import CpuPartition
from generator.derive.hugepages import NodeMemory
from generator.derive.socket_memory import SocketNeed
from generator.explained import Explained, Fact, Mark, by_hand
from generator.inventory import PhysicalNetwork
from generator.plan.types import FlavorPlan, MemoryPlan, Plan, SocketPlan
from generator.plan.view import explained, plan_view
from generator.topology.types import NumaNode, Port
from generator.values import CpuSet, DataRate, MemorySize

EXAMPLES = Path(__file__).parents[1] / "examples"
GIB = MemorySize.parse("1 GiB")
VALUE = Explained(
    CpuSet.parse("2-5"),
    "rule " * 40,
    "guide 7.4.2",
    (Fact("numa_node", 0, Mark.RECALLED, "card"), Fact("numa_node", 0, Mark.RECALLED, "card")),
    "roles.Compute.tuning.pmd_cpus",
)


def full_plan() -> Plan:
    """The plan of the fixture with the parts that it leaves out."""
    plan = plan_fixture.plan(login=True)
    need = SocketNeed(0, (), False, Explained(1024, "a", "b"), Explained(1, "", ""),
                      Explained(GIB.bytes, "", ""))  # fmt: skip
    memory = MemoryPlan(
        Explained((GIB, GIB), "a", "b"), GIB, Explained(8, "c", "d"), Explained(GIB, "e", "f"),
        (NodeMemory(0, GIB, 8, GIB, GIB, GIB),),
        (SocketPlan(need, Explained(GIB, "a", "b"), "the guide decides"),),
    )  # fmt: skip
    port = Port(
        name="ens4f0",
        nic="intel-xxv710-da2",
        card=0,
        numa_node=Fact("numa", 1, Mark.RECALLED, "ad"),
        speed=Fact("speed", DataRate.parse("25 Gbit/s"), Mark.DOCUMENTED, "data sheet"),
        kernel_driver=Fact("driver", "i40e", Mark.DOCUMENTED, "data sheet"),
        dpdk_driver=Fact("driver", "vfio-pci", Mark.DOCUMENTED, "data sheet"),
        max_mtu=Fact("mtu", 9702, Mark.DOCUMENTED, "data sheet"),
        max_rx_queues=Fact("queues", 64, Mark.DOCUMENTED, "data sheet"),
        max_pps=Fact("pps", None, Mark.DOCUMENTED, "data sheet"),
        pcie_generation=Fact("generation", 3, Mark.DOCUMENTED, "data sheet"),
        pcie_lanes=Fact("lanes", 8, Mark.DOCUMENTED, "data sheet"),
        pci_id=Fact("pci", "8086:158b", Mark.DOCUMENTED, "data sheet"),
        vf_pci_id=Fact("vf", "8086:154c", Mark.DOCUMENTED, "data sheet"),
        max_vfs=Fact("vfs", 64, Mark.DOCUMENTED, "data sheet"),
    )
    roles = tuple(
        replace(
            role,
            cpus=CpuPartition(VALUE, VALUE, VALUE, VALUE, VALUE),
            memory=memory,
            topology=replace(
                role.topology,
                nodes=(NumaNode(0, (CpuSet.parse("0,2"),), GIB),),
                ports={"ens4f0": port},
            ),
        )
        for role in plan.roles
    )
    overhead = Fact("tunnel_overhead.geneve", 58, Mark.RECALLED, "from memory")
    guests = {"geneve over Tenant": Explained(1442, "1500 - 58 = 1442", "m", (overhead,))}
    flavor = FlavorPlan(
        "nfv", 4, GIB, GIB, {"hw:cpu_policy": Explained("dedicated", "g", "h")},
        {"hw_vif_multiqueue_enabled": Explained("true", "i", "j")}, ("rhel",),
        Explained(4, "k", "l"), {"virtio vectors": Explained(10, "m", "n")},
    )  # fmt: skip
    physical = {"physint": PhysicalNetwork("br-tenant", mtu=9000)}
    return plan._replace(
        inventory=replace(plan.inventory, physical_networks=physical),
        roles=roles, flavors=(flavor,), guest_mtus=guests, notes=("check the switch " * 8,),
    )  # fmt: skip


def table_of(item: Explained[Any], sources: bool = False) -> list[str]:
    """The lines of one value."""
    return list(plan_text.values({"Name": explained(item)}, 0, sources))


def test_an_explained_value_keeps_its_reasons() -> None:
    assert explained(VALUE) == {
        "value": "2-5",
        "rule": "rule " * 40,
        "source": "guide 7.4.2",
        "stated": "roles.Compute.tuning.pmd_cpus",
        "facts": [{"name": "numa_node", "value": 0, "mark": "recalled", "source": "card"}],
    }


def test_data_is_plain() -> None:
    view = plan_view(full_plan())
    assert json.loads(plan_print.as_json(view)) == view
    role = view["roles"]["Controller"]
    assert role["hardware"]["recalled"][-1]["value"] == 1
    assert role["values"]["OvsDpdkSocketMemory"]["value"] == ["1 GiB", "1 GiB"]
    assert role["values"]["OvsPmdCoreList"]["value"] == "2-5"
    assert role["memory"][0]["guests"] == "1 GiB"
    assert view["flavors"]["nfv"]["values"]["hw:cpu_policy"]["value"] == "dedicated"
    # Heat's form of a value wins over the planner's.
    parameters = view["roles"]["ComputeOvsDpdk"]["values"]
    assert parameters["OvsDpdkSocketMemory"]["value"] == "4096,1024"


def test_credentials_are_not_shown() -> None:
    view = plan_view(full_plan())
    [secret] = [file.name for file in plan_fixture.plan(login=True).environments if file.secret]
    shown = {item["value"] for item in view["environments"][secret].values()}
    assert shown == {"not shown: holds credentials"}


def test_the_table_fits_a_terminal_and_says_why() -> None:
    lines = plan_print.as_table(plan_view(full_plan())).splitlines()
    assert max(map(len, lines)) <= 80
    for line in (
        "    NUMA node 0: 1 GiB = 8 pages of 1 GiB (OVS 1 GiB, guests 1 GiB) + 1 GiB for",
        "    NUMA node 0: 1 GiB, 1 cores, each as its threads: 0,2",
        "    ens4f0: intel-xxv710-da2, NUMA node 1 (recalled), 25 Gbit/s, DPDK by",
        "    OvsDpdkMemoryChannels = 6 (recalled)",
        "        rests on: memory_channels = 6 (recalled)",
        "      ! memory_channels = 6",
        "        set by hand at: roles.Compute.tuning.pmd_cpus",
        "    guests:           geneve over Tenant: 1500 - 58 = 1442 (recalled)",
        "    physical network: physint 9000, bridge br-tenant",
        "  4 vCPUs, 1 GiB RAM, 1 GiB disk",
        "  images: rhel",
        "  hw:cpu_policy = dedicated",
        "  StorageMtu = 9000",
    ):
        assert line in lines
    assert any(line.startswith("- check the switch") for line in lines)
    # What is copied has no reason, and KernelArgs holds that of the pages.
    assert lines[lines.index("  StorageMtu = 9000") + 1].startswith("  Neutron")
    tuned = lines[lines.index("Role ComputeOvsDpdk") : lines.index("Role Controller")]
    assert not [line for line in tuned if line.startswith("    hugepages")]


def test_dpdk_comes_first() -> None:
    view = plan_view(full_plan())
    lines = plan_print.as_table(view).splitlines()
    assert [line for line in lines if line.startswith("Role ")] == [
        "Role ComputeOvsDpdk",
        "Role Controller",
        "Role CephStorage",
    ]
    assert list(view["roles"]["ComputeOvsDpdk"]["values"])[:2] == [
        "OvsDpdkCoreList",
        "OvsPmdCoreList",
    ]


def test_the_mtu_chain_is_that_of_the_roles_shown() -> None:
    plan = full_plan()
    [bond] = [link for link in plan_view(plan, "ComputeOvsDpdk")["mtu_chain"]
              if link["physical_networks"]]  # fmt: skip
    assert bond["role"] == "ComputeOvsDpdk"
    assert bond["physical_networks"] == [{"name": "physint", "bridge": "br-tenant", "mtu": 9000}]
    assert {fact["value"] for fact in bond["ports"].values()} == {9702}
    assert len(plan_view(plan)["mtu_chain"]) == sum(len(role.links) for role in plan.roles)


def test_each_line_of_a_rule_is_a_paragraph() -> None:
    rule = "node 0: one\nnode 1: " + "two " * 20
    assert table_of(Explained(1, rule, "")) == [
        "Name = 1",
        "    node 0: one",
        "    node 1: two two two two two two two two two two two two two two two two two",
        "      two two two",
    ]


def test_the_steps_of_a_long_sum_stand_below_each_other() -> None:
    rule = "node 0: 1 + 1 = 2; 2 + 2 = 4; all of it, rounded up to the next thousand = 1000"
    assert table_of(Explained(1, rule, "")) == [
        "Name = 1",
        "    node 0: 1 + 1 = 2",
        "      2 + 2 = 4",
        "      all of it, rounded up to the next thousand = 1000",
    ]


def test_an_equation_is_not_torn_apart_and_a_long_word_stays_whole() -> None:
    word = ",".join(map(str, range(0, 80, 2)))
    facts = (Fact("a" * 60, 1, Mark.RECALLED, "s"), Fact("b", word, Mark.CODE, "s"))
    assert table_of(Explained("v", "r", "t", facts)) == [
        "Name = v (recalled)",
        "    r",
        "    rests on:",
        f"        {'a' * 60} = 1 (recalled),",
        f"        b = {word}",
        "    source: t",
    ]


def test_a_value_set_by_hand_is_not_marked() -> None:
    fact = Fact("sockets", 2, Mark.RECALLED, "memory")
    assert table_of(by_hand(3, "roles.A.x", Explained(2, "two", "guide", (fact,)))) == [
        "Name = 3",
        "    set by hand; without it: 2 (two)",
        "    the derived value rests on: sockets = 2 (recalled)",
        "    set by hand at: roles.A.x",
    ]
    assert table_of(by_hand("a", "b")) == ["Name = a", "    set by hand at: b"]


def test_maps_are_printed_key_by_key_and_facts_that_they_repeat_are_not() -> None:
    value = [{"push": True, "set": {"tag": "16.1", "suffix": "", "disks": ["a", "b"]}}, {"c": []}]
    facts = (Fact("containers.tag", "16.1", Mark.DOCUMENTED, "prepare"),)
    assert table_of(Explained(value, "names", "common", facts), sources=True) == [
        "Name =",
        "  - push: true",
        "    set:",
        "      tag: 16.1",
        '      suffix: ""',
        "      disks: a, b",
        "  - c: []",
        "    names",
        "    given by: prepare (documented)",
        "    source: common",
    ]


def test_facts_stand_once_the_recalled_ones_first() -> None:
    facts = [Fact("a", 1, Mark.CODE, "x"), Fact("b", 2, Mark.CODE, "x"),
             Fact("c", 3, Mark.RECALLED, "y"), Fact("a", 1, Mark.CODE, "x")]  # fmt: skip
    data = [item for fact in facts for item in explained(Explained(0, "", "", (fact,)))["facts"]]
    assert list(plan_text.fact_list(data)) == [
        "    recalled: y",
        "      ! c = 3",
        "    read in code: x",
        "        a = 1, b = 2",
    ]


def test_yaml_keeps_the_order() -> None:
    view = plan_view(full_plan(), "Controller")
    assert plan_print.as_yaml(view).startswith("target: rhosp-16.1\nroles:\n  Controller:\n")


def test_a_role_without_images_or_ports() -> None:
    plan = full_plan()
    bare = plan._replace(flavors=(plan.flavors[0]._replace(images=()),), notes=())
    text = plan_print.as_table(plan_view(bare))
    assert "images:" not in text
    assert "Notes" not in text


@pytest.fixture(params=sorted(path.parent.name for path in EXAMPLES.glob("*/inventory.yaml")))
def view(request: pytest.FixtureRequest) -> dict[str, Any]:
    """The plan of an example."""
    inventory = EXAMPLES / request.param / "inventory.yaml"
    return plan_view(build_plan(load_inventory(inventory)))


def test_examples_fit_a_terminal(view: dict[str, Any]) -> None:
    lines = plan_print.as_table(view).splitlines()
    assert [line for line in lines if len(line) > 80 and " " in line.strip()] == []


def test_what_is_recalled_stands_once_in_the_facts_of_a_role(view: dict[str, Any]) -> None:
    for name, role in view["roles"].items():
        table = plan_print.as_table(view | {"roles": {name: role}, "mtu_chain": []})
        facts = [fact for item in role["values"].values() for fact in item["facts"]]
        for fact in facts:
            if fact["mark"] == "recalled":
                shown = str(fact["value"]).lower() if fact["value"] is True else fact["value"]
                assert table.count(f"      ! {fact['name']} = {shown}\n") == 1


def test_the_sums_of_the_examples_add_up(view: dict[str, Any]) -> None:
    """What an engineer would do by hand: `(9216 + 960) x 262144 = 2667577344`."""
    text = " ".join(plan_print.as_table(view).split())
    sums = re.findall(r"(?<![\w.])(\(?\d+(?: [+x/-] \(?\d+\)?)+) = (\d+)", text)
    assert bool(sums) == any(role["memory"] for role in view["roles"].values())
    for left, right in sums:
        assert round(eval(left.replace("x", "*"))) == int(right), f"{left} = {right}"
