"""<Role>Parameters of environments/ovs-dpdk.yaml."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from generator.catalog.release import Release
from generator.derive.cpu_partitioning import CpuPartition
from generator.derive.hugepages import reserved_huge_pages
from generator.derive.kernel_args import kernel_args
from generator.derive.memory_channels import memory_channels
from generator.derive.socket_memory import socket_memory_text
from generator.explained import Explained, Fact, by_hand
from generator.findings import Path, path_text
from generator.inventory import Inventory, PhysicalNetwork, Tuning
from generator.plan.network_environment import bridge_mappings
from generator.plan.types import HeatValue, LinkPlan, MemoryPlan, Parameter
from generator.topology.types import Topology
from generator.values import CpuSet, MemorySize

_EMPTIED = "Compute"  # the role whose bridge mappings the product's file for OVN takes away


def tuning_parameters(
    topology: Topology, cpus: CpuPartition, memory: MemoryPlan, tuning: Tuning, release: Release,
    path: Path,
) -> Iterator[Parameter]:  # fmt: skip
    """What makes a host fit for OVS-DPDK or for guests with SR-IOV, in the order in which it
    takes effect."""
    args = kernel_args(
        memory.hugepages.value, cpus.isolated.value, topology.vendor, release.iommu, tuning
    )
    yield Parameter("KernelArgs", _with_pages(args, memory, cpus, topology))
    profile = release.tuning.tuned_profile
    if not memory.socket:
        profile = release.tuning.sriov_tuned_profile
    hosts = "OVS-DPDK" if memory.socket else "SR-IOV"
    yield _taken("TunedProfileName", "tuned_profile", profile, tuning, path, hosts)
    yield Parameter("IsolCpusList", _text(cpus.isolated))
    if memory.socket:
        yield Parameter("OvsDpdkCoreList", _text(cpus.host))
        yield Parameter("OvsPmdCoreList", _text(cpus.pmd))
        yield Parameter("OvsDpdkSocketMemory", _as(memory.socket, socket_memory_text))
        yield Parameter("OvsDpdkMemoryChannels", _text(memory_channels(topology.memory_channels)))
        yield _default("VhostuserSocketGroup", "vhostuser_socket_group", tuning, release, path)
    # A list in a role's map reaches Nova as it is; text with commas would stay one item.
    yield Parameter("NovaComputeCpuDedicatedSet", _as(cpus.guest, _cpu_list))
    yield Parameter("NovaComputeCpuSharedSet", _as(cpus.shared, _cpu_list))
    yield Parameter("NovaReservedHostMemory", _as(memory.reserved_host, lambda size: size.in_mib))
    for name, key in (
        ("NovaLibvirtRxQueueSize", "rx_queue_size"), ("NovaLibvirtTxQueueSize", "tx_queue_size"),
    ):  # fmt: skip
        if memory.socket or getattr(tuning, key) is not None:
            yield _default(name, key, tuning, release, path)
    yield from _newer(memory, tuning, release, path)


def _with_pages(
    args: Explained[str], memory: MemoryPlan, cpus: CpuPartition, topology: Topology
) -> Explained[HeatValue]:
    """KernelArgs with the reason of its number of huge pages and what becomes of them."""
    pages = memory.hugepages
    even = len({node.total for node in memory.nodes}) == 1
    share = f" (an even share of {topology.memory})" if even and len(memory.nodes) > 1 else ""
    split = [
        f"NUMA node {node.node}, {node.total}{share}: {node.hugepages} pages, "
        + (f"of which OVS {node.ovs} and guests {node.guests}" if memory.socket else "for guests")
        + f"; {node.host} for the host"
        for node in memory.nodes
    ]
    rule = "\n".join((args.rule, f"hugepages {pages.value}: {pages.rule}", *split))
    flag = (topology.gigabyte_pages,) if memory.page_size == MemorySize.mib(1024) else ()
    facts = dict.fromkeys((*args.facts, *flag, *pages.facts, *cpus.isolated.facts))
    sources = dict.fromkeys([*args.source.split("; "), *pages.source.split("; ")])
    return Explained(args.value, rule, "; ".join(sources), tuple(facts))


def _newer(memory: MemoryPlan, tuning: Tuning, release: Release, path: Path) -> Iterator[Parameter]:
    """Parameters that the first builds of the release lack: only where asked for."""
    if tuning.reserved_hugepages and memory.socket:
        pages: HeatValue = list(reserved_huge_pages(memory.socket.value, memory.page_size))
        rule = f"OVS's {socket_memory_text(memory.socket.value)} MiB in pages of {memory.page_size}"
        yield _asked("NovaReservedHugePages", pages, rule, "reserved_hugepages", release, path)
    if tuning.disable_irqbalance:
        rule = "irqbalance is stopped on the computes"
        yield _asked(
            "NovaComputeDisableIrqBalance", True, rule, "disable_irqbalance", release, path
        )
    if tuning.max_queues is not None:
        rule = f"at most {tuning.max_queues} queue pairs per guest port"
        yield _asked("NovaLibvirtMaxQueues", tuning.max_queues, rule, "max_queues", release, path)


def bridge_parameters(
    role: str, inventory: Inventory, links: Sequence[LinkPlan]
) -> Iterator[Parameter]:
    """Bridge mappings of a role that builds only some of the bridges: an agent that is told
    of a bridge the host lacks does not start."""
    built = {link.link.bridge for link in links}
    physical = {
        name: network for name, network in inventory.physical_networks.items() if network.bridge
    }
    own = {name: network for name, network in physical.items() if network.bridge in built}
    if own and len(own) < len(physical):
        yield Parameter("NeutronBridgeMappings", _own_mappings(own, physical))
    elif own and inventory.site.neutron == "ovn" and role == _EMPTIED:
        yield Parameter("NeutronBridgeMappings", _kept_mappings(own))


def _own_mappings(
    own: Mapping[str, PhysicalNetwork], physical: Mapping[str, PhysicalNetwork]
) -> Explained[HeatValue]:
    others = ", ".join(str(network.bridge) for name, network in physical.items() if name not in own)
    return Explained(
        bridge_mappings(own),
        f"this role builds no {others}: with the mapping of all roles its agent stops, or gets an"
        " empty bridge that leads nowhere",
        "neutron-openvswitch-agent, setup of physical bridges",
    )


def _kept_mappings(own: Mapping[str, PhysicalNetwork]) -> Explained[HeatValue]:
    return Explained(
        bridge_mappings(own),
        f"those of all roles: the product's plugin file empties them for the role {_EMPTIED}, whose"
        " guests then reach no VLAN",
        "tripleo-heat-templates environments/services/neutron-ovn-ha.yaml",
    )


def _default(name: str, key: str, tuning: Tuning, release: Release, path: Path) -> Parameter:
    """The release's value, or the one set by hand under the same key."""
    return _taken(name, key, getattr(release.tuning, key), tuning, path, "OVS-DPDK")


