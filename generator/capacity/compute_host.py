"""A compute node from its hardware and its nova.conf."""

from collections.abc import Sequence
from typing import NamedTuple

from generator.capacity.types import Host, PagePool, cell
from generator.values import CpuSet, union

_SMALL_KIB = 4


class Node(NamedTuple):
    """A NUMA node: its cores as sets of thread siblings, and its huge pages."""

    id: int
    cores: tuple[CpuSet, ...]
    memory_mib: int
    huge: tuple[PagePool, ...] = ()


class Settings(NamedTuple):
    """What nova.conf says."""

    dedicated: CpuSet  # cpu_dedicated_set; empty where it is not set
    shared: CpuSet  # cpu_shared_set
    reserved_mib: int  # reserved_host_memory_mb
    cpu_ratio: float  # cpu_allocation_ratio
    ram_ratio: float  # ram_allocation_ratio


def compute_host(nodes: Sequence[Node], settings: Settings) -> Host:
    """The node as nova-compute reports it (Nova 20, nova/virt/libvirt/driver.py)."""
    every = union(core for node in nodes for core in node.cores)
    dedicated, shared = settings.dedicated, settings.shared
    if not dedicated and not shared:
        dedicated = shared = every  # any guest may have any CPU
    return Host(
        tuple(
            cell(node.id, node.cores, dedicated, shared, node.memory_mib, _pools(node))
            for node in nodes
        ),
        len(shared),
        len(settings.dedicated),
        settings.reserved_mib,
        settings.cpu_ratio,
        settings.ram_ratio,
        any(len(core) > 1 for node in nodes for core in node.cores),
    )


def _pools(node: Node) -> tuple[PagePool, ...]:
    """Small pages are what the huge ones leave over."""
    left = (node.memory_mib << 10) - sum(pool.total * pool.size_kib for pool in node.huge)
    return (PagePool(_SMALL_KIB, max(0, left) // _SMALL_KIB), *node.huge)
