"""Rules over which roles are on which networks."""

from collections.abc import Iterator

from generator.checks.registry import INVENTORY_RULES
from generator.checks.repeats import repeats
from generator.checks.subject import InventorySubject
from generator.checks.wiring import CTLPLANE, all_links, role_links, roles_by_network
from generator.checks.wording import did_you_mean
from generator.findings import Fault, Place, Severity


@INVENTORY_RULES.rule("link-network-unknown", Severity.ERROR)
def link_network_unknown(subject: InventorySubject) -> Iterator[Fault]:
    """Every network of a link is declared under `networks`.

    Why: A name that is declared nowhere has no address, VLAN or MTU.
    Fix: Correct the name, or declare the network.
    Source: tripleo-heat-templates (Train): a role's unknown network is skipped in silence.
    """
    known = subject.inventory.networks
    for placed in all_links(subject.inventory):
        for index, name in enumerate(placed.link.networks):
            if name not in known:
                yield Fault(
                    placed.place("networks", index),
                    f"{placed.name} carries {name!r}, which is not declared under networks",
                    did_you_mean(name, known, f"declare {name} under networks"),
                )


@INVENTORY_RULES.rule("network-unused", Severity.INFO)
def network_unused(subject: InventorySubject) -> Iterator[Fault]:
    """Every declared network is on a link of some role.

    Why: The undercloud gets a network that no node is on.
    Fix: Remove it, or list it under `networks` of a link.
    Source: tripleo-heat-templates (Train), network_data.yaml.
    """
    used = roles_by_network(subject.inventory)
    for name in subject.inventory.networks:
        if name != CTLPLANE and name not in used and not subject.has_vip(name):
            yield Fault(
                Place(("networks", name), on_key=True),
                f"no role is on {name}",
                "list it under networks of a link, or remove it",
            )


@INVENTORY_RULES.rule("role-network-missing", Severity.ERROR)
def role_network_missing(subject: InventorySubject) -> Iterator[Fault]:
    """A role is on every declared network that its services use.

    Why: The services look for their address on that network; without one they fall back
    to the provisioning network or are not configured at all.
    Fix: Add the network to a link of the role.
    Source: tripleo-heat-templates (Train), roles/*.yaml: networks.
    """
    inventory = subject.inventory
    for name in inventory.roles:
        on = {network for placed in role_links(inventory, name) for network in placed.link.networks}
        if on - set(inventory.networks):
            continue  # one of them may be the missing one, misspelt
        for network in subject.role_networks(name):
            if network in inventory.networks and network not in on:
                yield Fault(
                    Place(("roles", name), on_key=True),
                    f"{name} is not on {network}, which its services use",
                    f"add {network} to networks of a link of {name}",
                )


@INVENTORY_RULES.rule("role-without-ctlplane", Severity.ERROR)
def role_without_ctlplane(subject: InventorySubject) -> Iterator[Fault]:
    """Every role has a link with the provisioning network.

    Why: The undercloud configures the nodes over it; once the new interfaces are up
    a node without it cannot be reached any more.
    Fix: Add ctlplane to the link whose first port the nodes boot from.
    Source: tripleo-heat-templates (Train), nic-config templates.
    """
    for name, role in subject.inventory.roles.items():
        if not any(CTLPLANE in link.networks for link in role.links):
            yield Fault(
                Place(("roles", name, "links"), on_key=True),
                f"no link of {name} carries ctlplane",
                "add ctlplane to networks of the link that the nodes boot from",
            )


@INVENTORY_RULES.rule("network-twice", Severity.ERROR)
def network_twice(subject: InventorySubject) -> Iterator[Fault]:
    """A network is on one link of a role only.

    Why: A node has one address per network; written on two devices, the second file
    replaces the first or the address conflicts with itself.
    Fix: Keep the network on the link that is cabled for it.
    Source: os-net-config 11.5.0: the same address twice is written twice.
    """
    for role in subject.inventory.roles:
        networks = (
            (name, (placed, index))
            for placed in role_links(subject.inventory, role)
            for index, name in enumerate(placed.link.networks)
        )
        for (first, before), (placed, index) in repeats(networks):
            name = placed.link.networks[index]
            yield Fault(
                placed.place("networks", index),
                f"{name} is on {first.name} already",
                f"keep {name} on one link of {role}",
                related=(first.place("networks", before),),
            )
