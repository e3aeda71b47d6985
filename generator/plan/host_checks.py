"""What check.sh compares on the nodes of each role, as the lines of its functions."""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.derive.cpu_partitioning import cpu_mask
from generator.derive.rxq_pins import affinity
from generator.plan.host_tuning import row
from generator.plan.types import HeatValue, MemoryPlan, RolePlan
from generator.values import CpuSet

_MASKS = {"OvsPmdCoreList": "pmd-cpu-mask", "OvsDpdkCoreList": "dpdk-lcore-mask"}


class HostCheck(NamedTuple):
    """The comparisons of a role's nodes."""

    role: str
    lines: tuple[str, ...]


def host_checks(roles: Sequence[RolePlan]) -> tuple[HostCheck, ...]:
    """Those of every role; none at all where no node has anything to compare."""
    found = tuple(HostCheck(role.name, tuple(_lines(role))) for role in roles)
    return found if any(check.lines for check in found) else ()


def _lines(role: RolePlan) -> Iterator[str]:
    if role.memory is not None:
        values = {each.name: each.value.value for each in role.parameters}
        yield from _host(values, role.memory)
        if "OvsPmdCoreList" in values:
            yield from _open_vswitch(values)
        yield from _dpdk_ports(role)
    ports = role.kernel_ports or ()
    for each in ports:
        yield _call("numa_node", each.port.name, each.port.numa_node.value)
    if ports:
        rows = "\n".join(map(row, ports))
        yield f"rows='{rows}'"


def _host(values: Mapping[str, HeatValue], memory: MemoryPlan) -> Iterator[str]:
    yield _call("kernel_arguments", values["KernelArgs"])
    for node in memory.nodes:
        yield _call("huge_pages", node.node, memory.page_size.bytes >> 10, node.hugepages)
    yield _call("tuned_profile", values["TunedProfileName"], values["IsolCpusList"])


def _open_vswitch(values: Mapping[str, HeatValue]) -> Iterator[str]:
    """As the role tripleo-ovs-dpdk of tripleo-ansible sets it."""
    yield _call("ovs_config", "dpdk-init", "true")
    for parameter, key in _MASKS.items():
        yield _call("ovs_mask", key, cpu_mask(CpuSet.parse(str(values[parameter]))))
    yield _call("ovs_config", "dpdk-socket-mem", values["OvsDpdkSocketMemory"])
    yield _call("ovs_words", "dpdk-extra", f"-n {values['OvsDpdkMemoryChannels']}")


def _dpdk_ports(role: RolePlan) -> Iterator[str]:
    for link in role.links:
        for name in link.dpdk_ports:
            yield _call("ovs_interface", name, "mtu_request", link.mtu.value)
            if link.rx_queues:
                yield _call("ovs_interface", name, "options:n_rxq", link.rx_queues.value)
    for port in role.polling.layout.ports if role.polling else ():
        if port.affinity:
            key = "other_config:pmd-rxq-affinity"
            yield _call("ovs_interface", port.name, key, affinity(port))


def _call(function: str, *arguments: object) -> str:
    return " ".join([function, *(shlex.quote(str(each)) for each in arguments)])
