"""Rules over the rest of a role's tuning."""

from collections.abc import Iterator

from generator.deployment.types import DeploymentView
from generator.deployment.values import Value
from generator.findings import Severity
from generator.lint.ruleset import Found, rule
from generator.lint.scope import DPDK
from generator.lint.tuned_roles import dpdk_roles, written


@rule("reserved-host-memory-low", Severity.WARNING)
def reserved_host_memory_low(view: DeploymentView) -> Iterator[Found]:
    """The memory reserved for the host of a role with DPDK is at least the guide's 4096 MiB.

    Why: Agents, QEMU's own memory and page tables live in it; a host short of memory
    kills processes.
    Fix: Write NovaReservedHostMemory: 4096.
    Source: RHOSP NFV guide 7.4.2 (NovaReservedHostMemory).
    """
    for role in dpdk_roles(view):
        value, mib = role.value("NovaReservedHostMemory"), role.number("NovaReservedHostMemory")
        tuning = role.release.tuning
        least, advised = tuning.min_reserved_host_memory_mib, tuning.reserved_host_memory_mib.value
        # Less than the least that the template accepts is told by parameter-constraint.
        if value and mib is not None and least.value <= mib < advised:
            yield Found(
                value.at,
                f"{mib} MiB for the host of {role.name} are less than the guide's {advised} MiB",
                f"write NovaReservedHostMemory: {advised}",
            )


@rule("memory-channels-no-number", Severity.ERROR)
def memory_channels_no_number(view: DeploymentView) -> Iterator[Found]:
    """Memory channels are one number.

    Why: The text goes to DPDK as -n and nothing else: with more than a number there Open
    vSwitch does not start with DPDK. It is the same for all NUMA nodes.
    Fix: Write the channels of one NUMA node, such as "6".
    Source: tripleo-heat-templates (Train), OvsDpdkMemoryChannels takes digits; RHOSP NFV
    guide 7.4.2.
    """
    name = "OvsDpdkMemoryChannels"
    for value, role in written(view, name):
        if role and value.known and not _number(value):
            yield Found(
                value.at,
                f"{name} is one number, not {value.data!r}",
                f'write {name}: "N", the channels of one NUMA node',
            )


def _number(value: Value) -> bool:
    content = value.content
    if isinstance(content, str):
        return not content or content.isdecimal()
    return content is None or (isinstance(content, int) and not isinstance(content, bool))


_MANDATORY = ("OvsPmdCoreList", "OvsDpdkSocketMemory")


@rule("dpdk-parameter-empty", Severity.ERROR)
def dpdk_parameter_empty(view: DeploymentView) -> Iterator[Found]:
    """The PMD CPUs and the socket memory of a role with DPDK are not set to nothing.

    Why: The play that sets up DPDK stops at an empty OvsPmdCoreList or OvsDpdkSocketMemory.
    Fix: Write the CPUs and the MiB per NUMA node.
    Source: tripleo-heat-templates 11.6.0, openvswitch-dpdk-baremetal-ansible.yaml;
    tripleo-ansible (Train), role tripleo_ovs_dpdk.
    """
    for role in dpdk_roles(view):
        for name in _MANDATORY:
            value = view.effective(role.name, name)
            if value is not None and value.content in (None, ""):
                yield Found(
                    value.at,
                    f"{name} of {role.name} is empty, and the play that sets up DPDK fails",
                    f"write {name}: ...",
                )


@rule("dpdk-parameter-missing", Severity.WARNING)
def dpdk_parameter_missing(view: DeploymentView) -> Iterator[Found]:
    """A role with DPDK that is told its PMD CPUs or socket memory is told both.

    Why: The play that sets up DPDK fails where OvsPmdCoreList or OvsDpdkSocketMemory is
    empty, and both are empty unless they are set.
    Fix: Set both for the role.
    Source: tripleo-heat-templates 11.6.0, openvswitch-dpdk-baremetal-ansible.yaml.
    """
    names = _MANDATORY
    for role in dpdk_roles(view):
        if not view.complete or not role.role.has(DPDK):
            continue
        found = {name: role.view.effective(role.name, name) for name in names}
        unset = [name for name, value in found.items() if value is None]
        known = next((role.value(name) for name in names if name not in unset), None)
        if len(unset) == 1 and known:
            yield Found(
                known.at,
                f"nothing sets {unset[0]} for {role.name}, and the play that sets up DPDK fails",
                f"write {unset[0]} beside {names[0] if unset[0] != names[0] else names[1]}",
            )
