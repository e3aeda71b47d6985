"""Rules over huge pages, Open vSwitch's memory and the host's."""

from collections.abc import Iterator

from generator.checks.planned import DpdkRole, dpdk_roles
from generator.checks.registry import PLAN_RULES
from generator.checks.wording import counted
from generator.derive.mempool import full_pools
from generator.derive.socket_memory import guide_memory
from generator.findings import Fault, Place, Severity
from generator.plan.types import Plan
from generator.topology.types import NumaNode
from generator.values import MemorySize


def _stated_memory(plan: Plan) -> Iterator[tuple[DpdkRole, int, NumaNode, MemorySize]]:
    """Socket memory set by hand, node by node, where there is one value per node."""
    for role in dpdk_roles(plan):
        stated = role.tuning.socket_memory
        if len(stated) == len(role.nodes):
            for index, node in enumerate(role.nodes):
                yield role, index, node, stated[index]


@PLAN_RULES.rule("socket-memory-count", Severity.ERROR)
def socket_memory_count(plan: Plan) -> Iterator[Fault]:
    """Socket memory set by hand has one value per NUMA node.

    Why: The values are taken by position: a missing one leaves its node without memory,
    and its DPDK ports or guests without packet buffers.
    Fix: Write a value for every node, node 0 first.
    Source: Open vSwitch 2.13, dpdk-socket-mem; RHOSP NFV guide 7.4.2.
    """
    for role in dpdk_roles(plan):
        values, nodes = len(role.tuning.socket_memory), len(role.nodes)
        if values not in (0, nodes):
            yield Fault(
                role.place("socket_memory"),
                f"{role.role.name} has {counted(values, 'value')} of socket_memory for "
                f"{nodes} NUMA nodes",
                f"write {nodes} values, node 0 first",
            )


@PLAN_RULES.rule("socket-memory-below-guide", Severity.ERROR)
def socket_memory_below_guide(plan: Plan) -> Iterator[Fault]:
    """Socket memory is at least what the guide's formula gives for the DPDK ports' MTUs.

    Why: Open vSwitch halves its packet buffers until they fit, without a word, and drops
    packets in bursts; below a minimum the port does not come up.
    Fix: Remove `socket_memory` to have it derived, or write the amount of the hint.
    Source: RHOSP NFV guide 7.4.2.
    """
    for role, index, node, size in _stated_memory(plan):
        mtus = {port.mtu for port in role.ports_on(node)}
        guide = guide_memory(mtus, role.release.socket_memory)
        if size.in_mib < guide.value:
            yield Fault(
                role.place("socket_memory", index),
                f"{size} on NUMA node {node.id} of {role.role.name} is below the guide's "
                f"{guide.value} MiB ({guide.rule})",
                f"write {MemorySize.mib(guide.value)} or more",
            )


