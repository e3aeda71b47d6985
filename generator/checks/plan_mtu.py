"""Rules over derived MTUs."""

from collections.abc import Iterator

from generator.checks.planned import dpdk_roles
from generator.checks.registry import PLAN_RULES
from generator.findings import Fault, Place, Severity
from generator.plan.types import LinkPlan, Plan


def _sources(plan: Plan, link: LinkPlan) -> Iterator[tuple[str, Place]]:
    """The networks that ask for the link's MTU, with the place where it is written."""
    inventory = plan.inventory
    if link.link.mtu is not None:
        yield link.name, Place((*link.path, "mtu"))
        return
    for name, network in inventory.networks.items():
        if name in link.link.networks and network.mtu == link.mtu.value:
            yield name, Place(("networks", name, "mtu"))
    for name, physical in inventory.physical_networks.items():
        if physical.bridge == link.link.bridge and physical.mtu == link.mtu.value:
            yield name, Place(("physical_networks", name, "mtu"))


@PLAN_RULES.rule("network-mtu-above-card", Severity.ERROR)
def network_mtu_above_card(plan: Plan) -> Iterator[Fault]:
    """The MTU of a network is at most what the cards of its links take.

    Why: The kernel refuses it; a DPDK port logs a warning, shows no error and runs with
    1500.
    Fix: Lower the network's MTU to the card's maximum, or move it to other cards.
    Source: DPDK 19.11 drivers; Open vSwitch 2.13, mtu_request.
    """
    for role in plan.roles:
        for link in role.links:
            low = min(link.ports, key=lambda port: port.max_mtu.value)
            if link.link.mtu is None and link.mtu.value > low.max_mtu.value:
                for name, place in _sources(plan, link):
                    yield Fault(
                        place,
                        f"MTU {link.mtu.value} of {name} is above the {low.max_mtu.value} that "
                        f"{low.name} ({low.nic}) of {role.name} takes",
                        f"write mtu: {low.max_mtu.value} or less",
                    )


@PLAN_RULES.rule("mtu-wastes-memory", Severity.INFO)
def mtu_wastes_memory(plan: Plan) -> Iterator[Fault]:
    """The MTU of a DPDK link stays below the step at which packet buffers grow.

    Why: Open vSwitch adds 26 bytes and rounds up to 1024: the last bytes of an MTU such
    as 9216 cost every buffer another 1024, 256 MiB in all.
    Fix: Write the MTU of the hint, unless the whole network needs this one.
    Source: Open vSwitch 2.13 lib/netdev-dpdk.c, dpdk_buf_size.
    """
    for role in dpdk_roles(plan):
        rule = role.release.mempool
        for link in role.links:
            over = (link.mtu.value + rule.frame_overhead.value - 1) % rule.align.value + 1
            if over <= rule.frame_overhead.value:
                for name, place in _sources(plan, link):
                    yield Fault(
                        place,
                        f"MTU {link.mtu.value} of {name} is {over} bytes above a step of the "
                        "packet buffers, and makes each 1024 bytes larger",
                        f"write mtu: {link.mtu.value - over} if that is enough",
                    )
