"""Rules over what belongs together for DPDK: the role's service, its ports, its tuning."""

from collections.abc import Iterator

from generator.deployment.types import DeploymentView
from generator.findings import Severity
from generator.lint.nics import called
from generator.lint.ruleset import Found, rule
from generator.lint.scope import DPDK, deployed, is_dpdk
from generator.lint.tuned_roles import dpdk_links, dpdk_roles

_SERVICE = f"OS::TripleO::Services::{DPDK}"
_KERNEL_AGENT = "ComputeNeutronOvsAgent"


@rule("dpdk-ports-without-service", Severity.ERROR)
def dpdk_ports_without_service(view: DeploymentView) -> Iterator[Found]:
    """A role whose nic-config has DPDK ports has the service for DPDK, not the kernel's agent.

    Why: Without the service nothing gives Open vSwitch its cores and memory for DPDK: the
    ports are written and do not come up.
    Fix: Put OS::TripleO::Services::ComputeNeutronOvsDpdk in the place of the agent's service.
    Source: tripleo-heat-templates 11.6.0, roles/ComputeOvsDpdk.yaml.
    """
    for role in deployed(view):
        links = dpdk_links(role.nic_config)
        # A list without any agent is not a whole one.
        if links and role.at and role.has(_KERNEL_AGENT) and not is_dpdk(role):
            yield Found(
                role.at.step("ServicesDefault").key,
                f"{role.name} has {links[0].title}, but not the service {DPDK}",
                f"write {_SERVICE} in the place of {_KERNEL_AGENT}",
                tuple(link.item.at for link in links),
            )


@rule("dpdk-role-without-port", Severity.WARNING)
def dpdk_role_without_port(view: DeploymentView) -> Iterator[Found]:
    """The nic-config of a role with DPDK has a DPDK port.

    Why: The PMD threads have nothing to poll, and a kernel bridge in the place of the user
    bridge does not connect guests that have vhost-user ports.
    Fix: Make the bridge an ovs_user_bridge with ovs_dpdk_port or ovs_dpdk_bond.
    Source: RHOSP NFV guide, OVS-DPDK: all bridges of a node are user bridges.
    """
    for role in dpdk_roles(view):
        config = role.role.nic_config
        if config is None or not config.objects or config.unresolved or view.planned:
            continue
        # A physical function below a kernel bridge is for offload, another use of the role.
        offload = any(each.type == "sriov_pf" for each in config.walk())
        if is_dpdk(role.role) and not role.links and not offload:
            bridge = next((each for each in config.walk() if each.type == "ovs_bridge"), None)
            made = f"make {called(bridge)} an ovs_user_bridge" if bridge else "add one"
            yield Found(
                bridge.at.step("type") if bridge else config.objects[0].at,
                f"{role.name} runs OVS-DPDK, and its nic-config has no DPDK port",
                f"{made}, with ovs_dpdk_port or ovs_dpdk_bond as member" if bridge else made,
            )


@rule("kernel-args-missing", Severity.WARNING)
def kernel_args_missing(view: DeploymentView) -> Iterator[Found]:
    """A role with DPDK that is told its PMD CPUs and memory has KernelArgs.

    Why: Without them a node has no huge pages and no IOMMU: DPDK finds no memory, and
    vfio-pci binds no port.
    Fix: Write KernelArgs for the role, unless the image or a script of your own sets them.
    Source: RHOSP NFV guide 7.4.2 (KernelArgs).
    """
    for role in dpdk_roles(view):
        pmd, memory = role.value("OvsPmdCoreList"), role.value("OvsDpdkSocketMemory")
        unset = view.effective(role.name, "KernelArgs") is None
        if view.complete and unset and pmd and memory and not role.value("ExtraSysctlSettings"):
            yield Found(
                pmd.at,
                f"nothing sets KernelArgs for {role.name}: no huge pages, no IOMMU",
                "write KernelArgs: default_hugepagesz=1GB hugepagesz=1G hugepages=N "
                + role.release.iommu["intel"].value,
            )


@rule("tuned-profile-without-cpus", Severity.WARNING)
def tuned_profile_without_cpus(view: DeploymentView) -> Iterator[Found]:
    """Where isolcpus= isolates CPUs, IsolCpusList names them for the tuned profile.

    Why: The profile keeps interrupts, kernel threads and services off the CPUs of
    IsolCpusList; isolcpus= alone keeps only the scheduler's work off them.
    Fix: Write the same CPUs in IsolCpusList.
    Source: RHOSP NFV guide 7.4.1 (IsolCpusList).
    """
    for role in dpdk_roles(view):
        isolated, profile = role.isolcpus, role.value("TunedProfileName")
        wanted = role.release.tuning.tuned_profile.value
        if not isolated or not profile or not str(profile.content).startswith(wanted):
            continue
        if view.complete and view.effective(role.name, "IsolCpusList") is None:
            yield Found(
                isolated.value.at,
                f"{role.name} isolates {isolated.cpus} by isolcpus=, and nothing sets IsolCpusList "
                f"for its profile {profile.content}",
                f'write IsolCpusList: "{isolated.cpus}"',
                (profile.at,),
            )
