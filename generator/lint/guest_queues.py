"""Rules over the queues of guests, their physical ports, and the PMD threads between."""

from collections.abc import Iterator

from generator.checks.wording import counted
from generator.deployment.types import DeploymentView
from generator.findings import Severity
from generator.lint.notes import notes
from generator.lint.ruleset import Found, rule
from generator.lint.rx_queues import more_threads
from generator.lint.terms import called
from generator.lint.tuned_roles import TunedRole, tuned_roles

_PMD = "OvsPmdCoreList"


def _most_queues(view: DeploymentView) -> int:
    """The most receive queues that a DPDK port has; 1 where nothing is known of any."""
    links = [link for role in tuned_roles(view) for link in role.links]
    return max((link.queues or 1 for link in links), default=1)


@rule("flavor-fewer-vcpus-than-queues", Severity.WARNING)
def flavor_fewer_vcpus_than_queues(view: DeploymentView) -> Iterator[Found]:
    """Guests have as many vCPUs as their physical ports have receive queues.

    Why: Nova makes one queue pair per vCPU; with fewer than the port has, the guest is
    the narrow place.
    Fix: Raise vcpus, or lower the ports' queues.
    Source: Nova 20, multiqueue of virtio ports; Open vSwitch 2.13, vhost-user multiqueue.
    """
    queues = _most_queues(view)
    for note in notes(view):
        value, vcpus = note.part("vcpus"), note.vcpus
        # Of an inventory's flavors with a single queue another rule tells.
        if value and vcpus and vcpus < queues and (note.multiqueue or not view.planned):
            yield Found(
                value.at,
                f"{note.name} has {counted(vcpus, 'vCPU')} for {queues} receive queues of its "
                "DPDK ports",
                f"write vcpus: {queues} or more",
            )


@rule("guest-queues-fed-by-one", Severity.WARNING)
def guest_queues_fed_by_one(view: DeploymentView) -> Iterator[Found]:
    """Guests with multiqueue are on physical ports with several receive queues.

    Why: One queue of the port is polled by one PMD thread, and a thread sends to one queue
    of a guest: the other ones get nothing from outside.
    Fix: Raise the port's receive queues to two or more, or leave multiqueue off.
    Source: Open vSwitch 2.13 Documentation/topics/dpdk/vhost-user.rst.
    """
    links = [link for role in tuned_roles(view) for link in role.links]
    if not links or any(link.queues != 1 for link in links):
        return
    for note in notes(view):
        value, vcpus = note.part("vcpus"), note.vcpus
        if value and vcpus and vcpus > 1 and note.multiqueue:
            yield Found(
                value.at,
                f"guests of {note.name} get {vcpus} queues, and DPDK ports have one: what a "
                "port receives reaches one of them",
                f"write {called(view, 'rx_queue')}: 2 or more on the DPDK ports",
                (links[0].item.at,),
            )


@rule("guest-queues-above-pmds", Severity.INFO)
def guest_queues_above_pmds(view: DeploymentView) -> Iterator[Found]:
    """Guests have no more queues than a NUMA node has PMD threads to poll them.

    Why: A thread sends to one queue of a guest, and polls them in turn: more queues than
    threads gain nothing. Nova gives one per vCPU; how many are used, the guest decides.
    Fix: Enable as many in the guest as there are threads, or add PMD cores.
    Source: Open vSwitch 2.13 Documentation/topics/dpdk/vhost-user.rst, pmd.rst.
    """
    most = max(((_threads(role), role) for role in tuned_roles(view)), key=lambda each: each[0],
               default=None)  # fmt: skip
    pmd = most[1].cpus(_PMD) if most else None
    for note in notes(view) if most and pmd else ():
        value, vcpus = note.part("vcpus"), note.vcpus
        if most and pmd and value and vcpus and note.multiqueue and vcpus > most[0] > 0:
            yield Found(
                value.at,
                f"guests of {note.name} get {vcpus} queues, and no NUMA node of {most[1].name} has "
                f"more than {counted(most[0], 'PMD thread')}",
                f"in the guest, ethtool -L DEVICE combined {most[0]}; or {more_threads(view, pmd)}",
                (pmd.value.at,),
            )


def _threads(role: TunedRole) -> int:
    """The most PMD threads that a NUMA node has, or the machine where its nodes are not known;
    0 where there is no list. One with a pinned queue polls no guest, but sends to them."""
    pmd = role.cpus(_PMD)
    if pmd is None:
        return 0
    nodes = role.host.nodes if role.host else ()
    return max((len(node.cpus & pmd.cpus) for node in nodes), default=len(pmd.cpus))
