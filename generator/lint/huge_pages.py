"""Rules over huge pages in KernelArgs, without and with the machine's memory."""

import re
from collections.abc import Iterator

from generator.deployment.hosts import Host
from generator.deployment.types import DeploymentView
from generator.deployment.values import Value
from generator.findings import Severity
from generator.lint.kernel_line import (
    PAGE_SIZES,
    KernelArg,
    kernel_args,
    page_counts,
    page_requests,
    page_size,
    reserving_size,
    value_of,
)
from generator.lint.ruleset import Found, rule
from generator.lint.terms import write_pair
from generator.lint.tuned_roles import TunedRole, dpdk_roles, tuned_roles, written
from generator.values import MemorySize

_SIZES = ("default_hugepagesz", "hugepagesz")
_ARGUMENTS = {
    1 << 30: "default_hugepagesz=1GB hugepagesz=1G",
    1 << 21: "default_hugepagesz=2M hugepagesz=2M",
}


def _lines(view: DeploymentView) -> Iterator[tuple[Value, str, tuple[KernelArg, ...]]]:
    for value, _ in written(view, "KernelArgs"):
        if isinstance(value.content, str):
            yield value, value.content, kernel_args(value.content)


@rule("hugepage-size-impossible", Severity.ERROR)
def hugepage_size_impossible(view: DeploymentView) -> Iterator[Found]:
    """The size of huge pages is one that the processor has: 2M or 1G.

    Why: The kernel drops the reservation of a size that it does not have: the node has no
    huge pages, Open vSwitch does not start and no guest finds memory.
    Fix: Write 1G, with as many pages as hold the memory that was meant.
    Source: Linux, hugepagesz=; the page sizes of x86-64.
    """
    for value, _, args in _lines(view):
        wrong = [arg for arg in args if arg.name in _SIZES and _impossible(arg)]
        if wrong:
            names = " and ".join(dict.fromkeys(arg.text for arg in wrong))
            yield Found(
                value.at,
                f"{names}: x86-64 has huge pages of 2M and of 1G only, and the kernel drops the "
                "reservation",
                f"write {_possible(args)}",
            )


def _impossible(arg: KernelArg) -> bool:
    return page_size(arg.value or "") not in PAGE_SIZES


