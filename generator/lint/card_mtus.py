"""The rule over MTUs and the network cards below."""

from collections.abc import Iterator

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
        nics = role.host.nics if role and role.host else {}
        lowest: dict[At, tuple[int, Found]] = {}  # one value may act on many ports
        for item, names in _sized(config):
            value, mtu = item.get("mtu"), mtu_of(item.get("mtu"))
            limit, nic = _limit(item, [nics[name] for name in names if name in nics])
            if not value or value.derived or not mtu or not limit or mtu <= limit:
                continue
            if value.at in lowest and lowest[value.at][0] <= limit:
                continue
            whose = f"{nic.name} ({nic.model})" if nic else "Open vSwitch"
            found = Found(
                value.at, f"MTU {mtu} of {titled(view, item)} is above the {limit} that {whose}"
                " takes", f"write mtu: {limit} or less", (nic.at,) if nic else (),
            )  # fmt: skip
            lowest[value.at] = limit, found
        yield from (found for _, found in lowest.values())


def _limit(item: ConfigObject, nics: list[HostNic]) -> tuple[int, HostNic | None]:
    """The largest MTU of a link, and the card whose it is: the least of the cards'. Of DPDK
    ports on unknown cards what most drivers take; 0 where nobody can tell."""
    limits = [(nic.facts.max_mtu.value, nic) for nic in nics if nic.facts]
    if limits:
        return min(limits, key=lambda limit: limit[0])
    return (_DPDK_LIMIT if item.type in DPDK_TYPES else 0), None


def _sized(config: NicConfig) -> Iterator[tuple[ConfigObject, tuple[str, ...]]]:
    """What an MTU is set on, with the network ports below it."""
    for link in dpdk_links(config):
        yield link.item, link.interfaces
    for item in config.walk():
        if item.type in {"interface", "sriov_pf"}:
            yield item, (item.name,)
        elif item.type == "linux_bond":
            yield item, tuple(each.name for each in item.members)
