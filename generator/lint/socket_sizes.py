"""Open vSwitch's socket memory of a role, by NUMA node, and what its ports need of it."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.deployment.hosts import Host
from generator.deployment.types import DeploymentView
from generator.deployment.values import At, Value
from generator.derive.mempool import full_pools
from generator.derive.socket_memory import guide_memory, socket_memory_text
from generator.lint.terms import called
from generator.lint.tuned_roles import DpdkLink, TunedRole, dpdk_roles
from generator.values import MemorySize

NAME = "OvsDpdkSocketMemory"
FORM = re.compile(r"\s*\d+\s*(,\s*\d+\s*)*")


class SizedRole(NamedTuple):
    """A role whose socket memory can be read: MiB by NUMA node."""

    role: TunedRole
    value: Value
    mib: Sequence[int]

    @property
    def called(self) -> str:
        """What its user calls it."""
        return called(self.role.view, NAME)

    def place(self, nodes: Sequence[int]) -> At:
        """Where the memory of these nodes stands, by their positions."""
        return self.value.place(str(nodes[0])) if len(nodes) == 1 else self.value.at

    @property
    def mtus(self) -> set[int]:
        """The MTUs of all DPDK ports that are known."""
        return mtus_of(self.role.links)


def mtus_of(links: Sequence[DpdkLink]) -> set[int]:
    """The MTUs of links, as far as they are known."""
    return {link.mtu for link in links if link.mtu is not None}


def sized_roles(view: DeploymentView) -> Iterator[SizedRole]:
    """The roles with DPDK whose socket memory is numbers."""
    for role in dpdk_roles(view):
        value = role.value(NAME)
        if value and isinstance(value.content, str | int) and FORM.fullmatch(str(value.content)):
            yield SizedRole(role, value, [int(each) for each in str(value.content).split(",")])


def by_node(view: DeploymentView) -> Iterator[tuple[SizedRole, Host]]:
    """Those with one value for every NUMA node of their machines."""
    for each in sized_roles(view):
        host = each.role.host
        if host and len(host.nodes) == len(each.mib):
            yield each, host


def memory_text(mib: Sequence[int]) -> str:
    """The parameter's form."""
    return socket_memory_text(map(MemorySize.mib, mib))


def guide_mib(each: SizedRole, host: Host, index: int) -> int:
    """MiB by the guide's formula for the node at a position."""
    links = each.role.links_on(host.nodes[index].id)
    return guide_memory(mtus_of(links), each.role.release.socket_memory).value


def pool_bytes(each: SizedRole, host: Host, index: int) -> int:
    """Bytes of the full pools for the node's ports, and for those of guests on it."""
    role, node = each.role, host.nodes[index]
    mtus = mtus_of(role.links_on(node.id))
    if role.guests and node.cpus & role.guests.cpus:
        mtus |= {role.release.tuning.standard_mtu.value, *each.mtus}
    return full_pools(mtus, role.release.mempool).value


def in_use(each: SizedRole, host: Host, index: int) -> bool:
    """Whether ports, PMD threads or guests use the node."""
    role, node = each.role, host.nodes[index]
    lists = [found.cpus for found in (role.guests, role.cpus("OvsPmdCoreList")) if found]
    return bool(role.links_on(node.id)) or any(node.cpus & cpus for cpus in lists)


def least(each: SizedRole) -> int:
    """MiB that the guide's formula gives, or its minimum where the machine is not known."""
    host, known = each.role.host, range(len(each.mib))
    if host and len(host.nodes) == len(each.mib):
        return sum(guide_mib(each, host, index) for index in known)
    return sum(guide_memory((), each.role.release.socket_memory).value for _ in known)
