"""Rules over bond modes and options."""

import re
from collections.abc import Iterator, Mapping

from generator.checks.registry import INVENTORY_RULES
from generator.checks.subject import InventorySubject
from generator.checks.wiring import PlacedLink, all_links
from generator.checks.wording import did_you_mean, listed
from generator.findings import Fault, Place, Severity

_HASHES = ("layer2", "layer2+3", "layer3+4", "encap2+3", "encap3+4")
_NUMBER = re.compile(r"\d+")
_KERNEL: Mapping[str, tuple[str, ...] | None] = {  # None: a number
    "ad_actor_sys_prio": None,
    "ad_select": ("stable", "bandwidth", "count", "0", "1", "2"),
    "ad_user_port_key": None,
    "all_slaves_active": ("0", "1"),
    "downdelay": None,
    "fail_over_mac": ("none", "active", "follow", "0", "1", "2"),
    "lacp_rate": ("slow", "fast", "0", "1"),
    "lp_interval": None,
    "miimon": None,
    "min_links": None,
    "num_grat_arp": None,
    "num_unsol_na": None,
    "packets_per_slave": None,
    "peer_notif_delay": None,
    "primary_reselect": ("always", "better", "failure", "0", "1", "2"),
    "resend_igmp": None,
    "tlb_dynamic_lb": ("0", "1"),
    "updelay": None,
    "use_carrier": ("0", "1"),
    "xmit_hash_policy": (*_HASHES, "0", "1", "2", "3", "4"),
}
_FREE = (
    "active_slave",
    "ad_actor_system",
    "arp_all_targets",
    "arp_interval",
    "arp_ip_target",
    "arp_validate",
    "primary",
)
_OVS = (
    "bond_updelay",
    "bond_downdelay",
    "bond_active_slave",
    "bond_fake_iface",
    "protected",
    "tag",
    "vlan_mode",
)
_OVS_VALUE = re.compile(r"[A-Za-z0-9:._-]+")
_OTHER_CONFIG = "other_config:"
_OVS_MAP = re.compile(r"(other_config|external_ids):.+")
_OWN_KEY = {"mode": "mode", "bond_mode": "mode", "lacp": "lacp"}


def _options(subject: InventorySubject) -> Iterator[tuple[PlacedLink, str, str]]:
    """Every option of every link, as (link, key, value)."""
    for placed in all_links(subject.inventory):
        for key, value in placed.link.options.items():
            yield placed, key, value


def _place(placed: PlacedLink, key: str) -> Place:
    return Place((*placed.path, "options", key))


@INVENTORY_RULES.rule("bond-mode-as-option", Severity.ERROR)
def bond_mode_as_option(subject: InventorySubject) -> Iterator[Fault]:
    """Mode and LACP of a bond are written under their own keys.

    Why: Written twice, the later wins, and the one in another program's syntax leaves a
    Linux bond in balance-rr.
    Fix: Write `mode` or `lacp` on the link and remove it from the options.
    Source: os-net-config 11.5.0: nothing checks bonding_options.
    """
    for placed, key, value in _options(subject):
        if own := _OWN_KEY.get(key.replace("-", "_")):
            yield Fault(
                _place(placed, key),
                f"the option {key}={value} of {placed.name} has a key of its own",
                f"write {own}: {value} on the link instead",
            )


@INVENTORY_RULES.rule("linux-bond-option-unknown", Severity.ERROR)
def linux_bond_option_unknown(subject: InventorySubject) -> Iterator[Fault]:
    """The options of a Linux bond are options of the kernel's bonding driver.

    Why: The network scripts log what the kernel does not know and go on: the bond runs
    without the option, with OVS syntax as balance-rr.
    Fix: Correct the name; options of Open vSwitch belong on links of kind ovs.
    Source: Linux Documentation/networking/bonding.txt.
    """
    known = (*_KERNEL, *_FREE)
    for placed, key, _ in _options(subject):
        if placed.link.kind == "linux" and key not in known and key not in _OWN_KEY:
            yield Fault(
                _place(placed, key),
                f"the kernel's bonding driver has no option {key}",
                did_you_mean(key, known, "common ones are miimon, lacp_rate and xmit_hash_policy"),
            )


@INVENTORY_RULES.rule("linux-bond-option-value", Severity.ERROR)
def linux_bond_option_value(subject: InventorySubject) -> Iterator[Fault]:
    """An option of a Linux bond has a value that the kernel takes.

    Why: The kernel refuses the write to sysfs, the network scripts log it and go on with
    the default.
    Fix: Write one of the values that the hint lists.
    Source: Linux Documentation/networking/bonding.txt.
    """
    for placed, key, value in _options(subject):
        if placed.link.kind != "linux" or key not in _KERNEL:
            continue
        allowed = _KERNEL[key]
        if allowed is None and not _NUMBER.fullmatch(value):
            hint = "write a whole number"
        elif allowed is not None and value not in allowed:
            hint = did_you_mean(value, allowed, f"write one of {', '.join(allowed)}")
        else:
            continue
        yield Fault(_place(placed, key), f"{value!r} is no value of the option {key}", hint)


