"""What is asked of a role's kernel ports, with its reasons."""

from collections.abc import Sequence

from generator.derive.cpu_partitioning import CpuPartition
from generator.derive.kernel_ports import SCALING, port_cpus
from generator.explained import Explained, by_hand
from generator.findings import Path, path_text
from generator.inventory import KernelPorts
from generator.plan.types import KernelPort, LinkPlan
from generator.topology.types import Port, Topology
from generator.values import CpuSet

# Of an SR-IOV port the kernel serves what guests leave: whoever means it lists it.
_KERNEL_KINDS = ("linux", "ovs")
_IN_TURN = "the n-th queue has the n-th of them, and so on from the first again"
_UNMASKED = "no queue has a mask: the hash of a flow picks its queue, whichever CPU sends"


def kernel_ports(
    asked: KernelPorts | None, machine: Topology, links: Sequence[LinkPlan],
    cpus: CpuPartition | None, path: Path,
) -> tuple[KernelPort, ...] | None:  # fmt: skip
    """The ports in the order of the links. Those that keep everything are left out, so that
    none is left where an earlier setting is to be undone."""
    if asked is None:
        return None
    host = host_cpus(cpus)
    found = (_asked(asked, port, machine, host, path) for port in asked_ports(asked, links))
    return tuple(each for each in found if each.channels or each.xps or each.irqs)


def asked_ports(asked: KernelPorts, links: Sequence[LinkPlan]) -> tuple[Port, ...]:
    """The ports that are listed; without a list those of links that the kernel serves."""
    return tuple(
        port
        for link in links
        for port in link.ports
        if (port.name in asked.ports if asked.ports else link.link.kind in _KERNEL_KINDS)
    )


def host_cpus(cpus: CpuPartition | None) -> CpuSet | None:
    """The CPUs that may take interrupts: of a host with DPDK neither those that poll nor
    those of guests, nor what is isolated by hand. None: all of them."""
    if cpus is None:
        return None
    return cpus.host.value - cpus.pmd.value - cpus.guest.value - cpus.isolated.value


def _asked(
    asked: KernelPorts, port: Port, machine: Topology, host: CpuSet | None, path: Path
) -> KernelPort:
    near = port_cpus(machine.nodes, port.numa_node, host)
    in_turn = near._replace(rule=f"{near.rule}; {_IN_TURN}")
    channels = asked.channels and by_hand(asked.channels, path_text((*path, "channels")))
    return KernelPort(port, channels or None, _xps(asked, in_turn), _irqs(asked, in_turn, path))


def _xps(asked: KernelPorts, near: Explained[tuple[int, ...]]) -> Explained[tuple[int, ...]] | None:
    if asked.xps == "keep":
        return None
    return near if asked.xps == "spread" else Explained((), _UNMASKED, SCALING)


def _irqs(
    asked: KernelPorts, near: Explained[tuple[int, ...]], path: Path
) -> Explained[tuple[int, ...]] | None:
    if isinstance(asked.irq_affinity, CpuSet):
        return by_hand(tuple(asked.irq_affinity), path_text((*path, "irq_affinity")))
    source = "Linux Documentation/core-api/irq/irq-affinity.rst"
    return near._replace(source=source) if asked.irq_affinity == "numa-local" else None
