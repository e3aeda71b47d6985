"""What a role's plan says, in the terms in which a node shows it."""

from collections.abc import Iterator, Mapping
from ipaddress import IPv4Network, ip_network
from typing import Any

from generator.inventory import Inventory
from generator.plan.types import LinkPlan, RolePlan
from generator.topology.types import Port, Topology

from . import expectations as expect
from .expectations import Settings
from .ifcfg import NETWORK_SCRIPTS
from .oracles import FakeNic, NodeReport

# The undercloud's own, which stands in no rendered file; inside/node_values.py says these.
CTLPLANE = ip_network("192.168.24.0/24")
CTLPLANE_GATEWAY = "192.168.24.1"


def nics_of(topology: Topology) -> dict[str, FakeNic]:
    """The NICs of a server: a PCI device for each card, a function for each of its ports."""
    by_card: dict[int, list[Port]] = {}
    for port in topology.ports.values():
        by_card.setdefault(port.card, []).append(port)
    return {
        port.name: FakeNic(
            mac=f"3c:fd:fe:00:{card:02x}:{function:02x}",
            pci=f"0000:{0x18 + card:02x}:00.{function}",
            driver=port.kernel_driver.value,
        )
        for card, ports in by_card.items()
        for function, port in enumerate(ports)
    }


class Planned:
    """A role of a plan, under the names of the functions that read a node's report."""

    def __init__(self, role: RolePlan, inventory: Inventory) -> None:
        self.role, self.site, self.networks = role, inventory.site, inventory.networks
        nodes = [node for node in inventory.nodes.values() if node.role == role.name]
        self.first_addresses = {
            name: str(address) for node in nodes[:1] for name, address in node.ips.items()
        }
        self.nics = nics_of(role.topology)

    def dpdk_ports(self) -> Settings:
        return {
            name: {
                "n_rxq": link.rx_queues.value,
                "mtu_request": link.mtu.value,
                "dpdk-devargs": self.nics[port.name].pci,
                "pins": self._pins(name),
            }
            for link in self.role.links
            if link.rx_queues
            for name, port in zip(link.dpdk_ports, link.ports, strict=True)
        }

    def _pins(self, port: str) -> str:
        """Queue:core of each pinned queue of a DPDK port."""
        assert self.role.polling
        queues = [queue for pmd in self.role.polling.assignment.pmds for queue in pmd.queues]
        pinned = {queue.number: queue.pinned for queue in queues if queue.port == port}
        return ",".join(f"{n}:{core}" for n, core in sorted(pinned.items()) if core is not None)

    def bound(self) -> dict[str, str]:
        """The DPDK driver by PCI address, of cards that do not keep the kernel's."""
        return {
            self.nics[port.name].pci: port.dpdk_driver.value
            for link in self.role.links
            if link.rx_queues
            for port in link.ports
            if port.dpdk_driver.value != port.kernel_driver.value
        }

    def ovs_bonds(self) -> Settings:
        return {
            link.name: {
                **expect.port_columns(link.options.value if link.options else ""),
                "members": sorted(link.dpdk_ports or link.link.ports),
            }
            for link in self.role.links
            if link.link.bond and link.link.kind != "linux"
        }

    def linux_bonds(self) -> Settings:
        return {
            link.name: {
                "options": link.options.value if link.options else "",
                "mtu": str(link.mtu.value),
                "members": sorted(link.link.ports),
            }
            for link in self.role.links
            if link.link.bond and link.link.kind == "linux"
        }

    def port_mtus(self) -> dict[str, str]:
        """Of the ports that the kernel drives."""
        return {
            port.name: str(link.mtu.value)
            for link in self.role.links
            if not link.rx_queues
            for port in link.ports
        }

    def functions(self) -> dict[str, int]:
        """Virtual functions by port."""
        return {
            link.name: link.vfs.value for link in self.role.links if link.vfs and link.vfs.value
        }

    def vlans(self) -> dict[str, dict[str, str]]:
        """Device and MTU; a DPDK bridge has none."""
        return {
            f"vlan{vlan}": {
                "on": link.link.bridge or link.name,
                "mtu": str(self.networks[name].mtu),
            }
            for link in self.role.links
            if not link.rx_queues
            for name in link.link.networks
            if (vlan := self.networks[name].vlan)
        }

    def bridges(self) -> Settings:
        """Datapath, the tag of the bridge's own port, and the ports with theirs."""
        found: Settings = {}
        for link in self.role.links:
            if bridge := link.link.bridge:
                tags = [vlan for name in link.link.networks if (vlan := self.networks[name].vlan)]
                ports: dict[str, int | None] = {_port_of(link): None}
                if link.rx_queues:
                    ports[bridge] = tags[0] if tags else None
                else:
                    ports |= {bridge: None} | {f"vlan{tag}": tag for tag in tags}
                found[bridge] = {"netdev": bool(link.rx_queues), "ports": ports}
        return found

    def homes(self) -> dict[str, str]:
        """The device that each network of the role stands on."""
        return dict(self._homes())

    def _homes(self) -> Iterator[tuple[str, str]]:
        for link in self.role.links:
            own = link.link.bridge or link.name
            for name in link.link.networks:
                vlan = self.networks[name].vlan
                yield name, own if link.rx_queues or not vlan else f"vlan{vlan}"

    def subnets(self) -> dict[str, set[str]]:
        """By device, the subnets that it has an address in."""
        found: dict[str, set[str]] = {}
        for name, device in self.homes().items():
            of_undercloud = name == "ctlplane" and name not in self.first_addresses
            subnet = CTLPLANE if of_undercloud else self.networks[name].cidr
            found.setdefault(device, set()).add(str(subnet))
        return found

    def routes(self) -> set[str]:
        """As they stand in route files; the role's gateway is the only default."""
        homes = self.homes()
        lines = {
            f"{route.destination} via {route.nexthop} dev {device}"
            for name, device in homes.items()
            for route in self.networks[name].routes
        }
        name = self.role.default_route
        gateway = CTLPLANE_GATEWAY if name == "ctlplane" else self.networks[name].gateway
        return lines | {f"default via {gateway} dev {homes[name]}"}


