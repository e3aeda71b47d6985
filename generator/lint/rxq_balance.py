"""How evenly PMD threads share the receive queues of DPDK ports."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.checks.wording import listed
from generator.deployment.types import DeploymentView
from generator.deployment.values import At
from generator.derive.rxq_assignment import assign_rx_queues
from generator.derive.rxq_types import Pmd
from generator.findings import Severity
from generator.lint.cpu_lists import CpuList
from generator.lint.pins import pins
from generator.lint.ruleset import Found, rule
from generator.lint.rx_queues import more_threads
from generator.lint.terms import titled
from generator.lint.tuned_roles import TunedRole, tuned_roles
from generator.rxq_layout import RxqLayout, RxqPort
from generator.values import DataRate


class _Polled(NamedTuple):
    """What Open vSwitch is given, and what comes to each queue of a port: bit/s of the line,
    or 1 where the speed of a port is not known."""

    pmd: CpuList
    layout: RxqLayout
    share: Mapping[str, int]
    pinned: tuple[At, ...]  # the lines with pins

    def load(self, thread: Pmd) -> int:
        """What comes to a thread."""
        return sum(self.share[queue.port] for queue in thread.queues)

    def told(self, thread: Pmd) -> str:
        """Its queues with their load."""
        if not thread.queues:
            return "nothing"
        names, load = listed(queue.name for queue in thread.queues), self.load(thread)
        return f"{names} ({DataRate(load)})" if load > len(thread.queues) else names


@rule("pmd-threads-unequal", Severity.WARNING, needs_hosts=True)
def pmd_threads_unequal(view: DeploymentView) -> Iterator[Found]:
    """PMD threads of a NUMA node share the receive queues of its DPDK ports evenly: none
    polls several while another has so little to do that it could take one of them.

    Why: The busiest thread drops first. Open vSwitch gives out queues by their number until
    it has measured a load, and by load only when ports or PMD cores change.
    Fix: Pin the queue to the idle core, or give each queue a thread of its own.
    Source: Open vSwitch 2.13 lib/dpif-netdev.c, rxq_scheduling.
    """
    for role in tuned_roles(view):
        polled = _polled(view, role)
        if polled is None:
            continue
        threads = assign_rx_queues(polled.layout, role.release.ovs.version.value).pmds
        for node in dict.fromkeys(each.node for each in threads):
            local = [each for each in threads if each.node == node]
            busy, idle = _apart(local, polled)
            queue = min(
                reversed(busy.queues), key=lambda each: polled.share[each.port], default=None
            )
            if queue is None or polled.load(idle) + polled.share[queue.port] >= polled.load(busy):
                continue
            by_pins = polled.pinned if queue.pinned is not None else ()
            yield Found(
                by_pins[0] if by_pins else polled.pmd.value.at,
                f"of the PMD cores of NUMA node {node} of {role.name} one polls "
                f"{polled.told(busy)}, another {polled.told(idle)}",
                f"pin {queue.name} to core {idle.core}"
                if by_pins
                else f"{more_threads(view, polled.pmd)}, or pin the queues",
                by_pins[1:],
            )


def _apart(threads: Sequence[Pmd], polled: _Polled) -> tuple[Pmd, Pmd]:
    """The busiest thread and the one with least to do. The last thread without pins is for
    guests: it cannot take a pinned queue."""
    busy = max(threads, key=polled.load)
    free = [each for each in threads if not each.isolated]
    able = [each for each in threads if each not in free or len(free) > 1]
    return busy, min(able or [busy], key=polled.load)


def _polled(view: DeploymentView, role: TunedRole) -> _Polled | None:
    """None where something of it is not known."""
    pmd, host = role.cpus("OvsPmdCoreList"), role.host
    if pmd is None or host is None or not (role.links and role.ports_known):
        return None
    found = tuple(pins(role))
    cores = {each.port: dict(each.cores) for each in found}
    ports: list[RxqPort] = []
    share: dict[str, int] = {}
    for link in role.links:
        for port in link.ports:
            nic = role.nic(port.members[0].name)
            if link.queues is None or nic is None or nic.numa is None:
                return None
            # An inventory knows ports by the names of their interfaces.
            name = titled(view, port) if view.planned else port.name
            affinity = {str(queue): core for queue, core in cores.get(port.name, {}).items()}
            ports.append(RxqPort(name, nic.numa, link.queues, affinity=affinity))
            speed = nic.facts.speed.value.bits_per_second if nic.facts else 0
            share[name] = speed // link.queues
    if not all(share.values()):
        share = dict.fromkeys(share, 1)
    nodes = {str(node.id): tuple(node.cpus) for node in host.nodes}
    layout = RxqLayout(nodes, tuple(ports), pmd_cores=tuple(pmd.cpus))
    return _Polled(pmd, layout, share, tuple(each.line.at for each in found))
