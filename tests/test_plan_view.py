"""A plan as data and as text."""

import json
from dataclasses import replace

import plan_fixture

from generator.commands import plan_print
from generator.explained import Explained, Fact, Mark
from generator.plan.types import CpuPlan, FlavorPlan, MemoryPlan, NodeMemory, Plan
from generator.plan.view import explained, plan_view
from generator.topology.types import NumaNode, Port
from generator.values import CpuSet, DataRate, MemorySize

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
    memory = MemoryPlan(
        Explained((GIB, GIB), "a", "b"), GIB, Explained(8, "c", "d"), Explained(GIB, "e", "f"),
        (NodeMemory(0, GIB, 8, GIB, GIB, GIB),),
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
    )
    roles = tuple(
        replace(
            role,
            cpus=CpuPlan(VALUE, VALUE, VALUE, VALUE, VALUE),
            memory=memory,
            topology=replace(
                role.topology,
                nodes=(NumaNode(0, (CpuSet.parse("0,2"),), GIB),),
                ports={"ens4f0": port},
            ),
        )
        for role in plan.roles
    )
    flavor = FlavorPlan(
        "nfv", 4, GIB, GIB, {"hw:cpu_policy": Explained("dedicated", "g", "h")},
        {"hw_vif_multiqueue_enabled": Explained("true", "i", "j")}, ("rhel",),
        Explained(4, "k", "l"),
    )  # fmt: skip
    return plan._replace(roles=roles, flavors=(flavor,), notes=("check the switch " * 8,))


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
    text = plan_print.as_table(plan_view(full_plan()))
    assert max(map(len, text.splitlines())) <= 80
    for line in (
        "    NUMA node 0: total 1 GiB, hugepages 8, ovs 1 GiB, guests 1 GiB, host 1 GiB",
        "    NUMA node 0: 1 GiB, 1 cores (threads that share one): 0,2",
        "    OvsPmdCoreList = 2-5",
        "        set by hand at: roles.Compute.tuning.pmd_cpus",
        "        input: numa_node = 0 [recalled: card]",
        "  4 vCPUs, 1 GiB RAM, 1 GiB disk",
        "  images: rhel",
        "  hw:cpu_policy = dedicated",
        "      numa: 1 (ad)",
    ):
        assert line in text.splitlines()
    assert "\n- check the switch" in text


def test_yaml_keeps_the_order() -> None:
    view = plan_view(full_plan(), "Controller")
    assert plan_print.as_yaml(view).startswith("target: rhosp-16.1\nroles:\n  Controller:\n")


def test_a_role_without_images_or_ports() -> None:
    plan = full_plan()
    bare = plan._replace(flavors=(plan.flavors[0]._replace(images=()),), notes=())
    text = plan_print.as_table(plan_view(bare))
    assert "images:" not in text
    assert "Notes" not in text
