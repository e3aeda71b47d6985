"""ifcfg files: what a shell reads from them, and what ifup makes of it for Open vSwitch."""

import re
from dataclasses import dataclass

NETWORK_SCRIPTS = "/etc/sysconfig/network-scripts/ifcfg-"
_BRIDGES = ("OVSBridge", "OVSUserBridge")
# Types for which ifup does not go on to set up a Linux device.
_NO_DEVICE = ("OVSBond", "OVSPatchPort", "OVSDPDKPort", "OVSDPDKBond")


@dataclass(frozen=True)
class Ifcfg:
    values: dict[str, str]
    problems: tuple[str, ...]


def parse(text: str) -> Ifcfg:
    """Read KEY=value lines, with the shell's expansion of variables set before."""
    values: dict[str, str] = {}
    problems: list[str] = []
    for line in text.splitlines():
        match = re.fullmatch(r"([A-Za-z_]\w*)=(.*)", line)
        if match is None:
            if line.strip() and not line.startswith("#"):
                problems.append(f"not an assignment: {line}")
            continue
        key, raw = match.groups()
        if len(raw) >= 2 and raw[0] == raw[-1] == "'":
            values[key] = raw[1:-1]
            continue
        if len(raw) >= 2 and raw[0] == raw[-1] == '"':
            raw = raw[1:-1]
            if re.search(r'(?<!\\)"|`|\$\(', raw):
                problems.append(f"{key}: the shell reads something else than is written")
        elif re.search(r"[\s;&|<>()`]", raw):
            problems.append(f"{key}: an unquoted value with a special character")
        for name in re.findall(r"\$\{?(\w+)\}?", raw):
            if name not in values:
                problems.append(f"{key} uses ${name}, which is not set before it")
            raw = re.sub(rf"\$\{{?{name}\b\}}?", values.get(name, ""), raw)
        values[key] = raw
    return Ifcfg(values, tuple(problems))


def never_applied(values: dict[str, str]) -> list[str]:
    """Keys that ifup does not look at for this type of device."""
    if values.get("TYPE") not in _NO_DEVICE:
        return []
    return [key for key in values if re.match(r"IPADDR|IPV6ADDR|DHCPV6C", key)]


def is_bridge(values: dict[str, str]) -> bool:
    return values.get("TYPE") in _BRIDGES


def ovs_arguments(values: dict[str, str]) -> list[str]:
    """The ovs-vsctl arguments that ifup builds, or nothing for other devices.

    The shell splits the values at blanks and does not look at quotes in them.
    """
    kind, device = values.get("TYPE", ""), values.get("DEVICE", "")
    bridge = values.get("OVS_BRIDGE", "")
    options = values.get("OVS_OPTIONS", "").split()
    extra = ["--", *values["OVS_EXTRA"].split()] if "OVS_EXTRA" in values else []
    members = values.get("BOND_IFACES", "").split()
    renew = ["--", "--if-exists", "del-port", bridge, device]
    port = [*renew, "--", "add-port", bridge, device, *options]
    bond = [*renew, "--", "add-bond", bridge, device, *members, *options]
    typed = ["--", "set", "Interface", device]
    match kind:
        case "OVSBridge":
            return ["--", "--may-exist", "add-br", device, *options, *extra]
        case "OVSUserBridge":
            netdev = ["--", "set", "bridge", device, "datapath_type=netdev"]
            return ["--", "--may-exist", "add-br", device, *options, *extra, *netdev]
        case "OVSPort":
            return [*port, *extra]
        case "OVSIntPort":
            return [*port, *typed, "type=internal", *extra]
        case "OVSPatchPort":
            peer = f"options:peer={values.get('OVS_PATCH_PEER', '')}"
            return [*port, *typed, "type=patch", peer, *extra]
        case "OVSDPDKPort":
            return [*port, *typed, "type=dpdk", *extra]
        case "OVSBond":
            return [*bond, *extra]
        case "OVSDPDKBond":
            for member in members:
                bond += ["--", "set", "interface", member, "type=dpdk"]
            return [*bond, *extra]
    return []
