"""What THT and Ansible would put into a role's nic config on its first node."""

import ipaddress
import os

from findings import closest


def passed_values(node, role, networks, envs):
    """The values that the role's stack hands to its nic-config template.

    What only a real node has (its subnet's prefix, gateway, routes) is simulated.
    """
    properties = node.stack.t.t["resources"]["NetworkConfig"].get("properties") or {}
    simulated = _control_plane(envs) | _per_network(role, networks, envs)
    values = {}
    for name, raw in properties.items():
        if isinstance(raw, str):
            values[name] = raw
        elif isinstance(raw, dict) and list(raw) == ["get_param"]:
            values[name] = node.stack.parameters[raw["get_param"]]
        else:
            values[name] = simulated.get(name, "")
    return values


def _control_plane(envs):
    given = envs.parameters
    return {
        "ControlPlaneSubnetCidr": str(given.get("ControlPlaneSubnetCidr") or 24),
        "ControlPlaneDefaultRoute": given.get("ControlPlaneDefaultRoute") or "192.168.24.1",
        "ControlPlaneStaticRoutes": given.get("ControlPlaneStaticRoutes") or [],
        "ControlPlaneMtu": 1500,
        "DnsServers": given.get("DnsServers") or ["192.0.2.53"],
    }


def _per_network(role, networks, envs):
    given, values = envs.parameters, {}
    for network in networks:
        name = network["name"]
        network = _as_seen_by(role, network)
        noop = port_template(role, network, envs) == "noop.yaml"
        routes = given.get(f"{name}InterfaceRoutes") or network.get("routes") or []
        gateway = given.get(f"{name}InterfaceDefaultRoute") or network.get("gateway_ip") or ""
        mtu = given.get(f"{name}Mtu", network.get("mtu", 1500))
        # A port that is none has nothing to pass but Neutron's default.
        values[f"{name}InterfaceRoutes"] = [] if noop else routes
        values[f"{name}InterfaceDefaultRoute"] = "" if noop else gateway
        values[f"{name}Mtu"] = 1500 if noop else mtu
    return values


def port_template(role, network, envs):
    key = f"OS::TripleO::{role['name']}::Ports::{network['name']}Port"
    return os.path.basename(str(envs.registry.get(key)))


def check_ports(role, networks, envs, findings):
    """Without network isolation every address is the control plane's, without error."""
    for network in networks:
        on_it = network["name"] in (role.get("networks") or ())
        if on_it and port_template(role, network, envs) == "noop.yaml":
            text = f"{role['name']} gets no port on {network['name']}: the port stays noop.yaml"
            findings.error("network-isolation", "resource_registry", text)


def fill_in(text, role, networks, envs):
    """Replace the Ansible expressions by the addresses of the role's first node."""
    lists = envs.parameters.get(f"{role['name']}IPs") or {}
    listed = (lists.get("ctlplane") or ["192.168.24.10"])[0]
    text = text.replace("{{ ctlplane_ip }}", listed)
    for network in networks:
        lower = network["name_lower"]
        seen = _as_seen_by(role, network)
        subnet = ipaddress.ip_network(seen.get("ip_subnet") or "192.0.2.0/24")
        address = (lists.get(lower) or [subnet.network_address + 20])[0]
        expression = f"{{{{ {lower}_ip ~ '/' ~ {lower}_cidr }}}}"
        text = text.replace(expression, f"{address}/{subnet.prefixlen}")
    return text


def _as_seen_by(role, network):
    """A network with the data of the subnet that the role is on."""
    used = role.get("networks")
    if not isinstance(used, dict):
        return network
    chosen = (used.get(network["name"]) or {}).get("subnet")
    return {**network, **((network.get("subnets") or {}).get(chosen) or {})}


def undeclared(passed, declared):
    """Names that THT passes and the template does not declare: Heat refuses them."""
    for name in sorted(set(passed) - set(declared)):
        yield f"THT passes {name}, which the template does not declare{closest(name, declared)}"
