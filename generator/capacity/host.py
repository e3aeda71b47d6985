"""Whether a guest fits on a host, and what it leaves.

The rules are those of Nova 20 (Train): numa_fit_instance_to_host of nova/virt/hardware.py
for the NUMA nodes, and Placement's sums of CPUs and memory for the host as a whole.
"""

from typing import NamedTuple

from generator.capacity.cell import page_size, with_guest
from generator.capacity.matching import all_matched
from generator.capacity.placement import taken
from generator.capacity.types import CellUse, Guest, Host, Page, Use


def with_server(host: Host, use: Use, guest: Guest) -> Use | None:
    """The host with one server more, None where it does not fit."""
    sums = taken(host, use, guest)
    if sums is None:
        return None
    cells = fitted_cells(host, use.cells, guest)
    return None if cells is None else sums._replace(cells=cells)


def fitted_cells(
    host: Host, cells: tuple[CellUse, ...], guest: Guest
) -> tuple[CellUse, ...] | None:
    """The host's NUMA nodes with the guest's on them; a floating guest takes nothing of them."""
    if len(guest.cells) > len(cells):
        return None
    if guest.needs_threads and not any(max(own.threads, default=0) > 1 for own in host.cells):
        return None
    placed = _Search(host, cells, guest).placed()
    if placed is None:
        return None
    by_cell = dict(placed)
    return tuple(by_cell.get(index, cell) for index, cell in enumerate(cells))


class _Fit(NamedTuple):
    page: Page
    use: CellUse | None


class _Search:
    """Each node of the guest on a node of the host of its own, tried in the order of the
    host's nodes; the first order that fits is taken.

    A size that `large` or `any` found stays with the guest's node, also where the search
    goes on elsewhere: so does Nova of Train, and refuses hosts with room of another size.
    """

    def __init__(self, host: Host, cells: tuple[CellUse, ...], guest: Guest) -> None:
        self.host, self.cells, self.guest = host, cells, guest
        self.pages: list[Page] = [own.page for own in guest.cells]
        self.known: dict[tuple[int, int, Page], _Fit] = {}

    def placed(self, done: tuple[tuple[int, CellUse], ...] = ()) -> (
        "tuple[tuple[int, CellUse], ...] | None"
    ):  # fmt: skip
        """Pairs of a host's node and what becomes of it, one for each node of the guest."""
        own = len(done)
        if own == len(self.pages):
            return done
        free = [index for index in range(len(self.cells)) if index not in dict(done)]
        if self._hopeless(own, free):
            return None
        for index in free:
            use = self._fit(own, index)
            if use and (found := self.placed((*done, (index, use)))):
                return found
        return None

    def _hopeless(self, own: int, free: list[int]) -> bool:
        """Whether no order can work, without trying them all: 16 nodes have more than 10^13.
        Only where trying changes nothing, with every page size decided."""
        rest = range(own, len(self.pages))
        if len(rest) == 1 or any(isinstance(self.pages[each], str) for each in rest):
            return False
        fits = {each: [index for index in free if self._fit(each, index)] for each in rest}
        return not all_matched(fits)

    def _fit(self, own: int, index: int) -> CellUse | None:
        wanted = self.pages[own]
        key = (own, index, wanted)
        if key not in self.known:
            self.known[key] = self._tried(own, index, wanted)
        fit = self.known[key]
        self.pages[own] = fit.page
        return fit.use

    def _tried(self, own: int, index: int, wanted: Page) -> _Fit:
        cell, use, guest = self.host.cells[index], self.cells[index], self.guest.cells[own]
        page = None
        if wanted is not None:
            page = page_size(cell, use, guest, wanted)
            if page is None:
                return _Fit(wanted, None)
        emulator = int(self.guest.emulator_isolated and own == 0)
        after = with_guest(self.host, cell, use, self.guest, guest, page, emulator)
        return _Fit(wanted if page is None else page, after)
