"""Rules over the names of devices: ports, bonds and bridges."""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from generator.catalog.files import read
from generator.checks.registry import INVENTORY_RULES
from generator.checks.subject import InventorySubject
from generator.checks.wiring import all_links
from generator.findings import Fault, Place, Severity


class _Named(NamedTuple):
    """A name that somebody gives to a port, bond or bridge."""

    key: str  # port, bond or bridge
    name: str
    place: Place
    example: str  # a name that would do


def _table(subject: InventorySubject, section: str) -> Mapping[str, str]:
    names: Mapping[str, str] = read(f"targets/{subject.inventory.site.target}-names")[section]
    return names


def _meaning(table: Mapping[str, str], name: str) -> str | None:
    """What a name means already: that of the first pattern that fits it."""
    # As one pattern: each that is compiled takes its time.
    whole = "|".join(f"(?P<f{index}>{form})" for index, form in enumerate(table))
    found = re.fullmatch(whole, name)
    return list(table.values())[int(str(found.lastgroup)[1:])] if found else None


def _names(subject: InventorySubject) -> Iterator[_Named]:
    """Every name of a port, bond or bridge, where it is given."""
    inventory = subject.inventory
    for profile, server in inventory.servers.items():
        for card, nic in enumerate(server.nics):
            for index, port in enumerate(nic.ports):
                path = ("servers", profile, "nics", card, "ports", index)
                yield _Named("port", port, Place(path), "")
    for placed in all_links(inventory):
        if placed.link.bond:
            example = "dpdkbond0" if placed.link.kind == "ovs-dpdk" else "bond0"
            yield _Named("bond", placed.link.bond, placed.place("bond"), example)
        if placed.link.bridge:
            yield _Named("bridge", placed.link.bridge, placed.place("bridge"), "br-tenant")


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
        for key in ("bond", "bridge"):
            if (name := getattr(placed.link, key)) in ports:
                yield Fault(
                    placed.place(key),
                    f"the {key} {name} has the name of a port",
                    "rename it, for example bond0" if key == "bond" else "rename it",
                )


@INVENTORY_RULES.rule("name-reserved", Severity.ERROR)
def name_reserved(subject: InventorySubject) -> Iterator[Fault]:
    """Ports, bonds and bridges keep away from names that mean something else.

    Why: br-int, tap0 and their like are made by others; nicN is an alias that os-net-config
    translates; bridge_name and interface_name are replaced in the nic config; a port is
    called as the kernel calls the card's, never bond0 or br-ex.
    Fix: Rename it; of a port write the name that `ip link` shows.
    Source: os-net-config 11.5.0; tripleo-heat-templates run-os-net-config.sh; Neutron
    (Train), names of devices.
    """
    taken = _table(subject, "devices")
    of_ports = {**taken, **_table(subject, "ports")}
    for named in _names(subject):
        means = _meaning(of_ports, named.name)
        if means and (named.key == "port" or means in taken.values()):
            hint = "write the port's name as the kernel shows it, such as ens4f0"
            yield Fault(
                named.place,
                f"{named.name} is {means}",
                hint if named.key == "port" else f"rename the {named.key}",
            )


@INVENTORY_RULES.rule("name-generated", Severity.ERROR)
def name_generated(subject: InventorySubject) -> Iterator[Fault]:
    """Ports, bonds and bridges are not called like the devices that are made for them.

    Why: DPDK ports are named dpdk0, dpdk1 and so on, VLAN devices vlan140 by their id:
    a bond of such a name collides with one of them.
    Fix: Rename it; of a port write the name that `ip link` shows.
    Source: os-net-config 11.5.0: a VLAN's device is named by its id.
    """
    made = _table(subject, "generated")
    for named in _names(subject):
        if kind := _meaning(made, named.name):
            hint = f"rename the {named.key}, for example {named.example}"
            yield Fault(
                named.place,
                f"{named.name} is a name that {kind} get",
                hint if named.example else "write the port's name as the kernel shows it",
            )