def _taken(
    name: str, key: str, fact: Fact[Any], tuning: Tuning, path: Path, hosts: str
) -> Parameter:
    """The fact's value, or the one set by hand under the key."""
    derived: Explained[HeatValue] = Explained(
        fact.value, f"as the product's own role for {hosts} sets it", fact.source, (fact,)
    )
    stated = getattr(tuning, key)
    if stated is None:
        return Parameter(name, derived)
    return Parameter(name, by_hand(stated, path_text((*path, key)), derived))


def _asked(
    name: str, value: HeatValue, rule: str, key: str, release: Release, path: Path
) -> Parameter:
    since = release.newer_parameters[name]
    rule = f"{rule}; not in tripleo-heat-templates 11.3.1, known from {since.value} on"
    return Parameter(name, Explained(value, rule, since.source, (since,), path_text((*path, key))))


def _text(derived: Explained[Any]) -> Explained[HeatValue]:
    return _as(derived, str)


def _cpu_list(cpus: CpuSet) -> HeatValue:
    return list(str(cpus).split(","))


def _as(derived: Explained[Any], form: Callable[[Any], HeatValue]) -> Explained[HeatValue]:
    """The same reason for the value in the form of the parameter."""
    return Explained(
        form(derived.value), derived.rule, derived.source, derived.facts, derived.stated
    )