@PLAN_RULES.rule("socket-memory-below-pools", Severity.WARNING)
def socket_memory_below_pools(plan: Plan) -> Iterator[Fault]:
    """Socket memory holds Open vSwitch's full buffer pools.

    Why: The guide's formula counts the ports of the node only, and without the 26 bytes
    that Open vSwitch adds. A guest's port needs a pool on the node of its memory, for
    1500 first and then for its network's MTU; a short pool is halved silently.
    Fix: Remove `socket_memory` to have it derived, or write the amount of the hint.
    Source: Open vSwitch 2.13 lib/netdev-dpdk.c, Documentation/topics/dpdk/memory.rst.
    """
    for role, index, node, size in _stated_memory(plan):
        mtus = {port.mtu for port in role.ports_on(node)}
        if node.cpus & role.cpus.guest.value:
            mtus |= {role.release.tuning.standard_mtu.value, *(port.mtu for port in role.ports)}
        pools = full_pools(mtus, role.release.mempool)
        guide = guide_memory({port.mtu for port in role.ports_on(node)}, role.release.socket_memory)
        if MemorySize.mib(guide.value) <= size and size.bytes < pools.value:
            wanted = MemorySize(-(-pools.value // (1 << 30)) << 30)
            yield Fault(
                role.place("socket_memory", index),
                f"{size} on NUMA node {node.id} of {role.role.name} is less than full buffer "
                f"pools take ({pools.rule})",
                f"write {wanted}",
            )


@PLAN_RULES.rule("socket-memory-above-pages", Severity.ERROR)
def socket_memory_above_pages(plan: Plan) -> Iterator[Fault]:
    """The huge pages of every NUMA node hold Open vSwitch's socket memory.

    Why: DPDK cannot get its memory and Open vSwitch does not start with DPDK.
    Fix: Raise the number of huge pages, or lower `socket_memory`.
    Source: DPDK 19.11, socket-mem; RHOSP NFV guide 7.4.2.
    """
    for role in dpdk_roles(plan):
        for node in role.memory.nodes:
            pages = MemorySize(node.hugepages * role.memory.page_size.bytes)
            if node.ovs > pages:
                key = "hugepages" if role.states("hugepages") else "socket_memory"
                yield Fault(
                    role.place(key),
                    f"NUMA node {node.node} of {role.role.name} has {node.hugepages} huge pages "
                    f"({pages}), and Open vSwitch takes {node.ovs}",
                    "raise hugepages or lower socket_memory",
                )


@PLAN_RULES.rule("socket-memory-no-page-multiple", Severity.WARNING)
def socket_memory_no_page_multiple(plan: Plan) -> Iterator[Fault]:
    """Socket memory is a multiple of the huge page size.

    Why: Open vSwitch takes whole pages; TripleO rounds down when it tells Nova which
    pages are taken, and Nova then gives the last one to a guest as well.
    Fix: Write a multiple of the page size.
    Source: tripleo-heat-templates 11.6.0, NovaReservedHugePages derived.
    """
    for role, index, _, size in _stated_memory(plan):
        page = role.memory.page_size
        if size.bytes % page.bytes:
            yield Fault(
                role.place("socket_memory", index),
                f"{size} is no multiple of the huge page size {page}",
                f"write {MemorySize((size.bytes // page.bytes + 1) * page.bytes)}",
            )


@PLAN_RULES.rule("hugepages-uneven", Severity.WARNING)
def hugepages_uneven(plan: Plan) -> Iterator[Fault]:
    """The huge pages divide evenly between the NUMA nodes.

    Why: The kernel shares boot-time pages out evenly; what does not divide lands on a
    node that nobody chose.
    Fix: Write a multiple of the number of nodes.
    Source: Linux, hugepages= on the kernel command line.
    """
    for role in dpdk_roles(plan):
        pages, nodes = role.memory.hugepages.value, len(role.nodes)
        if pages % nodes:
            yield Fault(
                role.place("hugepages"),
                f"{pages} huge pages of {role.role.name} do not divide by {nodes} NUMA nodes",
                f"write {pages - pages % nodes} or {pages - pages % nodes + nodes}",
            )


@PLAN_RULES.rule("hugepages-above-memory", Severity.ERROR)
def hugepages_above_memory(plan: Plan) -> Iterator[Fault]:
    """Huge pages leave the host its reserved memory and what the kernel describes memory with.

    Why: Pages that the memory does not hold are silently not made, and a host short of
    memory kills agents or guests.
    Fix: Lower the number of pages, the percentage or the guests' memory.
    Source: RHOSP NFV guide 7.4.2; Linux, struct page.
    """
    for role in dpdk_roles(plan):
        pages, page = role.memory.hugepages.value, role.memory.page_size
        total, host = role.role.topology.memory, role.memory.reserved_host.value
        kernel = MemorySize(total.bytes // role.release.tuning.page_struct_divisor.value)
        room = max(0, total.bytes - host.bytes - kernel.bytes) // page.bytes
        if pages > room:
            keys = ("hugepages", "guest_memory", "hugepage_percentage")
            key = next((key for key in keys if role.states(key)), "reserved_host_memory")
            yield Fault(
                role.place(key),
                f"{pages} huge pages of {page} are {MemorySize(pages * page.bytes)} of {total}, "
                f"with {host} reserved for the host of {role.role.name} and {kernel} for the "
                "kernel's description of the memory",
                f"{room - room % len(role.nodes)} pages fit",
            )


@PLAN_RULES.rule("hugepages-above-node-memory", Severity.ERROR)
def hugepages_above_node_memory(plan: Plan) -> Iterator[Fault]:
    """Every NUMA node has the memory for its share of the huge pages.

    Why: The kernel shares boot-time pages out evenly, whatever memory a node has; a node
    that cannot hold its share gets fewer pages, or has nothing left for the kernel.
    Fix: Lower the number of pages to what the smallest node holds, or even out the DIMMs.
    Source: Linux, hugepages= on the kernel command line.
    """
    for role in dpdk_roles(plan):
        for node in role.memory.nodes:
            size = MemorySize(node.hugepages * role.memory.page_size.bytes)
            if size >= node.total:
                keys = ("hugepages", "guest_memory", "hugepage_percentage")
                key = next((key for key in keys if role.states(key)), "hugepages")
                yield Fault(
                    role.place(key),
                    f"the share of NUMA node {node.node} of {role.role.name}, {size} of huge "
                    f"pages, does not fit its memory of {node.total}",
                    "lower hugepages to what the smallest node holds beside the host",
                )


@PLAN_RULES.rule("no-pages-for-guests", Severity.ERROR)
def no_pages_for_guests(plan: Plan) -> Iterator[Fault]:
    """Every NUMA node with guest CPUs has huge pages for guests.

    Why: A guest behind vhost-user needs huge pages on its node; none can start there.
    Fix: Raise the number of huge pages, or lower `socket_memory`.
    Source: RHOSP NFV guide 7.4.2.
    """
    for role in dpdk_roles(plan):
        for split, node in zip(role.memory.nodes, role.nodes, strict=True):
            pages = MemorySize(split.hugepages * role.memory.page_size.bytes)
            if node.cpus & role.cpus.guest.value and split.ovs <= pages and not split.guests.bytes:
                keys = ("hugepages", "guest_memory", "hugepage_percentage", "socket_memory")
                key = next((key for key in keys if role.states(key)), "hugepages")
                yield Fault(
                    role.place(key),
                    f"Open vSwitch takes all {split.hugepages} huge pages of NUMA node {node.id} "
                    f"of {role.role.name}; guests there have none",
                    "raise hugepages",
                )


@PLAN_RULES.rule("hugepage-size-unsupported", Severity.ERROR)
def hugepage_size_unsupported(plan: Plan) -> Iterator[Fault]:
    """Huge pages of 1 GiB are asked of CPUs that have them.

    Why: Without the CPU flag pdpe1gb the kernel makes none.
    Fix: Write `hugepage_size: 2 MiB`.
    Source: RHOSP NFV guide 7.4.2; tripleo-common 11.7.0, derive_params.
    """
    for role in dpdk_roles(plan):
        has = role.role.topology.gigabyte_pages
        if role.memory.page_size == MemorySize.parse("1 GiB") and not has.value:
            yield Fault(
                role.place("hugepage_size"),
                f"the CPU of {role.role.server} has no pages of 1 GiB ({has.source})",
                f"write hugepage_size: 2 MiB in tuning of {role.role.name}",
            )


def _reserved(plan: Plan) -> Iterator[tuple[Place, int, DpdkRole]]:
    """Memory reserved for the host by hand, in MiB."""
    for role in dpdk_roles(plan):
        if role.states("reserved_host_memory"):
            reserved = role.memory.reserved_host.value.in_mib
            yield role.place("reserved_host_memory"), reserved, role


@PLAN_RULES.rule("reserved-host-memory-refused", Severity.ERROR)
def reserved_host_memory_refused(plan: Plan) -> Iterator[Fault]:
    """The memory reserved for the host is at least 512 MiB.

    Why: The parameter's constraint refuses less, and the stack fails.
    Fix: Write 4 GiB, the guide's value.
    Source: tripleo-heat-templates (Train), NovaReservedHostMemory.
    """
    for place, reserved, role in _reserved(plan):
        least = role.release.tuning.min_reserved_host_memory_mib.value
        if reserved < least:
            yield Fault(
                place,
                f"{reserved} MiB for the host are less than the {least} MiB that are accepted",
                "write reserved_host_memory: 4 GiB",
            )


@PLAN_RULES.rule("reserved-host-memory-low", Severity.WARNING)
def reserved_host_memory_low(plan: Plan) -> Iterator[Fault]:
    """The memory reserved for the host is at least the guide's 4096 MiB.

    Why: Agents, QEMU's own memory and page tables live in it; a host short of memory
    kills processes.
    Fix: Write 4 GiB.
    Source: RHOSP NFV guide 7.4.2 (NovaReservedHostMemory).
    """
    for place, reserved, role in _reserved(plan):
        tuning = role.release.tuning
        advised = tuning.reserved_host_memory_mib.value
        if tuning.min_reserved_host_memory_mib.value <= reserved < advised:
            yield Fault(
                place,
                f"{reserved} MiB for the host of {role.role.name} are less than the guide's "
                f"{advised} MiB",
                f"write reserved_host_memory: {MemorySize.mib(advised)}",
            )
