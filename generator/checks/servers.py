"""Rules over server profiles: the parts, and whether they fit together.

What is wrong with a profile is found where topologies are built; here it gets its rule.
"""

from collections.abc import Callable, Iterator

from generator.catalog.loader import Catalogue
from generator.checks.registry import INVENTORY_RULES
from generator.checks.repeats import repeats
from generator.checks.subject import InventorySubject
from generator.findings import Fault, Path, Place, Severity
from generator.inventory import Server
from generator.topology import faults as topology

_Finder = Callable[[Server, Catalogue, Path], Iterator[Fault]]


def _with_known_parts(subject: InventorySubject, find: _Finder) -> Iterator[Fault]:
    """The faults of the profiles whose parts the catalogue knows."""
    for name, server in subject.inventory.servers.items():
        at = ("servers", name)
        if not any(topology.model_faults(server, subject.catalogue, at)):
            yield from find(server, subject.catalogue, at)


@INVENTORY_RULES.rule("hardware-unknown", Severity.ERROR)
def hardware_unknown(subject: InventorySubject) -> Iterator[Fault]:
    """Servers, CPUs and cards are models of the catalogue or of `hardware`.

    Why: Sockets, cores, NUMA nodes, drivers and limits all come from the model.
    Fix: Correct the name, or describe the model under `hardware`.
    Source: nfvgen's catalogue.
    """
    for name, server in subject.inventory.servers.items():
        yield from topology.model_faults(server, subject.catalogue, ("servers", name))


@INVENTORY_RULES.rule("sockets-impossible", Severity.ERROR)
def sockets_impossible(subject: InventorySubject) -> Iterator[Fault]:
    """Sockets and NUMA nodes per socket fit the server and its CPU.

    Why: Core and memory of each NUMA node are dealt out from these numbers.
    Fix: Correct them, or state the nodes in full under `numa_nodes`.
    Source: nfvgen's catalogue; lscpu.
    """
    yield from _with_known_parts(subject, topology.socket_faults)


@INVENTORY_RULES.rule("numa-nodes-impossible", Severity.ERROR)
def numa_nodes_impossible(subject: InventorySubject) -> Iterator[Fault]:
    """Stated NUMA nodes are numbered from 0 and have every CPU once, with its siblings.

    Why: Per-node values are lists by node number, and a core that is torn apart is
    shared by threads that must not disturb each other.
    Fix: Copy nodes and siblings from `lscpu -e` or the introspection data.
    Source: RHOSP NFV guide, NUMA topology.
    """
    for name, server in subject.inventory.servers.items():
        yield from topology.stated_node_faults(server, ("servers", name))


@INVENTORY_RULES.rule("numa-memory-mismatch", Severity.ERROR)
def numa_memory_mismatch(subject: InventorySubject) -> Iterator[Fault]:
    """The memory of the stated NUMA nodes adds up to the server's.

    Why: Huge pages and socket memory are dealt out per node.
    Fix: Correct the one that was copied from another server.
    Source: numactl --hardware.
    """
    yield from _with_known_parts(subject, topology.memory_faults)


@INVENTORY_RULES.rule("card-ports-wrong", Severity.ERROR)
def card_ports_wrong(subject: InventorySubject) -> Iterator[Fault]:
    """A card has at most the ports of its model, and no port of another card.

    Why: A port under the wrong card gets the wrong NUMA node, speed and driver.
    Fix: Check model and names with `lspci` and /sys/class/net.
    Source: nfvgen's catalogue.
    """
    yield from _with_known_parts(subject, topology.port_faults)


@INVENTORY_RULES.rule("card-place-unknown", Severity.ERROR)
def card_place_unknown(subject: InventorySubject) -> Iterator[Fault]:
    """The NUMA node of every card is known, and the machine has it.

    Why: PMD threads and socket memory have to be where the DPDK ports are.
    Fix: State `numa_node` as /sys/class/net/<port>/device/numa_node shows it.
    Source: RHOSP NFV guide: PMD cores local to the DPDK ports.
    """
    yield from _with_known_parts(subject, topology.place_faults)


@INVENTORY_RULES.rule("slot-twice", Severity.WARNING)
def slot_twice(subject: InventorySubject) -> Iterator[Fault]:
    """A slot of a server holds one card.

    Why: One of the two entries has the wrong slot, and with it perhaps the wrong NUMA
    node.
    Fix: Write the slot that the card sits in.
    Source: our reading of the inventory.
    """
    for profile, server in subject.inventory.servers.items():
        cards = ((str(nic.slot).lower(), index) for index, nic in enumerate(server.nics))
        for first, index in repeats(cards):
            yield Fault(
                Place(("servers", profile, "nics", index, "slot")),
                f"slot {server.nics[index].slot} of {profile} holds "
                f"{server.nics[first].model} already",
                "write the slot that the card sits in",
                related=(Place(("servers", profile, "nics", first, "slot")),),
            )
