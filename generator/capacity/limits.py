"""What keeps the next server from a host."""

from collections.abc import Iterator

from generator.capacity.cell import page_size
from generator.capacity.host import with_server
from generator.capacity.placement import short_of
from generator.capacity.types import Guest, Host, Page, Use, unused
from generator.values import MemorySize


def limit(host: Host, use: Use, guest: Guest) -> str:
    """What there is not enough of for one server more, in words; "" where it fits.

    Each thing that the guest asks for is left out in turn: what makes it fit was the limit.
    """
    if with_server(host, use, guest):
        return ""
    if reason := short_of(host, use, guest):
        return reason
    if len(guest.cells) > len(host.cells):
        return f"it needs {len(guest.cells)} NUMA nodes, and the host has {len(host.cells)}"
    for reason, easier in _easier(guest):
        if with_server(host, use, easier):
            return _alone(host, guest) or reason
    return _alone(host, guest) or "not enough CPUs and memory on one NUMA node"


def _easier(guest: Guest) -> Iterator[tuple[str, Guest]]:
    if guest.thread_policy:
        yield (
            f"not enough cores for the thread policy {guest.thread_policy}",
            guest._replace(thread_policy=None, needs_threads=False),
        )
    small = guest._replace(
        cells=tuple(own._replace(memory_mib=0, page=None) for own in guest.cells)
    )
    page = guest.cells[0].page if guest.cells else None
    yield f"not enough {_page_words(page)}on one NUMA node", small
    one = tuple(own._replace(vcpus=1) for own in guest.cells)
    yield (
        "not enough CPUs on one NUMA node",
        guest._replace(cells=one, emulator_isolated=False, thread_policy=None, needs_threads=False),
    )


def _page_words(page: Page) -> str:
    if page is None:
        return "memory "
    return f"pages of {MemorySize(page << 10)} " if isinstance(page, int) else f"{page} pages "


def _alone(host: Host, guest: Guest) -> str:
    """Pages that no host of this kind can ever give."""
    empty = unused(host)
    for own in guest.cells:
        page = own.page
        if page is None or any(
            page_size(cell, use, own, page)
            for cell, use in zip(host.cells, empty.cells, strict=True)
        ):
            continue
        if isinstance(page, int):
            size = MemorySize(page << 10)
            if not any(
                pool.size_kib == page and pool.total for cell in host.cells for pool in cell.pages
            ):
                return f"it has no pages of {size}"
            if (own.memory_mib << 10) % page:
                return f"{MemorySize.mib(own.memory_mib)} are no multiple of {size}"
    return ""
