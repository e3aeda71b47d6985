"""Rules over PMD threads that pinned receive queues take."""

from collections.abc import Iterator, Sequence

from generator.checks.wording import listed
from generator.deployment.types import DeploymentView
from generator.findings import Severity
from generator.lint.cpu_lists import CpuList
from generator.lint.pins import Pins, pins
from generator.lint.ruleset import Found, rule
from generator.lint.rx_queues import more_threads
from generator.lint.tuned_roles import TunedRole, tuned_roles
from generator.values import CpuSet

_PMD, _GUESTS = "OvsPmdCoreList", "the queues of guests"


@rule("rxq-pins-take-every-pmd", Severity.ERROR)
def rxq_pins_take_every_pmd(view: DeploymentView) -> Iterator[Found]:
    """Some PMD thread of each NUMA node is left for queues that are not pinned, those of
    guests among them.

    Why: A thread with a pinned queue takes no other. With none left on the node of a guest's
    memory its port is polled from another node, and with none left at all by nobody.
    Fix: Leave a core of OvsPmdCoreList, of every NUMA node with guests, without pins.
    Source: Open vSwitch 2.13 Documentation/topics/dpdk/pmd.rst.
    """
    for role in tuned_roles(view):
        pmd = role.cpus(_PMD)
        found = list(pins(role)) if pmd else []
        taken = CpuSet.of(core for each in found for _, core in each.cores)
        if not (found and pmd):
            continue
        if not pmd.cpus - taken:
            message = (
                f"{_pinning(view)} takes every core of {pmd.called} {pmd.cpus} of {role.name}: "
                f"none polls {listed([*_unpinned(role, found), _GUESTS])}"
            )
            yield _taken(view, role, pmd, found, message)
            continue
        for node in role.host.nodes if role.host else ():
            own = node.cpus & pmd.cpus
            left = list(_unpinned(role, found, node.id))
            if role.guests is None or node.cpus & role.guests.cpus:
                left.append(_GUESTS)
            if own and left and not own - taken:
                message = (
                    f"{_pinning(view)} takes the PMD cores {own} of NUMA node {node.id} of "
                    f"{role.name}: another node polls {listed(left)}"
                )
                yield _taken(view, role, pmd, found, message)


def _unpinned(role: TunedRole, found: Sequence[Pins], node: int | None = None) -> Iterator[str]:
    """The queues of DPDK ports that no pin names, of a NUMA node or all."""
    pinned = {(each.port, queue) for each in found for queue, _ in each.cores}
    for link in role.links:
        for port in link.ports:
            nic = role.nic(port.members[0].name) if port.members else None
            if node is None or (nic and nic.numa == node):
                for number in range(link.queues or 1):
                    if (port.name, number) not in pinned:
                        yield f"{port.name}:{number}"


def _taken(
    view: DeploymentView, role: TunedRole, pmd: CpuList, found: Sequence[Pins], message: str
) -> Found:
    if view.planned and role.role.at:
        at = role.role.at.step("tuning", "pin_rx_queues")
        return Found(at, message, f"{more_threads(view, pmd)}, or lower rx_queues", (pmd.value.at,))
    hint = f"leave a core without pins, or add one to {_PMD}"
    return Found(found[-1].line.at, message, hint, (pmd.value.at,))


def _pinning(view: DeploymentView) -> str:
    return "pin_rx_queues" if view.planned else "pmd-rxq-affinity"
