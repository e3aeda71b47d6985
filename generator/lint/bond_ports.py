"""Rules over the ports of bonds and the cards that they are on."""

from collections.abc import Iterator

from generator.checks.wording import listed
from generator.deployment.hosts import HostNic
from generator.deployment.types import ConfigObject, DeploymentView
from generator.deployment.values import At
from generator.findings import Severity
from generator.lint.nic_types import BONDS
from generator.lint.nics import host_of
from generator.lint.ruleset import Found, rule
from generator.lint.terms import titled


def _bonds(view: DeploymentView) -> Iterator[tuple[ConfigObject, list[HostNic], At]]:
    """The bonds with several ports of a known host, and where the last of these is named."""
    for config in view.nic_configs:
        host = host_of(view, config)
        for each in config.walk() if host else ():
            if host and each.type in BONDS:
                ports = [
                    item
                    for item in each.walk()
                    if item.type in {"interface", "sriov_pf"} and item.name in host.nics
                ]
                if len(ports) > 1:
                    last = ports[-1].settings["name"].at
                    yield each, [host.nics[port.name] for port in ports], last


def _dpdk_bonds(view: DeploymentView) -> Iterator[tuple[ConfigObject, list[HostNic], At]]:
    return (found for found in _bonds(view) if found[0].type == "ovs_dpdk_bond")


@rule("dpdk-bond-over-two-nodes", Severity.WARNING, needs_hosts=True)
def dpdk_bond_over_two_nodes(view: DeploymentView) -> Iterator[Found]:
    """The ports of a DPDK bond are on one NUMA node.

    Why: Every packet that arrives on the other node crosses the link between the
    sockets, and PMD threads and memory are needed on both.
    Fix: Take ports of one node, for example two cards on risers of one socket.
    Source: RHOSP NFV guide, bonds with OVS-DPDK.
    """
    for bond, nics, at in _dpdk_bonds(view):
        nodes = {nic.numa for nic in nics}
        if len(nodes) > 1 and None not in nodes:
            where = listed(f"{nic.name} on node {nic.numa}" for nic in nics)
            yield Found(
                at, f"the ports of {titled(view, bond)} are on several NUMA nodes:"
                f" {where}", "take ports of one node",
            )  # fmt: skip


@rule("dpdk-bond-of-different-cards", Severity.WARNING, needs_hosts=True)
def dpdk_bond_of_different_cards(view: DeploymentView) -> Iterator[Found]:
    """The ports of a DPDK bond are on cards of one model.

    Why: Cards differ in drivers, offloads, queue and MTU limits; the bond gets what the
    weaker one can do, and behaviour changes when traffic moves to the other leg.
    Fix: Take ports of cards of the same model.
    Source: DPDK 19.11 drivers, one set of limits per card family.
    """
    for bond, nics, at in _dpdk_bonds(view):
        models = {nic.facts.id if nic.facts else nic.model for nic in nics}
        if len(models) > 1 and "" not in models:
            what = listed(f"{nic.name} on {nic.model}" for nic in nics)
            yield Found(
                at, f"the ports of {titled(view, bond)} are on different cards:"
                f" {what}",
                "take ports of cards of one model",
            )  # fmt: skip


@rule("dpdk-bond-on-one-card", Severity.INFO, needs_hosts=True)
def dpdk_bond_on_one_card(view: DeploymentView) -> Iterator[Found]:
    """The ports of a DPDK bond are on two cards.

    Why: A bond on one card survives a cable or switch, but not the card; two ports of
    25 Gbit/s also take most of what one PCIe 3.0 x8 slot carries.
    Fix: Take one port of each of two cards on the same NUMA node. Which ports share a card
    only an inventory tells, not a file of host facts.
    Source: PCI Express 3.0 x8, 63 Gbit/s raw per direction.
    """
    for bond, nics, _ in _dpdk_bonds(view):
        cards = {nic.card for nic in nics}
        if len(cards) == 1 and None not in cards:
            yield Found(
                bond.place("members"), f"all ports of {titled(view, bond)} are on one card",
                "take ports of two cards on the same NUMA node, if there are",
            )  # fmt: skip


@rule("bond-of-different-speeds", Severity.WARNING, needs_hosts=True)
def bond_of_different_speeds(view: DeploymentView) -> Iterator[Found]:
    """The ports of a bond have one speed.

    Why: LACP aggregates ports of one speed only, and every other mode sends the faster
    port's share into the slower one.
    Fix: Take ports of the same kind.
    Source: IEEE 802.1AX, link aggregation.
    """
    for bond, nics, at in _bonds(view):
        speeds = [(nic.name, nic.facts.speed.value) for nic in nics if nic.facts]
        if len({speed for _, speed in speeds}) > 1:
            what = listed(f"{name} {speed}" for name, speed in speeds)
            yield Found(
                at, f"the ports of {titled(view, bond)} differ in speed: {what}",
                "take ports of one speed",
            )  # fmt: skip
