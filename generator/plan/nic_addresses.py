"""Where addresses, routes, VLAN ids and the MTU of a network come from: Heat parameters.

The product passes them to the nic-config of a role under these names; for ctlplane
they have a prefix of their own.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.plan.types import HeatValue, NetworkPlan, Setting

CTLPLANE = "ctlplane"


class Addressing(NamedTuple):
    """The networks of the deployment by name, and the one whose gateway is the role's."""

    networks: Mapping[str, NetworkPlan]
    default_route: str

    def vlan(self, name: str) -> int | None:
        """The VLAN id of a network; None for an untagged one and for ctlplane."""
        return None if name == CTLPLANE else self.networks[name].vlan

    def tagged(self, names: Sequence[str]) -> list[str]:
        """Those of the networks that have a VLAN."""
        return [name for name in names if self.vlan(name)]

    def untagged(self, names: Sequence[str]) -> list[str]:
        """Those of the networks that stand on the device itself."""
        return [name for name in names if not self.vlan(name)]

    def widest_mtu(self, names: Sequence[str]) -> HeatValue:
        """The MTU parameter of the network with the largest MTU."""
        own = {name: 0 if name == CTLPLANE else self.networks[name].mtu for name in names}
        widest = max(own, key=lambda name: own[name])
        return _get("ControlPlaneMtu" if widest == CTLPLANE else f"{widest}Mtu")

    def settings(self, names: Sequence[str]) -> Iterator[Setting]:
        """Name servers, addresses and routes of the networks that stand on one device."""
        if not names:
            return
        if CTLPLANE in names:
            yield Setting("dns_servers", _get("DnsServers"))
            yield Setting("domain", _get("DnsSearchDomains"))
        yield Setting("addresses", [{"ip_netmask": _address(name)} for name in names])
        routes = [route for name in names for route in self._routes(name)]
        joined: HeatValue = {"list_concat_unique": routes}
        yield Setting("routes", routes[0] if len(routes) == 1 else joined)

    def _routes(self, name: str) -> Iterator[HeatValue]:
        ctlplane = name == CTLPLANE
        yield _get("ControlPlaneStaticRoutes" if ctlplane else f"{name}InterfaceRoutes")
        if name == self.default_route:
            gateway = "ControlPlaneDefaultRoute" if ctlplane else f"{name}InterfaceDefaultRoute"
            yield [{"default": True, "next_hop": _get(gateway)}]


def _address(name: str) -> HeatValue:
    if name == CTLPLANE:
        # The second is the prefix length only.
        return {"list_join": ["/", [_get("ControlPlaneIp"), _get("ControlPlaneSubnetCidr")]]}
    return _get(f"{name}IpSubnet")


def _get(parameter: str) -> HeatValue:
    return {"get_param": parameter}
