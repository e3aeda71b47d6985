"""Rules over MTU and receive queues of DPDK bonds, which act on the bond only."""

from collections.abc import Iterator

from generator.deployment.types import ConfigObject, DeploymentView
from generator.findings import Severity
from generator.lint.mtus import mtu_of, setting
from generator.lint.ruleset import Found, rule
from generator.lint.tuned_roles import STANDARD_MTU, DpdkLink, dpdk_links, whole_number

_QUEUES, _MTU = "rx_queue", "mtu"
_DEFAULTS = {_QUEUES: 1, _MTU: STANDARD_MTU}


def on_ports(link: DpdkLink, key: str) -> list[tuple[ConfigObject, int]]:
    """Ports of a bond with a number of their own."""
    found = [(port, whole_number(port.get(key), 0)) for port in link.ports]
    return [(port, number) for port, number in found if number] if link.bond else []


def mtu_only_below(link: DpdkLink) -> bool:
    """Whether an MTU stands only where it has no effect: on ports of a bond, or on the
    interfaces inside of ports."""
    ports = link.ports if link.bond else ()
    inside = [each for port in link.ports for each in port.members]
    below = [mtu_of(each.get(_MTU)) for each in (*ports, *inside) if each.get(_MTU)]
    return not link.item.get(_MTU) and any(mtu != STANDARD_MTU for mtu in below)


def _only_on_ports(link: DpdkLink, key: str, acting: int | None) -> Iterator[Found]:
    """What is set on the ports of a bond that has nothing of it. What ovs_extra asks for
    acts: then the bond's value is not the default."""
    stated = on_ports(link, key)
    most = max((number for _, number in stated), default=0)
    if most > _DEFAULTS[key] and not link.item.get(key) and acting == _DEFAULTS[key]:
        yield Found(
            link.item.at,
            f"{key} {most} on the ports of {link.title} is not used; they have {acting}",
            f"write {key}: {most} on {link.item.name or 'the bond'}",
            tuple(setting(port, key) for port, _ in stated),
        )


@rule("rx-queue-on-bond-ports-only", Severity.ERROR)
def rx_queue_on_bond_ports_only(view: DeploymentView) -> Iterator[Found]:
    """The receive queues of a DPDK bond stand on the bond, not on its ports.

    Why: os-net-config drops rx_queue of ports inside an ovs_dpdk_bond and says nothing:
    every port has one queue.
    Fix: Write rx_queue on the ovs_dpdk_bond.
    Source: os-net-config 11.5.0 impl_ifcfg.py; measured.
    """
    for config in view.nic_configs:
        for link in dpdk_links(config):
            yield from _only_on_ports(link, _QUEUES, link.queues)


@rule("mtu-on-bond-ports-only", Severity.ERROR)
def mtu_on_bond_ports_only(view: DeploymentView) -> Iterator[Found]:
    """The MTU of a DPDK bond stands on the bond, not on its ports.

    Why: os-net-config drops mtu of ports inside an ovs_dpdk_bond and says nothing: they
    stay at 1500.
    Fix: Write mtu on the ovs_dpdk_bond.
    Source: os-net-config 11.5.0 impl_ifcfg.py; measured.
    """
    for config in view.nic_configs:
        for link in dpdk_links(config):
            yield from _only_on_ports(link, _MTU, link.mtu)


@rule("bond-port-setting-unused", Severity.WARNING)
def bond_port_setting_unused(view: DeploymentView) -> Iterator[Found]:
    """Ports of a DPDK bond say nothing else than the bond of MTU and receive queues.

    Why: The bond's values act; those of its ports are dropped without a word.
    Fix: Write the value that is meant on the bond, and remove it from the ports.
    Source: os-net-config 11.5.0 impl_ifcfg.py; measured.
    """
    for config in view.nic_configs:
        for link in dpdk_links(config):
            for key in _DEFAULTS:
                acting = whole_number(link.item.get(key), 0)
                for port, number in on_ports(link, key):
                    if acting and number != acting:
                        yield Found(
                            setting(port, key),
                            f"{key} {number} of {port.name} is not used: {link.title} has {acting}",
                            f"remove it, or write {key}: {number} on {link.item.name}",
                            (setting(link.item, key),),
                        )
