"""The rule over idle options of bonds of Open vSwitch."""

from collections.abc import Iterator

from generator.checks.bond_values import BondOption, bond_options
from generator.checks.registry import INVENTORY_RULES
from generator.checks.subject import InventorySubject
from generator.checks.wiring import PlacedLink, link_options, option_place
from generator.checks.wording import listed
from generator.findings import Fault, Severity

_CONFIG = "other_config"


def _ovs_options(subject: InventorySubject) -> Iterator[tuple[PlacedLink, str, str, str]]:
    """Every option of a bond of Open vSwitch: link, key as written, column, key in it."""
    for placed, key, _ in link_options(subject.inventory):
        if placed.link.kind != "linux":
            column, _, inner = key.partition(":")
            yield placed, key, column.replace("-", "_"), inner


def _option(subject: InventorySubject, column: str, inner: str) -> BondOption | None:
    """What is known about a column, or about a key of other_config."""
    target = subject.inventory.site.target
    if inner:
        return bond_options(target, column).get(inner) if column == _CONFIG else None
    return bond_options(target, "ovs").get(column)


@INVENTORY_RULES.rule("ovs-bond-option-without-effect", Severity.WARNING)
def ovs_bond_option_without_effect(subject: InventorySubject) -> Iterator[Fault]:
    """An option of an OVS bond acts in the bond's mode, beside its other options.

    Why: Keys of LACP count while LACP runs, an interval of the miimon detection with that
    detection only; nothing says that they are idle.
    Fix: Remove the option, or add what it needs.
    Source: ovs-vswitchd.conf.db(5) of Open vSwitch 2.13, Port table.
    """
    for placed, key, column, inner in _ovs_options(subject):
        option, link = _option(subject, column, inner), placed.link
        if option is None or link.mode is None:
            continue
        lacp = link.lacp or ("active" if link.mode == "balance-tcp" else "off")
        detection = link.options.get(f"{_CONFIG}:bond-detect-mode")
        if option.only and link.mode not in option.only:
            message, hint = f"in the mode {link.mode}", f"it is for {listed(option.only)}"
        elif option.needs == "lacp" and lacp == "off":
            message, hint = "without LACP", "or write lacp: active"
        elif option.needs == "bond-detect-mode" and detection != "miimon":
            message = "without bond-detect-mode miimon"
            hint = f"or write {_CONFIG}:bond-detect-mode: miimon"
        else:
            continue
        yield Fault(
            option_place(placed, key),
            f"{inner or column} of {placed.name} does nothing {message}",
            f"remove it, {hint}",
        )
