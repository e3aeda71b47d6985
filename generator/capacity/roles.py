"""Hosts and guests of a plan."""

from collections.abc import Sequence

from generator.capacity.compute_host import Node, Settings, compute_host
from generator.capacity.types import Host, PagePool, Specs
from generator.catalog.release import release
from generator.plan.types import FlavorPlan, Plan, RolePlan
from generator.values import CpuSet, MemorySize


def hosts(plan: Plan) -> dict[str, Host]:
    """A host of each role that runs guests, by role."""
    return {
        role.name: _host(role, plan.target) for role in plan.roles if role.facts.has("NovaCompute")
    }


def specs(flavor: FlavorPlan) -> Specs:
    """A flavor with its image, as Nova reads them."""
    return Specs(
        flavor.vcpus,
        flavor.ram.in_mib,
        {key: spec.value for key, spec in flavor.extra_specs.items()},
        {key: value.value for key, value in flavor.image_properties.items()},
    )


def roles_for(plan: Plan, flavor: str, roles: Sequence[str]) -> tuple[str, ...]:
    """The roles whose hosts a flavor is meant for: those of its aggregate, if it has one."""
    aggregate = plan.inventory.flavors[flavor].aggregate
    if aggregate is None:
        return tuple(roles)
    return tuple(role for role in plan.inventory.aggregates[aggregate].roles if role in roles)


def _host(role: RolePlan, target: str) -> Host:
    facts = release(target)
    reserved = facts.tuning.reserved_host_memory_mib.value
    if role.memory:
        reserved = role.memory.reserved_host.value.in_mib
    settings = Settings(
        role.cpus.guest.value if role.cpus else CpuSet(),
        role.cpus.shared.value if role.cpus else CpuSet(),
        reserved,
        facts.nova.cpu_allocation_ratio.value,
        facts.nova.ram_allocation_ratio.value,
    )
    return compute_host(
        [
            Node(node.id, node.cores, node.memory.in_mib, _huge(role, index))
            for index, node in enumerate(role.topology.nodes)
        ],
        settings,
    )


def _huge(role: RolePlan, index: int) -> tuple[PagePool, ...]:
    """The huge pages of a node. Those that hold Open vSwitch's memory are not for guests:
    TripleO reserves them in nova.conf."""
    if role.memory is None:
        return ()
    node, page = role.memory.nodes[index], role.memory.page_size
    return (PagePool(page.bytes >> 10, node.hugepages, _whole_pages(node.ovs, page)),)


def _whole_pages(size: MemorySize, page: MemorySize) -> int:
    return -(-size.bytes // page.bytes)
