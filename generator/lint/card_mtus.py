"""The rule over MTUs and the network cards below."""

from collections.abc import Iterator
from typing import NamedTuple

from generator.deployment.hosts import HostNic
from generator.deployment.types import ConfigObject, DeploymentView, NicConfig
from generator.deployment.values import At
from generator.findings import Severity
from generator.lint.mtus import mtu_of
from generator.lint.ruleset import Found, rule
from generator.lint.terms import titled
from generator.lint.tuned_roles import DPDK_TYPES, dpdk_links

_DPDK_LIMIT = 9702


@rule("mtu-above-card", Severity.ERROR, needs_hosts=True)
def mtu_above_card(view: DeploymentView) -> Iterator[Found]:
    """MTUs are at most what the network cards take.

    Why: The kernel refuses it; a DPDK port logs a warning, shows no error and runs with
    1500.
    Fix: Lower the MTU to the card's maximum.
    Source: DPDK 19.11 drivers; Open vSwitch 2.13, mtu_request.
    """
    for config in view.nic_configs:
        role = view.roles.get(config.role)
        host = role.host if role else None
        lowest: dict[At, tuple[_Limit, Found]] = {}  # one value may act on many ports
        for item, names in _sized(config):
            value, mtu = item.get("mtu"), mtu_of(item.get("mtu"))
            limit = _limit(item, [nic for name in names if host and (nic := host.nics.get(name))])
            if not value or value.derived or not mtu or not limit or mtu <= limit.mtu:
                continue
            if value.at in lowest and lowest[value.at][0].mtu <= limit.mtu:
                continue
            message = (
                f"MTU {mtu} of {titled(view, item)} is above the {limit.mtu} that {limit.of} takes"
            )
            related = (limit.at,) if limit.at else ()
            found = Found(value.at, message, f"write mtu: {limit.mtu} or less", related)
            lowest[value.at] = limit, found
        yield from (found for _, found in lowest.values())


class _Limit(NamedTuple):
    """The largest MTU of a link, whose it is, and where that is told."""

    mtu: int
    of: str
    at: At | None = None


def _limit(item: ConfigObject, nics: list[HostNic]) -> _Limit | None:
    """The least of the cards'; of DPDK ports on unknown cards what most drivers take."""
    limits = [
        _Limit(nic.facts.max_mtu.value, f"{nic.name} ({nic.model})", nic.at)
        for nic in nics
        if nic.facts
    ]
    if not limits and item.type in DPDK_TYPES:
        return _Limit(_DPDK_LIMIT, "Open vSwitch")
    return min(limits, key=lambda limit: limit.mtu, default=None)


def _sized(config: NicConfig) -> Iterator[tuple[ConfigObject, tuple[str, ...]]]:
    """What an MTU is set on, with the network ports below it."""
    for link in dpdk_links(config):
        yield link.item, link.interfaces
    for item in config.walk():
        if item.type in {"interface", "sriov_pf"}:
            yield item, (item.name,)
        elif item.type == "linux_bond":
            yield item, tuple(each.name for each in item.members)
