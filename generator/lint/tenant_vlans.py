"""Rules over VLAN ids: of the infrastructure networks, and of what tenants may use."""

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple

from generator.deployment.types import ConfigObject, DeploymentView
from generator.deployment.values import At, Value
from generator.findings import Severity
from generator.lint.nics import bridge_name, bridges, number, shortened, text
from generator.lint.physical_networks import Physnets, Range
from generator.lint.ruleset import Found, rule

_PARAMETER = re.compile(r"(\w+)NetworkVlanID")
_TAG = re.compile(r"\btag=(\d+)")
_HIGHEST = 4094


class Infrastructure(NamedTuple):
    """A VLAN id of a network of the deployment itself."""

    vlan: int
    network: str
    at: At


def infrastructure(view: DeploymentView) -> tuple[Infrastructure, ...]:
    """The VLAN ids of the networks, of their parameters over network_data, and of subnets."""
    found: dict[str, Value] = {}
    for name, network in view.networks.items():
        if network.enabled and (value := network.get("vlan")):
            found[name] = value
    for name, value in view.parameters.items():
        match = _PARAMETER.fullmatch(name)
        known = view.networks.get(match[1]) if match else None
        if match and (known is None or known.enabled):
            found[match[1]] = value
    whole = list(found.items())
    for network in view.networks.values():
        if network.enabled:
            whole += [
                (network.name, subnet.fields["vlan"])
                for subnet in network.subnets.values()
                if "vlan" in subnet.fields
            ]
    rows = {(_id(value), name): value for name, value in reversed(whole) if _id(value)}
    return tuple(Infrastructure(vlan, name, value.at) for (vlan, name), value in rows.items())


def _id(value: Value) -> int:
    content = value.content
    if isinstance(content, str) and content.strip().isdecimal():
        return int(content)
    return number(value) or 0


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
            yield Found(
                each.item.at, f"the VLAN range {each.item.text} holds {names}, {where}",
                f"leave {shortened(list(dict.fromkeys(one.vlan for one in inside)))} out:"
                f" {_without(each, used)}", tuple(one.at for one in inside[:8]),
            )  # fmt: skip


def _of_bare_metal(view: DeploymentView) -> set[str]:
    """The networks on which Ironic of the overcloud serves its machines: tenants' bare metal
    joins them on purpose, by a provider network with the same VLAN id."""
    chosen = view.parameters.get("ServiceNetMap")
    lowers = {text(chosen.get(key)) for key in _IRONIC} if chosen else set()
    return {network.name for network in view.networks.values() if network.name_lower in lowers}


_IRONIC = ("IronicNetwork", "IronicApiNetwork", "IronicInspectorNetwork")


def _without(each: Range, used: set[int]) -> str:
    """The range in pieces without the ids in use, and one beside it that is free of them."""
    cuts = sorted(vlan for vlan in used if each.low <= vlan <= each.high)
    starts, ends = [each.low, *(cut + 1 for cut in cuts)], [*(cut - 1 for cut in cuts), each.high]
    pieces = [(a, b) for a, b in zip(starts, ends, strict=True) if a <= b]
    parts = ",".join(f"{each.physnet}:{a}:{b}" for a, b in pieces)
    first = each.high + 1
    last = min(first + 99, _HIGHEST)
    if first <= last and not any(first <= vlan <= last for vlan in used):
        free = f"{each.physnet}:{first}:{last}"
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
            yield from (int(tag) for tag in _TAG.findall(part.content))


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
        for before, after in pairwise(found):
            if after.low <= before.high:
                yield Found(
                    after.item.at, f"{after.item.text} overlaps {before.item.text}",
                    "correct the ends of the two",
                )  # fmt: skip


@rule("vlan-twice", Severity.WARNING)
def vlan_twice(view: DeploymentView) -> Iterator[Found]:
    """A VLAN id belongs to one network of a segment.

    Why: Where the two meet on a switch they are one broadcast domain. The leaves of one
    network are segments of their own, and so are networks whose roles share nothing.
    Fix: Give one of the networks another VLAN id.
    Source: IEEE 802.1Q; common practice.
    """
    segments = _segments(view) if view.roles_read else {}
    seen: dict[tuple[int, str], Infrastructure] = {}
    for each in sorted(infrastructure(view), key=lambda each: (each.at.location, each.network)):
        for segment in segments.get(each.network, ()):
            first = seen.setdefault((each.vlan, segment), each)
            if first.network != each.network:
                yield Found(
                    each.at, f"{each.network} has the VLAN id {each.vlan} of {first.network}",
                    "give each network an id of its own, unless no switch carries both",
                    (first.at,),
                )  # fmt: skip


def _segments(view: DeploymentView) -> Mapping[str, frozenset[str]]:
    """For each network the segments that its roles are on. Roles that share a network
    without leaves are on one segment, named by the first of them."""
    whole = {name for name, network in view.networks.items() if not network.subnets}
    leader = {name: name for name in view.roles}

    def top(role: str) -> str:
        while leader[role] != role:
            leader[role] = leader[leader[role]]
            role = leader[role]
        return role

    first: dict[str, str] = {}
    for role in view.roles.values():
        for network in role.networks or ():
            if network in whole:
                leader[top(role.name)] = top(first.setdefault(network, role.name))
    found: defaultdict[str, set[str]] = defaultdict(set)
    for role in view.roles.values():
        for network in role.networks or ():
            found[network].add(top(role.name))
    return {network: frozenset(segments) for network, segments in found.items()}
