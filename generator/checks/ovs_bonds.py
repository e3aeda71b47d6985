"""Rules over the options of bonds of Open vSwitch."""

import re
from collections.abc import Iterator

from generator.checks.bond_values import BondOption, bond_options
from generator.checks.registry import INVENTORY_RULES
from generator.checks.subject import InventorySubject
from generator.checks.wiring import OWN_KEYS, PlacedLink, link_options, option_place
from generator.checks.wording import cut, did_you_mean, listed
from generator.findings import Fault, Severity

_PLAIN = re.compile(r"[A-Za-z0-9:._-]+")
_REPLACED = "interface_name"  # by run-os-net-config.sh, wherever it stands
_MAPS = ("other_config", "external_ids")
_OF_VLANS = ("tag", "trunks", "cvlans", "vlan_mode")


def _ovs_options(subject: InventorySubject) -> Iterator[tuple[PlacedLink, str, str, str, str]]:
    """Every option of a bond of Open vSwitch: link, key as written, column, key in it, value."""
    for placed, key, value in link_options(subject.inventory):
        if placed.link.kind != "linux":
            column, _, inner = key.partition(":")
            yield placed, key, column.replace("-", "_"), inner, value


def _option(subject: InventorySubject, column: str, inner: str) -> BondOption | None:
    """What is known about a column, or about a key of other_config."""
    target = subject.inventory.site.target
    if inner:
        return bond_options(target, column).get(inner) if column == _MAPS[0] else None
    return bond_options(target, "ovs").get(column)


@INVENTORY_RULES.rule("ovs-bond-option-unknown", Severity.ERROR)
def ovs_bond_option_unknown(subject: InventorySubject) -> Iterator[Fault]:
    """The options of an OVS bond are columns of Open vSwitch's Port table.

    Why: ovs-vsctl refuses an unknown column, and the bond is not made.
    Fix: Write the column's name; kernel options belong on links of kind linux.
    Source: ovs-vswitchd.conf.db(5) of Open vSwitch 2.13, Port table.
    """
    known = bond_options(subject.inventory.site.target, "ovs")
    for placed, key, column, inner, _ in _ovs_options(subject):
        if column in _MAPS if inner else column in (*known, *OWN_KEYS):
            continue
        lacp = f"write {_MAPS[0]}:lacp-time: fast or slow" if column == "lacp_rate" else ""
        otherwise = f"known are bond_updelay, bond_downdelay and {_MAPS[0]}:KEY"
        yield Fault(
            option_place(placed, key),
            f"Open vSwitch's Port table has no column {cut(key)}",
            lacp or did_you_mean(column, _MAPS if inner else known, otherwise),
        )


@INVENTORY_RULES.rule("ovs-bond-option-value", Severity.ERROR)
def ovs_bond_option_value(subject: InventorySubject) -> Iterator[Fault]:
    """Options of an OVS bond have values that Open vSwitch takes, of letters, digits and
    `: . _ -` only.

    Why: The options travel as one line through shell and ovs-vsctl: a comma splits it, a
    value of the wrong type is refused and the bond is not made. A wrong value in
    other_config is taken for the default in silence.
    Fix: Write each option by itself, with a value as the hint says.
    Source: os-net-config (Train) schema, ovs_options; ovs-vswitchd.conf.db(5) of Open
    vSwitch 2.13; tripleo-heat-templates run-os-net-config.sh.
    """
    for placed, key, column, inner, value in _ovs_options(subject):
        option = _option(subject, column, inner)
        wrong = option.fault(value, placed.link) if option else None
        if not _PLAIN.fullmatch(f"{key}:{value}"):
            message = "holds a character that ovs_options do not take"
            hint = "use letters, digits and : . _ - only"
        elif _REPLACED in f"{key}={value}":
            message = f"holds {_REPLACED}, which TripleO replaces in nic configs"
            hint = "write it otherwise"
        elif wrong:
            message, hint = "has no value that Open vSwitch takes", wrong
        else:
            continue
        text = cut(f"{key}={value}")
        yield Fault(option_place(placed, key), f"the option {text} {message}", hint)


