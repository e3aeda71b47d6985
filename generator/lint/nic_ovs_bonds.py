"""Rules over the options of bonds of Open vSwitch."""

import re
from collections.abc import Iterator

from generator.checks.wording import cut, did_you_mean
from generator.deployment.types import ConfigObject, DeploymentView
from generator.findings import Severity
from generator.lint.mtus import network_of
from generator.lint.nic_bond_options import (
    MAPS,
    OVS_LACP,
    OVS_MODES,
    Options,
    column,
    ovs_options,
    table,
)
from generator.lint.nics import bridge_name
from generator.lint.physical_networks import MAPPINGS, RANGES, items
from generator.lint.ruleset import Found, rule
from generator.lint.scope import texts
from generator.lint.tenant_types import TUNNELS, overcloud
from generator.lint.terms import write_pair

_PLAIN = r"[A-Za-z0-9:._-]+"
_REPLACED = "interface_name"  # by run-os-net-config.sh, wherever it stands
_OVS_MODE = {"802.3ad": "balance-tcp", "4": "balance-tcp", "1": "active-backup"}
_OF_VLANS = ("tag", "trunks", "cvlans", "vlan_mode")


@rule("ovs-bond-option-unknown", Severity.ERROR)
def ovs_bond_option_unknown(view: DeploymentView) -> Iterator[Found]:
    """The options of an OVS bond are columns of Open vSwitch's Port table.

    Why: ovs-vsctl refuses an unknown column when the bond is brought up, and the bridge is
    left without it.
    Fix: Write the column's name. In ovs_options write KEY=VALUE pairs divided by blanks, such
    as `bond_mode=balance-tcp lacp=active`; kernel options belong on Linux bonds.
    Source: ovs-vswitchd.conf.db(5) of Open vSwitch 2.13; os-net-config 11.5.0, measured.
    """
    known = ("bond_mode", "lacp", *table(view, "ovs"))
    inside = frozenset(table(view, MAPS[0]))
    for found in ovs_options(view):
        for word in found.odd:
            yield found.found(f"'{cut(word)}' is no KEY=VALUE", _paired(found))
        for key, value in found.pairs.items():
            name = column(key)
            if name in MAPS if ":" in key else name in known:
                continue
            if hint := _ovs_hint(view, name, value):
                yield found.found(f"{cut(key)} is an option of Linux bonds", hint, key)
            else:
                otherwise = "known are bond_updelay, bond_downdelay and other_config:KEY"
                inner = key.rpartition(":")[2].replace("_", "-")
                meant = write_pair(view, f"{MAPS[0]}:{inner}", cut(value))
                yield found.found(
                    f"Open vSwitch's Port table has no column {cut(key)}",
                    f"write {meant}"
                    if inner in inside
                    else did_you_mean(name, MAPS if ":" in key else known, otherwise),
                    key,
                )


def _paired(found: Options) -> str:
    """The options with a = for every `: ` and ` = `, where that makes pairs of them all."""
    better = re.sub(r"\s*[:=]\s+|\s+=", "=", str(found.value.content)).strip("= ")
    pairs = all("=" in word for word in better.split())
    return f"write {cut(better)}" if pairs else "write KEY=VALUE pairs with blanks between them"


def _ovs_hint(view: DeploymentView, name: str, value: str) -> str | None:
    """What to write for an option of the kernel, None where it is none."""
    if name == "mode":
        mode = _OVS_MODE.get(value, value if value in OVS_MODES else "active-backup")
        return f"write bond_mode={mode}" + (" lacp=active" if mode == "balance-tcp" else "")
    if name == "lacp_rate":
        rate = "fast" if value in {"1", "fast"} else "slow"
        return f"write {write_pair(view, 'other_config:lacp-time', rate)}"
    if name == "miimon":
        pairs = (("bond-detect-mode", "miimon"), ("bond-miimon-interval", value))
        written = (write_pair(view, f"other_config:{key}", each) for key, each in pairs)
        return f"remove it, or write {(' and ' if view.planned else ' ').join(written)}"
    if name in {"updelay", "downdelay"}:
        return f"write {write_pair(view, f'bond_{name}', value)}"
    return "remove it" if name in {"xmit_hash_policy", "primary"} else None


@rule("ovs-bond-option-value", Severity.ERROR)
def ovs_bond_option_value(view: DeploymentView) -> Iterator[Found]:
    """Options of an OVS bond have values that Open vSwitch takes, of letters, digits and
    `: . _ -` only.

    Why: ovs-vsctl refuses a mode or value that it does not know, and the bond is not made; a
    comma makes two options into one. A wrong value in other_config is taken for the default
    in silence. `interface_name` is replaced before os-net-config sees it.
    Fix: Write each option by itself, with a value as the hint says.
    Source: ovs-vswitchd.conf.db(5) of Open vSwitch 2.13; os-net-config 11.5.0, measured;
    tripleo-heat-templates run-os-net-config.sh.
    """
    for found in ovs_options(view):
        for key, value in found.pairs.items():
            pair = cut(f"{key}={value}")
            if _REPLACED in f"{key}={value}":
                message = f"{pair} holds {_REPLACED}, which TripleO replaces in nic-configs"
                yield found.found(message, "write it otherwise", key)
            elif hint := _ovs_value(view, found, key, value):
                yield found.found(f"{pair} is nothing that OVS takes", hint, key)


