"""From links to os-net-config objects: where addresses, MTU and options stand."""

from typing import Any

import pytest
from link_fixture import COMMON, LINKS, NETWORKS, link

from generator.explained import Explained
from generator.plan.nic_config import Shared, network_config, nic_config_name, shared
from generator.plan.nic_parameters import nic_parameters
from generator.plan.types import LinkPlan, NetObject
from generator.rxq_layout import RxqPort


def made(
    *links: LinkPlan, default_route: str = "ctlplane", common: Shared = COMMON, **vlans: int | None
) -> tuple[NetObject, ...]:
    """The objects of these links; `vlans` changes the VLAN of a network."""
    own = {name: NETWORKS[name]._replace(vlan=vlan) for name, vlan in vlans.items()}
    return network_config(links, {**NETWORKS, **own}, default_route, common)


def settings(thing: NetObject) -> dict[str, Any]:
    """The settings of an object by key."""
    return {each.key: each.value for each in thing.settings}


@pytest.mark.parametrize(
    ("role", "name"),
    [
        ("Controller", "nic-configs/controller.yaml"),
        ("ComputeOvsDpdk", "nic-configs/compute-ovs-dpdk.yaml"),
        ("CephStorage", "nic-configs/ceph-storage.yaml"),
    ],
)
def test_nic_config_name(role: str, name: str) -> None:
    assert nic_config_name(role) == name


def test_a_linux_bond_carries_ctlplane_itself_and_vlans_behind_it() -> None:
    bond, *vlans = made(LINKS["ComputeOvsDpdk"][0])
    got = settings(bond)
    assert list(got) == ["name", "mtu", "bonding_options", "dns_servers", "domain", "addresses",
                         "routes"]  # fmt: skip
    assert got["mtu"] == 9000
    assert got["routes"]["list_concat_unique"][1] == [
        {"default": True, "next_hop": {"get_param": "ControlPlaneDefaultRoute"}}
    ]
    assert [settings(port) for port in bond.members] == [
        {"name": "eno1", "primary": True, "mtu": 9000},
        {"name": "eno2", "mtu": 9000},
    ]
    assert [(vlan.type, vlan.comment) for vlan in vlans] == [
        ("vlan", "InternalApi"),
        ("vlan", "Tenant"),
        ("vlan", "Storage"),
    ]
    assert settings(vlans[2]) == {
        "device": "bond0",
        "vlan_id": {"get_param": "StorageNetworkVlanID"},
        "mtu": {"get_param": "StorageMtu"},
        "addresses": [{"ip_netmask": {"get_param": "StorageIpSubnet"}}],
        "routes": {"get_param": "StorageInterfaceRoutes"},
    }


def test_only_the_network_of_the_default_route_has_one() -> None:
    bond, *vlans = made(LINKS["ComputeOvsDpdk"][0], default_route="InternalApi")
    assert settings(bond)["routes"] == {"get_param": "ControlPlaneStaticRoutes"}
    hop = {"get_param": "InternalApiInterfaceDefaultRoute"}
    assert settings(vlans[0])["routes"] == {
        "list_concat_unique": [
            {"get_param": "InternalApiInterfaceRoutes"},
            [{"default": True, "next_hop": hop}],
        ]
    }


def test_an_untagged_network_stands_on_the_device() -> None:
    port, *rest = made(link("linux", ("eno1",), networks=("ctlplane", "Storage")), Storage=None)
    assert (port.type, rest) == ("interface", [])
    got = settings(port)
    assert len(got["addresses"]) == 2
    assert got["addresses"][1] == {"ip_netmask": {"get_param": "StorageIpSubnet"}}
    assert {"get_param": "StorageInterfaceRoutes"} in got["routes"]["list_concat_unique"]


def test_an_ovs_bridge_has_its_vlans_as_members() -> None:
    (bridge,) = made(LINKS["Controller"][1], default_route="External")
    assert (bridge.type, settings(bridge)) == ("ovs_bridge", {"name": "br-ex"})
    bond, vlan = bridge.members
    assert settings(bond) == {
        "name": "bond1",
        "ovs_options": {"get_param": "BondInterfaceOvsOptions"},
    }
    assert "device" not in settings(vlan)
    assert [settings(port)["mtu"] for port in bond.members] == [1500, 1500]


def test_a_bridge_with_an_address_has_the_mtu_of_its_widest_network() -> None:
    (bridge,) = made(
        link("ovs", ("eno1",), bridge="br-ex", networks=("ctlplane", "Storage"), mtu=9000),
        Storage=None,
    )
    assert settings(bridge)["mtu"] == {"get_param": "StorageMtu"}
    (port,) = bridge.members
    assert settings(port) == {"name": "eno1", "primary": True, "mtu": 9000}


