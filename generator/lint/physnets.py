"""Rules over physical networks: syntax of their lists, and those without a bridge."""

from collections.abc import Iterator
from difflib import get_close_matches
from itertools import islice

from generator.checks.wording import did_you_mean
from generator.deployment.types import DeploymentView
from generator.findings import Severity
from generator.lint.nics import bridge_name, bridges, few
from generator.lint.physical_networks import (
    FLAT,
    MAPPINGS,
    RANGES,
    Item,
    Physnets,
    for_guests,
    items,
)
from generator.lint.ruleset import Found, rule


@rule("bridge-mapping-syntax", Severity.ERROR)
def bridge_mapping_syntax(view: DeploymentView) -> Iterator[Found]:
    """A bridge mapping is PHYSNET:BRIDGE, each physical network once.

    Why: Neutron's agents refuse the list and do not start.
    Fix: Write PHYSNET:BRIDGE pairs divided by commas.
    Source: Neutron (Train), parse_mappings of bridge_mappings.
    """
    for value in Physnets(view).values:
        seen: set[str] = set()
        for item in items(value):
            if len(item.fields) != 2 or not all(part.strip() for part in item.fields):
                yield Found(item.at, f"'{item.text}' is no PHYSNET:BRIDGE", "write PHYSNET:BRIDGE")
            elif item.fields[0] in seen:
                message = f"the physical network {item.fields[0]} is mapped twice"
                yield Found(item.at, message, "keep one of the two")
            seen.add(item.fields[0])


@rule("vlan-range-syntax", Severity.ERROR)
def vlan_range_syntax(view: DeploymentView) -> Iterator[Found]:
    """A VLAN range is PHYSNET:FIRST:LAST with ids from 1 to 4094, the lower first.

    Why: The Neutron server refuses the list and does not start.
    Fix: Write PHYSNET:FIRST:LAST, or the name alone for a network without a range.
    Source: Neutron (Train), parse_network_vlan_ranges.
    """
    for item in items(view.parameters.get(RANGES)):
        if problem := _range_problem(item):
            yield Found(item.at, f"'{item.text}': {problem}", "write PHYSNET:FIRST:LAST")


def _range_problem(item: Item) -> str | None:
    if len(item.fields) == 1:
        return None
    name, *ends = item.fields
    if len(ends) != 2 or not name or not all(end.isdecimal() for end in ends):
        return "no PHYSNET:FIRST:LAST"
    low, high = map(int, ends)
    if not (1 <= low <= 4094 and 1 <= high <= 4094):
        return "VLAN ids are 1 to 4094"
    return "the first id is above the last" if low > high else None


@rule("vlan-range-without-bridge", Severity.ERROR)
def vlan_range_without_bridge(view: DeploymentView) -> Iterator[Found]:
    """A physical network with VLAN ranges has a bridge, or is one of SR-IOV.

    Why: Neutron hands out its VLANs, and no agent can bind a port on them.
    Fix: Map it to a bridge, name it for SR-IOV, or drop its range.
    Source: Neutron ML2, network_vlan_ranges and bridge_mappings.
    """
    yield from _unmapped(view, RANGES, "has a VLAN range, but no bridge mapping")


@rule("flat-network-without-bridge", Severity.ERROR)
def flat_network_without_bridge(view: DeploymentView) -> Iterator[Found]:
    """A flat network has a bridge, or is one of SR-IOV.

    Why: A network can be made on it, and no agent can bind a port.
    Fix: Map it to a bridge, or take it out of the list.
    Source: Neutron ML2, flat_networks and bridge_mappings.
    """
    yield from _unmapped(view, FLAT, "is a flat network, but has no bridge mapping")


def _unmapped(view: DeploymentView, parameter: str, problem: str) -> Iterator[Found]:
    physnets = Physnets(view)
    if not physnets.known or not view.complete:
        return
    seen: set[str] = set()
    spare = sorted(_spare(view, physnets))
    mappings = tuple(value.at for value in islice(physnets.values, 3))
    for item in items(view.parameters.get(parameter)):
        name = item.fields[0]
        if name == "*" or any(name in each for each in (physnets.mapped, physnets.devices, seen)):
            continue
        seen.add(name)
        otherwise = f"map it, {MAPPINGS}: {name}:BRIDGE, or take {item.text} out"
        if spare:
            otherwise = f"map it, as {name}:{spare[0]}, or take {item.text} out"
        near = get_close_matches(name, few(physnets.mapped), 1, 0.85)
        slip = bool(near) and not _numbered(name, near[0])
        hint = did_you_mean(name, few(physnets.mapped), otherwise) if slip else otherwise
        yield Found(item.at, f"{name} {problem}", hint, mappings)


def _numbered(one: str, other: str) -> bool:
    """Whether two names differ in their numbers only: those are seldom slips."""
    return one.rstrip("0123456789") == other.rstrip("0123456789")


def _spare(view: DeploymentView, physnets: Physnets) -> set[str]:
    """The bridges for guests that are built, and that no physical network is mapped to."""
    return {
        bridge_name(view, each)
        for config in view.nic_configs
        for each in bridges(config)
        if for_guests(view, each)
    } - physnets.bridges_mapped