@INVENTORY_RULES.rule("ovs-bond-config-unknown", Severity.WARNING)
def ovs_bond_config_unknown(subject: InventorySubject) -> Iterator[Fault]:
    """The keys of other_config of an OVS bond are keys that Open vSwitch 2.13 reads.

    Why: Any key is accepted; one that is not read, such as lb-output-action, does nothing.
    Fix: Correct the name, or remove the option.
    Source: ovs-vswitchd.conf.db(5) of Open vSwitch 2.13, Port table.
    """
    known = bond_options(subject.inventory.site.target, _MAPS[0])
    read = [name for name, option in known.items() if not option.why]
    for placed, key, column, inner, _ in _ovs_options(subject):
        if column != _MAPS[0] or not inner or inner in read:
            continue
        later = known[inner].why if inner in known else ""
        yield Fault(
            option_place(placed, key),
            f"Open vSwitch 2.13 reads no {cut(inner)} in other_config of a port",
            f"remove it: {later}" if later else did_you_mean(inner, read, "remove it"),
        )


@INVENTORY_RULES.rule("ovs-bond-option-without-effect", Severity.WARNING)
def ovs_bond_option_without_effect(subject: InventorySubject) -> Iterator[Fault]:
    """An option of an OVS bond acts in the bond's mode, beside its other options.

    Why: Keys of LACP count while LACP runs, an interval of the miimon detection with that
    detection only; nothing says that they are idle.
    Fix: Remove the option, or add what it needs.
    Source: ovs-vswitchd.conf.db(5) of Open vSwitch 2.13, Port table.
    """
    for placed, key, column, inner, _ in _ovs_options(subject):
        option, link = _option(subject, column, inner), placed.link
        if option is None or link.mode is None:
            continue
        lacp = link.lacp or ("active" if link.mode == "balance-tcp" else "off")
        detection = link.options.get(f"{_MAPS[0]}:bond-detect-mode")
        if option.only and link.mode not in option.only:
            message, hint = f"in the mode {link.mode}", f"it is for {listed(option.only)}"
        elif option.needs == "lacp" and lacp == "off":
            message, hint = "without LACP", "or write lacp: active"
        elif option.needs == "bond-detect-mode" and detection != "miimon":
            message = "without bond-detect-mode miimon"
            hint = f"or write {_MAPS[0]}:bond-detect-mode: miimon"
        else:
            continue
        yield Fault(
            option_place(placed, key),
            f"{inner or column} of {placed.name} does nothing {message}",
            f"remove it, {hint}",
        )


@INVENTORY_RULES.rule("ovs-bond-limits-vlans", Severity.ERROR)
def ovs_bond_limits_vlans(subject: InventorySubject) -> Iterator[Fault]:
    """A bond that carries VLANs has no VLAN settings of its own.

    Why: A port with a tag is an access port, one with trunks drops what is not listed:
    the VLANs of tenants and networks on the bridge no longer pass.
    Fix: Remove the option; a network's VLAN stands in `networks`.
    Source: ovs-vswitchd.conf.db(5) of Open vSwitch 2.13, VLAN configuration.
    """
    inventory = subject.inventory
    ranged = {each.bridge for each in inventory.physical_networks.values() if each.vlans}
    for placed, key, column, inner, value in _ovs_options(subject):
        known = (inventory.networks.get(name) for name in placed.link.networks)
        tagged = any(network and network.vlan for network in known)
        if inner or column not in _OF_VLANS or (column, value) == ("vlan_mode", "trunk"):
            continue
        if placed.link.bridge in ranged or tagged:
            what = "tenants' VLANs" if placed.link.bridge in ranged else "tagged networks"
            yield Fault(
                option_place(placed, key),
                f"{placed.name} carries {what}, and {column}={cut(value)} keeps VLANs from it",
                f"remove {column}",
            )
