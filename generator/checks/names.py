"""Rules over the names of bonds and bridges."""

import re
from collections import Counter
from collections.abc import Iterator

from generator.checks.registry import INVENTORY_RULES
from generator.checks.subject import InventorySubject
from generator.checks.wiring import PlacedLink, all_links, role_links
from generator.findings import Fault, Place, Severity

_TAKEN = {
    "all": "the kernel's settings for all devices",
    "default": "the kernel's settings for new devices",
    "lo": "the loopback device",
    "br-int": "Neutron's integration bridge",
    "br-tun": "Neutron's tunnel bridge",
    "ovs-system": "Open vSwitch's kernel datapath",
    "ovs-netdev": "Open vSwitch's DPDK datapath",
}
_ALIAS = re.compile(r"nic\d+")
_PLACEHOLDER = re.compile(r"bridge_name.*|.*interface_name.*")
_GENERATED = re.compile(r"dpdk\d+|vlan\d+")


def _named(placed: PlacedLink) -> Iterator[tuple[str, str]]:
    """The names that a link gives, each with its key."""
    for key in ("bond", "bridge"):
        if name := getattr(placed.link, key):
            yield key, name


@INVENTORY_RULES.rule("name-twice", Severity.ERROR)
def name_twice(subject: InventorySubject) -> Iterator[Fault]:
    """The bonds of a role have different names, and none is also a bridge.

    Why: One device per name: the later object's file replaces the earlier's.
    Fix: Rename one of them.
    Source: os-net-config 11.5.0, ifcfg provider.
    """
    for role in subject.inventory.roles:
        links = role_links(subject.inventory, role)
        bridges = {placed.link.bridge for placed in links}
        bonds = Counter(placed.link.bond for placed in links)
        for placed in links:
            bond = placed.link.bond
            if bond and (bonds[bond] > 1 or bond in bridges):
                what = "another bond" if bonds[bond] > 1 else "a bridge"
                yield Fault(
                    placed.place("bond"),
                    f"{bond} is also the name of {what} of {role}",
                    "rename one of the two",
                )


@INVENTORY_RULES.rule("name-of-a-port", Severity.ERROR)
def name_of_a_port(subject: InventorySubject) -> Iterator[Fault]:
    """No bond or bridge has the name of a port of its server.

    Why: The kernel has the name already; the device is not made, or the port's
    configuration is overwritten.
    Fix: Rename the bond or bridge.
    Source: os-net-config 11.5.0, ifcfg provider.
    """
    inventory = subject.inventory
    for placed in all_links(inventory):
        server = inventory.servers.get(inventory.roles[placed.role].server)
        ports = {port for nic in server.nics for port in nic.ports} if server else set()
        for key, name in _named(placed):
            if name in ports:
                yield Fault(
                    placed.place(key),
                    f"the {key} {name} has the name of a port",
                    "rename it, for example bond0" if key == "bond" else "rename it",
                )


@INVENTORY_RULES.rule("name-reserved", Severity.ERROR)
def name_reserved(subject: InventorySubject) -> Iterator[Fault]:
    """Bonds and bridges keep away from names that mean something else.

    Why: br-int and its like are made by others; nicN is an alias that os-net-config
    translates; bridge_name and interface_name are replaced in the nic config.
    Fix: Rename it.
    Source: os-net-config 11.5.0; tripleo-heat-templates run-os-net-config.sh.
    """
    for placed in all_links(subject.inventory):
        for key, name in _named(placed):
            if name in _TAKEN:
                means = _TAKEN[name]
            elif _ALIAS.fullmatch(name):
                means = "an alias that os-net-config translates to a port"
            elif _PLACEHOLDER.fullmatch(name):
                means = "a word that TripleO replaces in nic configs"
            else:
                continue
            yield Fault(placed.place(key), f"{name} is {means}", f"rename the {key}")


@INVENTORY_RULES.rule("name-generated", Severity.ERROR)
def name_generated(subject: InventorySubject) -> Iterator[Fault]:
    """Bonds and bridges are not called like the devices that are made for them.

    Why: DPDK ports are named dpdk0, dpdk1 and so on, VLAN devices vlan140 by their id:
    a bond of such a name collides with one of them.
    Fix: Rename it.
    Source: os-net-config 11.5.0: a VLAN's device is named by its id.
    """
    for placed in all_links(subject.inventory):
        for key, name in _named(placed):
            if _GENERATED.fullmatch(name):
                kind = "DPDK ports" if name.startswith("dpdk") else "VLAN devices"
                bond = "dpdkbond0" if placed.link.kind == "ovs-dpdk" else "bond0"
                yield Fault(
                    placed.place(key),
                    f"{name} is a name that {kind} get",
                    f"rename the {key}, for example {bond if key == 'bond' else 'br-tenant'}",
                )


@INVENTORY_RULES.rule("slot-twice", Severity.WARNING)
def slot_twice(subject: InventorySubject) -> Iterator[Fault]:
    """A slot of a server holds one card.

    Why: One of the two entries has the wrong slot, and with it perhaps the wrong NUMA
    node.
    Fix: Write the slot that the card sits in.
    Source: our reading of the inventory.
    """
    for profile, server in subject.inventory.servers.items():
        owner: dict[str, str] = {}
        for index, nic in enumerate(server.nics):
            slot = str(nic.slot).lower()
            if slot in owner:
                yield Fault(
                    Place(("servers", profile, "nics", index, "slot")),
                    f"slot {nic.slot} of {profile} holds {owner[slot]} already",
                    "write the slot that the card sits in",
                )
            owner.setdefault(slot, nic.model)
