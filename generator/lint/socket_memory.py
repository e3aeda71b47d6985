"""Rules over OvsDpdkSocketMemory."""

import re
from collections.abc import Iterator

from generator.checks.wording import counted
from generator.deployment.hosts import Host
from generator.deployment.types import DeploymentView
from generator.derive.mempool import full_pools
from generator.derive.socket_memory import guide_memory, socket_memory_text
from generator.findings import Severity
from generator.lint.kernel_line import page_counts
from generator.lint.ruleset import Found, rule
from generator.lint.socket_sizes import (
    FORM,
    NAME,
    SizedRole,
    by_node,
    guide_mib,
    in_use,
    least,
    memory_text,
    mtus_of,
    pool_bytes,
    sized_roles,
)
from generator.lint.terms import called, write_memory
from generator.lint.tuned_roles import written
from generator.values import MemorySize

_NUMBERS = re.compile(r"(\d+)\s*([gG]?)")


@rule("socket-memory-form", Severity.ERROR)
def socket_memory_form(view: DeploymentView) -> Iterator[Found]:
    """Socket memory is numbers of MiB with commas between them.

    Why: Open vSwitch passes the text to DPDK, which takes whole numbers without a unit; with
    anything else it does not start.
    Fix: Write MiB for each NUMA node, node 0 first: "4096,1024".
    Source: DPDK 19.11, --socket-mem; RHOSP NFV guide 7.4.2.
    """
    for value, _ in written(view, NAME):
        text = value.content
        if isinstance(text, str) and text and not FORM.fullmatch(text):
            yield Found(
                value.at,
                f"{text!r} is no list of MiB per NUMA node",
                f'write {NAME}: "{_meant(text)}"',
            )


def _meant(text: str) -> str:
    """MiB for every number of a text, with the unit that it has there."""
    found = [
        int(number) << 10 if unit in {"g", "G"} else int(number)
        for number, unit in _NUMBERS.findall(text)
    ]
    return ",".join(map(str, found)) if any(found) else "4096,1024"


@rule("socket-memory-count", Severity.ERROR, needs_hosts=True)
def socket_memory_count(view: DeploymentView) -> Iterator[Found]:
    """Socket memory has one value per NUMA node.

    Why: The values are taken by position: a missing one leaves its node without memory,
    and its DPDK ports or guests without packet buffers; DPDK does not start with memory
    asked of a node that is not there.
    Fix: Write a value for every node, node 0 first.
    Source: Open vSwitch 2.13, dpdk-socket-mem; RHOSP NFV guide 7.4.2.
    """
    for each in sized_roles(view):
        host = each.role.host
        if host is None or len(host.nodes) == len(each.mib):
            continue
        values, nodes = len(each.mib), len(host.nodes)
        if values > nodes and not any(each.mib[nodes:]):
            continue
        wanted = [*each.mib[:nodes], *(guide_mib(each, host, n) for n in range(values, nodes))]
        yield Found(
            each.value.at,
            f"{each.role.name} has {counted(values, 'value')} of {called(view, NAME)} for "
            f"{counted(nodes, 'NUMA node')}",
            write_memory(view, wanted),
            (host.at,),
        )


@rule("socket-memory-below-guide", Severity.ERROR)
def socket_memory_below_guide(view: DeploymentView) -> Iterator[Found]:
    """Socket memory is at least what the guide's formula gives for the DPDK ports' MTUs.

    Why: Open vSwitch halves its packet buffers until they fit, without a word, and drops
    packets in bursts; below a minimum the port does not come up.
    Fix: Write the amounts of the hint. Without --hardware it is only said where no node has
    the memory for the buffers of one port.
    Source: RHOSP NFV guide 7.4.2.
    """
    for each in sized_roles(view):
        host = each.role.host
        if host is None:
            yield from _nowhere_enough(each)
        elif len(host.nodes) == len(each.mib) and each.role.links:
            yield from _below_guide(each, host)


def _below_guide(each: SizedRole, host: Host) -> Iterator[Found]:
    short = [
        (index, node.id)
        for index, node in enumerate(host.nodes)
        if each.mib[index] < guide_mib(each, host, index) and in_use(each, host, index)
    ]
    if not short:
        return
    parts = []
    for index, node in short:
        links = each.role.links_on(node)
        guide = guide_memory(mtus_of(links), each.role.release.socket_memory)
        stated = f"{each.mib[index]} MiB of NUMA node {node}"
        parts.append(f"{stated}, guide {guide.value} ({guide.rule})")
    wanted = [_wanted(each, host, index) for index in range(len(each.mib))]
    formula = [guide_mib(each, host, index) for index in range(len(each.mib))]
    text = socket_memory_text(map(MemorySize.mib, formula))
    more = wanted != formula and not each.role.view.planned
    alone = f"; the guide's formula alone gives {text}" if more else ""
    yield Found(
        each.place([index for index, _ in short]),
        f"{each.called} of {each.role.name} is below the guide's formula: {'; '.join(parts)}",
        write_memory(each.role.view, wanted) + alone,
        tuple(link.item.at for _, node in short for link in each.role.links_on(node)),
    )


