"""Hosts and guests as Nova's placement arithmetic sees them: plain numbers.

Nova keeps CPU numbers; how many guests fit depends only on how many threads of each
core are free, in the order in which the host lists its cores.
"""

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

from generator.values import CpuSet

Page = int | Literal["small", "large", "any"] | None
"""A page size in KiB, or what a guest asks for in words; None where it asks for none."""

ThreadPolicy = Literal["prefer", "isolate", "require"]


class Specs(NamedTuple):
    """A flavor as it was written, with the properties of its image."""

    vcpus: int
    ram_mib: int
    extra_specs: Mapping[str, str]
    image: Mapping[str, str] = {}


class GuestCell(NamedTuple):
    """A NUMA node of a guest."""

    vcpus: int
    memory_mib: int
    page: Page = None


class Guest(NamedTuple):
    """What a server asks of its host. Without cells it floats over the shared CPUs."""

    cells: tuple[GuestCell, ...]
    dedicated: bool
    thread_policy: ThreadPolicy | None
    emulator_isolated: bool  # one dedicated CPU more, beside guest node 0
    resources: Mapping[str, int]  # what Placement is asked for
    needs_threads: bool = False  # a host whose cores have thread siblings
    required: frozenset[str] = frozenset()  # traits
    forbidden: frozenset[str] = frozenset()


class PagePool(NamedTuple):
    """The pages of one size on a host's NUMA node."""

    size_kib: int
    total: int
    reserved: int = 0


class Cell(NamedTuple):
    """A NUMA node of a host: what guests may have of it at most."""

    id: int
    threads: tuple[int, ...]  # of each core, shared and dedicated ones
    dedicated: tuple[int, ...]  # of each core, those for dedicated CPUs
    shared: int  # CPUs of guests without dedicated ones
    same: bool  # shared and dedicated CPUs are the same, as with vcpu_pin_set
    memory_mib: int
    pages: tuple[PagePool, ...]  # by ascending size


class Host(NamedTuple):
    """A compute node."""

    cells: tuple[Cell, ...]
    vcpus: int  # CPUs of guests without dedicated ones
    pcpus: int  # dedicated CPUs; 0 where nova.conf has no cpu_dedicated_set
    reserved_mib: int  # reserved_host_memory_mb
    cpu_ratio: float
    ram_ratio: float
    hyperthreads: bool  # the trait HW_CPU_HYPERTHREADING


class CellUse(NamedTuple):
    """What guests have of a host's NUMA node, and the dedicated threads that are left."""

    free: tuple[int, ...]  # of each core
    memory_mib: int
    pages: tuple[int, ...]  # of each pool
    shared: int  # vCPUs on shared CPUs


class Use(NamedTuple):
    """What guests have of a host."""

    cells: tuple[CellUse, ...]
    vcpus: int = 0  # resources as Placement counts them
    pcpus: int = 0
    memory_mib: int = 0


def cell(
    number: int, siblings: Iterable[CpuSet], dedicated: CpuSet, shared: CpuSet,
    memory_mib: int, pages: Iterable[PagePool],
) -> Cell:  # fmt: skip
    """A NUMA node of a host from its cores, as sets of thread siblings, and the CPUs that
    guests may have."""
    cores = [core for core in siblings if core & (dedicated | shared)]
    all_threads = CpuSet(frozenset().union(*(core.cpus for core in cores)))
    return Cell(
        number,
        tuple(len(core & (dedicated | shared)) for core in cores),
        tuple(len(core & dedicated) for core in cores),
        len(shared & all_threads),
        dedicated & all_threads == shared & all_threads,
        memory_mib,
        tuple(sorted(pages)),
    )


def unused(host: Host) -> Use:
    """A host without guests."""
    return Use(tuple(CellUse(own.dedicated, 0, (0,) * len(own.pages), 0) for own in host.cells))
