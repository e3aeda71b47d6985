"""How many servers of one flavor fit on a host."""

from typing import NamedTuple

from generator.capacity.host import fitted_cells, with_server
from generator.capacity.placement import most_by_sums, with_sums
from generator.capacity.types import Guest, Host, Use, unused


class Filled(NamedTuple):
    """Servers on a host, and what they have of it."""

    servers: int
    by_cell: tuple[int, ...]  # how many have a NUMA node of theirs on each of the host's
    use: Use


def filled(host: Host, guest: Guest) -> Filled:
    """As many servers as an empty host takes, one after the other."""
    use, servers = unused(host), 0
    by_cell = (0,) * len(host.cells)
    if not guest.cells:  # nothing but sums
        servers = most_by_sums(host, guest)
        return Filled(servers, by_cell, with_sums(host, use, guest, servers))
    while after := with_server(host, use, guest):
        by_cell = counted(by_cell, use, after)
        use, servers = after, servers + 1
    return Filled(servers, by_cell, use)


def counted(by_cell: tuple[int, ...], before: Use, after: Use) -> tuple[int, ...]:
    """One more for each NUMA node that the last server has something of."""
    pairs = zip(by_cell, before.cells, after.cells, strict=True)
    return tuple(count + (old != new) for count, old, new in pairs)


def most_by_cells(host: Host, guest: Guest) -> int | None:
    """How many fit as far as NUMA nodes go; None for guests that float over all of them."""
    cells, servers = unused(host).cells, 0
    if not guest.cells:
        return None
    while after := fitted_cells(host, cells, guest):
        cells, servers = after, servers + 1
    return servers
