"""Huge pages: how many, and who gets them on each NUMA node."""

from collections.abc import Sequence
from typing import NamedTuple

from generator.catalog.release import Release
from generator.explained import Explained, Fact, Mark, by_hand
from generator.findings import Path, path_text
from generator.inventory import Tuning
from generator.topology.types import NumaNode
from generator.values import MemorySize

_FORMULA = "RHOSP 16.1 NFV guide 7.4.2; tripleo-common 11.7.0 workbooks/derive_params_formulas.yaml"


class NodeMemory(NamedTuple):
    """The memory of one NUMA node: huge pages, OVS's share of them, and the rest."""

    node: int
    total: MemorySize
    hugepages: int
    ovs: MemorySize
    guests: MemorySize
    host: MemorySize


def percentage_pages(memory_mib: int, percent: int, host_mib: int, page_mib: int) -> int:
    """TripleO's formula: whole GiB of the machine less the host's, a share of that.

    YAQL floors `physical_mb / 1024` before it subtracts, and so do we. TripleO always
    subtracts 4, also when the host's reserved memory was changed; we subtract the latter,
    in whole GiB, which is the same with the default of 4096 MiB. The result is an integer:
    the Ansible port of the formula renders `hugepages=126.0`.
    """
    whole_gib = max(0, memory_mib // 1024 - -(-host_mib // 1024))
    return whole_gib * percent * 1024 // (100 * page_mib)


def hugepages(
    memory: MemorySize,
    nodes: Sequence[MemorySize],
    socket_memory: Sequence[MemorySize],
    reserved_mib: int,
    tuning: Tuning,
    release: Release,
    at: Path,
) -> Explained[int]:
    """Huge pages of a machine with this memory, on these NUMA nodes. `tuning`, at the path
    `at`, may set their number, the memory for guests, or the percentage."""
    page = MemorySize.parse(tuning.hugepage_size)
    derived = _by_percentage(memory, nodes, page, reserved_mib, tuning, release, at)
    if tuning.guest_memory != "auto":
        derived = _for_guests(tuning.guest_memory, len(nodes), socket_memory, page, at)
    if tuning.hugepages is not None:
        return by_hand(tuning.hugepages, path_text((*at, "hugepages")), derived)
    return derived


def _by_percentage(
    memory: MemorySize, nodes: Sequence[MemorySize], page: MemorySize, reserved_mib: int,
    tuning: Tuning, release: Release, at: Path,
) -> Explained[int]:  # fmt: skip
    percent = release.tuning.hugepage_percentage
    if tuning.hugepage_percentage is not None:
        path = f"inventory {path_text((*at, 'hugepage_percentage'))}"
        percent = Fact("hugepage_percentage", tuning.hugepage_percentage, Mark.STATED, path)
    counted, why = _counted(memory, nodes)
    pages = percentage_pages(counted.in_mib, percent.value, reserved_mib, page.in_mib)
    host_gib = -(-reserved_mib // 1024)
    value = pages - pages % len(nodes)
    return Explained(
        value,
        f"{why}({counted.in_mib} MiB // 1024 - {host_gib} GiB for the host) x {percent.value} %"
        f" in pages of {page} = {pages}; rounded down to a multiple of {len(nodes)} NUMA nodes"
        f" = {value} (the kernel spreads boot-time pages evenly)",
        _FORMULA,
        (percent,),
    )


def _counted(memory: MemorySize, nodes: Sequence[MemorySize]) -> tuple[MemorySize, str]:
    """The memory that the formula counts, and why it is not the machine's.

    TripleO knows the machine's memory only. The kernel gives each node as many pages as
    any other, so of unequal nodes the smallest decides. Less than a MiB is no difference:
    bytes that do not divide by the nodes are dealt out unequally by ourselves.
    """
    least = min(nodes)
    if max(nodes).in_mib == least.in_mib:
        return memory, ""
    sizes = ", ".join(map(str, nodes))
    counted = MemorySize(least.bytes * len(nodes))
    return counted, (
        f"NUMA nodes have {sizes}, but get equally many pages: each counts as the smallest,"
        f" {len(nodes)} x {least} = {counted} of {memory}; "
    )


def _for_guests(
    guests: MemorySize, nodes: int, socket_memory: Sequence[MemorySize], page: MemorySize, at: Path
) -> Explained[int]:
    ovs = MemorySize(sum(size.bytes for size in socket_memory))
    pages = -(-(guests.bytes + ovs.bytes) // page.bytes)
    value = -(-pages // nodes) * nodes
    path = path_text((*at, "guest_memory"))
    return Explained(
        value,
        f"{guests} for guests ({path}){f' + {ovs} for OVS' if ovs.bytes else ''} in pages of {page}"
        f" = {pages}; rounded up to a multiple of {nodes} NUMA nodes = {value}",
        f"the pages that guests{' and OVS' if ovs.bytes else ''} need",
        (Fact("guest_memory", guests, Mark.STATED, f"inventory {path}"),),
    )


def node_memory(
    nodes: Sequence[NumaNode], pages: int, page: MemorySize, socket_memory: Sequence[MemorySize]
) -> tuple[NodeMemory, ...]:
    """The split per NUMA node. Negative amounts show as zero and are faults."""
    each = pages // len(nodes)
    return tuple(
        NodeMemory(
            node.id, node.memory, each, ovs,
            MemorySize(max(0, each * page.bytes - ovs.bytes)),
            MemorySize(max(0, node.memory.bytes - each * page.bytes)),
        )
        for node, ovs in zip(nodes, socket_memory, strict=True)
    )  # fmt: skip


def reserved_huge_pages(socket_memory: Sequence[MemorySize], page: MemorySize) -> tuple[str, ...]:
    """NovaReservedHugePages: OVS's pages of each node, which Nova must not count as free.

    TripleO's own expression rounds down where the memory is no multiple of the page size
    and so reserves too little; we round up."""
    return tuple(
        f"node:{node},size:{page.bytes >> 10},count:{-(-size.bytes // page.bytes)}"
        for node, size in enumerate(socket_memory)
    )
