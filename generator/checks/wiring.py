"""Views of an inventory's links and networks that several rules need."""

from collections import defaultdict
from collections.abc import Iterator

from generator.findings import Path, Place
from generator.inventory import Inventory, Link
from generator.record import Frozen, record

CTLPLANE = "ctlplane"
CONTROLLER = "Controller"
OWN_KEYS = {"mode": "mode", "bond_mode": "mode", "lacp": "lacp"}
"""Options of a bond that are keys of the link, and what these are called."""


@record
class PlacedLink(Frozen):
    """A link with where it stands."""

    role: str
    index: int
    link: Link

    @property
    def path(self) -> Path:
        """Its path in the inventory."""
        return ("roles", self.role, "links", self.index)

    @property
    def name(self) -> str:
        """Of the bond, or of the only port."""
        return self.link.bond or ", ".join(self.link.ports)

    def place(self, key: str, *steps: str | int) -> Place:
        """A value of the link, or the link itself where the key is left out."""
        return Place((*self.path, key, *steps)) if self.states(key) else Place(self.path)

    def states(self, key: str) -> bool:
        """Whether the link surely has this key written in it."""
        value = getattr(self.link, key)
        return value is not None and value != () and value != {}


def role_links(inventory: Inventory, role: str) -> tuple[PlacedLink, ...]:
    """The links of one role."""
    return tuple(
        PlacedLink(role, index, link) for index, link in enumerate(inventory.roles[role].links)
    )


def all_links(inventory: Inventory) -> Iterator[PlacedLink]:
    """The links of all roles."""
    for role in inventory.roles:
        yield from role_links(inventory, role)


def link_options(inventory: Inventory) -> Iterator[tuple[PlacedLink, str, str]]:
    """Every option of every link, as (link, key, value)."""
    for placed in all_links(inventory):
        for key, value in placed.link.options.items():
            yield placed, key, value


def option_place(placed: PlacedLink, key: str) -> Place:
    """The option of a link."""
    return Place((*placed.path, "options", key))


def roles_by_network(inventory: Inventory) -> dict[str, list[str]]:
    """The roles on each network, in the order of the inventory."""
    found: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for placed in all_links(inventory):
        for network in placed.link.networks:
            found[network][placed.role] = None
    return {network: list(roles) for network, roles in found.items()}


def links_by_bridge(inventory: Inventory) -> dict[str, list[PlacedLink]]:
    """The links that build each bridge."""
    found: defaultdict[str, list[PlacedLink]] = defaultdict(list)
    for placed in all_links(inventory):
        if placed.link.bridge:
            found[placed.link.bridge].append(placed)
    return dict(found)
