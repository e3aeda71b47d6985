"""Roles with tuning for NFV, as the rules over it see them."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import NamedTuple

from generator.catalog.release import Release, release
from generator.deployment.hosts import Host, HostNic
from generator.deployment.types import ConfigObject, DeploymentView, NicConfig, RoleView
from generator.deployment.values import Value
from generator.lint.cpu_lists import READERS, CpuList, cpu_list
from generator.lint.kernel_line import KernelArg, kernel_args, read_cpus, value_of
from generator.lint.kernel_spelling import corrected
from generator.lint.scope import DPDK, deployed
from generator.lint.terms import called
from generator.record import Frozen, record

STANDARD_MTU = 1500  # of Ethernet, where nothing is set
DPDK_TYPES = {"ovs_dpdk_port", "ovs_dpdk_bond"}
_TUNING = ("KernelArgs", "IsolCpusList", "OvsPmdCoreList", "OvsDpdkSocketMemory")
_MTU_REQUEST = re.compile(r"mtu_request\s*=\s*[\"']?(\d+)?")
_QUEUES = re.compile(r"n_rxq\s*=\s*[\"']?(\d+)?")


class DpdkLink(NamedTuple):
    """A DPDK port, or a bond of them: what MTU and receive queues are set on."""

    item: ConfigObject
    bridge: ConfigObject | None
    ports: tuple[ConfigObject, ...]

    @property
    def bond(self) -> bool:
        """Whether it is a bond."""
        return self.item.type == "ovs_dpdk_bond"

    @property
    def title(self) -> str:
        """`ovs_dpdk_port dpdk0`."""
        return f"{self.item.type} {self.item.name}".rstrip()

    @property
    def mtu(self) -> int | None:
        """The MTU that Open vSwitch is asked for; None where nobody can tell."""
        return _acting(self, "mtu", _MTU_REQUEST, STANDARD_MTU)

    @property
    def queues(self) -> int | None:
        """Receive queues of each port; None where nobody can tell."""
        found = _acting(self, "rx_queue", _QUEUES, 1)
        return None if found is None else max(1, found)

    @property
    def interfaces(self) -> tuple[str, ...]:
        """The names of the network ports below."""
        return tuple(each.name for port in self.ports for each in port.members if each.name)


def _acting(link: DpdkLink, key: str, extra: re.Pattern[str], otherwise: int) -> int | None:
    """A setting of a link. What ovs_extra says of it wins, and is unknown where it holds
    more than a number."""
    places = [each for each in (link.bridge, link.item) if each is not None]
    if not link.bond:
        places += link.ports
    said = [
        found
        for place in places
        for text in (str(place.data("ovs_extra") or ""),)
        for found in extra.finditer(text)
    ]
    if said:
        numbers = {int(found[1]) for found in said if found[1]}
        return numbers.pop() if len(numbers) == 1 and all(found[1] for found in said) else None
    return whole_number(link.item.get(key), otherwise)


def whole_number(value: Value | None, otherwise: int) -> int | None:
    """A whole number, whether it is written as text or not; `otherwise` where nothing is
    set, None where it is no number or not known."""
    if value is None or value.content is None:
        return otherwise
    if isinstance(value.content, int) and not isinstance(value.content, bool):
        return value.content
    if isinstance(value.content, str) and value.content.strip().isdecimal():
        return int(value.content)
    return None


def dpdk_links(config: NicConfig | None) -> tuple[DpdkLink, ...]:
    """The DPDK ports outside of bonds, and the bonds."""
    return tuple(_links(config)) if config else ()


def _links(config: NicConfig) -> Iterator[DpdkLink]:
    for item, owners in config.nested():
        if item.type in DPDK_TYPES and not any(owner.type in DPDK_TYPES for owner in owners):
            yield dpdk_link(item, owners[-1] if owners else None)


def dpdk_link(item: ConfigObject, bridge: ConfigObject | None) -> DpdkLink:
    """A DPDK port or bond as a link."""
    ports = item.members if item.type == "ovs_dpdk_bond" else (item,)
    return DpdkLink(item, bridge, tuple(port for port in ports if port.type == "ovs_dpdk_port"))


@record
class TunedRole(Frozen):
    """A role that something here tunes."""

    view: DeploymentView
    role: RoleView

    @property
    def name(self) -> str:
        """Its name."""
        return self.role.name

    @property
    def host(self) -> Host | None:
        """Its machines, None where nobody told them."""
        return self.role.host

    @cached_property
    def release(self) -> Release:
        """What the release fixes."""
        return release(self.view.target)

    @cached_property
    def links(self) -> tuple[DpdkLink, ...]:
        """The DPDK ports and bonds that it builds."""
        return dpdk_links(self.role.nic_config)

    @cached_property
    def dpdk(self) -> bool:
        """Whether Open vSwitch polls with DPDK."""
        known = self.role.has(DPDK)
        if known is None:
            known = "OvsPmdCoreList" in self.role.parameters
        return known or bool(self.links)

    def value(self, name: str) -> Value | None:
        """The value that acts, None where it is not set, empty or not known."""
        found = self.view.effective(self.name, name)
        if found is None or not found.known or found.data in (None, "", [], {}):
            return None
        return found

    def number(self, name: str) -> int | None:
        """A whole number, None where it is not set or none."""
        found = self.value(name)
        return None if found is None else whole_number(found, 0)

    def cpus(self, name: str) -> CpuList | None:
        """The CPU list of a parameter."""
        return self._cpu_lists[name]

    @cached_property
    def _cpu_lists(self) -> Mapping[str, CpuList | None]:
        return {name: cpu_list(name, self.value(name), called(self.view, name)) for name in READERS}

    @cached_property
    def guests(self) -> CpuList | None:
        """The CPUs of pinned guests."""
        return self.cpus("NovaComputeCpuDedicatedSet") or self.cpus("NovaVcpuPinSet")

    @cached_property
    def kernel(self) -> tuple[KernelArg, ...]:
        """The kernel arguments, misspelt ones as they are meant."""
        found = self.value("KernelArgs")
        text = found.content if found else None
        return corrected(kernel_args(text)) if isinstance(text, str) else ()

    @cached_property
    def isolcpus(self) -> CpuList | None:
        """The CPUs that the kernel's command line isolates."""
        found, text = self.value("KernelArgs"), value_of(self.kernel, "isolcpus")
        if found is None or not text:
            return None
        try:
            at = replace(found, at=found.place("isolcpus"))
            return CpuList("isolcpus", read_cpus(text), at, called(self.view, "isolcpus"))
        except ValueError:
            return None

    @property
    def isolated(self) -> CpuList | None:
        """What the tuned profile isolates; without it, what the kernel's command line does."""
        if self.value("IsolCpusList"):
            return self.cpus("IsolCpusList")
        return self.isolcpus

    def nic(self, interface: str) -> HostNic | None:
        """A network port of its machines."""
        return self.host.nics.get(interface) if self.host else None

    def links_on(self, node: int) -> tuple[DpdkLink, ...]:
        """The links that have a port whose card is on a NUMA node."""
        return tuple(
            link
            for link in self.links
            if any((nic := self.nic(name)) and nic.numa == node for name in link.interfaces)
        )

    @cached_property
    def ports_known(self) -> bool:
        """Whether the NUMA node of every DPDK port is known."""
        return all(
            len(link.interfaces) == len(link.ports)
            and all((nic := self.nic(name)) and nic.numa is not None for name in link.interfaces)
            for link in self.links
        )


@lru_cache(maxsize=1)
def tuned_roles(view: DeploymentView) -> tuple[TunedRole, ...]:
    """The roles with DPDK, and the compute roles that are tuned in some way. Many rules ask
    one after the other."""
    roles = (TunedRole(view, role) for role in deployed(view))
    return tuple(
        role
        for role in roles
        if role.dpdk or (role.role.has("NovaCompute") is not False and _tuned(role))
    )


def _tuned(role: TunedRole) -> bool:
    return any(role.value(name) for name in _TUNING)


def dpdk_roles(view: DeploymentView) -> Iterator[TunedRole]:
    """The roles with DPDK for which some tuning is among the files."""
    return (role for role in tuned_roles(view) if role.dpdk and _tuned(role))


def written(view: DeploymentView, name: str) -> Iterator[tuple[Value, str]]:
    """The values of a parameter that may act: the global one, then those of roles, each
    with the role's name, which is "" for the global one."""
    if name in view.parameters:
        yield view.parameters[name], ""
    for role in view.roles.values():
        if name in role.parameters:
            yield role.parameters[name], role.name