def test_a_dpdk_bond_has_mtu_and_queues_once() -> None:
    (bridge,) = made(LINKS["ComputeOvsDpdk"][1])
    (bond,) = bridge.members
    assert (bridge.type, settings(bridge)) == ("ovs_user_bridge", {"name": "br-tenant"})
    assert settings(bond) == {
        "name": "dpdkbond0",
        "mtu": 9000,
        "rx_queue": {"get_param": "NumDpdkInterfaceRxQueues"},
        "ovs_options": "bond_mode=balance-tcp lacp=active",
    }
    assert [settings(port) for port in bond.members] == [
        {"name": "dpdk0", "driver": "vfio-pci"},
        {"name": "dpdk1", "driver": "vfio-pci"},
    ]
    assert [settings(port.members[0]) for port in bond.members] == [
        {"name": "ens4f0"},
        {"name": "ens8f0"},
    ]
    assert all(each.comment for each in bond.settings if each.key != "name")


def test_pins_stand_where_they_act() -> None:
    """On the bond, as what its ports have is dropped; on a port that is in none."""
    polled = [
        RxqPort("dpdk0", 1, 2, affinity={"0": 3, "1": 5}),
        RxqPort("dpdk1", 1, 1, affinity={"0": 43}),
    ]
    lines = [
        "set Interface dpdk0 other_config:pmd-rxq-affinity=0:3,1:5",
        "set Interface dpdk1 other_config:pmd-rxq-affinity=0:43",
    ]
    plan = LINKS["ComputeOvsDpdk"][1]
    [bridge] = network_config([plan], NETWORKS, "ctlplane", COMMON, polled)
    [bond] = bridge.members
    assert settings(bond)["ovs_extra"] == lines
    assert all("ovs_extra" not in settings(port) for port in bond.members)
    alone = link("ovs-dpdk", ("ens4f0",), bridge="br-link0")
    [bridge] = network_config([alone], NETWORKS, "ctlplane", COMMON, polled)
    assert settings(bridge.members[0])["ovs_extra"] == lines[:1]


def test_a_network_on_a_dpdk_bridge_is_tagged_on_the_bridge_port() -> None:
    (bridge,) = made(link("ovs-dpdk", ("ens4f0",), bridge="br-link0", networks=("Tenant",)))
    got = settings(bridge)
    assert got["ovs_extra"] == ["set port br-link0 tag=130"]
    assert got["addresses"] == [{"ip_netmask": {"get_param": "TenantIpSubnet"}}]
    (port,) = bridge.members
    assert port.type == "ovs_dpdk_port"
    assert list(settings(port)) == ["name", "mtu", "rx_queue", "driver"]


def test_an_untagged_network_on_a_dpdk_bridge() -> None:
    plan = link("ovs-dpdk", ("ens4f0",), bridge="br-link0", networks=("Tenant",))
    (bridge,) = made(plan, Tenant=None)
    assert "ovs_extra" not in settings(bridge)


def test_values_are_shared_only_where_all_links_agree() -> None:
    one = LINKS["ComputeOvsDpdk"][1]
    other = one._replace(rx_queues=Explained(4, "set by hand", "inventory"))
    assert COMMON.rx_queues == one.rx_queues
    assert shared([one, other]) == Shared()
    assert shared([]) == Shared()
    (bridge,) = made(other, common=Shared())
    assert settings(bridge.members[0])["rx_queue"] == 4
    (kernel,) = made(LINKS["Controller"][2], common=Shared())
    assert settings(kernel.members[0])["ovs_options"] == "bond_mode=active-backup"


def test_what_the_product_passes_is_declared() -> None:
    names = [
        each.name for each in nic_parameters(LINKS["Controller"], NETWORKS, "External", COMMON)
    ]
    passed = ["ControlPlaneIp", "ControlPlaneSubnetCidr", "ControlPlaneDefaultRoute",
              "ControlPlaneStaticRoutes", "ControlPlaneMtu", "DnsServers"]  # fmt: skip
    for network in NETWORKS:
        passed += [f"{network}{end}" for end in ("IpSubnet", "NetworkVlanID", "Mtu",
                                                 "InterfaceRoutes")]  # fmt: skip
    assert set(passed) <= set(names)
    assert "ExternalInterfaceDefaultRoute" in names
    assert "InternalApiInterfaceDefaultRoute" not in names
    assert "BondInterfaceOvsOptions" in names
    assert "NumDpdkInterfaceRxQueues" not in names
