"""What a server profile and the catalogue say about sockets and NUMA nodes."""

from typing import NamedTuple, TypeVar

from generator.catalog.loader import Catalogue
from generator.catalog.models import CpuModel, ServerModel
from generator.explained import Fact, Mark
from generator.findings import Path, path_text
from generator.inventory import Server, ServerNic

T = TypeVar("T")


class Shape(NamedTuple):
    """The frame of a machine: its models, populated sockets and NUMA node ids.

    `nodes_per_socket` is None where the profile states nodes that cannot be dealt out
    evenly to the sockets, so that nobody knows which node belongs to which.
    """

    model: ServerModel
    cpu: CpuModel
    sockets: Fact[int]
    threads: Fact[int]
    nodes: tuple[int, ...]
    nodes_per_socket: int | None


def shape(server: Server, catalogue: Catalogue, at: Path = ()) -> Shape:
    """The frame of a profile that stands at the path `at` of the inventory."""
    model, cpu = catalogue.server(server.model), catalogue.cpu(server.cpu)
    sockets, threads = model.sockets, cpu.threads_per_core
    if server.sockets is not None:
        sockets = stated("sockets", server.sockets, (*at, "sockets"))
    if not server.hyperthreading:
        threads = stated("threads_per_core", 1, (*at, "hyperthreading"))
    if not server.numa_nodes:
        per_socket = server.numa_nodes_per_socket
        nodes = tuple(range(sockets.value * per_socket))
        return Shape(model, cpu, sockets, threads, nodes, per_socket)
    nodes = tuple(sorted(node.id for node in server.numa_nodes))
    per_socket, rest = divmod(len(nodes), sockets.value)
    return Shape(model, cpu, sockets, threads, nodes, None if rest else per_socket)


def nic_node(nic: ServerNic, frame: Shape, at: Path) -> Fact[int] | None:
    """The NUMA node of a card that stands at the path `at`, None where it is unknown."""
    name = f"slot {nic.slot} NUMA node"
    if nic.numa_node is not None:
        return stated(name, nic.numa_node, (*at, "numa_node"))
    # The daughter card is ndc or rNDC (rack) on one and the same order form.
    if slot := frame.model.slots.get(str(nic.slot).lower().replace("rndc", "ndc")):
        return _slot_node(name, slot, frame)
    if len(frame.nodes) == 1:
        return Fact(name, frame.nodes[0], Mark.INFERRED, "the machine has one NUMA node")
    return None


def _slot_node(name: str, slot: Fact[int], frame: Shape) -> Fact[int] | None:
    """The node behind a slot whose socket is known: the socket's only one, or a guess."""
    per_socket = frame.nodes_per_socket
    if per_socket is None or slot.value >= frame.sockets.value:
        return None
    node = frame.nodes[slot.value * per_socket]
    if per_socket == 1:
        return Fact(name, node, slot.mark, slot.source)
    # Sub-NUMA clustering splits a socket's root ports between its nodes too, and no table
    # says how: the first node of the right socket is a guess, marked as one.
    source = f"first of {per_socket} nodes of socket {slot.value} ({slot.name}: {slot.source})"
    return Fact(name, node, Mark.RECALLED, source)


def stated(name: str, value: T, path: Path) -> Fact[T]:
    """A fact that the inventory states at `path`."""
    return Fact(name, value, Mark.STATED, f"inventory {path_text(path)}")
