"""Rules over MTUs, the network cards below and the buffers that packets lie in."""

from collections.abc import Iterator

from generator.catalog.release import release
from generator.checks.wording import counted
from generator.deployment.hosts import HostNic
from generator.deployment.types import ConfigObject, DeploymentView, NicConfig
from generator.deployment.values import At, Value
from generator.findings import Severity
from generator.lint.mtus import mtu_of
from generator.lint.ruleset import Found, rule
from generator.lint.terms import titled
from generator.lint.tuned_roles import DPDK_TYPES, dpdk_links


@rule("mtu-above-card", Severity.ERROR, needs_hosts=True)
def mtu_above_card(view: DeploymentView) -> Iterator[Found]:
    """MTUs of links, and in an inventory of networks on them, are at most what the network
    cards take.

    Why: The kernel refuses it; a DPDK port logs a warning, shows no error and runs with
    1500.
    Fix: Lower the MTU to the card's maximum, or use other cards.
    Source: DPDK 19.11 drivers; Open vSwitch 2.13, mtu_request.
    """
    for config in view.nic_configs:
        role = view.roles.get(config.role)
        nics = role.host.nics if role and role.host else {}
        lowest: dict[At, tuple[int, Found]] = {}  # one value may act on many ports
        for item, names in _sized(config):
            value, mtu = item.get("mtu"), mtu_of(item.get("mtu"))
            limit, nic = _limit(view, item, [nics[name] for name in names if name in nics])
            if not value or not mtu or not limit or mtu <= limit:
                continue
            whose = f"{nic.name} ({nic.model})" if nic else "Open vSwitch"
            for name, at in _deciding(view, item, value):
                if at not in lowest or limit < lowest[at][0]:
                    found = Found(
                        at, f"MTU {mtu} of {name} is above the {limit} that {whose} takes",
                        f"write mtu: {limit} or less", (nic.at,) if nic else (),
                    )  # fmt: skip
                    lowest[at] = limit, found
        yield from (found for _, found in lowest.values())


def _deciding(view: DeploymentView, item: ConfigObject, value: Value) -> tuple[tuple[str, At], ...]:
    """Whose MTU it is: the link's own, or that of the networks that it was derived from."""
    return value.pieces if value.derived else ((titled(view, item), value.at),)


def _limit(
    view: DeploymentView, item: ConfigObject, nics: list[HostNic]
) -> tuple[int, HostNic | None]:
    """The largest MTU of a link, and the card whose it is: the least of the cards'. Of DPDK
    ports on unknown cards what most drivers take; 0 where nobody can tell."""
    limits = [(nic.facts.max_mtu.value, nic) for nic in nics if nic.facts]
    if limits:
        return min(limits, key=lambda limit: limit[0])
    most = release(view.target).limits.dpdk_mtu.value
    return (most if item.type in DPDK_TYPES else 0), None


def _sized(config: NicConfig) -> Iterator[tuple[ConfigObject, tuple[str, ...]]]:
    """What an MTU is set on, with the network ports below it."""
    for link in dpdk_links(config):
        yield link.item, link.interfaces
    for item in config.walk():
        if item.type in {"interface", "sriov_pf"}:
            yield item, (item.name,)
        elif item.type == "linux_bond":
            yield item, tuple(each.name for each in item.members)


@rule("mtu-wastes-memory", Severity.INFO)
def mtu_wastes_memory(view: DeploymentView) -> Iterator[Found]:
    """The MTU of a DPDK link stays below the step at which packet buffers grow.

    Why: Open vSwitch adds 26 bytes and rounds up to 1024: the last bytes of an MTU such
    as 9216 cost every buffer another 1024, 256 MiB in all.
    Fix: Write the MTU of the hint, unless the whole network needs this one.
    Source: Open vSwitch 2.13 lib/netdev-dpdk.c, dpdk_buf_size.
    """
    buffers = release(view.target).mempool
    overhead, seen = buffers.frame_overhead.value, set()
    for link in (link for config in view.nic_configs for link in dpdk_links(config)):
        value, mtu = link.item.get("mtu"), link.mtu
        if value is None or not mtu or mtu != mtu_of(value):
            continue
        key = value.parameters[-1] if value.parameters else "mtu"
        over = (mtu + overhead - 1) % buffers.align.value + 1
        for name, at in _deciding(view, link.item, value) if over <= overhead else ():
            if at not in seen:
                seen.add(at)
                yield Found(
                    at, f"MTU {mtu} of {name} is {counted(over, 'byte')} above a step of the packet"
                    f" buffers, and makes each {buffers.align.value} bytes larger",
                    f"write {key}: {mtu - over} if that is enough",
                )  # fmt: skip
