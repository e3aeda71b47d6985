"""When XPS and the interrupts of kernel ports matter, when they cannot, and what is known."""

from collections.abc import Iterator

from generator.catalog.release import Release
from generator.inventory import Link
from generator.plan.types import RolePlan

REPORT = "netdev, 4 February 2016: guests on a VLAN network of OpenStack, ixgbe, kernel 4.4.0-1"

_TUNNELS = "Tenant"  # the network of guests' tunnels, as the product names it


def kernel_notes(role: RolePlan, release: Release) -> Iterator[str]:
    """What to know of one role."""
    ports = role.kernel_ports
    if ports is None:
        return
    if not ports:
        yield (
            f"{role.name}: kernel_ports asks for nothing: the next deployment puts back what an"
            " earlier one set, and removes what it installed; the section can go after it"
        )
        return
    if served := "; ".join(_served(role)):
        yield (
            f"{role.name}: kernel_ports matters for what the kernel sends and receives: {served}."
            " Measure before and after: docs/kernel-datapath.md"
        )
    yield from _dpdk(role, release)
    if any(each.xps is not None for each in ports):
        yield (
            "XPS has no effect on a port with one transmit queue. With XPS disabled on both sides"
            " TCP_STREAM rose from 5353 to 8841 Mbit/s (+65.2 %) and TCP_RR from 8562 to 9666 per"
            f" second (+12.9 %) in one report ({REPORT}), which nobody explained. The answer was"
            " that XPS keeps TCP in order by itself: verify that its configuration is sane, and"
            " reproduce the effect without guests first"
        )
    if any(each.irqs is not None for each in ports):
        yield (
            "binding the interrupts of a card by hand had brought the same stream close to the"
            f" rate of the link ({REPORT}). irqbalance leaves bound interrupts alone, so that"
            " nothing moves them away from a busy CPU either"
        )


def _served(role: RolePlan) -> Iterator[str]:
    """What passes the kernel through the ports of each link."""
    asked = {each.port.name for each in role.kernel_ports or ()}
    for link in role.links:
        names = [port.name for port in link.ports if port.name in asked]
        if not names or link.dpdk_ports:
            continue
        carried = list(_carried(link.link, role)) or ["what the host sends"]
        yield f"through {', '.join(names)} {' and '.join(carried)}"


def _carried(link: Link, role: RolePlan) -> Iterator[str]:
    if link.kind == "sriov":
        yield "what the host sends, not what guests do through virtual functions"
    if link.kind == "ovs":
        yield "what Open vSwitch switches without DPDK for guests and routers"
    if link.networks:
        tunnelled = _TUNNELS in link.networks and not role.dpdk
        tunnels = " with the tunnels of guests" if tunnelled else ""
        yield f"the networks {', '.join(link.networks)}{tunnels}"


def _dpdk(role: RolePlan, release: Release) -> Iterator[str]:
    shared = release.drivers.bifurcated.value.split()
    polled = [port for link in role.links if link.dpdk_ports for port in link.ports]
    if gone := [port.name for port in polled if port.dpdk_driver.value not in shared]:
        yield (
            f"{role.name}: kernel_ports cannot matter for {', '.join(gone)}: a port bound to"
            f" {polled[0].dpdk_driver.value} has neither queues nor interrupts in the kernel"
        )
    if kept := [port.name for port in polled if port.dpdk_driver.value in shared]:
        yield (
            f"{role.name}: {', '.join(kept)} keep their kernel device beside DPDK, but what Open"
            " vSwitch polls does not pass its transmit queues: kernel_ports cannot matter for it"
        )
