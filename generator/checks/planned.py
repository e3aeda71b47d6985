"""Views of a plan that several rules need."""

from collections.abc import Iterator
from typing import NamedTuple

from generator.catalog.release import Release, release
from generator.derive.cpu_partitioning import CpuPartition
from generator.derive.ports import DpdkPort, on_node
from generator.findings import Path, Place
from generator.inventory import Tuning
from generator.plan.types import LinkPlan, MemoryPlan, Plan, RolePlan
from generator.topology.types import NumaNode


class TunedRole(NamedTuple):
    """A role whose machines are divided, for DPDK or SR-IOV: its plan with all parts that
    only such roles have."""

    role: RolePlan
    tuning: Tuning
    cpus: CpuPartition
    memory: MemoryPlan
    release: Release

    @property
    def path(self) -> Path:
        """Where its tuning stands in the inventory."""
        return ("roles", self.role.name, "tuning")

    def place(self, key: str, *steps: str | int) -> Place:
        """The tuning key if it is set by hand, else the role."""
        if getattr(self.tuning, key) == getattr(Tuning(), key):
            return Place(("roles", self.role.name), on_key=True)
        return Place((*self.path, key, *steps))

    def states(self, *keys: str) -> bool:
        """Whether one of these keys is set by hand."""
        return any(getattr(self.tuning, key) != getattr(Tuning(), key) for key in keys)

    @property
    def nodes(self) -> tuple[NumaNode, ...]:
        """The NUMA nodes of the machine."""
        return self.role.topology.nodes

    @property
    def links(self) -> tuple[LinkPlan, ...]:
        """Its DPDK links."""
        return tuple(plan for plan in self.role.links if plan.link.kind == "ovs-dpdk")

    @property
    def ports(self) -> tuple[DpdkPort, ...]:
        """The ports of these links."""
        return tuple(
            DpdkPort(port, plan.mtu.value, plan.rx_queues.value if plan.rx_queues else 1)
            for plan in self.links
            for port in plan.ports
        )

    def ports_on(self, node: NumaNode) -> tuple[DpdkPort, ...]:
        """The DPDK ports whose card is on the node."""
        return on_node(self.ports, node.id)


def tuned_roles(plan: Plan) -> Iterator[TunedRole]:
    """The roles with DPDK or SR-IOV."""
    for role in plan.roles:
        if role.cpus is not None and role.memory is not None:
            tuning = plan.inventory.roles[role.name].tuning
            yield TunedRole(role, tuning, role.cpus, role.memory, release(plan.target))


def dpdk_roles(plan: Plan) -> Iterator[TunedRole]:
    """The roles with DPDK."""
    return (role for role in tuned_roles(plan) if role.role.dpdk)
