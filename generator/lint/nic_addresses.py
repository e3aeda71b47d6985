"""Rules over addresses and routes in a nic-config."""

from collections.abc import Iterator
from ipaddress import ip_address, ip_interface

from generator.checks.repeats import repeats
from generator.deployment.types import ConfigObject, DeploymentView, NicConfig
from generator.deployment.values import Composed, Provided, Unresolved, Value
from generator.findings import Severity
from generator.lint.default_routes import routes_of
from generator.lint.nic_types import UNADDRESSED
from generator.lint.nics import called, spot, taken_default, text
from generator.lint.ruleset import Found, rule

_PAIRS = (("ip_netmask", "next_hop"), ("destination", "nexthop"))
_ROUTE_KEYS = {"default", "route_options", "table", *_PAIRS[0], *_PAIRS[1]}


def _addresses(config: NicConfig) -> Iterator[tuple[ConfigObject, Value]]:
    for each in config.walk():
        value = each.get("addresses")
        for item in value.items if value else ():
            if entry := item.get("ip_netmask"):
                yield each, entry


@rule("address-invalid", Severity.ERROR)
def address_invalid(view: DeploymentView) -> Iterator[Found]:
    """An address of a nic-config is an IP address with its prefix length.

    Why: os-net-config crashes over what is none; one without a prefix becomes a /32 that
    reaches nobody.
    Fix: Write ADDRESS/PREFIX, such as 172.17.1.10/24.
    Source: os-net-config 11.5.0; measured.
    """
    for config in view.nic_configs:
        for each, value in _addresses(config):
            written = text(value)
            if written is None:
                yield from _passed(each, value)
                continue
            if not _interface(written):
                yield Found(
                    value.at, f"{written} of {called(each)} is no address", "write ADDRESS/PREFIX"
                )
            elif "/" not in written:
                yield Found(
                    value.at, f"{written} of {called(each)} has no prefix: it becomes a"
                    f" /{ip_interface(written).max_prefixlen}", f"write {written}/24 or the like",
                )  # fmt: skip


def _passed(each: ConfigObject, value: Value) -> Iterator[Found]:
    """An address of which the product passes parts: the address of the provisioning network
    comes without its prefix length, those of other networks with it."""
    content = value.content
    parts = content.parts if isinstance(content, Composed) else (content,)
    names = [part.name for part in parts if isinstance(part, Provided)]
    known = {"ControlPlaneIp": "192.0.2.1", "ControlPlaneSubnetCidr": "24"}
    example = ""
    for part in parts:
        if isinstance(part, str):
            example += part
        elif isinstance(part, Provided) and part.what in {"address", "prefix"}:
            example += known.get(part.name, "192.0.2.1/24")
        else:
            return
    if names and (not _interface(example) or "/" not in example):
        subnet = "{get_param: ControlPlaneSubnetCidr}"
        joined = f"list_join: [/, [{{get_param: ControlPlaneIp}}, {subnet}]]"
        alone = f"write {{get_param: {names[0]}}} alone: it has its prefix"
        hint = f"write {joined}" if names[0] in known else alone
        what = f"{content} of {called(each)} makes an address such as {example}"
        yield Found(value.at, what, hint)


@rule("address-of-absent-network", Severity.ERROR)
def address_of_absent_network(view: DeploymentView) -> Iterator[Found]:
    """A nic-config configures addresses only of networks that its role is on.

    Why: The product passes none for another network. The parameter keeps its default, an
    empty text, and os-net-config crashes over it; one without a default stops the stack.
    Fix: Put the role on the network in roles_data, or take the object out.
    Source: tripleo-heat-templates (Train), values passed to nic-configs.
    """
    if not view.roles_read or not view.complete:
        return
    for config in view.nic_configs:
        role = view.roles.get(config.role)
        if role is None or role.networks is None:
            continue
        for each, value in _addresses(config):
            name = value.parameters[-1] if value.parameters else ""
            network = name.removesuffix("IpSubnet")
            unset = getattr(value.content, "kind", "") == "missing"
            if network == name or network in role.networks or not (unset or taken_default(value)):
                continue
            if network in view.networks or (unset and view.networks_read):
                what = "is given no value" if unset else "stays empty"
                add = "" if network in view.networks else f"declare {network} in network_data, and "
                yield Found(
                    spot(value), f"{config.role} is not on {network}: {name} of {called(each)}"
                    f" {what}", f"{add}add {network} to networks of {config.role} in roles_data,"
                    " or remove the object", (role.at,) if role.at else (),
                )  # fmt: skip


