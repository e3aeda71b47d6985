"""The rule over idle options of Linux bonds."""

from collections.abc import Iterator, Mapping

from generator.checks.bond_values import BondOption, bond_options
from generator.checks.registry import INVENTORY_RULES
from generator.checks.subject import InventorySubject
from generator.checks.wiring import PlacedLink, link_options, option_place
from generator.checks.wording import listed
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
