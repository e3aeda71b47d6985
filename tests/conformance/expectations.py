"""What a network_config asks for, in the terms in which a node shows it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from . import ifcfg
from .oracles import FakeNic, NodeReport

Config = Sequence[Mapping[str, Any]]
Settings = dict[str, dict[str, Any]]


def objects(config: Config, *kinds: str) -> Iterator[Mapping[str, Any]]:
    """Every object of these types, members included."""
    for item in config:
        if item["type"] in kinds:
            yield item
        yield from objects(item.get("members", ()), *kinds)


def nics_of(config: Config) -> dict[str, FakeNic]:
    """A node that has just the NICs which the configuration names."""
    names = {item["name"] for item in objects(config, "interface", "sriov_pf")}
    names |= {item["device"] for item in objects(config, "sriov_vf")}
    kernel = {port["members"][0]["name"]: port["driver"] for port in kernel_driver_ports(config)}
    return {
        name: FakeNic(
            mac=f"3c:fd:fe:00:00:{index:02x}",
            pci=f"0000:{0x18 + index:02x}:00.0",
            driver=kernel.get(name, "i40e"),
        )
        for index, name in enumerate(sorted(names))
    }


def kernel_driver_ports(config: Config) -> list[Mapping[str, Any]]:
    """Mellanox cards keep their kernel driver under DPDK, so they are not rebound."""
    ports = objects(config, "ovs_dpdk_port")
    return [port for port in ports if port.get("driver", "").startswith("mlx")]


def wanted_dpdk_ports(config: Config, nics: Mapping[str, FakeNic]) -> Settings:
    """n_rxq, mtu_request, dpdk-devargs and pins by port. In a bond, only the bond's count."""
    wanted: Settings = {}
    bonds = list(objects(config, "ovs_dpdk_bond"))
    settings = {port["name"]: bond for bond in bonds for port in bond["members"]}
    for port in objects(config, "ovs_dpdk_port"):
        item = settings.get(port["name"], port)
        wanted[port["name"]] = {
            "n_rxq": item.get("rx_queue", 1),
            "mtu_request": item.get("mtu", 1500),
            "dpdk-devargs": nics[port["members"][0]["name"]].pci,
            "pins": next(_pins(item, port["name"]), ""),
        }
    return wanted


def _pins(item: Mapping[str, Any], port: str) -> Iterator[str]:
    for command in item.get("ovs_extra", ()):
        before, pinned, pins = command.partition("other_config:pmd-rxq-affinity=")
        if pinned and before.split() == ["set", "Interface", port]:
            yield pins


def found_dpdk_ports(report: NodeReport) -> Settings:
    return {
        name: {
            "n_rxq": int(row["options"].get("n_rxq", 1)),
            "mtu_request": row.get("mtu_request", 1500),
            "dpdk-devargs": row["options"]["dpdk-devargs"],
            "pins": row.get("other_config", {}).get("pmd-rxq-affinity", ""),
        }
        for bridge in report.ovs.values()
        for port in bridge["ports"].values()
        for name, row in port["interfaces"].items()
        if row.get("type") == "dpdk"
    }


def wanted_ovs_bonds(config: Config) -> Settings:
    """The columns of the Port table that ovs_options set, and the members."""
    return {
        bond["name"]: {
            **port_columns(bond.get("ovs_options", "")),
            "members": sorted(item["name"] for item in bond["members"]),
        }
        for bond in objects(config, "ovs_bond", "ovs_dpdk_bond")
    }


def port_columns(options: str) -> dict[str, Any]:
    """Columns and values, as ovs-vsctl takes them: column=value, column:key=value."""
    columns: dict[str, Any] = {}
    for option in options.split():
        column, _, value = option.partition("=")
        column, _, key = column.partition(":")
        if key:
            columns.setdefault(column, {})[key] = value
        else:
            columns[column] = value
    return columns


def found_ovs_bonds(report: NodeReport) -> Settings:
    return {
        name: {
            **{key: port[key] for key in ("bond_mode", "lacp", "other_config") if key in port},
            "members": sorted(port["interfaces"]),
        }
        for bridge in report.ovs.values()
        for name, port in bridge["ports"].items()
        if len(port["interfaces"]) > 1
    }


def wanted_linux_bonds(config: Config) -> Settings:
    return {
        bond["name"]: {
            "options": bond.get("bonding_options", ""),
            "mtu": str(bond.get("mtu", "")),
            "members": sorted(item["name"] for item in bond["members"]),
        }
        for bond in objects(config, "linux_bond")
    }


def found_linux_bonds(report: NodeReport) -> Settings:
    devices = ifcfg_values(report)
    return {
        name: {
            "options": values["BONDING_OPTS"],
            "mtu": values.get("MTU", ""),
            "members": sorted(
                member for member, other in devices.items() if other.get("MASTER") == name
            ),
        }
        for name, values in devices.items()
        if "BONDING_OPTS" in values
    }


def wanted_vlans(config: Config, bridge: str = "") -> Settings:
    """By device: what it stands on (in an OVS bridge, the bridge), MTU and addresses."""
    wanted: Settings = {}
    for item in config:
        if item["type"] == "vlan":
            wanted[f"vlan{item['vlan_id']}"] = {
                "on": bridge or item.get("device", ""),
                "mtu": str(item.get("mtu", "")),
                "addresses": [
                    address["ip_netmask"].partition("/")[0] for address in item.get("addresses", ())
                ],
            }
        inner = item["name"] if item["type"] in ("ovs_bridge", "ovs_user_bridge") else bridge
        wanted |= wanted_vlans(item.get("members", ()), inner)
    return wanted


def found_vlans(report: NodeReport) -> Settings:
    return {
        name: {
            "on": values.get("OVS_BRIDGE") or values.get("PHYSDEV", ""),
            "mtu": values.get("MTU", ""),
            "addresses": [value for key, value in values.items() if key.startswith("IPADDR")],
        }
        for name, values in ifcfg_values(report).items()
        if values.get("VLAN") == "yes" or values.get("OVS_OPTIONS", "").startswith("tag=")
    }


def ifcfg_values(report: NodeReport) -> dict[str, dict[str, str]]:
    return {
        path.removeprefix(ifcfg.NETWORK_SCRIPTS): ifcfg.parse(text).values
        for path, text in report.files.items()
        if path.startswith(ifcfg.NETWORK_SCRIPTS)
    }
