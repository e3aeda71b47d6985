"""Rules over OvsDpdkSocketMemory."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.checks.wording import counted
from generator.deployment.hosts import Host
from generator.deployment.types import DeploymentView
from generator.deployment.values import At, Value
from generator.derive.mempool import full_pools
from generator.derive.socket_memory import guide_memory, socket_memory_text
from generator.findings import Severity
from generator.lint.kernel_line import page_counts
from generator.lint.ruleset import Found, rule
from generator.lint.terms import called, write_memory
from generator.lint.tuned_roles import DpdkLink, TunedRole, dpdk_roles, written
from generator.values import MemorySize

_NAME = "OvsDpdkSocketMemory"
_NUMBERS = re.compile(r"(\d+)\s*([gG]?)")
_FORM = re.compile(r"\s*\d+\s*(,\s*\d+\s*)*")


class _Sized(NamedTuple):
    """A role whose socket memory can be read: MiB by NUMA node."""

    role: TunedRole
    value: Value
    mib: Sequence[int]

    @property
    def called(self) -> str:
        """What its user calls it."""
        return called(self.role.view, _NAME)

    def place(self, nodes: Sequence[int]) -> At:
        """Where the memory of these nodes stands, by their positions."""
        return self.value.place(str(nodes[0])) if len(nodes) == 1 else self.value.at

    @property
    def mtus(self) -> set[int]:
        """The MTUs of all DPDK ports that are known."""
        return _mtus(self.role.links)


def _mtus(links: Sequence[DpdkLink]) -> set[int]:
    return {link.mtu for link in links if link.mtu is not None}


def _sized(view: DeploymentView) -> Iterator[_Sized]:
    for role in dpdk_roles(view):
        value = role.value(_NAME)
        if value and isinstance(value.content, str | int) and _FORM.fullmatch(str(value.content)):
            yield _Sized(role, value, [int(each) for each in str(value.content).split(",")])


def _by_node(view: DeploymentView) -> Iterator[tuple[_Sized, Host]]:
    """Those with one value for every NUMA node of their machines."""
    for each in _sized(view):
        host = each.role.host
        if host and len(host.nodes) == len(each.mib):
            yield each, host


@rule("socket-memory-form", Severity.ERROR)
def socket_memory_form(view: DeploymentView) -> Iterator[Found]:
    """Socket memory is numbers of MiB with commas between them.

    Why: Open vSwitch passes the text to DPDK, which takes whole numbers without a unit; with
    anything else it does not start.
    Fix: Write MiB for each NUMA node, node 0 first: "4096,1024".
    Source: DPDK 19.11, --socket-mem; RHOSP NFV guide 7.4.2.
    """
    for value, _ in written(view, _NAME):
        text = value.content
        if isinstance(text, str) and text and not _FORM.fullmatch(text):
            yield Found(
                value.at,
                f"{text!r} is no list of MiB per NUMA node",
                f'write {_NAME}: "{_meant(text)}"',
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
    for each in _sized(view):
        host = each.role.host
        if host is None or len(host.nodes) == len(each.mib):
            continue
        values, nodes = len(each.mib), len(host.nodes)
        if values > nodes and not any(each.mib[nodes:]):
            continue
        wanted = [*each.mib[:nodes], *(_guide(each, host, n) for n in range(values, nodes))]
        yield Found(
            each.value.at,
            f"{each.role.name} has {counted(values, 'value')} of {called(view, _NAME)} for "
            f"{counted(nodes, 'NUMA node')}",
            write_memory(view, wanted),
            (host.at,),
        )


def _text(mib: Sequence[int]) -> str:
    return socket_memory_text(map(MemorySize.mib, mib))


def _guide(each: _Sized, host: Host, index: int) -> int:
    """MiB by the guide's formula for the node at a position."""
    links = each.role.links_on(host.nodes[index].id)
    return guide_memory(_mtus(links), each.role.release.socket_memory).value


def _pools(each: _Sized, host: Host, index: int) -> int:
    """Bytes of the full pools for the node's ports, and for those of guests on it."""
    role, node = each.role, host.nodes[index]
    mtus = _mtus(role.links_on(node.id))
    if role.guests and node.cpus & role.guests.cpus:
        mtus |= {role.release.tuning.standard_mtu.value, *each.mtus}
    return full_pools(mtus, role.release.mempool).value


def _in_use(each: _Sized, host: Host, index: int) -> bool:
    """Whether ports, PMD threads or guests use the node."""
    role, node = each.role, host.nodes[index]
    lists = [found.cpus for found in (role.guests, role.cpus("OvsPmdCoreList")) if found]
    return bool(role.links_on(node.id)) or any(node.cpus & cpus for cpus in lists)


