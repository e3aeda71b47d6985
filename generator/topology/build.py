"""A server profile and the catalogue -> the topology. Total for profiles without faults
(generator/topology_faults.py)."""

from collections.abc import Iterator, Mapping

from generator.catalog.loader import Catalogue
from generator.explained import Fact, Mark
from generator.findings import Path
from generator.hardware_facts import Numbering
from generator.inventory import Server
from generator.topology.faults import topology_faults
from generator.topology.shape import Shape, nic_node, shape, stated
from generator.topology.types import NumaNode, Port, Topology
from generator.values import CpuSet, MemorySize


def sound_topologies(servers: Mapping[str, Server], catalogue: Catalogue) -> Mapping[str, Topology]:
    """The hardware of each profile of an inventory that has no faults."""
    return {
        name: build_topology(server, catalogue, ("servers", name))
        for name, server in servers.items()
        if not any(topology_faults(server, catalogue, ("servers", name)))
    }


def build_topology(server: Server, catalogue: Catalogue, at: Path = ()) -> Topology:
    """The hardware of the profile that stands at the path `at` of the inventory."""
    frame = shape(server, catalogue, at)
    numbering = frame.model.numbering
    if server.numbering is not None:
        numbering = stated("numbering", server.numbering, (*at, "numbering"))
    facts: tuple[Fact[object], ...] = (
        frame.sockets, frame.cpu.cores, frame.threads, numbering,
        *_clustering(server, at),
    )  # fmt: skip
    if server.numa_nodes:
        facts = (stated("numa_nodes", len(server.numa_nodes), (*at, "numa_nodes")),)
    cores = node_cores(server, frame, numbering.value)
    memory = node_memory(server, frame.nodes)
    return Topology(
        tuple(NumaNode(node, cores[node], memory[node]) for node in frame.nodes),
        {port.name: port for port in _ports(server, catalogue, frame, at)},
        server.memory,
        frame.cpu.vendor,
        frame.cpu.gigabyte_pages,
        frame.cpu.base_clock,
        _channels(server, frame, at),
        facts,
    )


def node_cores(server: Server, frame: Shape, numbering: Numbering) -> dict[int, tuple[CpuSet, ...]]:
    """The physical cores of each NUMA node, ascending by their lowest thread."""
    if server.numa_nodes:
        return {node.id: tuple(sorted(node.cores, key=min)) for node in server.numa_nodes}
    sockets, per_socket = frame.sockets.value, frame.cpu.cores.value
    # Clustering deals a socket's cores out in consecutive runs.
    run = per_socket // server.numa_nodes_per_socket
    found: dict[int, list[CpuSet]] = {node: [] for node in frame.nodes}
    for core in range(per_socket):
        for socket in range(sockets):
            even_odd = core * sockets + socket
            first = even_odd if numbering == "even-odd" else socket * per_socket + core
            threads = range(first, first + sockets * per_socket * frame.threads.value,
                            sockets * per_socket)  # fmt: skip
            node = socket * server.numa_nodes_per_socket + core // run
            found[node].append(CpuSet.of(threads))
    return {node: tuple(cores) for node, cores in found.items()}


def node_memory(server: Server, nodes: tuple[int, ...]) -> dict[int, MemorySize]:
    """The memory of each node: as stated, and what is left split evenly over the others.
    Bytes that do not divide go to the first of them, so that the sum stays whole."""
    found = {node.id: node.memory for node in server.numa_nodes if node.memory is not None}
    others = [node for node in nodes if node not in found]
    left = server.memory.bytes - sum(memory.bytes for memory in found.values())
    for index, node in enumerate(others):
        extra = left % len(others) if index == 0 else 0
        found[node] = MemorySize(left // len(others) + extra)
    return found


def _clustering(server: Server, at: Path) -> Iterator[Fact[object]]:
    if server.numa_nodes_per_socket > 1:
        yield stated(
            "numa_nodes_per_socket", server.numa_nodes_per_socket, (*at, "numa_nodes_per_socket")
        )
        yield Fact(
            "cores of a NUMA node", "consecutive cores of the socket", Mark.RECALLED,
            "sub-NUMA clustering, from memory; compare lscpu -e",
        )  # fmt: skip


def _channels(server: Server, frame: Shape, at: Path) -> Fact[int]:
    """Memory channels per NUMA node: a socket's channels shared out to its nodes."""
    name = "memory channels per NUMA node"
    if server.memory_channels is not None:
        return stated(name, server.memory_channels, (*at, "memory_channels"))
    channels, sockets = frame.model.memory_channels_per_socket, frame.sockets.value
    nodes = len(frame.nodes)
    value, rest = divmod(channels.value * sockets, nodes)
    # Nodes then share a channel, and DPDK knows whole ones only.
    whole = "rounded down" if value else "at least one"
    exact = f" = {channels.value * sockets / nodes:.4g}, {whole}" if rest else ""
    source = (
        f"{channels.value} channels per socket x {sockets} sockets / {nodes} NUMA nodes{exact}"
        f" ({channels.name}: {channels.source})"
    )
    return Fact(name, max(1, value), channels.mark, source)


def _ports(server: Server, catalogue: Catalogue, frame: Shape, at: Path) -> Iterator[Port]:
    for card, nic in enumerate(server.nics):
        model = catalogue.nic(nic.model)
        node = nic_node(nic, frame, (*at, "nics", card))
        assert node is not None, "topology_faults reports a card without a NUMA node"
        for name in nic.ports:
            yield Port(
                name, model.id, card, node, model.speed, model.kernel_driver,
                model.dpdk_driver, model.max_mtu, model.max_rx_queues, model.max_pps,
                _slower(model.pcie_generation, frame.model.pcie_generation), model.pcie_lanes,
                model.pci_id, model.vf_pci_id, model.max_vfs,
            )  # fmt: skip


def _slower(card: Fact[int | None], slot: Fact[int | None]) -> Fact[int | None]:
    """The generation that a card and its slot have in common. A card is taken to have as
    many lanes in its slot as on its connector."""
    if card.value is None or slot.value is None:
        return slot if card.value is None else card
    return slot if slot.value < card.value else card
