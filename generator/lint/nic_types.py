"""What os-net-config (Train) knows: object types, their keys, their members, kinds of values."""

from collections.abc import Mapping
from typing import NamedTuple


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


COMMON = _words(
    "use_dhcp use_dhcpv6 addresses routes rules mtu nic_mapping persist_mapping defroute"
    " dhclient_args dns_servers nm_controlled onboot domain"
)


class ObjectType(NamedTuple):
    """An object type of the schema. `members` is None where it takes none."""

    required: tuple[str, ...]
    keys: frozenset[str]
    members: tuple[str, ...] | None = None


def _type(
    required: str, keys: str = "", members: str | None = None, common: bool = True
) -> ObjectType:
    own = frozenset(keys.split()) | frozenset(required.split())
    allowed = own | COMMON if common else own
    kinds = None if members is None else tuple(members.split())
    return ObjectType(tuple(required.split()), allowed, kinds)


_OVS = "ovs_options ovs_extra"
_PORTS = "interface vlan sriov_vf sriov_pf"
TYPES: Mapping[str, ObjectType] = {
    "interface": _type("name", "primary ethtool_opts hotplug linkdelay"),
    "vlan": _type("vlan_id", f"device primary {_OVS}"),
    "linux_bond": _type("name", "bonding_options ethtool_opts", _PORTS),
    "ovs_bond": _type("name", _OVS, _PORTS),
    "ovs_bridge": _type(
        "name",
        f"{_OVS} ovs_fail_mode",
        "interface vlan linux_bond ovs_bond ovs_tunnel ovs_patch_port sriov_vf sriov_pf",
    ),
    "linux_bridge": _type("name", "", "interface vlan linux_bond"),
    "ovs_user_bridge": _type(
        "name",
        f"{_OVS} ovs_fail_mode",
        "interface vlan ovs_bond ovs_patch_port ovs_tunnel ovs_dpdk_bond ovs_dpdk_port",
    ),
    "ovs_dpdk_port": _type("name", f"driver primary rx_queue {_OVS}", "interface sriov_vf"),
    "ovs_dpdk_bond": _type("name", f"rx_queue {_OVS}", "ovs_dpdk_port"),
    "sriov_pf": _type("name numvfs", "primary promisc hotplug ethtool_opts link_mode"),
    "sriov_vf": _type(
        "device vfid",
        "vlan_id qos spoofcheck trust promisc state macaddr min_tx_rate max_tx_rate primary"
        " hotplug",
    ),
    "route_table": _type("name table_id", common=False),
    "ovs_patch_port": _type("name bridge_name peer", f"primary {_OVS}"),
    "ovs_tunnel": _type("name tunnel_type", f"primary {_OVS}"),
    "team": _type("name", "bonding_options", "interface vlan"),
    "linux_tap": _type("name"),
    "ib_interface": _type("name", "primary ethtool_opts"),
    "ivs_bridge": _type("", "name ovs_options", "interface ivs_interface"),
    "ivs_interface": _type("vlan_id", "name primary"),
    "nfvswitch_bridge": _type("options", "name", "interface vlan nfvswitch_internal"),
    "nfvswitch_internal": _type("vlan_id", "name primary"),
    "vpp_interface": _type("name", "uio_driver options"),
    "vpp_bond": _type("name", "uio_driver options bonding_options", "vpp_interface"),
    "contrail_vrouter": _type("name", "", "interface vlan linux_bond"),
    "contrail_vrouter_dpdk": _type(
        "name", "bond_mode bond_policy driver cpu_list vlan_id", "interface"
    ),
}
OTHER_VENDORS = ("ivs_", "nfvswitch_", "vpp_", "contrail_")
"""How the types of other virtual switches begin."""

OF_OTHERS = {"linux_team": "team"}
"""Names that people write for a type that is called otherwise."""

LATER_DPDK = {"rx_queue_size": "n_rxq_desc", "tx_queue_size": "n_txq_desc"}
"""Keys of DPDK ports and bonds in later releases -> the option of Open vSwitch behind them."""

INTEGERS = _words("mtu rx_queue vlan_id numvfs vfid qos min_tx_rate max_tx_rate linkdelay")
BOOLEANS = _words(
    "use_dhcp use_dhcpv6 primary hotplug persist_mapping defroute nm_controlled onboot promisc"
    " spoofcheck trust"
)
BOOLEAN_WORDS = _words("t true on y yes 1 f false off n no 0")
WORDS: Mapping[str, tuple[str, ...]] = {
    "link_mode": ("legacy", "switchdev"),
    "state": ("auto", "enable", "disable"),
    "ovs_fail_mode": ("standalone", "secure"),
    "tunnel_type": ("vxlan", "gre"),
}
"""Keys with a closed list of values."""

RANGES: Mapping[str, tuple[int, int]] = {
    "vlan_id": (1, 4094),
    "rx_queue": (1, 1024),
    "mtu": (68, 65535),
    "numvfs": (1, 256),
    "vfid": (0, 255),
    "qos": (0, 7),
}
"""What a number may be; the schema itself has no bounds."""

BRIDGES = frozenset({"ovs_bridge", "ovs_user_bridge"})
BONDS = frozenset({"linux_bond", "ovs_bond", "ovs_dpdk_bond", "team"})
DPDK = frozenset({"ovs_dpdk_port", "ovs_dpdk_bond"})
UNADDRESSED = frozenset({"ovs_bond", "ovs_dpdk_port", "ovs_dpdk_bond", "ovs_patch_port"})
"""ifup configures no address on these."""
