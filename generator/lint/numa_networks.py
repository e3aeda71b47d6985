"""Rules over what Nova is told of NUMA nodes: of networks, and of Open vSwitch's huge pages."""

import re
from collections.abc import Iterator

from generator.deployment.types import DeploymentView
from generator.deployment.values import Value
from generator.findings import Severity
from generator.lint.kernel_line import page_counts
from generator.lint.physical_networks import MAPPINGS, items
from generator.lint.ruleset import Found, rule
from generator.lint.tuned_roles import TunedRole, dpdk_roles, whole_number

_PHYSNETS = "NeutronPhysnetNUMANodesMapping"
_RESERVED = re.compile(r"node:(\d+),size:(\d+)([KMG]?)i?B?,count:(\d+)", re.IGNORECASE)
_UNITS = {"": 1 << 10, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30}


@rule("physnet-numa-nodes-other", Severity.WARNING, needs_hosts=True)
def physnet_numa_nodes_other(view: DeploymentView) -> Iterator[Found]:
    """NeutronPhysnetNUMANodesMapping names the NUMA nodes of the network's DPDK ports.

    Why: Nova places guests of the network on the nodes that stand there: with another one
    every packet of theirs crosses the link between the sockets.
    Fix: Write the node of the ports below the network's bridge.
    Source: Nova 20, NUMA-aware vSwitches; tripleo-common (Train), NUMA nodes of networks.
    """
    for role in dpdk_roles(view):
        mapping, bridges = role.value(_PHYSNETS), items(role.value(MAPPINGS))
        below = _nodes_below(role)
        for item in bridges if mapping and role.ports_known else ():
            stated = mapping.get(item.fields[0]) if mapping else None
            right = below.get(item.fields[-1].strip())
            written = {whole_number(each, -1) for each in stated.items} if stated else set()
            if stated and right and written and written != right:
                nodes = ", ".join(map(str, sorted(right)))
                yield Found(
                    stated.at,
                    f"the DPDK ports of {item.fields[0]} on {role.name} are on NUMA node {nodes}",
                    f"write {item.fields[0]}: [{nodes}]",
                    (item.at,),
                )


def _nodes_below(role: TunedRole) -> dict[str, set[int]]:
    """The NUMA nodes of the DPDK ports below each bridge."""
    found: dict[str, set[int]] = {}
    for link in role.links:
        if link.bridge is not None:
            nics = [role.nic(name) for name in link.interfaces]
            nodes = {nic.numa for nic in nics if nic and nic.numa is not None}
            found.setdefault(link.bridge.name, set()).update(nodes)
    return found


@rule("reserved-hugepages-short", Severity.WARNING)
def reserved_hugepages_short(view: DeploymentView) -> Iterator[Found]:
    """NovaReservedHugePages reserves what Open vSwitch takes.

    Why: Set by hand it takes the place of what TripleO derives from OvsDpdkSocketMemory.
    Pages that are not reserved Nova gives to guests as well, and these fail to start.
    Fix: Reserve as many pages on each node as OvsDpdkSocketMemory takes there, or leave
    NovaReservedHugePages out.
    Source: tripleo-heat-templates 11.6.0, NovaReservedHugePages; Nova 20, reserved_huge_pages.
    """
    for role in dpdk_roles(view):
        reserved, memory = role.value("NovaReservedHugePages"), role.value("OvsDpdkSocketMemory")
        taken = str(memory.content).split(",") if memory else []
        if not reserved or not memory or not all(part.strip().isdecimal() for part in taken):
            continue
        pages = _RESERVED.findall(_joined(reserved))
        held = {int(node): 0 for node, _, _, _ in pages}
        for node, size, unit, count in pages:
            held[int(node)] += int(size) * _UNITS[unit.lower()] * int(count)
        short = [index for index, part in enumerate(taken) if held.get(index, 0) < int(part) << 20]
        if pages and short:
            where = " and ".join(f"{taken[index].strip()} MiB of node {index}" for index in short)
            yield Found(
                reserved.at,
                f"NovaReservedHugePages of {role.name} holds less than Open vSwitch takes: {where}",
                f"leave it out: TripleO derives it from OvsDpdkSocketMemory; or write "
                f"{_wanted(role, taken)}",
                (memory.at,),
            )


def _wanted(role: TunedRole, taken: list[str]) -> str:
    """What reserves the socket memory, in the pages that the role has."""
    page = max(page_counts(role.kernel), default=1 << 21)
    counts = [-(-(int(part) << 20) // page) for part in taken]
    return ", ".join(
        f'"node:{node},size:{page >> 10},count:{count}"' for node, count in enumerate(counts)
    )


def _joined(value: Value) -> str:
    """Items that are written as one text or as a list, as one text."""
    return value.content if isinstance(value.content, str) else " ".join(
        str(item.content) for item in value.items
    )  # fmt: skip
