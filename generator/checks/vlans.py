"""Rules over VLAN ids: of infrastructure networks, and of what tenants may use."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations

from generator.checks.registry import INVENTORY_RULES
from generator.checks.subject import InventorySubject
from generator.checks.wiring import CTLPLANE, all_links, links_by_bridge, roles_by_network
from generator.checks.wording import cut, listed
from generator.findings import Fault, Place, Severity


@INVENTORY_RULES.rule("untagged-networks-share-link", Severity.ERROR)
def untagged_networks_share_link(subject: InventorySubject) -> Iterator[Fault]:
    """A link carries at most one network without a VLAN id.

    Why: Two untagged networks are one broadcast domain, and their addresses would sit
    on one device with two subnets.
    Fix: Give the network its VLAN id, or a link of its own.
    Source: os-net-config (Train): an address without vlan object goes on the link itself.
    """
    networks = subject.inventory.networks
    for placed in all_links(subject.inventory):
        carried = [name for name in placed.link.networks if name in networks]
        untagged = [name for name in carried if networks[name].vlan is None]
        for extra in [name for name in untagged if name != CTLPLANE][CTLPLANE not in untagged :]:
            others = [name for name in untagged if name != extra]
            yield Fault(
                Place((*placed.path, "networks", placed.link.networks.index(extra))),
                f"{extra} has no VLAN id, and neither has {listed(others)} on {placed.name}",
                f"write vlan: ... under networks.{extra}, or give it a link of its own",
            )


def _same_vlan(subject: InventorySubject) -> Iterator[tuple[str, str, list[str]]]:
    """Pairs of networks with one VLAN id, and the roles that are on both."""
    by_vlan: defaultdict[int, list[str]] = defaultdict(list)
    for name, network in subject.inventory.networks.items():
        if network.vlan is not None:
            by_vlan[network.vlan].append(name)
    used = roles_by_network(subject.inventory)
    for names in by_vlan.values():
        for one, other in combinations(names, 2):
            yield one, other, [role for role in used.get(one, ()) if role in used.get(other, ())]


@INVENTORY_RULES.rule("vlan-twice-on-role", Severity.ERROR)
def vlan_twice_on_role(subject: InventorySubject) -> Iterator[Fault]:
    """Two networks of one role have different VLAN ids.

    Why: os-net-config names a VLAN device by its id alone, whatever link it rides on:
    the second network's file replaces the first's.
    Fix: Give one of the networks another VLAN id.
    Source: os-net-config 11.5.0, ifcfg provider.
    """
    for one, other, roles in _same_vlan(subject):
        if roles:
            vlan = subject.inventory.networks[other].vlan
            yield Fault(
                Place(("networks", other, "vlan")),
                f"{other} and {one} both have VLAN {vlan}, and {listed(roles)} would have one "
                f"device vlan{vlan} for the two",
                f"give {other} the VLAN id that the switches carry it on",
                related=(Place(("networks", one, "vlan")),),
            )


@INVENTORY_RULES.rule("vlan-twice", Severity.WARNING)
def vlan_twice(subject: InventorySubject) -> Iterator[Fault]:
    """A VLAN id belongs to one network of the site.

    Why: Where the two meet on a switch they are one broadcast domain.
    Fix: Give one of the networks another VLAN id.
    Source: IEEE 802.1Q; common practice.
    """
    for one, other, roles in _same_vlan(subject):
        if not roles:
            yield Fault(
                Place(("networks", other, "vlan")),
                f"{other} has the VLAN id {subject.inventory.networks[other].vlan} of {one}",
                "give each network an id of its own, unless no switch carries both",
                related=(Place(("networks", one, "vlan")),),
            )


@INVENTORY_RULES.rule("tenant-vlan-on-link", Severity.ERROR)
def tenant_vlan_on_link(subject: InventorySubject) -> Iterator[Fault]:
    """The VLAN ranges of a physical network leave out the networks on its own link.

    Why: Neutron hands the id to a tenant, and the tenant's guests join the
    infrastructure network on that very bridge.
    Fix: Cut the id out of `vlans`, or move the network to another link.
    Source: Neutron ML2 network_vlan_ranges.
    """
    built = links_by_bridge(subject.inventory)
    for physnet, names in _inside_ranges(subject):
        bridge = subject.inventory.physical_networks[physnet].bridge
        beside = {name for placed in built.get(bridge, ()) for name in placed.link.networks}
        yield from _range_faults(
            subject, physnet, [name for name in names if name in beside],
            f"which ride on {bridge} too",
        )  # fmt: skip


@INVENTORY_RULES.rule("tenant-vlan-in-use", Severity.WARNING)
def tenant_vlan_in_use(subject: InventorySubject) -> Iterator[Fault]:
    """The VLAN ranges of a physical network leave out the site's infrastructure VLANs.

    Why: Where the switches carry both, a tenant network with such an id joins the
    infrastructure network.
    Fix: Cut the ids out of `vlans`.
    Source: Neutron ML2 network_vlan_ranges.
    """
    built = links_by_bridge(subject.inventory)
    for physnet, names in _inside_ranges(subject):
        bridge = subject.inventory.physical_networks[physnet].bridge
        beside = {name for placed in built.get(bridge, ()) for name in placed.link.networks}
        yield from _range_faults(
            subject, physnet, [name for name in names if name not in beside],
            "which may meet them on a switch",
        )  # fmt: skip


def _inside_ranges(subject: InventorySubject) -> Iterator[tuple[str, list[str]]]:
    """Each physical network with the networks in use whose VLAN id is in its ranges."""
    used = roles_by_network(subject.inventory)
    for physnet, physical in subject.inventory.physical_networks.items():
        ranges = physical.vlans
        if ranges:
            yield (
                physnet,
                [
                    name
                    for name, network in subject.inventory.networks.items()
                    if name in used and network.vlan is not None and network.vlan in ranges
                ],
            )


def _range_faults(
    subject: InventorySubject, physnet: str, names: list[str], where: str
) -> Iterator[Fault]:
    if names:
        vlans = {name: subject.inventory.networks[name].vlan for name in names}
        ranges = subject.inventory.physical_networks[physnet].vlans
        taken = listed(f"{vlan} ({name})" for name, vlan in vlans.items())
        yield Fault(
            Place(("physical_networks", physnet, "vlans")),
            f"the VLAN ranges {cut(ranges)} of {physnet} hold {taken}, {where}",
            f"leave {listed(vlans.values())} out of the ranges",
        )


@INVENTORY_RULES.rule("vlan-ranges-overlap", Severity.ERROR)
def vlan_ranges_overlap(subject: InventorySubject) -> Iterator[Fault]:
    """The VLAN ranges of a physical network have no id in common.

    Why: One of the two ends is not what was meant: the ranges were not split as planned,
    or an id is missing elsewhere.
    Fix: Write each id once.
    Source: Neutron ML2 network_vlan_ranges.
    """
    for physnet, physical in subject.inventory.physical_networks.items():
        ranges = sorted(physical.vlans.ranges) if physical.vlans else []
        reached, widest = 0, ""
        for first, last in ranges:
            text = f"{first}-{last}" if last > first else f"{first}"
            if first <= reached:
                yield Fault(
                    Place(("physical_networks", physnet, "vlans")),
                    f"the VLAN ranges {widest} and {text} of {physnet} overlap"
                    if widest != text
                    else f"the VLAN range {text} of {physnet} is written twice",
                    "write each id once",
                )
            if last > reached:
                reached, widest = last, text