def _port_of(link: LinkPlan) -> str:
    """The port that a link gives to its bridge."""
    return link.name if link.link.bond or not link.dpdk_ports else link.dpdk_ports[0]


def found_bound(report: NodeReport) -> dict[str, str]:
    words = [command.split() for command in report.commands]
    return {each[-2]: each[-1] for each in words if each[:2] == ["driverctl", "set-override"]}


def found_functions(report: NodeReport) -> dict[str, int]:
    rows = report.maps["sriov_config"]
    return {row["name"]: row["numvfs"] for row in rows if row["device_type"] == "pf"}


def found_port_mtus(report: NodeReport, names: Mapping[str, object]) -> dict[str, str]:
    devices = expect.ifcfg_values(report)
    return {name: devices[name].get("MTU", "") for name in names if name in devices}


def found_vlans(report: NodeReport) -> dict[str, dict[str, str]]:
    found = expect.found_vlans(report)
    return {name: {"on": vlan["on"], "mtu": vlan["mtu"]} for name, vlan in found.items()}


def found_bridges(report: NodeReport) -> Settings:
    return {
        name: {
            "netdev": bridge.get("datapath_type") == "netdev",
            "ports": {port: row.get("tag") for port, row in bridge["ports"].items()},
        }
        for name, bridge in report.ovs.items()
    }


def found_subnets(report: NodeReport) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for name, values in expect.ifcfg_values(report).items():
        for key in values:
            if key.startswith("IPADDR"):
                netmask = values[key.replace("IPADDR", "NETMASK")]
                subnet = IPv4Network((values[key], netmask), strict=False)
                found.setdefault(name, set()).add(str(subnet))
    return found


def found_routes(report: NodeReport) -> set[str]:
    place = NETWORK_SCRIPTS.replace("ifcfg-", "route-")
    return {
        line
        for path, text in report.files.items()
        if path.startswith(place)
        for line in text.splitlines()
        if line
    }


def role_values(role: RolePlan) -> dict[str, Any]:
    """The plan's <Role>Parameters."""
    return {parameter.name: parameter.value.value for parameter in role.parameters}
