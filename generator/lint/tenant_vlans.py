"""Rules over the VLAN ranges of tenants."""

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from generator.deployment.types import ConfigObject, DeploymentView
from generator.findings import Severity
from generator.lint.nics import bridge_name, bridges, number, shortened, text
from generator.lint.physical_networks import Physnets, Range
from generator.lint.ruleset import Found, rule
from generator.lint.vlan_ids import infrastructure

_HIGHEST = 4094


@rule("tenant-vlan-on-link", Severity.ERROR)
def tenant_vlan_on_link(view: DeploymentView) -> Iterator[Found]:
    """The VLAN ranges of a physical network leave out the networks on its own bridge.

    Why: Neutron hands the id to a tenant, and the tenant's guests join the
    infrastructure network on that very bridge.
    Fix: Cut the ids out of the range, or move the network to another link.
    Source: Neutron ML2 network_vlan_ranges.
    """
    yield from _taken(view, beside=True, where="which ride on the same bridge")


@rule("tenant-vlan-in-use", Severity.WARNING)
def tenant_vlan_in_use(view: DeploymentView) -> Iterator[Found]:
    """The VLAN ranges of a physical network leave out the site's infrastructure VLANs.

    Why: Where the switches carry both, a tenant network with such an id joins the
    infrastructure network.
    Fix: Cut the ids out of the range.
    Source: Neutron ML2 network_vlan_ranges.
    """
    yield from _taken(view, beside=False, where="which may meet them on a switch")


def _taken(view: DeploymentView, *, beside: bool, where: str) -> Iterator[Found]:
    physnets = Physnets(view)
    shared = _of_bare_metal(view)
    networks = sorted(
        (one for one in infrastructure(view) if one.network not in shared),
        key=lambda one: (one.vlan, one.network),
    )
    ids = [one.vlan for one in networks]
    used = set(ids)
    on_bridges = _on_bridges(view)
    for each in physnets.ranges:
        bridge = physnets.mapped.get(each.physnet, "")
        here = on_bridges.get(bridge, frozenset())
        near = networks[bisect_left(ids, each.low) : bisect_right(ids, each.high)]
        inside = [one for one in near if (one.vlan in here) == beside]
        if inside:
            names = shortened([f"{one.vlan} ({one.network})" for one in inside])
            vlans = shortened(list(dict.fromkeys(one.vlan for one in inside)))
            yield Found(
                each.item.at, f"the VLAN range {_shown(view, each)} holds {names}, {where}",
                f"leave {vlans} out: {_without(view, each, used, physnets.ranges)}",
                tuple(one.at for one in inside[:8]),
            )  # fmt: skip


def _of_bare_metal(view: DeploymentView) -> set[str]:
    """The networks on which Ironic of the overcloud serves its machines: tenants' bare metal
    joins them on purpose, by a provider network with the same VLAN id."""
    chosen = view.parameters.get("ServiceNetMap")
    lowers = {text(chosen.get(key)) for key in _IRONIC} if chosen else set()
    return {network.name for network in view.networks.values() if network.name_lower in lowers}


_IRONIC = ("IronicNetwork", "IronicApiNetwork", "IronicInspectorNetwork")


def _shown(view: DeploymentView, each: Range) -> str:
    """A range with its physical network."""
    whose = f" of {each.physnet}" if view.planned else ""
    return f"{_written(view, each.physnet, each.low, each.high)}{whose}"


def _written(view: DeploymentView, physnet: str, low: int, high: int) -> str:
    """A range as its user writes it."""
    if view.planned:
        return f"{low}-{high}" if low < high else f"{low}"
    return f"{physnet}:{low}:{high}"


def _without(view: DeploymentView, each: Range, used: set[int], ranges: Iterable[Range]) -> str:
    """The range in pieces without the ids in use, and one beside it that is free of them."""
    cuts = sorted(vlan for vlan in used if each.low <= vlan <= each.high)
    starts, ends = [each.low, *(cut + 1 for cut in cuts)], [*(cut - 1 for cut in cuts), each.high]
    pieces = [(a, b) for a, b in zip(starts, ends, strict=True) if a <= b]
    parts = ",".join(_written(view, each.physnet, a, b) for a, b in pieces)
    first = each.high + 1
    last = min(first + 99, _HIGHEST)
    others = any(other.low <= last and other.high >= first for other in ranges)
    if first <= last and not others and not any(first <= vlan <= last for vlan in used):
        free = _written(view, each.physnet, first, last)
        return f"write {parts}, or a free range, for example {free}" if parts else f"write {free}"
    return f"write {parts}" if parts else "write a range that is free of them"


def _on_bridges(view: DeploymentView) -> Mapping[str, frozenset[int]]:
    """The VLAN ids of infrastructure networks on each bridge."""
    found: defaultdict[str, set[int]] = defaultdict(set)
    for config in view.nic_configs:
        for each in bridges(config):
            found[bridge_name(view, each)] |= set(_ids(each))
    return {name: frozenset(ids) for name, ids in found.items()}


def _ids(bridge: ConfigObject) -> Iterator[int]:
    for member in bridge.members:
        vlan = number(member.get("vlan_id")) if member.type == "vlan" else None
        if vlan:
            yield vlan
    extra = bridge.get("ovs_extra")
    for part in (extra, *extra.items) if extra else ():
        if isinstance(part.content, str):
            yield from (int(tag) for tag in re.findall(r"\btag=(\d+)", part.content))


@rule("vlan-range-overlap", Severity.WARNING)
def vlan_range_overlap(view: DeploymentView) -> Iterator[Found]:
    """The VLAN ranges of one physical network do not overlap.

    Why: Neutron takes them as one set; an overlap mostly means that a number is wrong.
    Fix: Correct the ends of the ranges.
    Source: Neutron ML2 network_vlan_ranges.
    """
    by_name: defaultdict[str, list[Range]] = defaultdict(list)
    for each in Physnets(view).ranges:
        by_name[each.physnet].append(each)
    for found in by_name.values():
        found.sort(key=lambda each: (each.low, each.high))
        widest = found[0]
        for each in found[1:]:
            if each.low <= widest.high:
                same = (each.low, each.high) == (widest.low, widest.high)
                other = _written(view, widest.physnet, widest.low, widest.high)
                problem = "is there twice" if same else f"overlaps {other}"
                yield Found(
                    each.item.at, f"the VLAN range {_shown(view, each)} {problem}",
                    "remove one of the two" if same else "correct the ends of the two",
                    (widest.item.at,) if widest.item.at != each.item.at else (),
                )  # fmt: skip
            if each.high > widest.high:
                widest = each