@rule("socket-memory-below-guide", Severity.ERROR)
def socket_memory_below_guide(view: DeploymentView) -> Iterator[Found]:
    """Socket memory is at least what the guide's formula gives for the DPDK ports' MTUs.

    Why: Open vSwitch halves its packet buffers until they fit, without a word, and drops
    packets in bursts; below a minimum the port does not come up.
    Fix: Write the amounts of the hint. Without --hardware it is only said where no node has
    the memory for the buffers of one port.
    Source: RHOSP NFV guide 7.4.2.
    """
    for each in _sized(view):
        host = each.role.host
        if host is None:
            yield from _nowhere_enough(each)
        elif len(host.nodes) == len(each.mib) and each.role.links:
            yield from _below_guide(each, host)


def _below_guide(each: _Sized, host: Host) -> Iterator[Found]:
    short = [
        (index, node.id)
        for index, node in enumerate(host.nodes)
        if each.mib[index] < _guide(each, host, index) and _in_use(each, host, index)
    ]
    if not short:
        return
    parts = []
    for index, node in short:
        links = each.role.links_on(node)
        guide = guide_memory(_mtus(links), each.role.release.socket_memory)
        stated = f"{each.mib[index]} MiB of NUMA node {node}"
        parts.append(f"{stated}, guide {guide.value} ({guide.rule})")
    wanted = [_wanted(each, host, index) for index in range(len(each.mib))]
    formula = [_guide(each, host, index) for index in range(len(each.mib))]
    text = socket_memory_text(map(MemorySize.mib, formula))
    more = wanted != formula and not each.role.view.planned
    alone = f"; the guide's formula alone gives {text}" if more else ""
    yield Found(
        each.place([index for index, _ in short]),
        f"{each.called} of {each.role.name} is below the guide's formula: {'; '.join(parts)}",
        write_memory(each.role.view, wanted) + alone,
        tuple(link.item.at for _, node in short for link in each.role.links_on(node)),
    )


def _wanted(each: _Sized, host: Host, index: int) -> int:
    """What a node should have: the guide's amount, and of a larger one that stands there
    as much as its ports or full pools use."""
    guide, stated = _guide(each, host, index), each.mib[index]
    if stated <= guide or each.role.links_on(host.nodes[index].id):
        return max(guide, stated)
    pools = -(-_pools(each, host, index) // (1 << 30)) << 10
    return max(guide, min(stated, pools)) if each.role.ports_known else stated


def _nowhere_enough(each: _Sized) -> Iterator[Found]:
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
            f'write {guide.value} for the node of the port, such as "{_text(wanted)}"',
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
    for each, host in _by_node(view):
        if not each.role.links:
            continue
        needs = [_pools(each, host, index) for index in range(len(each.mib))]
        below = [mib < _guide(each, host, index) for index, mib in enumerate(each.mib)]
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
    for each in _sized(view):
        args, host = each.role.value("KernelArgs"), each.role.host
        total = sum(size * count for size, count in page_counts(each.role.kernel).items())
        if not args or not total:
            continue
        pages, taken = args.place("hugepages"), sum(each.mib) << 20
        at, also = (pages, ()) if each.value.derived else (each.value.at, (pages,))
        hint = f"raise {_hugepages(view)}, or lower {each.called}"
        if not each.value.derived and total <= _least(each) << 20:
            # Too few for what the ports need, whatever is asked for.
            at, also = pages, (each.value.at,)
            unsized = not any(arg.name.endswith("hugepagesz") for arg in each.role.kernel)
            size = "write default_hugepagesz=1GB hugepagesz=1G before hugepages=" if unsized else ""
            hint = size or f"raise {_hugepages(view)}"
        if total <= taken:
            yield Found(
                at,
                f"{each.called} of {each.role.name} takes {MemorySize(taken)} of "
                f"{MemorySize(total)} in huge pages"
                + ("; guests have none" if total == taken else ""),
                hint,
                also,
            )
        elif host and len(host.nodes) == len(each.mib):
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


def _least(each: _Sized) -> int:
    """MiB that the guide's formula gives, or its minimum where the machine is not known."""
    host, known = each.role.host, range(len(each.mib))
    if host and len(host.nodes) == len(each.mib):
        return sum(_guide(each, host, index) for index in known)
    return sum(guide_memory((), each.role.release.socket_memory).value for _ in known)


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
    for each in _sized(view):
        sizes = page_counts(each.role.kernel)
        page = min(sizes) >> 20 if sizes else 1
        if odd := [index for index, mib in enumerate(each.mib) if mib % page]:
            yield Found(
                each.place(odd),
                f"{each.called} of {each.role.name} is no multiple of the huge page size "
                f"{MemorySize.mib(page)}",
                write_memory(view, [-(-mib // page) * page for mib in each.mib]),
            )
