"""Rules over options of bonds that do nothing beside the bond's other options."""

from collections.abc import Iterator

from generator.checks.wording import cut, listed
from generator.deployment.types import DeploymentView
from generator.findings import Severity
from generator.lint.nic_bond_options import (
    KERNEL_MODES,
    MAPS,
    OVS_MODES,
    Options,
    acts,
    column,
    linux_options,
    ovs_options,
    table,
)
from generator.lint.ruleset import Found, rule
from generator.lint.terms import write_pair

_NOTHING = frozenset(("0", "none", "any"))  # what an option without effect may say


@rule("linux-bond-option-without-effect", Severity.WARNING)
def linux_bond_option_without_effect(view: DeploymentView) -> Iterator[Found]:
    """An option of a Linux bond acts in the bond's mode, beside its other options.

    Why: The option is written for an effect that does not come: a delay counts with the
    MII monitor only, a target with the ARP monitor only.
    Fix: Remove it, or add what it needs.
    Source: Linux Documentation/networking/bonding.txt.
    """
    known = table(view, "linux")
    for found in linux_options(view):
        for key, value in found.pairs.items():
            option = known.get(key)
            if option is None or value in _NOTHING or found.mode not in KERNEL_MODES:
                continue
            if option.only and found.mode not in option.only:
                if not option.refused:
                    message = f"{key} does nothing in the mode {found.mode}"
                    yield found.found(message, f"remove it: it is for {listed(option.only)}", key)
            elif option.needs and not acts(found, option.needs):
                message = f"{key} does nothing without {option.needs}"
                yield found.found(message, f"remove it, or write {option.needs}", key)


@rule("ovs-bond-option-without-effect", Severity.WARNING)
def ovs_bond_option_without_effect(view: DeploymentView) -> Iterator[Found]:
    """An option of an OVS bond acts in the bond's mode, beside its other options.

    Why: Keys of LACP count while LACP runs, an interval of the miimon detection with that
    detection only; nothing says that they are idle.
    Fix: Remove the option, or add what it needs.
    Source: ovs-vswitchd.conf.db(5) of Open vSwitch 2.13, Port table.
    """
    known, mode = table(view, MAPS[0]), "bond_mode"
    for found in ovs_options(view):
        chosen = found.get(mode)
        for key in found.pairs:
            inner = key.partition(":")[2]
            option = known.get(inner) if column(key) == MAPS[0] else None
            if option is None or chosen not in OVS_MODES:
                continue
            if option.only and chosen not in option.only:
                message, hint = f"in the mode {chosen}", f"it is for {listed(option.only)}"
            elif option.needs and not _there(found, option.needs):
                message, hint = _lacking(view, option.needs)
            else:
                continue
            yield found.found(f"{cut(inner)} does nothing {message}", f"remove it, {hint}", key)


def _there(found: Options, needed: str) -> bool:
    """Whether a bond has LACP or the miimon detection. ovs_extra may ask for them too."""
    places = [each for each in (found.bond, found.around) if each]
    if any(needed in str(each.data("ovs_extra") or "") for each in places):
        return True
    if needed == "lacp":
        return (found.get("lacp") or "off") != "off"
    written = {key.partition(":")[2]: value for key, value in found.pairs.items()}
    return written.get(needed) == "miimon"


def _lacking(view: DeploymentView, needed: str) -> tuple[str, str]:
    if needed == "lacp":
        return "without LACP", f"or write {write_pair(view, 'lacp', 'active')}"
    pair = write_pair(view, f"{MAPS[0]}:{needed}", "miimon")
    return f"without {needed} miimon", f"or write {pair}"
