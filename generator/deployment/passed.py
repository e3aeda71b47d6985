"""What a parameter of a nic-config is: passed by the product, set by a file, or its default."""

import os
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from generator.deployment.merge import Merged
from generator.deployment.types import NETWORK_PARAMETERS, Declared, NetworkView, RoleView
from generator.deployment.values import Atom, Provided, Unresolved, Value
from generator.errors import NfvgenError
from generator.reading.document import read_text

CTLPLANE = "ctlplane"
_ALWAYS = {
    "ControlPlaneIp": "address",
    "ControlPlaneSubnetCidr": "prefix",
    "ControlPlaneDefaultRoute": "gateway",
    "ControlPlaneStaticRoutes": "routes",
    "ControlPlaneMtu": "mtu",
    "DnsServers": "dns",
}
_OF_NETWORK = re.compile(
    r"(\w+?)(IpSubnet|InterfaceRoutes|InterfaceDefaultRoute|NetworkVlanID|Mtu)"
)
_WHAT = {
    "IpSubnet": "address", "InterfaceRoutes": "routes", "InterfaceDefaultRoute": "gateway",
    "NetworkVlanID": "vlan", "Mtu": "mtu",
}  # fmt: skip
_FIELD = {"routes": "routes", "gateway": "gateway_ip", "vlan": "vlan", "mtu": "mtu"}
_TRUE, _FALSE = {"true", "t", "yes", "y", "on", "1"}, {"false", "f", "no", "n", "off", "0"}


class Scope:
    """What the functions of one nic-config refer to, for one role."""

    def __init__(
        self, declared: Mapping[str, Declared], conditions: Mapping[str, Value],
        resources: Mapping[str, Value],
        role: RoleView | None, merged: Merged, networks: Mapping[str, NetworkView],
        networks_read: bool, folder: Path | None,
    ) -> None:  # fmt: skip
        self._declared = declared
        self._conditions = conditions
        self._resources = resources
        self._role = role
        self._merged = merged
        self._networks = networks
        self._networks_read = networks_read
        self._folder = folder

    def parameter(self, name: str, used: Value) -> Value:
        """The value of a parameter where a template uses it."""
        declared = self._declared.get(name)
        if declared is None:
            reason = f"the template declares no parameter {name}"
            return Value(Unresolved("undeclared", reason, name), used.at, parameters=(name,))
        if (passed := self._passed(name, used)) is not None:
            return replace(_converted(passed, declared.type), parameters=(name,))
        found = self._merged.parameters.get(name) or declared.default
        if found is None:
            reason = f"{name} is set nowhere and has no default"
            return Value(Unresolved("missing", reason, name), used.at, parameters=(name,))
        return replace(_converted(found, declared.type), parameters=(name,))

    def file(self, path: str) -> str | None:
        """The text of a file beside the template, None where it is not there."""
        if self._folder is None:
            return None
        file = self._folder / path
        try:
            return read_text(file) if os.path.isfile(file) else None
        except NfvgenError:
            return None

    def condition(self, name: str) -> Value | None:
        """A condition of the template."""
        return self._conditions.get(name)

    def resource(self, name: str) -> Value | None:
        """A resource of the template."""
        return self._resources.get(name)

    def _passed(self, name: str, used: Value) -> Value | None:
        """What the product passes under a name; it wins over parameter_defaults, which for
        some names are where the product itself takes it from."""
        if what := _ALWAYS.get(name):
            own = self._merged.parameters.get(name) if what == "dns" else None
            return own or Value(Provided(name, CTLPLANE, what), used.at)
        found = _OF_NETWORK.fullmatch(name)
        if found is None or not self._joins(found[1]):
            return None
        network, what = found[1], _WHAT[found[2]]
        if what == "gateway" and not self._routes_over(network):
            return None
        return self._fact(network, what) or Value(Provided(name, network, what), used.at)

    def _fact(self, network: str, what: str) -> Value | None:
        field = _FIELD.get(what)
        if field is None:
            return None
        set_by = self._merged.parameters.get(NETWORK_PARAMETERS[field].format(network=network))
        known = self._networks.get(network)
        return set_by or (known.get(field) if known else None)

    def _joins(self, network: str) -> bool:
        """Whether the role is on the network, as far as anybody knows."""
        if self._networks_read and network not in self._networks:
            return False
        if self._role is None or self._role.networks is None:
            return network in self._networks or not self._networks_read
        return network in self._role.networks

    def _routes_over(self, network: str) -> bool:
        routes = self._role.default_route_networks if self._role else None
        return routes is None or network in routes


def _converted(value: Value, kind: str) -> Value:
    """A value as Heat takes it for the declared type."""
    content = value.content
    if kind == "string" and isinstance(content, int | float):
        return replace(value, content=str(content))
    if not isinstance(content, str):
        return value
    if kind == "comma_delimited_list":
        items = tuple(replace(value, content=item) for item in content.split(",") if content)
        return replace(value, content=items)
    return replace(value, content=_atom(content, kind))


def _atom(text: str, kind: str) -> Atom:
    if kind == "number":
        try:
            return int(text)
        except ValueError:
            try:
                return float(text)
            except ValueError:
                return text
    if kind == "boolean" and text.lower() in _TRUE | _FALSE:
        return text.lower() in _TRUE
    return text
