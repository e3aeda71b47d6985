"""Each role's network configuration, as os-net-config and Open vSwitch take it."""

import copy
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from generator.plan.nic_config import Shared, network_config
from generator.plan.types import LinkPlan

from . import expectations as expect
from . import planned
from .conftest import ROLES, Workbench, plan_of
from .oracles import NodeReport, apply_network_config

Config = list[dict[str, Any]]
each_role = pytest.mark.parametrize(("example", "role"), ROLES)


@each_role
def test_a_node_takes_it_whole(workbench: Workbench, example: str, role: str) -> None:
    node = workbench.node(example, role)
    assert node.problems == ()
    assert node.overwritten == ()
    assert node.dropped == ()


@each_role
def test_settings_arrive(workbench: Workbench, example: str, role: str) -> None:
    config = workbench.overcloud(example).network_config[role]
    node = workbench.node(example, role)
    nics = workbench.planned(example, role).nics
    assert expect.found_dpdk_ports(node) == expect.wanted_dpdk_ports(config, nics)
    assert expect.found_ovs_bonds(node) == expect.wanted_ovs_bonds(config)
    assert expect.found_linux_bonds(node) == expect.wanted_linux_bonds(config)
    assert expect.found_vlans(node) == expect.wanted_vlans(config)
    bound = {item["name"] for item in node.maps["dpdk_mapping"]}
    kept = expect.kernel_driver_ports(config)
    ports = [port for port in expect.objects(config, "ovs_dpdk_port") if port not in kept]
    assert bound == {port["members"][0]["name"] for port in ports}
    vfs = {item["name"]: item["numvfs"] for item in node.maps["sriov_config"] if "numvfs" in item}
    assert vfs == {pf["name"]: pf["numvfs"] for pf in expect.objects(config, "sriov_pf")}


@each_role
def test_the_node_is_as_planned(workbench: Workbench, example: str, role: str) -> None:
    node, plan = workbench.node(example, role), workbench.planned(example, role)
    assert expect.found_dpdk_ports(node) == plan.dpdk_ports()
    assert planned.found_bound(node) == plan.bound()
    assert expect.found_ovs_bonds(node) == plan.ovs_bonds()
    assert expect.found_linux_bonds(node) == plan.linux_bonds()
    assert planned.found_port_mtus(node, plan.nics) == plan.port_mtus()
    assert planned.found_functions(node) == plan.functions()
    assert planned.found_vlans(node) == plan.vlans()
    assert planned.found_bridges(node) == plan.bridges()


@each_role
def test_addresses_and_routes_are_as_planned(workbench: Workbench, example: str, role: str) -> None:
    node, plan = workbench.node(example, role), workbench.planned(example, role)
    assert planned.found_subnets(node) == plan.subnets()
    assert planned.found_routes(node) == plan.routes()


def test_tunnels_end_on_the_port_of_a_user_bridge(workbench: Workbench) -> None:
    """The one bridge port with a tag in all examples: Tenant on the DPDK bridge."""
    node = workbench.node("all-options", "ComputeOvsDpdk")
    bridge = node.ovs["br-int-phy"]
    assert (bridge["datapath_type"], bridge["ports"]["br-int-phy"]["tag"]) == ("netdev", 30)
    assert expect.ifcfg_values(node)["br-int-phy"]["MTU"] == "9000"


def test_pins_are_on_the_ports_of_the_bond(workbench: Workbench) -> None:
    ports = expect.found_dpdk_ports(workbench.node("all-options", "ComputeOvsDpdk"))
    assert {name: port["pins"] for name, port in ports.items()} == {
        "dpdk0": "0:5,1:7,2:9,3:11",
        "dpdk1": "0:45,1:47,2:49,3:51",
    }


