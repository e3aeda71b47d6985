"""Where ports, bond, bridge and networks of a link stand in their picture."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.page.text import text_width, wrapped
from generator.plan.mtu_chain import ChainLink

NAME_FONT, DETAIL_FONT = 11, 10
LINE = 13
_PADDING = 6
_LONGEST = 108  # pixels of a line
_GAP = 6  # between boxes of a column
_WIRE = 20  # from one column to the next
_BRIDGE_PADDING = 8
_ROOM = 1  # for half a line around everything


class Line(NamedTuple):
    """A line of text. A name is larger than what is said of it."""

    text: str
    is_name: bool

    @property
    def font(self) -> int:
        return NAME_FONT if self.is_name else DETAIL_FONT


class Box(NamedTuple):
    """A rectangle with lines of text, the name first."""

    kind: str  # port, bond, bridge, network, physnet
    lines: tuple[Line, ...]
    x: int = 0
    y: int = 0
    width: int = 0
    height: int = 0


Texts = tuple[str, str, str]
"""Of a box: its kind, name and detail."""


class Wire(NamedTuple):
    """A connection from the right edge of a box to the left edge of another."""

    x1: int
    y1: int
    x2: int
    y2: int

    @property
    def middle(self) -> int:
        return (self.x1 + self.x2) // 2


class Wiring(NamedTuple):
    """The picture of a link."""

    width: int
    height: int
    boxes: tuple[Box, ...]
    wires: tuple[Wire, ...]
    summary: str


def wiring(step: ChainLink) -> Wiring:
    """Ports on the left, networks on the right, between them what joins them."""
    ports = [
        _box("port", port.name, f"{port.speed.value} node {port.numa_node.value}")
        for port in step.link.ports
    ]
    carried = tuple(_networks(step))
    networks = [_box(*each) for each in carried]
    middle = _middle(step)
    inner = max(_column_height(ports), _column_height(networks))
    height = max(inner, middle[0].height if middle else 0)
    left = _placed(ports, 0, height)
    x = _right(left) + _WIRE
    between = _moved(middle, x, (height - middle[0].height) // 2) if middle else ()
    right = _placed(networks, (_right(between) + _WIRE) if between else x, height)
    boxes = (*left, *between, *right)
    if between:
        wires = [_wire(port, between[-1]) for port in left]
        wires += [_wire(between[0], network) for network in right]
    else:
        wires = [_wire(port, network) for port in left for network in right]
    return Wiring(
        _right(boxes) + 2 * _ROOM, height + 2 * _ROOM,
        tuple(box._replace(x=box.x + _ROOM, y=box.y + _ROOM) for box in boxes),
        tuple(Wire(*(value + _ROOM for value in wire)) for wire in wires),
        _summary(step, carried),
    )  # fmt: skip


def _networks(step: ChainLink) -> Iterator[Texts]:
    """The infrastructure networks of the link, and the provider networks of its bridge."""
    for name, (vlan, mtu) in step.networks.items():
        yield "network", name, f"{f'VLAN {vlan}' if vlan else 'untagged'} MTU {mtu}"
    for name, network in step.physical.items():
        vlans = f"VLANs {network.vlans} " if network.vlans else ""
        yield "physnet", name, f"{vlans}{'flat ' * network.flat}MTU {network.mtu}"


def _middle(step: ChainLink) -> tuple[Box, ...]:
    """The bridge around the bond, or whichever of the two there is."""
    link = step.link.link
    bond = _box("bond", link.bond, link.mode or "") if link.bond else None
    if not link.bridge:
        return (bond,) if bond else ()
    if not bond:
        return (_box("bridge", link.bridge),)
    width = max(bond.width, text_width(link.bridge, NAME_FONT)) + 2 * _BRIDGE_PADDING
    top = LINE + _BRIDGE_PADDING
    height = top + bond.height + _BRIDGE_PADDING
    bridge = Box("bridge", (Line(link.bridge, True),), 0, 0, width, height)
    return bridge, bond._replace(x=(width - bond.width) // 2, y=top)


def _box(kind: str, name: str, detail: str = "") -> Box:
    """A box with the room that its lines need."""
    lines = tuple(Line(text, True) for text in wrapped(name, _LONGEST, NAME_FONT))
    if detail:
        lines += tuple(Line(text, False) for text in wrapped(detail, _LONGEST, DETAIL_FONT))
    width = max(text_width(line.text, line.font) for line in lines)
    return Box(kind, lines, 0, 0, width + 2 * _PADDING, len(lines) * LINE + _PADDING)


def _column_height(boxes: Sequence[Box]) -> int:
    return sum(box.height + _GAP for box in boxes) - _GAP if boxes else 0


def _placed(boxes: Sequence[Box], x: int, height: int) -> tuple[Box, ...]:
    """A column of boxes of one width, in the middle of the height."""
    width = max((box.width for box in boxes), default=0)
    y = (height - _column_height(boxes)) // 2
    placed = []
    for box in boxes:
        placed.append(box._replace(x=x, y=y, width=width))
        y += box.height + _GAP
    return tuple(placed)


def _moved(boxes: Sequence[Box], x: int, y: int) -> tuple[Box, ...]:
    return tuple(box._replace(x=box.x + x, y=box.y + y) for box in boxes)


def _right(boxes: Sequence[Box]) -> int:
    return max(box.x + box.width for box in boxes)


def _wire(one: Box, other: Box) -> Wire:
    return Wire(one.x + one.width, one.y + one.height // 2, other.x, other.y + other.height // 2)


def _summary(step: ChainLink, networks: Sequence[Texts]) -> str:
    link = step.link.link
    parts = [f"ports {', '.join(port.name for port in step.link.ports)}"]
    parts += [f"bond {link.bond}"] if link.bond else []
    parts += [f"bridge {link.bridge}"] if link.bridge else []
    parts += [f"network {name} {detail}" for _, name, detail in networks]
    return f"Wiring of {step.link.name}: {'; '.join(parts)}"
