"""Rules over the CPUs and queues that kernel ports are given."""

from collections.abc import Iterator
from typing import NamedTuple

from generator.checks.registry import PLAN_RULES
from generator.checks.wording import counted, listed
from generator.findings import Fault, Place, Severity
from generator.inventory import KernelPorts
from generator.plan.kernel_ports import asked_ports, host_cpus
from generator.plan.types import Plan, RolePlan
from generator.values import CpuSet


class _Asking(NamedTuple):
    """A role with what it asks of its kernel ports."""

    role: RolePlan
    asked: KernelPorts
    host: CpuSet  # the CPUs that may take interrupts

    @property
    def near(self) -> tuple[str, ...]:
        """The keys that ask for CPUs near the card."""
        words = {"xps": "spread", "irq_affinity": "numa-local"}
        return tuple(key for key, word in words.items() if getattr(self.asked, key) == word)

    def place(self, key: str) -> Place:
        """One key of the section."""
        return Place(("roles", self.role.name, "kernel_ports", key))


def _asking(plan: Plan) -> Iterator[_Asking]:
    for role in plan.roles:
        asked = plan.inventory.roles[role.name].kernel_ports
        if asked is not None:
            host = host_cpus(role.cpus)
            yield _Asking(role, asked, role.topology.cpus if host is None else host)


@PLAN_RULES.rule("interrupts-outside-host-cpus", Severity.ERROR)
def interrupts_outside_host_cpus(plan: Plan) -> Iterator[Fault]:
    """Interrupts are bound to CPUs of the host.

    Why: An interrupt on a CPU that polls, or that a guest owns, takes it away in the middle
    of a packet: latency and loss that no counter explains. A CPU that the machine does not
    have is refused by the kernel.
    Fix: List CPUs of the host, or write numa-local.
    Source: RHOSP NFV guide 7.4.1 (isolated CPUs); Linux, IRQ affinity.
    """
    for each in _asking(plan):
        if not each.host and each.near:
            yield Fault(
                each.place(each.near[-1]),
                f"every CPU of {each.role.name} is isolated, polls or is a guest's: none is left",
                "leave the host some under tuning: host_cpus, and not in isolated_cpus",
            )
        irqs = each.asked.irq_affinity
        if isinstance(irqs, CpuSet) and (strays := irqs - each.host):
            yield Fault(
                each.place("irq_affinity"),
                f"interrupts of {each.role.name} would land on CPUs that are not the host's:"
                f" {listed(_owned(strays, each.role))}",
                f"list some of {each.host}, or write numa-local",
            )


def _owned(strays: CpuSet, role: RolePlan) -> Iterator[str]:
    """Whose the CPUs are that are not the host's: `2-3 polled by PMD threads`."""
    owners = [("of no core of the machine", strays - role.topology.cpus)]
    if role.cpus:
        owners += [
            ("polled by PMD threads", role.cpus.pmd.value),
            ("of guests", role.cpus.guest.value),
            ("isolated", role.cpus.isolated.value),
        ]
    for words, owned in owners:
        if own := strays & owned:
            yield f"{own} {words}"
        strays = strays - owned
    if strays:
        yield f"{strays} in no set"


@PLAN_RULES.rule("kernel-port-without-local-cpu", Severity.WARNING)
def kernel_port_without_local_cpu(plan: Plan) -> Iterator[Fault]:
    """The host has a CPU on the NUMA node of every kernel port.

    Why: Without one, queues and interrupts go to the host's CPUs of other nodes: what the
    card writes into its own node's memory is then read across the sockets.
    Fix: Leave the host a core on that node (host_cpus), or move the card.
    Source: RHOSP NFV guide 7.4.1 (the first core of each node is the host's).
    """
    for each in _asking(plan):
        ports = asked_ports(each.asked, each.role.links) if each.near and each.host else ()
        for node in each.role.topology.nodes:
            far = [port.name for port in ports if port.numa_node.value == node.id]
            if far and not node.cpus & each.host:
                yield Fault(
                    each.place(each.near[-1]),
                    f"the host has no CPU on NUMA node {node.id} of {', '.join(far)}: CPUs of"
                    " other nodes serve them",
                    f"leave the host a core of node {node.id} under tuning.host_cpus",
                )


@PLAN_RULES.rule("channels-above-cpus", Severity.WARNING)
def channels_above_cpus(plan: Plan) -> Iterator[Fault]:
    """A port has no more channels than the machine has CPUs.

    Why: Drivers offer one channel per CPU at most; ethtool is refused, and the port keeps
    what it had.
    Fix: Write a number that `ethtool -l` of the port names as its maximum.
    Source: Linux drivers i40e, ixgbe and mlx5 (from memory).
    """
    for each in _asking(plan):
        channels, cpus = each.asked.channels, len(each.role.topology.cpus)
        if channels is not None and channels > cpus:
            yield Fault(
                each.place("channels"),
                f"{channels} channels are more than the {counted(cpus, 'CPU')} of"
                f" {each.role.server}",
                f"write at most {cpus}, and not more than ethtool -l shows",
            )


@PLAN_RULES.rule("xps-with-one-queue", Severity.INFO)
def xps_with_one_queue(plan: Plan) -> Iterator[Fault]:
    """XPS is set on ports with several transmit queues.

    Why: With one queue there is nothing to steer, and the kernel offers no masks.
    Fix: Remove `xps`, or raise `channels`.
    Source: Linux Documentation/networking/scaling.rst.
    """
    for each in _asking(plan):
        if each.asked.channels == 1 and each.asked.xps != "keep":
            yield Fault(
                each.place("xps"),
                f"with one channel xps: {each.asked.xps} has no effect",
                "remove xps, or raise channels",
            )