@INVENTORY_RULES.rule("ovs-bond-option-unknown", Severity.ERROR)
def ovs_bond_option_unknown(subject: InventorySubject) -> Iterator[Fault]:
    """The options of an OVS bond are columns of Open vSwitch's Port table.

    Why: ovs-vsctl refuses an unknown column, and the bond is not made. Keys of
    other_config are free.
    Fix: Write the column's name; kernel options belong on links of kind linux.
    Source: ovs-vswitchd.conf.db(5) of Open vSwitch 2.13, Port table.
    """
    for placed, key, _ in _options(subject):
        column = key.replace("-", "_")
        if placed.link.kind == "linux" or column in _OVS or column in _OWN_KEY:
            continue
        if not _OVS_MAP.fullmatch(column):
            otherwise = "known are " + listed([*_OVS[:2], f"{_OTHER_CONFIG}KEY"])
            lacp_rate = f"write {_OTHER_CONFIG}lacp-time: fast or slow"
            yield Fault(
                _place(placed, key),
                f"Open vSwitch's Port table has no column {key}",
                lacp_rate if column == "lacp_rate" else did_you_mean(column, _OVS, otherwise),
            )


@INVENTORY_RULES.rule("ovs-bond-option-value", Severity.ERROR)
def ovs_bond_option_value(subject: InventorySubject) -> Iterator[Fault]:
    """Names and values of OVS bond options have letters, digits and `: . _ -` only.

    Why: The options travel as one line through shell and ovs-vsctl; a blank, comma or
    quote splits or ends it.
    Fix: Write each option by itself, with a plain value.
    Source: os-net-config (Train) schema, ovs_options.
    """
    for placed, key, value in _options(subject):
        if placed.link.kind != "linux" and not _OVS_VALUE.fullmatch(f"{key}:{value}"):
            yield Fault(
                _place(placed, key),
                f"the option {key}={value} holds a character that ovs_options do not take",
                "use letters, digits and : . _ - only",
            )


@INVENTORY_RULES.rule("options-without-bond", Severity.WARNING)
def options_without_bond(subject: InventorySubject) -> Iterator[Fault]:
    """Only bonds have options.

    Why: On a single port they are rendered nowhere and have no effect.
    Fix: Remove them, or write `bond` with the name of the bond.
    Source: os-net-config (Train): an interface has no such key.
    """
    for placed in all_links(subject.inventory):
        if placed.link.options and not placed.link.bond:
            yield Fault(
                placed.place("options"),
                f"options have no effect on the single port {placed.name}",
                "remove options, or make the link a bond with bond: and mode:",
            )


@INVENTORY_RULES.rule("balance-tcp-without-lacp", Severity.ERROR)
def balance_tcp_without_lacp(subject: InventorySubject) -> Iterator[Fault]:
    """A bond of mode balance-tcp runs LACP.

    Why: Without negotiated LACP it drops all traffic, and every tool accepts it.
    Fix: Remove `lacp`, which is active then, and make the switch ports an LACP channel.
    Source: ovs-vswitchd.conf.db(5) of Open vSwitch 2.13, bond_mode.
    """
    for placed in all_links(subject.inventory):
        if placed.link.mode == "balance-tcp" and placed.link.lacp == "off":
            yield Fault(
                placed.place("lacp"),
                f"{placed.name} is balance-tcp with lacp: off, and would pass no traffic",
                "write lacp: active and make the switch ports an LACP channel",
            )


@INVENTORY_RULES.rule("balance-tcp-preview", Severity.INFO)
def balance_tcp_preview(subject: InventorySubject) -> Iterator[Fault]:
    """balance-tcp is chosen knowingly on DPDK bonds.

    Why: The vendor's reference architecture uses it, while Red Hat calls it a technology
    preview: Open vSwitch 2.13 recirculates every packet for its hash.
    Fix: Nothing, if the reference architecture is what you follow; otherwise
    active-backup.
    Source: RHOSP NFV guide (13 and 15), bond modes; the 16.1 statement was not found.
    """
    for placed in all_links(subject.inventory):
        if placed.link.kind == "ovs-dpdk" and placed.link.mode == "balance-tcp":
            yield Fault(
                placed.place("mode"),
                f"{placed.name} uses balance-tcp, which Red Hat calls a technology preview",
                "keep it with LACP on the switch, or write mode: active-backup",
            )


@INVENTORY_RULES.rule("slb-with-tunnels", Severity.INFO)
def slb_with_tunnels(subject: InventorySubject) -> Iterator[Fault]:
    """Tunnels leave over a bond that can spread them.

    Why: balance-slb chooses the leg by source MAC and VLAN; all tunnels of a node have
    one source MAC, and one leg carries everything.
    Fix: Write `mode: balance-tcp` with LACP, or count on one leg.
    Source: ovs-vswitchd.conf.db(5) of Open vSwitch 2.13, bond_mode.
    """
    tenants = subject.inventory.site.tenant_network_type
    for placed in all_links(subject.inventory):
        slb = placed.link.mode == "balance-slb"
        if slb and tenants != "vlan" and "Tenant" in placed.link.networks:
            yield Fault(
                placed.place("mode"),
                f"{placed.name} is balance-slb, and the {tenants} tunnels of Tenant use one leg",
                "write mode: balance-tcp with LACP on the switch, or count on one leg",
            )