@rule("address-twice", Severity.ERROR)
def address_twice(view: DeploymentView) -> Iterator[Found]:
    """No two devices of a role have one address.

    Why: Both files are written; the second device gets a duplicate address, and answers
    leave through either.
    Fix: Keep it on the device that is cabled for the network.
    Source: os-net-config 11.5.0; measured.
    """
    for config in view.nic_configs:
        given = (
            (str(value.content), (each, value))
            for each, value in _addresses(config)
            if value.content != "" and not isinstance(value.content, Unresolved)
        )
        for (first, before), (each, value) in repeats(given):
            what = value.parameters[-1] if value.parameters else value.content
            yield Found(
                spot(value), f"{called(each)} has the address {what} of {called(first)}",
                "keep it on one of the two", (spot(before),),
            )  # fmt: skip


@rule("address-without-effect", Severity.ERROR)
def address_without_effect(view: DeploymentView) -> Iterator[Found]:
    """Bonds and ports of Open vSwitch have no addresses of their own.

    Why: They are written, but ifup configures no device for them; on the interface inside
    of a DPDK port they are not even written. The node lacks the address.
    Fix: Put the addresses on the bridge, its VLAN tag into ovs_extra, or use a vlan object.
    Source: os-net-config 11.5.0, ifcfg provider; measured.
    """
    for config in view.nic_configs:
        for each, owners in config.nested():
            inner = any(owner.type == "ovs_dpdk_port" for owner in owners)
            if each.type not in UNADDRESSED and not inner:
                continue
            bridge = owners[0].name if owners else ""
            where = f"bridge {bridge}" if bridge else "bridge"
            value, dhcp = each.get("addresses"), each.get("use_dhcp")
            if value and value.items:
                yield Found(
                    spot(value).key, f"the addresses of {called(each)} are never configured",
                    f"put them on the {where}",
                )  # fmt: skip
            if dhcp and dhcp.content is True:
                yield Found(
                    spot(dhcp).key, f"{called(each)} never asks for an address",
                    f"write use_dhcp: true on the {where}",
                )  # fmt: skip


@rule("route-keys", Severity.ERROR)
def route_keys(view: DeploymentView) -> Iterator[Found]:
    """A route is written with ip_netmask and next_hop, or with destination and nexthop.

    Why: os-net-config takes either pair and drops the half of a mixed one, so the route is
    missing or has no gateway.
    Fix: Use the keys of one pair.
    Source: os-net-config 11.5.0, schema.yaml.
    """
    for config in view.nic_configs:
        for each, route in routes_of(config):
            keys = route.entries.keys()
            unknown = [key for key in keys if key not in _ROUTE_KEYS]
            one, other = (any(key in keys for key in pair) for pair in _PAIRS)
            hint = "write ip_netmask and next_hop"
            if unknown:
                message = f"a route of {called(each)} has the key {unknown[0]}"
                yield Found(route.entries[unknown[0]].at.key, message, hint)
            elif one and other:
                key = next(key for key in keys if key in _PAIRS[1])
                message = f"a route of {called(each)} mixes the two ways of writing it"
                yield Found(spot(route.entries[key]).key, message, hint)
            elif not ({"next_hop", "nexthop"} & keys) and "route_options" not in keys:
                message = f"a route of {called(each)} has no next hop"
                yield Found(spot(route), message, hint)


@rule("route-invalid", Severity.ERROR)
def route_invalid(view: DeploymentView) -> Iterator[Found]:
    """The next hop of a route is an address, its destination one with a prefix.

    Why: os-net-config crashes over a text that is no address.
    Fix: Correct the address.
    Source: os-net-config 11.5.0, schema.yaml.
    """
    for config in view.nic_configs:
        for each, route in routes_of(config):
            for key in ("next_hop", "nexthop", "ip_netmask", "destination"):
                value = route.get(key)
                written = text(value)
                good = _interface if key in {"ip_netmask", "destination"} else _address
                if value and written and not good(written):
                    message = f"{key} {written} of a route of {called(each)} is no address"
                    yield Found(value.at, message, "correct the address")


def _interface(written: str) -> bool:
    try:
        ip_interface(written)
    except ValueError:
        return False
    return True


def _address(written: str) -> bool:
    try:
        ip_address(written)
    except ValueError:
        return False
    return True