def _possible(args: tuple[KernelArg, ...]) -> str:
    """The same memory in pages that exist."""
    requests = [request for request in page_requests(args) if request.size not in PAGE_SIZES]
    size = max((request.size for request in requests), default=0)
    best = 1 << 30 if size >= 1 << 30 or not size else 1 << 21
    pages = sum(-(-request.size * request.pages // best) for request in requests)
    return _ARGUMENTS[best] + (f" hugepages={pages}" if pages else "")


@rule("hugepage-count-no-number", Severity.ERROR)
def hugepage_count_no_number(view: DeploymentView) -> Iterator[Found]:
    """hugepages= is a number of pages.

    Why: The kernel knows neither percentages nor sizes there: 50% makes 50 pages, 64G
    makes 64, and what does not begin with a digit makes none.
    Fix: Write the number of pages.
    Source: Linux, hugepages= on the kernel command line.
    """
    for value, _, args in _lines(view):
        for arg in args:
            # 126.0, as a port of TripleO's formula renders it, is taken for 126.
            if arg.name == "hugepages" and not re.fullmatch(r"\d+(\.0*)?", arg.value or ""):
                yield Found(
                    value.at, f"{arg.text} is no number of pages", "write hugepages=N, such as 64"
                )


@rule("hugepages-before-size", Severity.ERROR)
def hugepages_before_size(view: DeploymentView) -> Iterator[Found]:
    """hugepages= stands after the hugepagesz= that it counts pages of.

    Why: The kernel makes pages of 1 GiB only while it reads hugepagesz=1G hugepages=N, in
    this order: a number before it counts pages of the default size, which are not made if
    that is 1 GiB. Open vSwitch has no memory, and no guest finds any.
    Fix: Write default_hugepagesz=1GB hugepagesz=1G hugepages=N.
    Source: Linux 4.18, mm/hugetlb.c (hugetlb_nrpages_setup, hugetlb_init_hstates).
    """
    for value, _, args in _lines(view):
        names = [arg.name for arg in args if arg.name in ("hugepagesz", "hugepages")]
        sizes = {page_size(arg.value or "") for arg in args if arg.name in _SIZES}
        if names[:1] == ["hugepages"] and "hugepages" not in names[1:] and 1 << 30 in sizes:
            count = value_of(args, "hugepages")
            yield Found(
                value.at,
                f"hugepages={count} stands before any hugepagesz=: no pages of 1 GiB are made",
                f"write {_ARGUMENTS[1 << 30]} hugepages={count}",
            )


@rule("hugepage-size-not-first", Severity.WARNING)
def hugepage_size_not_first(view: DeploymentView) -> Iterator[Found]:
    """The first number with K, M or G in KernelArgs is the size of the huge pages.

    Why: TripleO takes it for the page size when it tells Nova which pages Open vSwitch has.
    With crashkernel=512M before it, it reserves pages of 2 MiB: Nova then gives Open
    vSwitch's pages of 1 GiB to guests, which fail to start.
    Fix: Put default_hugepagesz= and hugepagesz= first, or set NovaReservedHugePages.
    Source: tripleo-heat-templates 11.6.0, NovaReservedHugePages derived.
    """
    for role in dpdk_roles(view):
        args = role.value("KernelArgs")
        counts = page_counts(role.kernel)
        if not args or not isinstance(args.content, str) or not counts:
            continue
        if role.value("NovaReservedHugePages") or not role.value("OvsDpdkSocketMemory"):
            continue
        taken = reserving_size(args.content)
        if taken not in counts:
            size = max(counts)
            yield Found(
                args.at,
                f"TripleO reserves pages of {MemorySize(taken)} for Open vSwitch on {role.name}, "
                f"by the first size in KernelArgs; the pages are of {MemorySize(size)}",
                f"begin KernelArgs with {_ARGUMENTS[size]}",
            )


@rule("default-hugepagesz-missing", Severity.WARNING)
def default_hugepagesz_missing(view: DeploymentView) -> Iterator[Found]:
    """Pages of 1 GiB are the default size where they are the only ones.

    Why: /dev/hugepages is mounted with the default size, 2 MiB unless it is set: neither
    Open vSwitch nor QEMU finds the other pages there.
    Fix: Add default_hugepagesz=1GB before hugepagesz=1G.
    Source: RHOSP NFV guide 7.4.2; systemd, dev-hugepages.mount.
    """
    for role in dpdk_roles(view):
        args = role.value("KernelArgs")
        default = value_of(role.kernel, "default_hugepagesz")
        if args and default is None and set(page_counts(role.kernel)) == {1 << 30}:
            yield Found(
                args.at,
                f"KernelArgs of {role.name} ask for pages of 1 GiB, but the default size stays "
                "2 MiB",
                f"write {_ARGUMENTS[1 << 30]}",
            )


@rule("hugepages-missing", Severity.ERROR)
def hugepages_missing(view: DeploymentView) -> Iterator[Found]:
    """A role with DPDK asks for huge pages.

    Why: DPDK takes its memory from huge pages only, and so do guests behind it: Open
    vSwitch does not start.
    Fix: Add default_hugepagesz=1GB hugepagesz=1G hugepages=N to KernelArgs.
    Source: RHOSP NFV guide 7.4.2.
    """
    for role in dpdk_roles(view):
        args = role.value("KernelArgs")
        extra = role.value("ExtraSysctlSettings")
        sysctl = str(extra.data) if extra else ""
        asked = any(arg.name == "hugepages" for arg in role.kernel)
        if args and not asked and role.value("OvsDpdkSocketMemory") and "hugepages" not in sysctl:
            yield Found(
                args.at,
                f"KernelArgs of {role.name} ask for no huge pages",
                f"add {_ARGUMENTS[1 << 30]} hugepages=N",
            )


def _with_memory(view: DeploymentView) -> Iterator[tuple[TunedRole, Host, Value, int]]:
    """Roles whose machine and huge pages are known; the pages in bytes."""
    for role in tuned_roles(view):
        args = role.value("KernelArgs")
        total = sum(size * count for size, count in page_counts(role.kernel).items())
        if role.host and args and total:
            yield role, role.host, args, total


def _pages(view: DeploymentView, count: int) -> str:
    return write_pair(view, "hugepages", count)


@rule("hugepages-above-memory", Severity.ERROR, needs_hosts=True)
def hugepages_above_memory(view: DeploymentView) -> Iterator[Found]:
    """Huge pages leave the host its reserved memory and what the kernel describes memory with.

    Why: Pages that the memory does not hold are silently not made, and a host short of
    memory kills agents or guests.
    Fix: Lower the number of pages.
    Source: RHOSP NFV guide 7.4.2; Linux, struct page.
    """
    for role, host, args, total in _with_memory(view):
        if host.memory is None:
            continue
        tuning = role.release.tuning
        reserved = role.number("NovaReservedHostMemory") or tuning.reserved_host_memory_mib.value
        # What is reserved beyond the guide's amount may itself be meant for huge pages.
        reserved = min(reserved, tuning.reserved_host_memory_mib.value) << 20
        kernel = host.memory.bytes // tuning.page_struct_divisor.value
        room = max(0, host.memory.bytes - reserved - kernel)
        if total > room:
            size = max(page_counts(role.kernel))
            fit = room // size // len(host.nodes) * len(host.nodes)
            yield Found(
                args.place("hugepages"),
                f"huge pages of {role.name} take {MemorySize(total)} of {host.memory}, with "
                f"{MemorySize(reserved)} for the host and {MemorySize(kernel)} for the kernel's "
                "description of the memory",
                f"{fit} pages of {MemorySize(size)} fit: write {_pages(view, fit)}",
                (host.at,),
            )


@rule("hugepages-above-node-memory", Severity.ERROR, needs_hosts=True)
def hugepages_above_node_memory(view: DeploymentView) -> Iterator[Found]:
    """Every NUMA node has the memory for its share of the huge pages.

    Why: The kernel shares boot-time pages out evenly, whatever memory a node has; a node
    that cannot hold its share gets fewer pages, or has nothing left for the kernel.
    Fix: Lower the number of pages to what the smallest node holds, or even out the DIMMs.
    Source: Linux, hugepages= on the kernel command line.
    """
    for role, host, args, total in _with_memory(view):
        share = MemorySize(total // len(host.nodes))
        for node in host.nodes:
            if node.memory and share >= node.memory and host.memory and total < host.memory.bytes:
                yield Found(
                    args.place("hugepages"),
                    f"the share of NUMA node {node.id} of {role.name}, {share} of huge pages, does "
                    f"not fit its memory of {node.memory}",
                    f"lower {'hugepages' if view.planned else 'hugepages='} to what the smallest "
                    "node holds beside the host",
                    (host.at,),
                )


@rule("hugepages-uneven", Severity.WARNING, needs_hosts=True)
def hugepages_uneven(view: DeploymentView) -> Iterator[Found]:
    """The huge pages divide evenly between the NUMA nodes.

    Why: The kernel shares boot-time pages out evenly; what does not divide lands on a
    node that nobody chose.
    Fix: Write a multiple of the number of nodes.
    Source: Linux, hugepages= on the kernel command line.
    """
    for role, host, args, _ in _with_memory(view):
        nodes = len(host.nodes)
        for size, count in page_counts(role.kernel).items():
            if count % nodes:
                less = count - count % nodes
                yield Found(
                    args.place("hugepages"),
                    f"{count} huge pages of {MemorySize(size)} on {role.name} do not divide by "
                    f"{nodes} NUMA nodes",
                    f"write {_pages(view, less or nodes)} or {_pages(view, less + nodes)}",
                )


@rule("hugepage-size-unsupported", Severity.ERROR, needs_hosts=True)
def hugepage_size_unsupported(view: DeploymentView) -> Iterator[Found]:
    """Huge pages of 1 GiB are asked of CPUs that have them.

    Why: Without the CPU flag pdpe1gb the kernel makes none.
    Fix: Write default_hugepagesz=2M hugepagesz=2M, with 512 times as many pages.
    Source: RHOSP NFV guide 7.4.2; tripleo-common 11.7.0, derive_params.
    """
    for role, host, args, _ in _with_memory(view):
        count = page_counts(role.kernel).get(1 << 30)
        if count and host.gigabyte_pages is False:
            yield Found(
                args.place("hugepagesz"),
                f"the CPU of {role.name} has no pages of 1 GiB",
                "write hugepage_size: 2 MiB"
                if view.planned
                else f"write {_ARGUMENTS[1 << 21]} hugepages={count * 512}",
                (host.at,),
            )
