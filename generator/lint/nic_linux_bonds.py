"""Rules over the options of Linux bonds."""

from collections.abc import Iterator

from generator.checks.wording import cut, did_you_mean, listed
from generator.deployment.types import DeploymentView
from generator.findings import Severity
from generator.lint.nic_bond_options import (
    KERNEL_MODES,
    Options,
    acts,
    linux_options,
    of_ovs,
    table,
)
from generator.lint.ruleset import Found, rule

_KERNEL_MODE = {"balance-tcp": "802.3ad", "balance-slb": "balance-xor", "lacp": "802.3ad"}


@rule("linux-bond-option-unknown", Severity.ERROR)
def linux_bond_option_unknown(view: DeploymentView) -> Iterator[Found]:
    """The options of a Linux bond are options of the kernel's bonding driver.

    Why: Nothing checks them: the network scripts log what the kernel does not know and go on.
    With the options of Open vSwitch the bond runs balance-rr.
    Fix: Correct the name. In bonding_options write KEY=VALUE pairs divided by blanks, such as
    `mode=802.3ad miimon=100`; options of Open vSwitch belong on its own bonds.
    Source: Linux Documentation/networking/bonding.txt; os-net-config 11.5.0, measured.
    """
    known = ("mode", *table(view, "linux"))
    for found in linux_options(view):
        for word in found.odd:
            yield found.found(f"'{cut(word)}' is no KEY=VALUE", _mended(word))
        for key in found.pairs:
            if of_ovs(key):
                message = f"{cut(key)} is an option of Open vSwitch"
                yield found.found(message, _kernel_hint(found, key), key)
            elif key not in known:
                otherwise = "common ones are miimon, lacp_rate and xmit_hash_policy"
                message = f"the kernel's bonding driver has no option {cut(key)}"
                yield found.found(message, did_you_mean(key, known, otherwise), key)


def _mended(word: str) -> str:
    return (
        f"write mode={word}"
        if word in KERNEL_MODES
        else "write KEY=VALUE pairs with blanks between them"
    )


def _kernel_hint(found: Options, key: str) -> str:
    """The kernel's options that come closest to those of Open vSwitch."""
    if found.view.planned:  # the mode has a key of its own, in the words of the link's kind
        rate = found.pairs[key] == "fast" if key.endswith(":lacp-time") else None
        instead = "remove it" if rate is None else f"write lacp_rate: {'fast' if rate else 'slow'}"
        return f"{instead}, or write kind: ovs with a bridge"
    written = found.get("bond_mode") or "active-backup"
    lacp = found.get("lacp") in {"active", "passive"} and written != "active-backup"
    mode = _KERNEL_MODE.get(written, written if written in KERNEL_MODES else "active-backup")
    return f"write mode={'802.3ad' if lacp else mode} miimon=100"


@rule("linux-bond-option-value", Severity.ERROR)
def linux_bond_option_value(view: DeploymentView) -> Iterator[Found]:
    """An option of a Linux bond has a value that the kernel takes.

    Why: The kernel refuses the write to sysfs, the network scripts log it and go on with
    the default; for the mode that is balance-rr. With min_links above the number of ports
    the bond never comes up.
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
            yield found.found(f"'{cut(value)}' is no value of the option {key}", hint, key)


@rule("linux-bond-option-mode", Severity.ERROR)
def linux_bond_option_mode(view: DeploymentView) -> Iterator[Found]:
    """An option of a Linux bond is one that the kernel takes in the bond's mode.

    Why: The kernel refuses the write to sysfs, and the bond runs without: with ARP
    monitoring refused, for one, nothing but the link's carrier is watched.
    Fix: Remove the option, or choose the mode that it is for.
    Source: Linux drivers/net/bonding/bond_options.c, unsuppmodes.
    """
    known = table(view, "linux")
    for found in linux_options(view):
        mode = found.mode
        for key in found.pairs:
            only = known[key].only if key in known and known[key].refused else ()
            if mode in KERNEL_MODES and only and mode not in only:
                hint = f"remove it: it is for {listed(only)}"
                yield found.found(f"the kernel takes no {key} in the mode {mode}", hint, key)


@rule("linux-bond-unwatched", Severity.WARNING)
def linux_bond_unwatched(view: DeploymentView) -> Iterator[Found]:
    """A Linux bond watches its legs.

    Why: Without miimon or ARP monitoring the kernel never notices a dead leg, and goes on
    sending into it. Only 802.3ad, balance-tlb and balance-alb watch by themselves, and with
    `miimon=0` not even they.
    Fix: Write `miimon=100`; in an inventory remove `miimon: 0`, or write `arp_interval` and
    `arp_ip_target`.
    Source: Linux Documentation/networking/bonding.txt, miimon.
    """
    hint = "write miimon=100"
    if view.planned:
        hint = "remove miimon: 0 to have it derived, or write arp_interval and arp_ip_target"
    for found in linux_options(view):
        watched = acts(found, "miimon") or acts(found, "arp_interval")
        if found.mode in KERNEL_MODES and not watched:
            yield found.found("nothing watches its legs", hint, "miimon")


@rule("linux-bond-two-monitors", Severity.WARNING)
def linux_bond_two_monitors(view: DeploymentView) -> Iterator[Found]:
    """A Linux bond has one monitor: MII or ARP.

    Why: The kernel runs one of them and switches the other off, whichever was written last.
    In an inventory the derived miimon stands beside arp_interval, unless it is 0.
    Fix: Remove one of the two; in an inventory write `miimon: 0` beside `arp_interval`.
    Source: Linux drivers/net/bonding/bond_options.c.
    """
    hint = "remove one of the two"
    if view.planned:
        hint = "write miimon: 0 beside arp_interval, or remove arp_interval"
    for found in linux_options(view):
        miimon = found.pairs.get("miimon", "0")
        if miimon != "0" and acts(found, "arp_interval"):
            message = f"arp_interval stands beside miimon={cut(miimon)}"
            yield found.found(message, hint, "arp_interval")


@rule("linux-bond-arp-without-target", Severity.ERROR)
def linux_bond_arp_without_target(view: DeploymentView) -> Iterator[Found]:
    """A Linux bond with ARP monitoring has a target.

    Why: A leg is alive while answers come; asked of nobody, none come, and the bond loses
    all its legs.
    Fix: Write `arp_ip_target` with the gateway of a network on the bond.
    Source: Linux Documentation/networking/bonding.txt.
    """
    for found in linux_options(view):
        if acts(found, "arp_interval") and "arp_ip_target" not in found.pairs:
            yield found.found(
                "arp_interval without arp_ip_target asks nobody",
                "write arp_ip_target with the gateway of a network on the bond", "arp_interval",
            )  # fmt: skip
