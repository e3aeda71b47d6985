"""Rules over idle options of Linux bonds, and over what watches their legs."""

from collections.abc import Iterator, Mapping

from generator.checks.bond_values import BondOption, bond_options
from generator.checks.registry import INVENTORY_RULES
from generator.checks.subject import InventorySubject
from generator.checks.wiring import PlacedLink, all_links, link_options, option_place
from generator.checks.wording import cut, listed
from generator.derive.bond_options import bond_options as derived_options
from generator.findings import Fault, Severity

_NOTHING = frozenset(("0", "none", "any"))  # what an option without effect may say


def _known(subject: InventorySubject) -> Mapping[str, BondOption]:
    return bond_options(subject.inventory.site.target, "linux")


def _linux_options(
    subject: InventorySubject,
) -> Iterator[tuple[PlacedLink, str, str, BondOption]]:
    """Every known option of every Linux bond."""
    known = _known(subject)
    for placed, key, value in link_options(subject.inventory):
        if placed.link.kind == "linux" and key in known:
            yield placed, key, value, known[key]


def _all_options(placed: PlacedLink) -> Mapping[str, str]:
    """The options that the bond is made with: derived ones, and those of the inventory."""
    link = placed.link
    if link.mode is None:
        return link.options
    text = derived_options(link.kind, link.mode, link.lacp, link.options, "").value
    return dict(part.split("=", 1) for part in text.split())


def _linux_bonds(subject: InventorySubject) -> Iterator[tuple[PlacedLink, Mapping[str, str]]]:
    """The Linux bonds, each with all its options."""
    for placed in all_links(subject.inventory):
        if placed.link.kind == "linux" and placed.link.mode:
            yield placed, _all_options(placed)


def _acts(options: Mapping[str, str], key: str) -> bool:
    return options.get(key, "0") != "0"


@INVENTORY_RULES.rule("linux-bond-option-without-effect", Severity.WARNING)
def linux_bond_option_without_effect(subject: InventorySubject) -> Iterator[Fault]:
    """An option of a Linux bond acts in the bond's mode, beside its other options.

    Why: The option is written for an effect that does not come: a delay counts with the
    MII monitor only, a target with the ARP monitor only.
    Fix: Remove it, or add what it needs.
    Source: Linux Documentation/networking/bonding.txt.
    """
    for placed, key, value, option in _linux_options(subject):
        mode = placed.link.mode
        if mode is None or value in _NOTHING:
            continue
        if option.only and mode not in option.only:
            if not option.refused:
                yield Fault(
                    option_place(placed, key),
                    f"{key} does nothing in the mode {mode} of {placed.name}",
                    f"remove it: it is for {listed(option.only)}",
                )
        elif option.needs and not _acts(_all_options(placed), option.needs):
            yield Fault(
                option_place(placed, key),
                f"{key} of {placed.name} does nothing without {option.needs}",
                f"remove it, or write {option.needs}",
            )


@INVENTORY_RULES.rule("linux-bond-unmonitored", Severity.ERROR)
def linux_bond_unmonitored(subject: InventorySubject) -> Iterator[Fault]:
    """A Linux bond watches its legs.

    Why: Without miimon and without arp_interval nothing notices a dead leg, and the bond
    goes on sending into it.
    Fix: Remove `miimon: 0`, or write `arp_interval` and `arp_ip_target`.
    Source: Linux Documentation/networking/bonding.txt.
    """
    for placed, options in _linux_bonds(subject):
        watched = _acts(options, "miimon") or _acts(options, "arp_interval")
        if not watched and "miimon" in placed.link.options:
            yield Fault(
                option_place(placed, "miimon"),
                f"nothing watches the legs of {placed.name}",
                "remove miimon: 0 to have it derived, or write arp_interval and arp_ip_target",
            )


@INVENTORY_RULES.rule("linux-bond-two-monitors", Severity.WARNING)
def linux_bond_two_monitors(subject: InventorySubject) -> Iterator[Fault]:
    """A Linux bond has one monitor: MII or ARP.

    Why: The kernel runs one of them and switches the other off, whichever was written
    last. Without `miimon: 0` the derived miimon stands beside arp_interval.
    Fix: Write `miimon: 0` beside `arp_interval`, or remove `arp_interval`.
    Source: Linux drivers/net/bonding/bond_options.c.
    """
    for placed, options in _linux_bonds(subject):
        if _acts(options, "miimon") and _acts(options, "arp_interval"):
            yield Fault(
                option_place(placed, "arp_interval"),
                f"{placed.name} has arp_interval beside miimon={cut(options['miimon'])}",
                "write miimon: 0 beside arp_interval, or remove arp_interval",
            )


@INVENTORY_RULES.rule("linux-bond-arp-without-target", Severity.ERROR)
def linux_bond_arp_without_target(subject: InventorySubject) -> Iterator[Fault]:
    """A Linux bond with ARP monitoring has a target.

    Why: A leg is alive while answers come; asked of nobody, none come, and the bond loses
    all its legs.
    Fix: Write `arp_ip_target` with the gateway of a network on the bond.
    Source: Linux Documentation/networking/bonding.txt.
    """
    for placed, options in _linux_bonds(subject):
        if _acts(options, "arp_interval") and "arp_ip_target" not in options:
            yield Fault(
                option_place(placed, "arp_interval"),
                f"{placed.name} has arp_interval, but no arp_ip_target to ask",
                "write arp_ip_target with the gateway of a network on the bond",
            )
