"""Rules over flavors and the hosts that they have to fit."""

from collections.abc import Collection, Iterator, Mapping

from generator.capacity.host import with_server
from generator.capacity.types import Guest, Host, unused
from generator.deployment.types import DeploymentView
from generator.deployment.values import At
from generator.findings import Location, Path, Severity
from generator.lint.guest_cpus import flavor_above_node_cpus, flavor_isolate_with_hyperthreading
from generator.lint.guest_hosts import dpdk_hosts, fewest_nodes, meant
from generator.lint.guest_sizes import flavor_page_size_missing, flavor_ram_no_page_multiple
from generator.lint.notes import NODES, Note, flavors
from generator.lint.ruleset import Found, rule
from generator.lint.tuned_roles import tuned_roles
from generator.values import MemorySize


@rule("flavor-above-node-memory", Severity.ERROR, needs_hosts=True)
def flavor_above_node_memory(view: DeploymentView) -> Iterator[Found]:
    """The memory of a guest's NUMA node fits into the huge pages of one of the host's.

    Why: Huge pages are not overcommitted and not taken from two nodes; no host ever fits.
    Fix: Write less memory, or more NUMA nodes.
    Source: Nova 20 (Train), nova/virt/hardware.py, numa_fit_instance_to_host.
    """
    for note in flavors(view):
        if not note.huge or not note.guest or not note.ram_mib:
            continue
        hosts = dpdk_hosts(view, note).values()
        wanted = max((own.memory_mib for own in note.guest.cells), default=0)
        most = _most_memory(hosts, note)
        if most is not None and wanted > most:
            nodes = max(len(host.cells) for host in hosts)
            count = fewest_nodes(note, nodes, lambda _, mib, most=most: mib <= most)  # type: ignore[misc]
            have = f"{MemorySize.mib(most)} in huge pages at most" if most else "no huge pages"
            yield Found(
                note.place("ram"),
                f"{note.name} needs {MemorySize.mib(wanted)} on one NUMA node, and guests have "
                f"{have}",
                f"write {f'{note.called(NODES)}: {count}, or ' if count else ''}less ram"
                if most
                else "raise hugepages",
            )


def _most_memory(hosts: Collection[Host], note: Note) -> int | None:
    """The most memory in MiB that guests have on a NUMA node in pages of the size asked for,
    None where there are no such pages."""
    return max(
        (
            max(0, pool.total - pool.reserved) * pool.size_kib >> 10
            for host in hosts
            for cell in host.cells
            for pool in cell.pages[1:]
            if note.page_kib in (None, pool.size_kib)
        ),
        default=None,
    )


@rule("flavor-above-host-nodes", Severity.ERROR, needs_hosts=True)
def flavor_above_host_nodes(view: DeploymentView) -> Iterator[Found]:
    """A flavor has no more NUMA nodes than a host.

    Why: Each node of the guest takes another one of the host; no host ever fits.
    Fix: Write fewer NUMA nodes.
    Source: Nova 20 (Train), nova/virt/hardware.py, numa_fit_instance_to_host.
    """
    for note in flavors(view):
        machines = [role.host for role in meant(view, note, tuned_roles(view))]
        nodes = [len(machine.nodes) for machine in machines if machine]
        asked = len(note.guest.cells) if note.guest else 0
        if nodes and len(nodes) == len(machines) and asked > max(nodes):
            yield Found(
                note.place(_says_nodes(note)),
                f"{note.name} has {asked} NUMA nodes, and the hosts have {max(nodes)}",
                f"write {note.called(NODES)}: {max(nodes)} or less",
            )


def _says_nodes(note: Note) -> str:
    """What asks for the nodes: an inventory may map CPUs to them instead."""
    value = note.properties.get(NODES)
    if value is None:
        return "hw_numa_nodes"
    return "hw:numa_cpus.0" if value.derived else NODES


_TOLD = (
    flavor_page_size_missing, flavor_ram_no_page_multiple, flavor_above_node_cpus,
    flavor_isolate_with_hyperthreading, flavor_above_node_memory, flavor_above_host_nodes,
)  # fmt: skip
"""The rules that say in better words why a flavor fits nowhere."""


@rule("flavor-fits-no-host", Severity.ERROR, needs_hosts=True)
def flavor_fits_no_host(view: DeploymentView) -> Iterator[Found]:
    """Every flavor fits on an empty host of a role that it is meant for.

    Why: Nova accepts the flavor and finds no valid host for any server of it.
    Fix: Ask for less than what the message names, or change the tuning of the role.
    Source: Nova 20 (Train), nova/virt/hardware.py, numa_fit_instance_to_host; Placement.
    """
    homeless = [
        (note, note.flavor, note.guest, hosts)
        for note in flavors(view)
        if note.flavor and note.guest and note.ram_mib and (hosts := dpdk_hosts(view, note))
        and not any(with_server(host, unused(host), note.guest) for host in hosts.values())
    ]  # fmt: skip
    told = {_flavor(found.at) for each in _TOLD for found in each(view)} if homeless else ()
    for note, flavor, guest, hosts in homeless:
        if _flavor(flavor.at) not in told:
            yield Found(
                flavor.at, f"{note.name} fits on no host: {_limits(hosts, guest)}",
                "ask for less, or change the role's tuning",
            )  # fmt: skip


def _flavor(at: At | Location) -> tuple[str, Path]:
    """Which flavor a place belongs to: the only one of a file, or one of an inventory's."""
    if isinstance(at, Location):
        return at.file, ()
    return at.document.file, at.path[:2] if at.path[0] == "flavors" else ()


def _limits(hosts: Mapping[str, Host], guest: Guest) -> str:
    from generator.capacity.limits import limit  # only where one does not fit

    return "; ".join(f"{name}: {limit(host, unused(host), guest)}" for name, host in hosts.items())
