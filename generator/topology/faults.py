"""What is wrong with the hardware of a server profile. Each function holds one subject;
`topology_faults` strings them together."""

from collections import Counter
from collections.abc import Iterator

from generator.catalog.loader import Catalogue
from generator.catalog.models import CatalogueError, MissingFactsError, UnknownModelError
from generator.findings import Fault, Path, Place
from generator.inventory import Server
from generator.topology.shape import nic_node, shape
from generator.values import MemorySize


def topology_faults(server: Server, catalogue: Catalogue, at: Path = ()) -> Iterator[Fault]:
    """All faults of the profile that stands at the path `at`. Without any,
    `build_topology` has an answer."""
    models = list(model_faults(server, catalogue, at))
    yield from models
    yield from stated_node_faults(server, at)
    if models:
        return  # the rest needs to know what the parts are
    yield from socket_faults(server, catalogue, at)
    yield from memory_faults(server, catalogue, at)
    yield from port_faults(server, catalogue, at)
    yield from place_faults(server, catalogue, at)


def model_faults(server: Server, catalogue: Catalogue, at: Path = ()) -> Iterator[Fault]:
    """Models that the catalogue does not know, or does not know enough about."""
    looked_up = [
        (catalogue.server, server.model, (*at, "model")),
        (catalogue.cpu, server.cpu, (*at, "cpu")),
        *((catalogue.nic, nic.model, (*at, "nics", card, "model"))
          for card, nic in enumerate(server.nics)),
    ]  # fmt: skip
    for lookup, model, path in looked_up:
        try:
            lookup(model)
        except CatalogueError as error:
            yield Fault(Place(path), str(error), _remedy(error))


def _remedy(error: CatalogueError) -> str:
    define = f"define it under hardware.{error.kind}"
    if isinstance(error, MissingFactsError):
        return f"add {', '.join(error.missing)} to hardware.{error.kind}.{error.model}"
    if isinstance(error, UnknownModelError) and error.suggestions:
        return f"did you mean {' or '.join(error.suggestions)}? Otherwise {define}"
    return define


def socket_faults(server: Server, catalogue: Catalogue, at: Path = ()) -> Iterator[Fault]:
    """More sockets than the server has, or cores that cannot be dealt out to the nodes."""
    model, cpu = catalogue.server(server.model), catalogue.cpu(server.cpu)
    if server.sockets is not None and server.sockets > model.sockets.value:
        yield Fault(
            Place((*at, "sockets")),
            f"{model.id} has {model.sockets.value} sockets, not {server.sockets}",
            "give the number of sockets that hold a CPU",
        )
    per_socket = server.numa_nodes_per_socket
    if not server.numa_nodes and cpu.cores.value % per_socket:
        yield Fault(
            Place((*at, "numa_nodes_per_socket")),
            f"the {cpu.cores.value} cores of a socket do not split evenly"
            f" into {per_socket} NUMA nodes",
            "state the nodes in full under numa_nodes, as lscpu -e shows them",
        )


def stated_node_faults(server: Server, at: Path = ()) -> Iterator[Fault]:
    """NUMA nodes written in the profile that no machine can have."""
    if not server.numa_nodes:
        return
    place = Place((*at, "numa_nodes"))
    ids = [node.id for node in server.numa_nodes]
    if sorted(ids) != list(range(len(ids))):
        # OvsDpdkSocketMemory and others list values by position, node 0 first.
        yield Fault(
            place,
            f"NUMA node ids {', '.join(map(str, ids))} do not count from 0 without a gap",
            "number the nodes as lscpu does",
        )
    cpus = Counter(cpu for node in server.numa_nodes for core in node.cores for cpu in core)
    if twice := sorted(cpu for cpu, count in cpus.items() if count > 1):
        yield Fault(
            place,
            f"CPU {', '.join(map(str, twice))} appears in more than one core",
            "list each CPU once, together with its sibling",
        )
    for index, node in enumerate(server.numa_nodes):
        if not node.cores or not all(node.cores):
            yield Fault(
                Place((*at, "numa_nodes", index, "cores")),
                f"NUMA node {node.id} has no cores, or a core without a CPU",
                'list the sibling threads of each core, e.g. ["0,40", "2,42"]',
            )
    threads = {len(core) for node in server.numa_nodes for core in node.cores}
    if len(threads) > 1:
        yield Fault(
            place,
            f"cores have {' and '.join(map(str, sorted(threads)))} threads",
            "list every core with all its sibling threads",
        )
    elif max(threads, default=1) > 1 and not server.hyperthreading:
        yield Fault(
            place,
            f"cores have {max(threads)} threads, but hyperthreading is off",
            "set hyperthreading to true, or list single CPUs",
        )


def memory_faults(server: Server, catalogue: Catalogue, at: Path = ()) -> Iterator[Fault]:
    """Stated memory of the nodes that does not add up to the machine's."""
    sizes = [node.memory for node in server.numa_nodes if node.memory is not None]
    total = MemorySize(sum(size.bytes for size in sizes))
    open_nodes = len(shape(server, catalogue, at).nodes) - len(sizes)
    if sizes and (total != server.memory if not open_nodes else total >= server.memory):
        yield Fault(
            Place((*at, "numa_nodes")),
            f"the nodes have {total} of {server.memory}"
            + (f", with {open_nodes} nodes still to be given memory" if open_nodes else ""),
            "make the memory of the nodes add up to that of the server",
        )


def port_faults(server: Server, catalogue: Catalogue, at: Path = ()) -> Iterator[Fault]:
    """Ports named twice, or more ports than the card has."""
    seen: set[str] = set()
    for card, nic in enumerate(server.nics):
        path = (*at, "nics", card, "ports")
        for index, name in enumerate(nic.ports):
            if name in seen:
                yield Fault(
                    Place((*path, index)),
                    f"port {name} is named twice",
                    "name each port of the machine once",
                )
            seen.add(name)
        model = catalogue.nic(nic.model)
        if len(nic.ports) > model.ports.value:
            yield Fault(
                Place(path),
                f"{model.id} has {model.ports.value} ports, {len(nic.ports)} are named",
                f"check the model, or set hardware.nics.{model.id}.ports",
            )


def place_faults(server: Server, catalogue: Catalogue, at: Path = ()) -> Iterator[Fault]:
    """Cards whose NUMA node does not exist or is not known."""
    frame = shape(server, catalogue, at)
    for card, nic in enumerate(server.nics):
        path = (*at, "nics", card)
        if nic.numa_node is not None and nic.numa_node not in frame.nodes:
            yield Fault(
                Place((*path, "numa_node")),
                f"there is no NUMA node {nic.numa_node}; the machine has"
                f" {', '.join(map(str, frame.nodes))}",
                "give the number in /sys/class/net/<port>/device/numa_node",
            )
        if nic_node(nic, frame, path) is not None:
            continue
        slot = frame.model.slots.get(str(nic.slot).lower())
        if slot is not None and slot.value >= frame.sockets.value:
            message = f"slot {nic.slot} hangs off socket {slot.value}, which holds no CPU"
            hint = "move the card, or state its numa_node"
        else:
            message = f"the NUMA node of slot {nic.slot} of {frame.model.id} is not known"
            hint = (
                "state numa_node, the number in /sys/class/net/<port>/device/numa_node,"
                f" or hardware.servers.{frame.model.id}.slots"
            )
            if frame.model.slots:
                hint += f" (known are {', '.join(frame.model.slots)})"
        yield Fault(Place((*path, "slot")), message, hint)
