"""Rules over bond modes."""

from collections.abc import Iterator

from generator.checks.registry import INVENTORY_RULES
from generator.checks.subject import InventorySubject
from generator.checks.wiring import OWN_KEYS, all_links, link_options, option_place
from generator.checks.wording import cut
from generator.findings import Fault, Severity


@INVENTORY_RULES.rule("bond-mode-as-option", Severity.ERROR)
def bond_mode_as_option(subject: InventorySubject) -> Iterator[Fault]:
    """Mode and LACP of a bond are written under their own keys.

    Why: Written twice, the later wins, and the one in another program's syntax leaves a
    Linux bond in balance-rr.
    Fix: Write `mode` or `lacp` on the link and remove it from the options.
    Source: os-net-config 11.5.0: nothing checks bonding_options.
    """
    for placed, key, value in link_options(subject.inventory):
        if own := OWN_KEYS.get(key.replace("-", "_")):
            yield Fault(
                option_place(placed, key),
                f"the option {cut(f'{key}={value}')} of {placed.name} has a key of its own",
                f"write {own}: {cut(value)} on the link instead",
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
