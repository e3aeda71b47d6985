"""Rules over flavor notes and the machines that they have to fit."""

from collections.abc import Collection, Iterator

from generator.capacity.compute_host import Node, Settings, compute_host
from generator.capacity.errors import RefusedError
from generator.capacity.guest import guest_of
from generator.capacity.host import with_server
from generator.capacity.limits import limit
from generator.capacity.types import Host, PagePool, Specs, unused
from generator.checks.flavor_faults import THREADS, FlavorText, broken_pages
from generator.deployment.types import DeploymentView
from generator.findings import Severity
from generator.lint.guest_cpus import most_on_a_node, pinned_on_a_node
from generator.lint.kernel_line import page_counts
from generator.lint.notes import notes
from generator.lint.ruleset import Found, rule
from generator.lint.tuned_roles import TunedRole, dpdk_roles
from generator.values import CpuSet


@rule("flavor-fits-no-host", Severity.ERROR, needs_hosts=True)
def flavor_fits_no_host(view: DeploymentView) -> Iterator[Found]:
    """Every flavor fits on an empty host of a compute role.

    Why: Nova accepts the flavor and finds no valid host for any server of it.
    Fix: Ask for less than what the message names, or change the tuning of the role.
    Source: Nova 20 (Train), nova/virt/hardware.py, numa_fit_instance_to_host; Placement.
    """
    hosts = _hosts(view)
    most = most_on_a_node(view) if hosts else None
    for note in notes(view) if hosts else ():
        written = note.written
        if not note.flavor or written.vcpus is None or written.ram_mib is None:
            continue
        if most is not None and pinned_on_a_node(note) > most:
            continue  # a rule of its own says so
        try:
            guest = guest_of(Specs(written.vcpus, written.ram_mib, written.specs, written.image))
        except RefusedError:
            continue  # rules of their own say so
        if not _told(written, hosts.values()) and not any(
            with_server(host, unused(host), guest) for host in hosts.values()
        ):
            why = "; ".join(
                f"{name}: {limit(host, unused(host), guest)}" for name, host in hosts.items()
            )
            yield Found(
                note.flavor.at,
                f"{note.name} fits on no host: {why}",
                "ask for less, or change the role's tuning",
            )


def _told(flavor: FlavorText, hosts: Collection[Host]) -> bool:
    """Whether rules of their own say why it fits nowhere: pages, and isolated threads."""
    sizes = {pool.size_kib for host in hosts for cell in host.cells for pool in cell.pages}
    isolated = flavor.specs.get(THREADS) == "isolate" and all(host.hyperthreads for host in hosts)
    wrong = flavor.page_kib is not None and flavor.page_kib not in sizes
    return isolated or wrong or any(broken_pages(flavor))


def _hosts(view: DeploymentView) -> dict[str, Host]:
    """A host of each compute role; none at all where one of them is not known well enough."""
    roles = {role.name: role for role in dpdk_roles(view)}
    computes = {role.name for role in view.roles.values() if role.has("NovaCompute") is not False}
    found = {name: host for name, role in roles.items() if (host := _host(role))}
    return found if found and computes <= set(found) else {}


def _host(role: TunedRole) -> Host | None:
    machine = role.host
    dedicated = role.cpus("NovaComputeCpuDedicatedSet")
    shared = role.cpus("NovaComputeCpuSharedSet")
    pages, kept = page_counts(role.kernel), _socket_memory(role)
    if not machine or not dedicated or not pages or len(kept) != len(machine.nodes):
        return None
    nodes = []
    for node, mib in zip(machine.nodes, kept, strict=True):
        if node.memory is None:
            return None
        cores = {machine.siblings_of(cpu) for cpu in node.cpus}
        pools = (
            # Open vSwitch takes its memory in the smallest of them.
            PagePool(size >> 10, count // len(machine.nodes),
                     -(-(mib << 20) // size) if size == min(pages) else 0)
            for size, count in sorted(pages.items())
        )  # fmt: skip
        in_order = sorted(cores, key=lambda core: min(core))
        nodes.append(Node(node.id, tuple(in_order), node.memory.in_mib, tuple(pools)))
    facts = role.release
    reserved = role.number("NovaReservedHostMemory")
    settings = Settings(
        dedicated.cpus,
        shared.cpus if shared else CpuSet(),
        facts.tuning.reserved_host_memory_mib.value if reserved is None else reserved,
        facts.nova.cpu_allocation_ratio.value,
        facts.nova.ram_allocation_ratio.value,
    )
    return compute_host(nodes, settings)


def _socket_memory(role: TunedRole) -> list[int]:
    value = role.value("OvsDpdkSocketMemory")
    parts = str(value.content).split(",") if value else []
    return [int(each) for each in parts] if all(part.isdecimal() for part in parts) else []
