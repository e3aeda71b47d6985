"""Who polls the receive queues of a role: what Open vSwitch makes of the plan."""

from collections.abc import Sequence

from generator.catalog.release import Release
from generator.derive.cpu_partitioning import CpuPartition
from generator.derive.rxq_assignment import assign_rx_queues
from generator.derive.rxq_pins import pinned
from generator.plan.types import LinkPlan, PollingPlan
from generator.rxq_layout import RxqLayout, RxqPort
from generator.topology.types import Topology


def polling_plan(
    topology: Topology, links: Sequence[LinkPlan], cpus: CpuPartition, pin: bool, release: Release
) -> PollingPlan:
    """The map of a switch that has just started: no queue has a load yet, and there are no
    guests. `pin` is tuning.pin_rx_queues."""
    ports = {
        name: (port, link.rx_queues.value)
        for link in links
        if link.rx_queues
        for name, port in zip(link.dpdk_ports, link.ports, strict=True)
    }
    polled = tuple(
        RxqPort(name, port.numa_node.value, queues) for name, (port, queues) in ports.items()
    )
    layout = RxqLayout(
        {str(node.id): tuple(node.cpus) for node in topology.nodes},
        pinned(polled, topology.nodes, cpus.pmd.value) if pin else polled,
        pmd_cores=tuple(cpus.pmd.value),
        algorithm=release.ovs.rxq_assign.value,
    )
    return PollingPlan(
        layout,
        assign_rx_queues(layout, release.ovs.version.value),
        {name: port.name for name, (port, _) in ports.items()},
        release.ovs.version,
    )
