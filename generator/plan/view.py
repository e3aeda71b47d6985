"""A plan as plain data: what `nfvgen plan` prints, for people or machines.

Every value comes with its rule, its source and the facts it rests on, so that an
engineer can check each number by hand.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from generator.derive.cpu_partitioning import CpuPartition
from generator.explained import Explained, Fact, Mark
from generator.plan.mtu_chain import ChainLink, mtu_chain
from generator.plan.polling_view import polling_view
from generator.plan.sizing_view import sizing_view
from generator.plan.types import (
    EnvironmentFile,
    FlavorPlan,
    KernelPort,
    LinkPlan,
    MemoryPlan,
    Parameter,
    Plan,
    RolePlan,
    SocketPlan,
)
from generator.plan.virtual_functions import sriov_links

if TYPE_CHECKING:
    from generator.topology.types import Topology

HIDDEN = "not shown: holds credentials"

# What a DPDK host is tuned by comes first, in the order in which it is derived.
_FIRST = (
    "OvsDpdkCoreList", "OvsPmdCoreList", "NovaComputeCpuDedicatedSet", "NovaComputeCpuSharedSet",
    "IsolCpusList", "OvsDpdkSocketMemory", "OvsDpdkMemoryChannels", "KernelArgs",
)  # fmt: skip

_OF_FUNCTIONS = ("pci_id", "vf_pci_id", "max_vfs")

Data = dict[str, Any]


def plan_view(plan: Plan, role: str | None = None) -> Data:
    """The whole plan, or one role of it."""
    wanted = [item for item in plan.roles if role in (None, item.name)]
    view = {
        "target": plan.target,
        "roles": {item.name: _role(item) for item in wanted},
        "mtu_chain": [_chain(step) for step in mtu_chain(plan, wanted)],
    }
    if role is not None:
        return view
    return view | {
        "environments": {file.name: _environment(file) for file in plan.environments},
        "flavors": {flavor.name: _flavor(flavor) for flavor in plan.flavors},
        "notes": list(plan.notes),
    }


def _role(role: RolePlan) -> Data:
    values = _parameters(role.parameters)
    values |= {name: v for name, v in _tuning(role.cpus, role.memory) if name not in values}
    first = {name: values[name] for name in _FIRST if name in values}
    return {
        "server": role.server,
        "count": role.count,
        "flavor": role.flavor,
        "datapath": role.datapath,
        "hardware": _hardware(role.topology, {link.name for link in sriov_links(role.links)}),
        "values": first | values,
        "links": {link.name: _link(link) for link in role.links},
        "sizing": _sizing(role),
        "memory": list(_memory(role.memory)) if role.memory else [],
        "polling": polling_view(role.polling) if role.polling else None,
        "kernel_ports": {each.port.name: _kernel_port(each) for each in role.kernel_ports or ()},
    }


def _hardware(topology: "Topology", sriov: Collection[str]) -> Data:
    """The machine; what is known of virtual functions matters for these ports only."""
    ports = topology.ports.values()
    facts = [topology.vendor, topology.gigabyte_pages, topology.memory_channels]
    facts += [topology.base_clock, *topology.facts]
    facts += [
        fact
        for port in ports
        for name, fact in vars(port).items()
        if isinstance(fact, Fact) and (name not in _OF_FUNCTIONS or port.name in sriov)
    ]
    return {
        "memory": str(topology.memory),
        "vendor": topology.vendor.value,
        "numa_nodes": [
            {
                "id": node.id,
                "memory": str(node.memory),
                "cpus": str(node.cpus),
                "cores": [str(core) for core in node.cores],
            }
            for node in topology.nodes
        ],
        "ports": {
            port.name: {
                "nic": port.nic,
                "numa_node": port.numa_node.value,
                "speed": str(port.speed.value),
                "dpdk_driver": port.dpdk_driver.value,
                "recalled": [
                    name
                    for name in ("numa_node", "speed", "dpdk_driver")
                    if getattr(port, name).mark is Mark.RECALLED
                ],
            }
            for port in ports
        },
        "recalled": _facts(fact for fact in facts if fact.mark is Mark.RECALLED),
    }


def _tuning(cpus: CpuPartition | None, memory: MemoryPlan | None) -> Iterator[tuple[str, Data]]:
    """What the planner derived under the name of the parameter that it becomes."""
    if cpus:
        yield "NovaComputeCpuSharedSet", explained(cpus.shared)
        yield "NovaComputeCpuDedicatedSet", explained(cpus.guest)
        yield "IsolCpusList", explained(cpus.isolated)
    if memory:
        if memory.socket and cpus:
            yield "OvsDpdkCoreList", explained(cpus.host)
            yield "OvsPmdCoreList", explained(cpus.pmd)
            yield "OvsDpdkSocketMemory", explained(memory.socket)
        yield "hugepages", explained(memory.hugepages)
        yield "NovaReservedHostMemory", explained(memory.reserved_host)


def _memory(memory: MemoryPlan) -> Iterator[Data]:
    sockets: tuple[SocketPlan | None, ...] = memory.sockets or (None,) * len(memory.nodes)
    for node, socket in zip(memory.nodes, sockets, strict=True):
        yield {
            **{name: plain(value) for name, value in node._asdict().items()},
            "page": str(memory.page_size),
            "ovs_needs": _socket(socket) if socket else None,
        }


def _socket(socket: SocketPlan) -> Data:
    need = socket.need
    return {
        "guide_mib": explained(need.guide),
        "shared_pools_bytes": explained(need.pools),
        "per_port_pools_bytes": explained(need.per_port),
        "decides": socket.decides,
    }


def _link(link: LinkPlan) -> Data:
    derived = {
        "mtu": link.mtu, "options": link.options, "rx_queues": link.rx_queues, "vfs": link.vfs,
    }  # fmt: skip
    return {
        "kind": link.link.kind,
        "ports": [port.name for port in link.ports],
        "dpdk_ports": list(link.dpdk_ports),
        "values": {name: explained(value) for name, value in derived.items() if value is not None},
    }


def _sizing(role: RolePlan) -> Data | None:
    """Why rx queues and PMD cores are so many; None without DPDK ports."""
    if role.sizing is None:
        return None
    queues = {
        port.name: link.rx_queues for link in role.links if link.rx_queues for port in link.ports
    }
    return sizing_view(role.sizing, queues, explained)


def _kernel_port(port: KernelPort) -> Data:
    xps = port.xps and Explained[Any](*port.xps)._replace(value=port.xps.value or "none")
    asked = {"channels": port.channels, "XPS CPUs": xps, "interrupt CPUs": port.irqs}
    return {name: explained(value) for name, value in asked.items() if value is not None}


def _chain(step: ChainLink) -> Data:
    """One way through the MTUs, from the wire to the guest."""
    link = step.link
    return {
        "role": step.role,
        "link": link.name,
        "physical_networks": [
            {"name": name, "bridge": network.bridge, "mtu": network.mtu}
            for name, network in step.physical.items()
        ],
        "mtu": explained(link.mtu),
        "ports": {port.name: _fact(port.max_mtu) for port in link.ports},
        "networks": [
            {"name": name, "vlan": vlan, "mtu": mtu} for name, (vlan, mtu) in step.networks.items()
        ],
        "guests": {name: explained(value) for name, value in step.guests.items()},
    }


def _environment(file: EnvironmentFile) -> Data:
    return _parameters(file.parameters, file.secret)


def _flavor(flavor: FlavorPlan) -> Data:
    properties = flavor.image_properties if flavor.images else {}  # else nothing gets them
    return {
        "vcpus": flavor.vcpus,
        "ram": str(flavor.ram),
        "disk": str(flavor.disk),
        "images": list(flavor.images),
        "values": {
            **{key: explained(value) for key, value in flavor.extra_specs.items()},
            **{f"image {key}": explained(v) for key, v in properties.items()},
            "vhost queues": explained(flavor.vhost_queues),
            **{key: explained(value) for key, value in flavor.port.items()},
        },
    }


def _parameters(parameters: Iterable[Parameter], secret: bool = False) -> Data:
    found = {parameter.name: explained(parameter.value) for parameter in parameters}
    return {name: {**item, "value": HIDDEN} for name, item in found.items()} if secret else found


def explained(value: Explained[Any]) -> Data:
    """A value with its reason."""
    return {
        "value": plain(value.value),
        "rule": value.rule,
        "source": value.source,
        "stated": value.stated,
        "facts": _facts(value.facts),
    }


def _facts(facts: Iterable[Fact[Any]]) -> list[Data]:
    found = [_fact(fact) for fact in facts]
    return [fact for index, fact in enumerate(found) if fact not in found[:index]]


def _fact(fact: Fact[Any]) -> Data:
    return {
        "name": fact.name,
        "value": plain(fact.value),
        "mark": str(fact.mark),
        "source": fact.source,
    }


def plain(value: Any) -> Any:
    """A value in the types of JSON: value objects as they are written."""
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, Fraction):
        return round(float(value), 1)
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return str(value)