def _ovs_value(view: DeploymentView, found: Options, key: str, value: str) -> str | None:
    if "," in value and not view.planned:
        return f"divide the options by blanks: {cut(found.value.content).replace(',', ' ')}"
    if not re.fullmatch(_PLAIN, value):
        return "use letters, digits and : . _ - only"
    name = column(key)
    if name in {"bond_mode", "lacp"} and ":" not in key:
        allowed = OVS_MODES if name == "bond_mode" else OVS_LACP
        near = _OVS_MODE.get(value) if name == "bond_mode" else {"on": "active"}.get(value)
        otherwise = f"write one of {', '.join(allowed)}"
        if value in allowed:
            return None
        return f"write {key}={near}" if near else did_you_mean(value, allowed, otherwise)
    program, _, inner = key.partition(":")
    option = table(view, MAPS[0]).get(inner) if inner else table(view, "ovs").get(name)
    return found.fault(option, value) if option and program != MAPS[1] else None


@rule("ovs-bond-config-unknown", Severity.WARNING)
def ovs_bond_config_unknown(view: DeploymentView) -> Iterator[Found]:
    """The keys of other_config of an OVS bond are keys that Open vSwitch 2.13 reads.

    Why: Any key is accepted; one that is not read, such as lb-output-action, does nothing.
    Fix: Correct the name, or remove the option.
    Source: ovs-vswitchd.conf.db(5) of Open vSwitch 2.13, Port table.
    """
    known = table(view, MAPS[0])
    read = [name for name, option in known.items() if not option.why]
    for found in ovs_options(view):
        for key in found.pairs:
            inner = key.partition(":")[2]
            if column(key) == MAPS[0] and inner and inner not in read:
                later = known[inner].why if inner in known else ""
                hint = f"remove it: {later}" if later else did_you_mean(inner, read, "remove it")
                message = f"Open vSwitch 2.13 reads no {cut(inner)} in other_config of a port"
                yield found.found(message, hint, key)


@rule("balance-tcp-without-lacp", Severity.ERROR)
def balance_tcp_without_lacp(view: DeploymentView) -> Iterator[Found]:
    """A bond of mode balance-tcp runs LACP.

    Why: Without negotiated LACP it drops all traffic, and every tool accepts it.
    Fix: Write `lacp=active` beside the mode, or `lacp: active` in an inventory, and make the
    switch ports an LACP channel.
    Source: ovs-vswitchd.conf.db(5) of Open vSwitch 2.13, bond_mode.
    """
    for found in ovs_options(view):
        lacp = found.get("lacp") or "off"
        if found.get("bond_mode") == "balance-tcp" and lacp == "off":
            mended = "lacp: active" if view.planned else "bond_mode=balance-tcp lacp=active,"
            yield found.found(
                "balance-tcp without LACP passes no traffic",
                f"write {mended} and make the switch ports an LACP channel", "lacp",
            )  # fmt: skip


@rule("slb-with-tunnels", Severity.INFO)
def slb_with_tunnels(view: DeploymentView) -> Iterator[Found]:
    """Tunnels leave over a bond that can spread them.

    Why: balance-slb chooses the leg by source MAC and VLAN; all tunnels of a node have
    one source MAC, and one leg carries everything.
    Fix: Write the mode balance-tcp with LACP, or count on one leg.
    Source: ovs-vswitchd.conf.db(5) of Open vSwitch 2.13, bond_mode.
    """
    types = texts(overcloud(view, "NeutronNetworkType")) or [""]
    for found in ovs_options(view) if types[0] in TUNNELS else ():
        if found.get("bond_mode") == "balance-slb" and found.around and _ends_tunnels(found.around):
            better = "mode: balance-tcp" if view.planned else "bond_mode=balance-tcp lacp=active"
            yield found.found(
                f"in balance-slb the {types[0]} tunnels of Tenant use one leg",
                f"write {better} with LACP on the switch, or count on one leg", "bond_mode",
            )  # fmt: skip


def _ends_tunnels(bridge: ConfigObject) -> bool:
    """Whether a bridge, or a VLAN in it, has the address that tunnels end on."""
    return any(network_of(each) == "Tenant" for each in (bridge, *bridge.members))


@rule("ovs-bond-limits-vlans", Severity.ERROR)
def ovs_bond_limits_vlans(view: DeploymentView) -> Iterator[Found]:
    """A bond that VLANs of tenants or networks pass has no VLAN settings of its own.

    Why: A port with a tag is an access port, one with trunks drops what is not listed: the
    VLANs of tenants and networks on the bridge no longer pass.
    Fix: Remove the option; the tag of an address belongs on the bridge or its vlan objects.
    Source: ovs-vswitchd.conf.db(5) of Open vSwitch 2.13, VLAN configuration.
    """
    for found in ovs_options(view):
        for key, value in found.pairs.items():
            limits = column(key) in _OF_VLANS and (column(key), value) != ("vlan_mode", "trunk")
            if limits and (whose := _passing(view, found)):
                message = f"{key}={cut(value)} keeps the VLANs of {whose} from the wire"
                yield found.found(message, f"remove {key}", key)


def _passing(view: DeploymentView, found: Options) -> str | None:
    """Whose VLANs pass a bond, None where there are none."""
    bridge = found.around
    if bridge is None:
        return None
    ranged = {item.fields[0] for item in items(view.parameters.get(RANGES)) if item.fields[1:]}
    mapped = [item.fields for item in items(view.effective(found.role, MAPPINGS))]
    name = bridge_name(view, bridge)
    if any(fields[0] in ranged and fields[1:] == (name,) for fields in mapped):
        return "tenants"
    tagged = "tag=" in str(bridge.data("ovs_extra") or "")
    return "networks" if tagged or any(e.type == "vlan" for e in bridge.members) else None
