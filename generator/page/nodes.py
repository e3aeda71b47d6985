"""The NUMA nodes of a role, each with everything that is local to it."""

from collections.abc import Iterator, Mapping

from generator.explained import Explained
from generator.page.cpu_map import Use, cpu_map
from generator.page.load import ThreadLoad, thread_load
from generator.page.memory import MemoryBar, memory_bars
from generator.page.queues import queue_map
from generator.page.reasons import Reasons
from generator.page.types import CpuSetRow, NodeView, PortRow
from generator.plan.types import RolePlan
from generator.topology.types import NumaNode, Port, Topology
from generator.values import CpuSet, MemorySize

_SETS = (  # in the order of their names in CpuPartition
    ("host", "H", "host", "OvsDpdkCoreList"),
    ("pmd", "P", "PMD threads", "OvsPmdCoreList"),
    ("guest", "G", "guests", "NovaComputeCpuDedicatedSet"),
    ("shared", "S", "shared", "NovaComputeCpuSharedSet"),
)
_LISTED = 8  # CPUs; more are only counted, as the picture shows them


def node_views(
    role: RolePlan, uses: Mapping[int, Use], named: Mapping[str, Explained[object]],
    reasons: Reasons,
) -> Iterator[NodeView]:  # fmt: skip
    """`named` are the role's values by the name of the parameter that each becomes."""
    machine = role.topology
    nodes = machine.nodes
    sets = [tuple(_sets(node, role, named, reasons)) for node in nodes]
    bars: tuple[MemoryBar | None, ...] = (None,) * len(nodes)
    if role.memory:
        bars = memory_bars(role.memory, reasons)
    for node, own, bar in zip(nodes, sets, bars, strict=True):
        yield NodeView(
            node.id,
            len(node.cores),
            reasons.cite(f"CPUs of NUMA node {node.id}", _cpus(node, machine), role.name,
                         str(len(node.cpus))),
            reasons.cite(f"memory of NUMA node {node.id}", _memory(node, role), role.name),
            cpu_map(node, uses),
            own,
            tuple(_port(port, role, reasons) for port in machine.ports.values()
                  if port.numa_node.value == node.id),
            queue_map(role.polling, node.id) if role.polling else None,
            _load(node, role, reasons),
            bar,
        )  # fmt: skip


def _sets(
    node: NumaNode, role: RolePlan, named: Mapping[str, Explained[object]], reasons: Reasons
) -> Iterator[CpuSetRow]:
    for kind, letter, words, parameter in _SETS if role.cpus else ():
        members: CpuSet = getattr(role.cpus, kind).value & node.cpus
        if members:
            text = str(members) if len(members) <= _LISTED else f"{len(members)} CPUs"
            # Without OVS-DPDK no parameter says which CPUs are the host's.
            whole = named.get(parameter) or getattr(role.cpus, kind)
            name = parameter if parameter in named else f"CPUs of the {words}"
            cited = reasons.cite(name, whole, role.name, text)
            yield CpuSetRow(kind, letter, words, cited)


def _load(node: NumaNode, role: RolePlan, reasons: Reasons) -> ThreadLoad | None:
    """Of nodes with DPDK ports."""
    planned = len(role.cpus.pmd.value & node.cpus) if role.cpus else 0
    if not (planned and role.sizing):
        return None
    found = next(each for each in role.sizing.nodes if each.node == node.id)
    return thread_load(role.sizing, found, planned, reasons) if found.cycles.value else None


def _cpus(node: NumaNode, machine: Topology) -> Explained[CpuSet]:
    threads = max(map(len, node.cores), default=0)
    rule = f"{len(node.cores)} cores with at most {threads} threads each"
    return Explained(node.cpus, rule, "the layout of the machine", machine.facts)


def _memory(node: NumaNode, role: RolePlan) -> Explained[MemorySize]:
    machine = role.topology
    rule = f"{machine.memory} of the machine over {len(machine.nodes)} NUMA nodes"
    return Explained(node.memory, rule, f"inventory servers.{role.server}")


def _port(port: Port, role: RolePlan, reasons: Reasons) -> PortRow:
    link = next((each for each in role.links if port in each.ports), None)
    dpdk = link.dpdk_ports[link.ports.index(port)] if link and link.dpdk_ports else ""
    return PortRow(
        port.name, port.nic, reasons.fact(port.speed, str(port.speed.value)),
        reasons.fact(port.numa_node, f"node {port.numa_node.value}"),
        link.name if link else "", dpdk,
    )  # fmt: skip
