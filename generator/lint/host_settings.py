"""Rules over the rest of a role's tuning."""

from collections.abc import Iterator

from generator.catalog.release import release
from generator.deployment.types import DeploymentView, RoleView
from generator.deployment.values import At, Value
from generator.findings import Severity
from generator.lint.ruleset import Found, rule
from generator.lint.scope import DPDK, deployed, is_dpdk
from generator.lint.terms import called
from generator.lint.tuned_roles import dpdk_roles, written
from generator.values import MemorySize


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
                f"write reserved_host_memory: {MemorySize.mib(advised)}"
                if view.planned
                else f"write NovaReservedHostMemory: {advised}",
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


def _default_place(role: RoleView) -> At | None:
    """Where roles_data would set a parameter of a role; None where it is not among the files."""
    if role.at is None:
        return None
    return role.at.step("RoleParametersDefault" if role.defaults else "name").key


def _dpdk_roles(view: DeploymentView) -> Iterator[RoleView]:
    return (role for role in deployed(view) if is_dpdk(role))


def _acting(view: DeploymentView, role: RoleView, name: str) -> Value | None:
    value = view.effective(role.name, name)
    return None if value is None or value.content is None else value


@rule("vhost-socket-group", Severity.ERROR)
def vhost_socket_group(view: DeploymentView) -> Iterator[Found]:
    """The group of the vhost-user sockets of a DPDK role is hugetlbfs.

    Why: QEMU and Open vSwitch meet in this group; with another one, and the default is
    qemu, libvirt cannot use the socket and guests do not start.
    Fix: Set VhostuserSocketGroup: hugetlbfs in RoleParametersDefault or <Role>Parameters.
    Source: RHOSP NFV guide 7.4.2 (VhostuserSocketGroup).
    """
    wanted = release(view.target).tuning.vhostuser_socket_group.value
    for role in _dpdk_roles(view):
        value = _acting(view, role, "VhostuserSocketGroup")
        if value is not None and value.known and value.content != wanted:
            yield Found(
                value.at, f"the socket group of {role.name} is {value.content}",
                f"write {called(view, 'VhostuserSocketGroup')}: {wanted}",
            )  # fmt: skip
        elif value is None and view.complete and (place := _default_place(role)):
            yield Found(
                place,
                f"{role.name} runs OVS-DPDK, and nothing sets VhostuserSocketGroup; "
                "the default group is qemu",
                f"add VhostuserSocketGroup: {wanted} to RoleParametersDefault of {role.name}",
            )


@rule("tuned-profile-without-partitioning", Severity.WARNING)
def tuned_profile_without_partitioning(view: DeploymentView) -> Iterator[Found]:
    """The tuned profile of a DPDK role is cpu-partitioning, or realtime-virtual-host.

    Why: The isolated CPUs are written to a file of that profile. Without it nothing keeps
    other work off them; with a profile that has no such file the play stops.
    Fix: Set TunedProfileName: cpu-partitioning.
    Source: tripleo-heat-templates 11.6.0, TunedProfileName and IsolCpusList.
    """
    tuning = release(view.target).tuning
    wanted = tuning.tuned_profile.value
    partitioning = (wanted, tuning.realtime_tuned_profile.value)
    for role in _dpdk_roles(view):
        value = _acting(view, role, "TunedProfileName")
        text = value.content if value is not None else None
        if isinstance(text, str) and value is not None and not text.startswith(partitioning):
            if "TunedCustomProfile" not in role.parameters:
                yield Found(
                    value.at,
                    f"{role.name} has isolated CPUs, which need the profile {wanted}, not {text}",
                    f"write {called(view, 'TunedProfileName')}: {wanted}",
                )
        elif value is None and view.complete and (place := _default_place(role)):
            yield Found(
                place,
                f"{role.name} has no TunedProfileName: the profile {wanted} does not apply "
                "its isolated CPUs",
                f"add TunedProfileName: {wanted} to RoleParametersDefault of {role.name}",
            )


@rule("virtio-queue-short", Severity.WARNING)
def virtio_queue_short(view: DeploymentView) -> Iterator[Found]:
    """The queues of virtio ports on a DPDK role have 1024 descriptors.

    Why: A shorter queue, and the default is 512, overflows sooner when the guest or a PMD
    thread is late: loss in bursts.
    Fix: Set NovaLibvirtRxQueueSize and NovaLibvirtTxQueueSize to 1024.
    Source: tripleo-heat-templates 11.6.0, roles/ComputeOvsDpdk.yaml.
    """
    tuning = release(view.target).tuning
    sizes = {
        "NovaLibvirtRxQueueSize": tuning.rx_queue_size.value,
        "NovaLibvirtTxQueueSize": tuning.tx_queue_size.value,
    }
    for role in _dpdk_roles(view):
        unset = [name for name in sizes if _acting(view, role, name) is None]
        for name, wanted in sizes.items():
            value = _acting(view, role, name)
            size = str(value.content) if value is not None else ""
            if value is not None and size.isdecimal() and int(size) < wanted:
                yield Found(
                    value.at,
                    f"{size} descriptors of {role.name} are less than {wanted}",
                    f"write {called(view, name)}: {wanted}",
                )
        if unset and view.complete and (place := _default_place(role)):
            both = " and ".join(f"{name}: {sizes[name]}" for name in unset)
            yield Found(
                place,
                f"the virtio queues of {role.name} keep the default of 512 descriptors",
                f"add {both} to RoleParametersDefault of {role.name}",
            )
