"""Whether a NUMA node of a guest fits into one of a host: pages, memory, CPUs.

The rules are those of Nova 20 (Train), nova/virt/hardware.py, _numa_fit_instance_cell.
"""

from generator.capacity.cores import pack
from generator.capacity.types import Cell, CellUse, Guest, GuestCell, Host, Page, PagePool


def page_size(cell: Cell, use: CellUse, guest: GuestCell, wanted: Page) -> int | None:
    """The size in KiB, of those that the guest asks for, of which enough pages are free.

    Only the largest is asked for where several would do: huge pages are not overcommitted,
    and a guest's memory is a whole number of them.
    """
    memory = guest.memory_mib << 10
    for pool, used in _candidates(cell, use, wanted):
        free = pool.total - pool.reserved - used
        if memory <= free * pool.size_kib and memory % pool.size_kib == 0:
            return pool.size_kib
    return None


def _candidates(cell: Cell, use: CellUse, wanted: Page) -> list[tuple[PagePool, int]]:
    """The pools that will do with what is used of them, the largest pages first."""
    pools = list(zip(cell.pages, use.pages, strict=True))
    if wanted == "small":
        return pools[:1]
    if wanted == "large":
        return pools[:0:-1]
    if wanted == "any":
        return pools[::-1]
    return [(pool, used) for pool, used in pools if pool.size_kib == wanted]


def with_guest(
    host: Host, cell: Cell, use: CellUse, guest: Guest, own: GuestCell, page: int | None,
    emulator: int,
) -> CellUse | None:  # fmt: skip
    """What the host's node looks like with the guest's on it, None where it does not fit.
    `page` is the size that was found for it, None if it asks for none."""
    if page is None and not _fits_in_all(cell, own):
        return None
    used = use.memory_mib + own.memory_mib
    if guest.dedicated:
        if used > cell.memory_mib:
            return None
        free = pack(use.free, cell.threads, own.vcpus, guest.thread_policy, emulator, cell.same)
        if free is None:
            return None
        return use._replace(free=free, memory_mib=used, pages=_pages(cell, use, own, page))
    shared = use.shared + own.vcpus
    if own.vcpus > cell.shared or shared > cell.shared * host.cpu_ratio:
        return None
    if used > cell.memory_mib * host.ram_ratio:
        return None
    return use._replace(shared=shared, memory_mib=used, pages=_pages(cell, use, own, page))


def _fits_in_all(cell: Cell, own: GuestCell) -> bool:
    """Without a page size, free pages do not count: small ones may be overcommitted, but not
    by one guest alone."""
    if not cell.pages:
        return own.memory_mib <= cell.memory_mib
    smallest, memory = cell.pages[0], own.memory_mib << 10
    return memory <= smallest.total * smallest.size_kib and memory % smallest.size_kib == 0


def _pages(cell: Cell, use: CellUse, own: GuestCell, page: int | None) -> tuple[int, ...]:
    size = page or (cell.pages[0].size_kib if cell.pages else 0)
    return tuple(
        used + (own.memory_mib << 10) // size if pool.size_kib == size else used
        for pool, used in zip(cell.pages, use.pages, strict=True)
    )