def _wanted(each: SizedRole, host: Host, index: int) -> int:
    """What a node should have: the guide's amount, and of a larger one that stands there
    as much as its ports or full pools use."""
    guide, stated = guide_mib(each, host, index), each.mib[index]
    if stated <= guide or each.role.links_on(host.nodes[index].id):
        return max(guide, stated)
    pools = -(-pool_bytes(each, host, index) // (1 << 30)) << 10
    return max(guide, min(stated, pools)) if each.role.ports_known else stated


def _nowhere_enough(each: SizedRole) -> Iterator[Found]:
    """Without the machine: the largest value does not hold the pool of one port."""
    largest = max(each.mtus, default=0)
    need = full_pools({largest}, each.role.release.mempool).value if largest else 0
    most = max(each.mib)
    if most << 20 < need:
        guide = guide_memory({largest}, each.role.release.socket_memory)
        index = each.mib.index(most)
        wanted = [*each.mib[:index], guide.value, *each.mib[index + 1 :]]
        yield Found(
            each.value.at,
            f"{each.called} of {each.role.name} gives no NUMA node more than {most} MiB; the "
            f"guide's formula asks for {guide.value} where a DPDK port has MTU {largest} "
            f"({guide.rule})",
            f'write {guide.value} for the node of the port, such as "{memory_text(wanted)}"',
            tuple(link.item.at for link in each.role.links if link.mtu == largest),
        )


@rule("socket-memory-below-pools", Severity.INFO, needs_hosts=True)
def socket_memory_below_pools(view: DeploymentView) -> Iterator[Found]:
    """Socket memory holds Open vSwitch's full buffer pools.

    Why: The guide's formula counts the ports of the node only, and without the 26 bytes
    that Open vSwitch adds. A guest's port needs a pool on the node of its memory, for
    1500 first and then for its network's MTU; a short pool is halved silently.
    Fix: Write the amounts of the hint.
    Source: Open vSwitch 2.13 lib/netdev-dpdk.c, Documentation/topics/dpdk/memory.rst.
    """
    for each, host in by_node(view):
        if not each.role.links:
            continue
        needs = [pool_bytes(each, host, index) for index in range(len(each.mib))]
        below = [mib < guide_mib(each, host, index) for index, mib in enumerate(each.mib)]
        short = [index for index, mib in enumerate(each.mib) if mib << 20 < needs[index]]
        if not short or any(below[index] for index in short):
            continue  # below the guide's formula is a fault of its own
        wanted = [
            max(mib, -(-need // (1 << 30)) << 10) for mib, need in zip(each.mib, needs, strict=True)
        ]
        nodes = " and ".join(
            f"NUMA node {host.nodes[index].id} ({each.mib[index]} MiB, full pools "
            f"{-(-needs[index] >> 20)})"
            for index in short
        )
        yield Found(
            each.place(short),
            f"{each.called} of {each.role.name} is less than full buffer pools of ports and "
            f"guests take on {nodes}",
            write_memory(view, wanted),
        )


@rule("socket-memory-above-pages", Severity.ERROR)
def socket_memory_above_pages(view: DeploymentView) -> Iterator[Found]:
    """The huge pages hold Open vSwitch's socket memory, and leave some for guests.

    Why: DPDK cannot get its memory and Open vSwitch does not start with DPDK; a guest
    behind it cannot start without huge pages.
    Fix: Raise the number of huge pages, or lower OvsDpdkSocketMemory.
    Source: DPDK 19.11, socket-mem; RHOSP NFV guide 7.4.2.
    """
    for each in sized_roles(view):
        args, host = each.role.value("KernelArgs"), each.role.host
        total = sum(size * count for size, count in page_counts(each.role.kernel).items())
        if not args or not total:
            continue
        pages, taken = args.place("hugepages"), sum(each.mib) << 20
        at, also = (pages, ()) if each.value.derived else (each.value.at, (pages,))
        hint = f"raise {_hugepages(view)}, or lower {each.called}"
        if not each.value.derived and total <= least(each) << 20:
            # Too few for what the ports need, whatever is asked for.
            at, also = pages, (each.value.at,)
            unsized = not any(arg.name.endswith("hugepagesz") for arg in each.role.kernel)
            size = "write default_hugepagesz=1GB hugepagesz=1G before hugepages=" if unsized else ""
            hint = size or f"raise {_hugepages(view)}"
        by_node = host is not None and len(host.nodes) == len(each.mib)
        # Where the guests' nodes are known, no-pages-for-guests tells that none are left.
        if total < taken or (total == taken and not (by_node and each.role.guests)):
            yield Found(
                at,
                f"{each.called} of {each.role.name} takes {MemorySize(taken)} of "
                f"{MemorySize(total)} in huge pages"
                + ("; guests have none" if total == taken else ""),
                hint,
                also,
            )
        elif host and by_node:
            share = total // len(host.nodes)
            for node, mib in zip(host.nodes, each.mib, strict=True):
                if mib << 20 > share:
                    yield Found(
                        at,
                        f"NUMA node {node.id} of {each.role.name} has {MemorySize(share)} of huge "
                        f"pages, and Open vSwitch takes {MemorySize.mib(mib)}",
                        hint,
                        also,
                    )


def _hugepages(view: DeploymentView) -> str:
    return "hugepages" if view.planned else "hugepages= in KernelArgs"


@rule("socket-memory-no-page-multiple", Severity.WARNING)
def socket_memory_no_page_multiple(view: DeploymentView) -> Iterator[Found]:
    """Socket memory is a multiple of the huge page size.

    Why: Open vSwitch takes whole pages; TripleO rounds down when it tells Nova which
    pages are taken, and Nova then gives the last one to a guest as well.
    Fix: Write a multiple of the page size.
    Source: tripleo-heat-templates 11.6.0, NovaReservedHugePages derived.
    """
    for each in sized_roles(view):
        sizes = page_counts(each.role.kernel)
        page = min(sizes) >> 20 if sizes else 1
        if odd := [index for index, mib in enumerate(each.mib) if mib % page]:
            yield Found(
                each.place(odd),
                f"{each.called} of {each.role.name} is no multiple of the huge page size "
                f"{MemorySize.mib(page)}",
                write_memory(view, [-(-mib // page) * page for mib in each.mib]),
            )
