"""Rules over the VLAN ids of the deployment's own networks."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from generator.checks.repeats import repeats
from generator.checks.wording import listed
from generator.deployment.types import DeploymentView
from generator.deployment.values import At, Value
from generator.findings import Severity
from generator.lint.nics import number, spot
from generator.lint.ruleset import Found, rule

_SUFFIX = "NetworkVlanID"


class Infrastructure(NamedTuple):
    """A VLAN id of a network of the deployment itself."""

    vlan: int
    network: str
    at: At


def infrastructure(view: DeploymentView) -> tuple[Infrastructure, ...]:
    """The VLAN ids of the networks, of their parameters over network_data, and of subnets."""
    found: dict[str, Value] = {}
    for network in (*view.networks.values(), *filter(None, (view.provisioning,))):
        if network.enabled and (value := network.get("vlan")):
            found[network.name] = value
    for parameter, value in view.parameters.items():
        name = parameter.removesuffix(_SUFFIX)
        known = view.networks.get(name)
        if name not in {parameter, ""} and (known is None or known.enabled):
            found[name] = value
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


@rule("vlan-twice-on-role", Severity.ERROR)
def vlan_twice_on_role(view: DeploymentView) -> Iterator[Found]:
    """The VLANs of a role have different ids, whatever they ride on.

    Why: os-net-config names a VLAN device by its id alone: the second one's file replaces
    the first's, on whatever link it rides.
    Fix: Give one of the networks another VLAN id, or remove one of the objects.
    Source: os-net-config 11.5.0, ifcfg provider; measured.
    """
    for vlan, (before, *others) in _devices(view):
        for value in others:
            at = value.at if value.at != before.at else spot(value)
            yield Found(
                at, f"VLAN {vlan} is there twice{_names(before, value)}: one device"
                f" vlan{vlan} for the two", "give one of them another VLAN id",
                (before.at if before.at != at else spot(before),),
            )  # fmt: skip


def _devices(view: DeploymentView) -> Iterator[tuple[int, list[Value]]]:
    """The VLAN ids of each role's devices, with every value that says it."""
    for config in view.nic_configs:
        found: defaultdict[int, list[Value]] = defaultdict(list)
        for each in config.walk():
            value = each.get("vlan_id")
            if value and each.type == "vlan" and (vlan := number(value)):
                found[vlan].append(value)
        yield from found.items()


def _names(*values: Value) -> str:
    """The networks that the ids were taken from."""
    names = [value.parameters[-1].removesuffix(_SUFFIX) for value in values if value.parameters]
    return f", for {listed(names)}" if len(set(names)) > 1 else ""


@rule("vlan-twice", Severity.WARNING)
def vlan_twice(view: DeploymentView) -> Iterator[Found]:
    """A VLAN id belongs to one network of a segment.

    Why: Where the two meet on a switch they are one broadcast domain. The leaves of one
    network are segments of their own, and so are networks whose roles share nothing.
    Fix: Give one of the networks another VLAN id.
    Source: IEEE 802.1Q; common practice.
    """
    segments = _segments(view) if view.roles_read else {}
    # Of those that meet on one role vlan-twice-on-role tells.
    worse = [{value.at for value in values} for _, values in _devices(view) if len(values) > 1]
    ordered = sorted(infrastructure(view), key=lambda each: (each.at.location, each.network))
    used = (
        ((each.vlan, segment), each)
        for each in ordered
        for segment in segments.get(each.network, ())
    )
    for first, each in repeats(used):
        if first.network != each.network and not _within(worse, {first.at, each.at}):
            yield Found(
                each.at, f"{each.network} has the VLAN id {each.vlan} of {first.network}",
                "give each network an id of its own, unless no switch carries both", (first.at,),
            )  # fmt: skip


def _within(groups: Iterable[set[At]], pair: set[At]) -> bool:
    return any(pair <= each for each in groups)


def _segments(view: DeploymentView) -> Mapping[str, frozenset[str]]:
    """For each network the segments that its roles are on. Roles that share a network
    without leaves are on one segment, named by the first of them."""
    whole = {name for name, network in view.networks.items() if not network.subnets}
    common = (view.provisioning.name,) if view.provisioning else ()
    whole.update(common)
    leader = {name: name for name in view.roles}

    def top(role: str) -> str:
        while leader[role] != role:
            leader[role] = leader[leader[role]]
            role = leader[role]
        return role

    first: dict[str, str] = {}
    for role in view.roles.values():
        for network in (*(role.networks or ()), *common):
            if network in whole:
                leader[top(role.name)] = top(first.setdefault(network, role.name))
    found: defaultdict[str, set[str]] = defaultdict(set)
    for role in view.roles.values():
        for network in (*(role.networks or ()), *common):
            found[network].add(top(role.name))
    return {network: frozenset(segments) for network, segments in found.items()}
