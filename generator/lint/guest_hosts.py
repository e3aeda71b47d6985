"""The hosts that the guests of a flavor may run on."""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from generator.capacity.compute_host import Node, Settings, compute_host
from generator.capacity.types import Host, PagePool
from generator.deployment.types import DeploymentView
from generator.lint.kernel_line import PAGE_SIZES, page_counts, page_size
from generator.lint.notes import NODES, Note
from generator.lint.tuned_roles import TunedRole, dpdk_roles
from generator.values import CpuSet


def meant(view: DeploymentView, note: Note, able: Iterable[TunedRole]) -> tuple[TunedRole, ...]:
    """Those of the roles that guests of a flavor may run on; none at all where they may run
    on others too."""
    known = {role.name: role for role in able}
    computes = [
        role.name
        for role in view.roles.values()
        if role.has("NovaCompute") is not False and (note.roles is None or role.name in note.roles)
    ]
    return tuple(known[name] for name in computes) if known.keys() >= set(computes) else ()


def fewest_nodes(note: Note, most: int, fits: Callable[[int, int], bool]) -> int | None:
    """The fewest NUMA nodes, up to as many, that a flavor without any can be shared out to
    so that the vCPUs and the MiB of each fit."""
    if note.text(NODES) or len(note.guest.cells if note.guest else ()) > 1:
        return None
    vcpus, mib = note.vcpus or 0, note.ram_mib or 0
    return next(
        (nodes for nodes in range(2, most + 1)
         if not vcpus % nodes and not mib % nodes and fits(vcpus // nodes, mib // nodes)), None,
    )  # fmt: skip


def page_sizes(role: TunedRole) -> frozenset[int]:
    """The huge page sizes of a role's hosts, in bytes: those that there are pages of; where
    nobody counts them, those that are named."""
    named = (page_size(arg.value or "") for arg in role.kernel if arg.name == "hugepagesz")
    return frozenset(page_counts(role.kernel) or PAGE_SIZES.keys() & set(named))


def dpdk_hosts(view: DeploymentView, note: Note) -> Mapping[str, Host]:
    """A host of each role that guests of a flavor may run on, all of them with DPDK; none at
    all where one of these is not known well enough."""
    hosts = _hosts(view)
    roles = [role.name for role in meant(view, note, dpdk_roles(view))]
    found = {name: host for name in roles if (host := hosts.get(name))}
    return found if len(found) == len(roles) else {}


@lru_cache(maxsize=1)
def _hosts(view: DeploymentView) -> Mapping[str, Host]:
    return {role.name: host for role in dpdk_roles(view) if (host := _host(role))}


def _host(role: TunedRole) -> Host | None:
    machine = role.host
    dedicated = role.cpus("NovaComputeCpuDedicatedSet")
    shared = role.cpus("NovaComputeCpuSharedSet")
    pages, kept = page_counts(role.kernel), _socket_memory(role)
    if not machine or not dedicated or not pages or len(kept) != len(machine.nodes):
        return None
    nodes = []
    for node, mib in zip(machine.nodes, kept, strict=True):
        if node.memory is None:
            return None
        cores = {machine.siblings_of(cpu) for cpu in node.cpus}
        pools = (
            # Open vSwitch takes its memory in the smallest of them.
            PagePool(size >> 10, count // len(machine.nodes),
                     -(-(mib << 20) // size) if size == min(pages) else 0)
            for size, count in sorted(pages.items())
        )  # fmt: skip
        in_order = sorted(cores, key=lambda core: min(core))
        nodes.append(Node(node.id, tuple(in_order), node.memory.in_mib, tuple(pools)))
    facts = role.release
    reserved = role.number("NovaReservedHostMemory")
    settings = Settings(
        dedicated.cpus,
        shared.cpus if shared else CpuSet(),
        facts.tuning.reserved_host_memory_mib.value if reserved is None else reserved,
        facts.nova.cpu_allocation_ratio.value,
        facts.nova.ram_allocation_ratio.value,
    )
    return compute_host(nodes, settings)


def _socket_memory(role: TunedRole) -> list[int]:
    value = role.value("OvsDpdkSocketMemory")
    parts = str(value.content).split(",") if value else []
    return [int(each) for each in parts] if all(part.isdecimal() for part in parts) else []