def test_pins_of_a_port_without_a_bond(workbench: Workbench) -> None:
    [pinned] = [role for role in plan_of("all-options").roles if role.polling]
    assert pinned.polling
    [link] = [each for each in pinned.links if each.rx_queues]
    alone = link._replace(link=replace(link.link, bond=None, networks=()),
                          ports=link.ports[:1], dpdk_ports=link.dpdk_ports[:1])  # fmt: skip
    [bridge] = network_config([alone], {}, "ctlplane", Shared(), pinned.polling.layout.ports)
    [port] = bridge.members
    config: Config = [
        {
            "type": bridge.type,
            "name": "br-dpdk",
            "members": [
                {
                    "type": port.type,
                    **{each.key: each.value for each in port.settings},
                    "members": [{"type": "interface", "name": "ens4f0"}],
                }
            ],
        }
    ]
    node = apply_network_config(config, expect.nics_of(config))
    assert (node.problems, node.dropped) == ((), ())
    assert expect.found_dpdk_ports(node)["dpdk0"]["pins"] == "0:5,1:7,2:9,3:11"


# One thing in a role's plan otherwise, and what of the node is then not as planned.
OTHERWISE: dict[str, tuple[Callable[[LinkPlan], LinkPlan], set[str]]] = {
    "mtu": (
        lambda link: link._replace(mtu=link.mtu._replace(value=8000)),
        {"dpdk_ports", "linux_bonds", "port_mtus"},
    ),
    "rx_queues": (
        lambda link: link._replace(rx_queues=link.rx_queues and link.rx_queues._replace(value=3)),
        {"dpdk_ports"},
    ),
    "options": (
        lambda link: link._replace(
            options=link.options and link.options._replace(value="bond_mode=active-backup")
        ),
        {"ovs_bonds", "linux_bonds"},
    ),
    "order of the ports": (
        lambda link: link._replace(ports=link.ports[::-1]),
        {"dpdk_ports"},
    ),
    "networks": (
        lambda link: link._replace(link=replace(link.link, networks=("StorageMgmt",))),
        {"vlans", "bridges"},
    ),
}


@pytest.mark.parametrize("what", OTHERWISE)
def test_another_plan_would_not_fit(workbench: Workbench, what: str) -> None:
    node = workbench.node("all-options", "ComputeOvsDpdk")
    plan = workbench.planned("all-options", "ComputeOvsDpdk")
    change, fails = OTHERWISE[what]
    plan.role = replace(plan.role, links=tuple(change(link) for link in plan.role.links))
    found = {
        "dpdk_ports": expect.found_dpdk_ports(node) == plan.dpdk_ports(),
        "bound": planned.found_bound(node) == plan.bound(),
        "ovs_bonds": expect.found_ovs_bonds(node) == plan.ovs_bonds(),
        "linux_bonds": expect.found_linux_bonds(node) == plan.linux_bonds(),
        "port_mtus": planned.found_port_mtus(node, plan.nics) == plan.port_mtus(),
        "vlans": planned.found_vlans(node) == plan.vlans(),
        "bridges": planned.found_bridges(node) == plan.bridges(),
    }
    assert {name for name, same in found.items() if not same} == fails


def dpdk_port(name: str, nic: str) -> dict[str, Any]:
    return {
        "type": "ovs_dpdk_port",
        "name": name,
        "driver": "vfio-pci",
        "members": [{"type": "interface", "name": nic}],
    }


# A configuration that is right, to be spoilt in one place by each test below.
GOOD: Config = [
    {
        "type": "linux_bond",
        "name": "bond0",
        "mtu": 9000,
        "bonding_options": "mode=802.3ad miimon=100",
        "members": [
            {"type": "interface", "name": "eno1", "mtu": 9000, "primary": True},
            {"type": "interface", "name": "eno2", "mtu": 9000},
        ],
    },
    {
        "type": "vlan",
        "vlan_id": 140,
        "device": "bond0",
        "mtu": 1500,
        "addresses": [{"ip_netmask": "192.168.140.20/24"}],
    },
    {
        "type": "ovs_user_bridge",
        "name": "br-tenant",
        "members": [
            {
                "type": "ovs_dpdk_bond",
                "name": "dpdkbond0",
                "mtu": 9000,
                "rx_queue": 2,
                "ovs_options": "bond_mode=balance-tcp lacp=active",
                "members": [dpdk_port("dpdk0", "ens4f0"), dpdk_port("dpdk1", "ens8f0")],
            }
        ],
    },
]


