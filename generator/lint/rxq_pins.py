"""Rules over pins of receive queues that do not do what was meant."""

from collections import Counter
from collections.abc import Iterator

from generator.checks.wording import listed
from generator.deployment.types import DeploymentView
from generator.findings import Severity
from generator.lint.pins import pins
from generator.lint.ruleset import Found, rule
from generator.lint.tuned_roles import tuned_roles


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
        for each in pins(role) if pmd else ():
            outside = [(queue, core) for queue, core in each.cores if pmd and core not in pmd.cpus]
            if outside and pmd:
                queues = listed(f"queue {queue} to {core}" for queue, core in outside)
                yield Found(
                    each.line.at,
                    f"pmd-rxq-affinity pins {queues}, outside of OvsPmdCoreList {pmd.cpus} of "
                    f"{role.name}",
                    f"pin to cores of {pmd.cpus}",
                    (pmd.value.at,),
                )


@rule("rxq-pinned-to-other-node", Severity.WARNING, needs_hosts=True)
def rxq_pinned_to_other_node(view: DeploymentView) -> Iterator[Found]:
    """Receive queues are pinned to cores of the NUMA node that their port's card is on.

    Why: A pin wins over the rule that a queue stays on its node: every packet then crosses
    the link between the sockets.
    Fix: Pin to PMD cores of the port's node.
    Source: Open vSwitch 2.13 Documentation/topics/dpdk/pmd.rst; RHOSP NFV guide 7.4.1.
    """
    for role in tuned_roles(view):
        pmd = role.cpus("OvsPmdCoreList")
        for each in pins(role) if pmd and role.host else ():
            port = each.known_port
            nic = role.nic(port.members[0].name) if port and port.members else None
            if not (pmd and role.host and nic) or nic.numa is None:
                continue
            away = [
                (queue, core)
                for queue, core in each.cores
                if core in pmd.cpus and role.host.node_of(core) not in (nic.numa, None)
            ]
            if away:
                local = [node.cpus for node in role.host.nodes if node.id == nic.numa]
                yield Found(
                    each.line.at,
                    f"pmd-rxq-affinity pins {listed(f'queue {q} to {core}' for q, core in away)}, "
                    f"but {each.port} ({nic.name}) is on NUMA node {nic.numa}",
                    f"pin to cores of {pmd.cpus & local[0]}"
                    if local and pmd.cpus & local[0]
                    else f"add cores of NUMA node {nic.numa} to OvsPmdCoreList, and pin to them",
                    (nic.at,),
                )


@rule("rxq-pin-of-no-queue", Severity.WARNING)
def rxq_pin_of_no_queue(view: DeploymentView) -> Iterator[Found]:
    """Pins name receive queues that the port has.

    Why: Queues count from 0. A pin of a queue beyond the last one does nothing, and Open
    vSwitch does not tell.
    Fix: Raise rx_queue, or remove the pin.
    Source: Open vSwitch 2.13 Documentation/topics/dpdk/pmd.rst; measured.
    """
    for role in tuned_roles(view):
        for each in pins(role):
            queues = each.link.queues
            beyond = [queue for queue, _ in each.cores if queues and queue >= queues]
            if beyond and queues and each.known_port:
                yield Found(
                    each.line.at,
                    f"pmd-rxq-affinity pins queue {listed(map(str, beyond))} of {each.port}, which "
                    f"has {queues}, from 0 to {queues - 1}",
                    f"write rx_queue: {max(beyond) + 1}, or remove the pin",
                    (each.link.item.at,),
                )


@rule("rxq-pins-unreadable", Severity.ERROR)
def rxq_pins_unreadable(view: DeploymentView) -> Iterator[Found]:
    """Pins of receive queues are pairs of a queue and a core, parted by commas.

    Why: One entry that Open vSwitch cannot read makes it drop the whole list: ovs-vsctl
    takes it, and the port keeps the pins it had before: none after a start.
    Fix: Write `0:2,1:4`: queue 0 to core 2, queue 1 to core 4.
    Source: Open vSwitch 2.13 lib/dpif-netdev.c, parse_affinity_list.
    """
    for role in tuned_roles(view):
        for each in pins(role):
            wrong = [entry for entry in each.wrong if not set(entry) & set("${}")]
            if wrong:
                yield Found(
                    each.line.at,
                    f"pmd-rxq-affinity has {listed(wrong)}, no queue and core: Open vSwitch "
                    "drops the whole list",
                    "write pairs of queue and core with commas between them, as 0:2,1:4",
                )


@rule("rxq-pin-twice", Severity.WARNING)
def rxq_pin_twice(view: DeploymentView) -> Iterator[Found]:
    """A list of pins names a receive queue once.

    Why: Open vSwitch takes the last pin of a queue without a word; the first one was most
    likely meant for another queue, which then has none.
    Fix: Correct the queue's number, or remove a pin.
    Source: Open vSwitch 2.13 lib/dpif-netdev.c, parse_affinity_list.
    """
    for role in tuned_roles(view):
        for each in pins(role):
            last = dict(each.cores)
            counts = Counter(queue for queue, _ in each.cores)
            twice = [queue for queue, count in counts.items() if count > 1]
            for queue in twice if not each.wrong else ():
                yield Found(
                    each.line.at,
                    f"pmd-rxq-affinity pins queue {queue} of {each.port or 'its port'} "
                    f"{counts[queue]} times: core {last[queue]}, the last one, counts",
                    "correct the queue's number, or remove a pin",
                )
