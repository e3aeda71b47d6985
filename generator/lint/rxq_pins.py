"""Rules over receive queues that ovs_extra pins to PMD cores."""

import re
from collections.abc import Iterator

from generator.checks.wording import listed
from generator.deployment.types import DeploymentView
from generator.deployment.values import Value
from generator.findings import Severity
from generator.lint.ruleset import Found, rule
from generator.lint.tuned_roles import TunedRole, tuned_roles
from generator.values import CpuSet

_AFFINITY = re.compile(r"pmd-rxq-affinity\s*=[\s\"'\\]*([\d:,\s]+)")
_PIN = re.compile(r"(\d+):(\d+)")


def _pins(role: TunedRole) -> Iterator[tuple[Value, tuple[tuple[int, int], ...]]]:
    """What pins queues, with the pairs of queue and core."""
    for link in role.links:
        for item in (link.bridge, link.item):
            value = item.get("ovs_extra") if item else None
            for line in (value.items or (value,)) if value else ():
                text = line.content if isinstance(line.content, str) else ""
                found = [pin for each in _AFFINITY.findall(text) for pin in _PIN.findall(each)]
                if found:
                    yield line, tuple((int(queue), int(core)) for queue, core in found)


@rule("rxq-pinned-outside-pmd", Severity.ERROR)
def rxq_pinned_outside_pmd(view: DeploymentView) -> Iterator[Found]:
    """Receive queues are pinned to cores of OvsPmdCoreList.

    Why: No thread runs for Open vSwitch on another core: the queue is polled by none, and
    what arrives on it is lost.
    Fix: Pin to PMD cores of the port's NUMA node, or add the core to OvsPmdCoreList.
    Source: Open vSwitch 2.13 Documentation/topics/dpdk/pmd.rst.
    """
    for role in tuned_roles(view):
        pmd = role.cpus("OvsPmdCoreList")
        for value, pins in _pins(role) if pmd else ():
            outside = [(queue, core) for queue, core in pins if pmd and core not in pmd.cpus]
            if outside and pmd:
                queues = listed(f"queue {queue} to {core}" for queue, core in outside)
                yield Found(
                    value.at,
                    f"pmd-rxq-affinity pins {queues}, outside of OvsPmdCoreList {pmd.cpus} of "
                    f"{role.name}",
                    f"pin to cores of {pmd.cpus}",
                    (pmd.value.at,),
                )


@rule("rxq-pins-take-every-pmd", Severity.ERROR)
def rxq_pins_take_every_pmd(view: DeploymentView) -> Iterator[Found]:
    """Some PMD thread is left for queues that are not pinned, those of guests among them.

    Why: A thread with a pinned queue takes no other. With none left the ports of guests are
    not polled.
    Fix: Leave a core of OvsPmdCoreList, of every NUMA node with guests, without pins.
    Source: Open vSwitch 2.13 Documentation/topics/dpdk/pmd.rst.
    """
    for role in tuned_roles(view):
        pmd = role.cpus("OvsPmdCoreList")
        found = list(_pins(role)) if pmd else []
        taken = CpuSet.of(core for _, pins in found for _, core in pins)
        if found and pmd and not pmd.cpus - taken:
            yield Found(
                found[-1][0].at,
                f"pmd-rxq-affinity takes every core of OvsPmdCoreList {pmd.cpus} of {role.name}: "
                "none polls the queues of guests",
                "leave a core without pins, or add one to OvsPmdCoreList",
                (pmd.value.at,),
            )