def apply(spoil: Callable[[Config], object]) -> NodeReport:
    config = copy.deepcopy(GOOD)
    spoil(config)
    return apply_network_config(config, expect.nics_of(GOOD))


@pytest.mark.usefixtures("workbench")
class TestTheOracleSeesMistakes:
    def test_none_in_the_good_configuration(self) -> None:
        node = apply(lambda config: None)
        assert (node.problems, node.dropped, node.overwritten) == ((), (), ())
        assert expect.found_dpdk_ports(node)["dpdk1"]["n_rxq"] == 2

    def test_rx_queue_on_a_port_of_a_bond(self) -> None:
        node = apply(lambda config: config[2]["members"][0]["members"][0].update(rx_queue=4))
        assert [text for text in node.dropped if text.endswith("dpdk0 > rx_queue = 4")]

    def test_mtu_on_the_nic_of_a_dpdk_port(self) -> None:
        node = apply(
            lambda config: config[2]["members"][0]["members"][0]["members"][0].update(mtu=9000)
        )
        assert [text for text in node.dropped if text.endswith("interface ens4f0 > mtu = 9000")]

    def test_one_vlan_id_on_two_devices(self) -> None:
        vlan = {"type": "vlan", "vlan_id": 140, "device": "eno1", "mtu": 9000}
        node = apply(lambda config: config.append(vlan))
        assert node.overwritten == ("vlan140 (vlan_data)",)

    def test_a_member_of_an_unknown_type(self) -> None:
        node = apply(lambda config: config[0]["members"][1].update(type="nic"))
        assert node.problems

    def test_an_unknown_key(self) -> None:
        node = apply(lambda config: config[0].update(bonding_option="mode=4"))
        assert any("bonding_option" in text for text in node.problems)

    def test_linux_options_on_an_ovs_bond(self) -> None:
        node = apply(lambda config: config[2]["members"][0].update(ovs_options="mode=802.3ad"))
        assert any("ovs-vsctl refuses" in text for text in node.problems)

    def test_a_bond_of_one_port(self) -> None:
        node = apply(lambda config: config[2]["members"][0]["members"].pop())
        assert any("ovs-vsctl refuses" in text for text in node.problems)

    def test_an_address_on_a_dpdk_bond(self) -> None:
        address = {"ip_netmask": "192.168.130.20/24"}
        node = apply(lambda config: config[2]["members"][0].update(addresses=[address]))
        assert "dpdkbond0: ifup does not look at IPADDR" in node.problems

    def test_a_dpdk_port_on_a_nic_that_is_not_there(self) -> None:
        node = apply(
            lambda config: config[2]["members"][0]["members"].append(dpdk_port("dpdk2", "ens9f0"))
        )
        assert any("ens9f0" in text for text in node.problems)

    def test_none_when_a_card_keeps_its_kernel_driver(self) -> None:
        config = copy.deepcopy(GOOD)
        for port in config[2]["members"][0]["members"]:
            port["driver"] = "mlx5_core"
        node = apply_network_config(config, expect.nics_of(config))
        assert node.problems == ()
        assert node.maps["dpdk_mapping"] == []
        wanted = expect.wanted_dpdk_ports(config, expect.nics_of(config))
        assert expect.found_dpdk_ports(node) == wanted

    def test_a_driver_that_does_not_bind(self) -> None:
        node = apply(lambda config: config[2]["members"][0]["members"][0].update(driver="vfio"))
        assert node.problems
