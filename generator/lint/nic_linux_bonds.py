"""Rules over the options of Linux bonds in nic-configs."""

from collections.abc import Iterator

from generator.checks.wording import cut, did_you_mean, listed
from generator.deployment.types import DeploymentView
from generator.findings import Severity
from generator.lint.nic_bond_options import KERNEL_MODES, Options, column, linux_options, table
from generator.lint.nics import called, taken_default
from generator.lint.ruleset import Found, rule

_MAPS = ("other_config", "external_ids")
_SELF_WATCHING = ("802.3ad", "balance-tlb", "balance-alb")
_KERNEL_MODE = {"balance-tcp": "802.3ad", "balance-slb": "balance-xor", "lacp": "802.3ad"}


def _foreign(found: Options) -> bool:
    """Whether a Linux bond has the options of Open vSwitch."""
    return any(column(key) in {"bond_mode", "lacp", *_MAPS} for key in found.pairs)


@rule("linux-bond-option-unknown", Severity.ERROR)
def linux_bond_option_unknown(view: DeploymentView) -> Iterator[Found]:
    """The bonding_options of a Linux bond are options of the kernel's bonding driver.

    Why: Nothing checks them: the network scripts log what the kernel does not know and go on.
    With the options of Open vSwitch the bond runs balance-rr.
    Fix: Write KEY=VALUE pairs divided by blanks, such as `mode=802.3ad miimon=100`.
    Source: Linux Documentation/networking/bonding.txt; os-net-config 11.5.0, measured.
    """
    known = ("mode", *table(view, "linux"))
    for found in linux_options(view):
        for word in found.odd:
            yield found.found(f"'{cut(word)}' is no KEY=VALUE", _mended(word))
        for key in found.pairs:
            if column(key) in {"bond_mode", "lacp", *_MAPS}:
                yield found.found(f"{cut(key)} is an option of Open vSwitch", _kernel_hint(found))
            elif key not in known:
                hint = did_you_mean(key, known, "common ones are mode, miimon and lacp_rate")
                message = f"the kernel's bonding driver has no option {cut(key)}"
                yield found.found(message, hint)


def _mended(word: str) -> str:
    return (
        f"write mode={word}"
        if word in KERNEL_MODES
        else "write KEY=VALUE pairs with blanks between them"
    )


def _kernel_hint(found: Options) -> str:
    """The kernel's options that come closest to those of Open vSwitch."""
    written = found.get("bond_mode") or "active-backup"
    lacp = found.get("lacp") in {"active", "passive"} and written != "active-backup"
    mode = _KERNEL_MODE.get(written, written if written in KERNEL_MODES else "active-backup")
    return f"write mode={'802.3ad' if lacp else mode} miimon=100"


@rule("linux-bond-option-value", Severity.ERROR)
def linux_bond_option_value(view: DeploymentView) -> Iterator[Found]:
    """An option of a Linux bond has a value that the kernel takes.

    Why: The kernel refuses the write to sysfs, the network scripts log it and go on with
    the default; for the mode that is balance-rr.
    Fix: Write a value as the hint says.
    Source: Linux Documentation/networking/bonding.txt; os-net-config 11.5.0, measured.
    """
    known = table(view, "linux")
    modes = (*KERNEL_MODES, *map(str, range(len(KERNEL_MODES))))
    for found in linux_options(view):
        for key, value in found.pairs.items():
            if "," in value and "=" in value:
                hint = f"divide the options by blanks: {cut(found.value.content).replace(',', ' ')}"
            elif key == "mode" and value not in modes:
                near = _KERNEL_MODE.get(value)
                otherwise = f"write one of {', '.join(KERNEL_MODES)}"
                hint = f"write mode={near}" if near else did_you_mean(value, modes, otherwise)
            elif key in known and (fault := found.fault(known[key], value)):
                hint = fault
            else:
                continue
            yield found.found(f"'{cut(value)}' is no value of the option {key}", hint)


@rule("linux-bond-option-mode", Severity.ERROR)
def linux_bond_option_mode(view: DeploymentView) -> Iterator[Found]:
    """An option of a Linux bond is one that the kernel takes in the bond's mode.

    Why: The kernel refuses the write to sysfs, and the bond runs without.
    Fix: Remove the option, or choose the mode that it is for.
    Source: Linux drivers/net/bonding/bond_options.c, unsuppmodes.
    """
    known = table(view, "linux")
    for found in linux_options(view):
        mode = found.mode
        for key in found.pairs:
            only = known[key].only if key in known and known[key].refused else ()
            # A rate of LACP beside another mode changes nothing, and is common.
            if mode in KERNEL_MODES and only and mode not in only and key != "lacp_rate":
                hint = f"remove it: it is for {listed(only)}"
                yield found.found(f"the kernel takes no {key} in the mode {mode}", hint)


@rule("linux-bond-without-mode", Severity.WARNING)
def linux_bond_without_mode(view: DeploymentView) -> Iterator[Found]:
    """A Linux bond says its mode.

    Why: The kernel's default is balance-rr: it sends frames in turn over all legs, and
    needs a static port channel on the switch.
    Fix: Write `mode=802.3ad` or `mode=active-backup`, with `miimon=100`.
    Source: Linux Documentation/networking/bonding.txt.
    """
    hint = "write bonding_options with mode=802.3ad or mode=active-backup, and miimon=100"
    for found in linux_options(view):
        guess = taken_default(found.value) and not view.roles_read
        modes = "mode" in found.pairs or _foreign(found) or set(found.odd) & set(KERNEL_MODES)
        if not modes and not guess:
            yield found.found("no mode, so it runs balance-rr", hint)
    for config in view.nic_configs:
        for each in config.walk():
            named = {"bonding_options", "ovs_options"} & set(each.settings)
            if each.type == "linux_bond" and not named:
                at = each.at.step("type")
                yield Found(at, f"{called(each)}: no mode, so it runs balance-rr", hint)


@rule("linux-bond-unwatched", Severity.WARNING)
def linux_bond_unwatched(view: DeploymentView) -> Iterator[Found]:
    """A Linux bond watches its legs.

    Why: Without miimon or ARP monitoring the kernel never notices a dead leg, and goes on
    sending into it. Only 802.3ad, balance-tlb and balance-alb watch by themselves.
    Fix: Add `miimon=100`.
    Source: Linux Documentation/networking/bonding.txt, miimon.
    """
    for found in linux_options(view):
        watched = any(found.pairs.get(key, "0") != "0" for key in ("miimon", "arp_interval"))
        if found.mode in KERNEL_MODES and found.mode not in _SELF_WATCHING and not watched:
            yield found.found("nothing watches its legs", "add miimon=100")
