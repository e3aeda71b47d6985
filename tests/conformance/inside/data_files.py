"""roles_data and network_data, and the addresses that environment files give."""

import collections
import ipaddress

from findings import BrokenError, closest
from heat_templates import load_yaml

_ROLE_TYPES = {
    "CountDefault": int,
    "HostnameFormatDefault": str,
    "ServicesDefault": list,
    "tags": list,
    "description": str,
    "networks": (list, dict),
    "networks_skip_config": list,
    "RoleParametersDefault": dict,
}


def read_named(path, what):
    data = load_yaml(path)
    if not isinstance(data, list) or not all(
        isinstance(item, dict) and item.get("name") for item in data
    ):
        raise BrokenError(f"{what}: not a list of named entries")
    return data


def read_networks(path):
    """Networks that are switched on, all with name_lower."""
    return [
        {**network, "name_lower": network.get("name_lower") or network["name"].lower()}
        for network in read_named(path, "network_data")
        if network.get("enabled") is not False
    ]


def check_roles(roles, networks, findings):
    known = {network["name"]: network for network in networks}
    _check_unique([role["name"] for role in roles], "roles-data", findings)
    for role in roles:
        name = role["name"]
        for key, kind in _ROLE_TYPES.items():
            if key in role and not isinstance(role[key], kind):
                findings.error("roles-data", "roles_data", f"{name}: {key} has the wrong type")
        used = role.get("networks") or []
        for network in used:
            if network not in known:
                # TripleO skips it without a word.
                text = f"{name}: there is no network {network}{closest(network, known)}"
                findings.error("role-network", "roles_data", text)
            elif not _has_subnet(known[network], used):
                text = f"{name}: the network {network} has no subnet {used[network]}"
                findings.error("role-network", "roles_data", text)
        for network in role.get("default_route_networks") or ():
            if network != "ControlPlane" and network not in used:
                text = f"{name} takes its default route from {network}, which it is not on"
                findings.error("role-network", "roles_data", text)


def _has_subnet(network, used):
    """networks is a list, or a map that says which subnet of each the role is on."""
    if not isinstance(used, dict):
        return True
    chosen = (used[network["name"]] or {}).get("subnet")
    known = {f"{network['name_lower']}_subnet", *(network.get("subnets") or {})}
    return chosen is None or chosen in known


def check_networks(networks, findings):
    for key in ("name", "name_lower"):
        _check_unique([network[key] for network in networks], "network-data", findings)
    for network in networks:
        subnets = network.get("subnets") or {}
        for name, data in ((network["name"], network), *subnets.items()):
            try:
                _check_subnet(name, data, findings)
            except ValueError as error:
                findings.error("network-data", "network_data", f"{name}: {error}")


def _check_unique(names, code, findings):
    for name, count in collections.Counter(names).items():
        if count > 1:
            findings.error(code, code, f"{name} is there {count} times")


def _check_subnet(name, data, findings):
    if not data.get("ip_subnet"):
        return
    subnet = ipaddress.ip_network(data["ip_subnet"])
    pools = data.get("allocation_pools") or []
    addresses = [pool[end] for pool in pools for end in ("start", "end")]
    for address in (*addresses, data.get("gateway_ip")):
        if address and ipaddress.ip_address(address) not in subnet:
            text = f"{name}: {address} is not in {subnet}"
            findings.error("network-data", "network_data", text)


def check_address_lists(roles, networks, envs, findings):
    """<Role>IPs: lists by network in which node N takes the Nth address."""
    lower = {network["name_lower"]: network for network in networks}
    for role in roles:
        name = f"{role['name']}IPs"
        count = envs.parameters.get(f"{role['name']}Count", role.get("CountDefault", 0))
        lists = envs.values.get(name)
        for network, addresses in lists.items() if isinstance(lists, dict) else ():
            where = envs.set_by[name][-1]
            if network not in lower and network != "ctlplane":
                text = f"{name}: there is no network {network}{closest(network, lower)}"
                findings.error("ip-list", where, text)
            elif len(addresses) < int(count):
                text = f"{name}.{network} has {len(addresses)} addresses for {count} nodes"
                findings.error("ip-list", where, text)
            else:
                _check_in_network(name, addresses, lower.get(network, {}), where, findings)


def _check_in_network(name, addresses, network, where, findings):
    cidrs = [subnet.get("ip_subnet") for subnet in (network.get("subnets") or {}).values()]
    subnets = [ipaddress.ip_network(cidr) for cidr in (*cidrs, network.get("ip_subnet")) if cidr]
    for address in addresses:
        inside = any(ipaddress.ip_address(str(address)) in subnet for subnet in subnets)
        if subnets and not inside:
            findings.error("ip-list", where, f"{name}: {address} is not in {subnets}")


def check_hostname_map(stack, roles, envs, findings):
    """HostnameMap renames nodes by the names they would have; others are ignored."""
    names = set()
    for role in roles:
        name = role["name"]
        count = int(envs.parameters.get(f"{name}Count", role.get("CountDefault", 0)))
        default = role.get("HostnameFormatDefault") or f"%stackname%-{name.lower()}-%index%"
        form = envs.parameters.get(f"{name}HostnameFormat") or default
        form = form.replace("%stackname%", stack)
        names |= {form.replace("%index%", str(index)) for index in range(count)}
    for name in envs.values.get("HostnameMap") or {}:
        if name not in names:
            text = f"HostnameMap: no node is called {name}{closest(name, names)}"
            findings.error("hostname-map", envs.set_by["HostnameMap"][-1], text)


def check_service_networks(tree_defaults, roles, networks, envs, findings):
    """ServiceNetMap: which network, by name_lower, a service is on."""
    lower = {network["name_lower"] for network in networks} | {"ctlplane"}
    for prefix in ("", *(role["name"] for role in roles)):
        name = f"{prefix}ServiceNetMap"
        for key, network in (envs.values.get(name) or {}).items():
            where = envs.set_by[name][-1]
            if network not in lower:
                text = f"{name}.{key}: there is no network {network}{closest(network, lower)}"
                findings.error("service-network", where, text)
            if key not in tree_defaults:
                text = f"{name}.{key} is no key of THT{closest(key, tree_defaults)}"
                findings.error("service-network", where, text)
