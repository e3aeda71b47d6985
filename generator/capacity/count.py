"""How many servers fit on a host."""

from typing import NamedTuple

from generator.capacity.host import fitted_cells, with_server
from generator.capacity.placement import most_by_sums
from generator.capacity.types import Guest, Host, Use, unused


class Filled(NamedTuple):
    """Servers on a host, and what they have of it."""

    servers: int
    use: Use


def filled(host: Host, guest: Guest) -> Filled:
    """As many servers of one kind as an empty host takes, one after the other."""
    use, servers = unused(host), 0
    if not guest.cells:  # nothing but sums
        return Filled(most_by_sums(host, guest), use)
    while after := with_server(host, use, guest):
        use, servers = after, servers + 1
    return Filled(servers, use)


def most_by_cells(host: Host, guest: Guest) -> int | None:
    """How many fit as far as NUMA nodes go; None for guests that float over all of them."""
    cells, servers = unused(host).cells, 0
    if not guest.cells:
        return None
    while after := fitted_cells(host, cells, guest):
        cells, servers = after, servers + 1
    return servers
