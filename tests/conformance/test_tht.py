"""Rendered directories under tripleo-heat-templates 11.6.0 and the engine of Heat 13."""

import json
import re
import shutil

import pytest

from generator.derive.hugepages import reserved_huge_pages
from generator.plan.nic_config import role_stem

from . import planned
from .conftest import EXAMPLES, ROLES, Workbench, plan_of
from .oracles import OvercloudReport, check_overcloud

each_example = pytest.mark.parametrize("example", [path.parent.name for path in EXAMPLES])
# Role parameters, and under which key THT hands them to the service that acts on them.
ACTING_KEYS = {
    "KernelArgs": "kernel_args",
    "TunedProfileName": "tuned_profile",
    "IsolCpusList": "isolated_cores",
    "OvsPmdCoreList": "pmd",
    "OvsDpdkCoreList": "lcore",
    "OvsDpdkSocketMemory": "socket_mem",
    "OvsDpdkMemoryChannels": "memory_channels",
    "VhostuserSocketGroup": "vhostuser_socket_group",
    "NovaComputeCpuDedicatedSet": "nova::compute::cpu_dedicated_set",
    "NovaComputeCpuSharedSet": "nova::compute::cpu_shared_set",
    "NovaReservedHugePages": "nova::compute::reserved_huge_pages",
    "NovaReservedHostMemory": "nova::compute::reserved_host_memory",
    "NovaComputeDisableIrqBalance": "compute_disable_irqbalance",
    "NovaLibvirtRxQueueSize": "nova::compute::libvirt::rx_queue_size",
    "NovaLibvirtTxQueueSize": "nova::compute::libvirt::tx_queue_size",
    "NeutronPhysicalDevMappings": "neutron::agents::ml2::sriov::physical_device_mappings",
    "NovaPCIPassthrough": "nova::compute::pci::passthrough",
    "NeutronPhysnetNUMANodesMapping": "nova::compute::neutron_physnets_numa_nodes_mapping",
    "NeutronTunnelNUMANodes": "nova::compute::neutron_tunnel_numa_nodes",
}
TUNED_KEYS = {
    "TunedProfileName": "tuned_profile",
    "TunedCustomProfile": "tuned_custom_profile",
}
BRIDGE_MAPPINGS = {
    "ovs": "neutron::agents::ml2::ovs::bridge_mappings",
    "ovn": "ovn::controller::ovn_bridge_mappings",
}
# 11.6.0 takes it and loses it on the way (the rule max-queues-without-effect says so).
WITHOUT_EFFECT = {"NovaLibvirtMaxQueues"}


@each_example
def test_accepted_without_a_finding(workbench: Workbench, example: str) -> None:
    report = workbench.overcloud(example)
    assert [str(finding) for finding in report.findings] == []


@pytest.mark.parametrize(("example", "role"), ROLES)
def test_role_parameters_act(workbench: Workbench, example: str, role: str) -> None:
    """Every one that is planned arrives at the service that acts on it, as planned."""
    report, plan = workbench.overcloud(example), workbench.planned(example, role)
    assert report.network_config[role]
    keys = {**ACTING_KEYS, "NeutronBridgeMappings": BRIDGE_MAPPINGS[plan.site.neutron]}
    wanted = planned.role_values(plan.role)
    acting = {name: keys[name] for name in wanted.keys() - WITHOUT_EFFECT}
    found = {name: report.effective[role].get(key) for name, key in acting.items()}
    if devices := found.get("NovaPCIPassthrough"):
        found["NovaPCIPassthrough"] = json.loads(devices)  # put into a text for Nova
    assert found == {name: wanted[name] for name in acting}
    assert not any("max_queues" in key for key in report.effective[role])


@pytest.mark.parametrize(("example", "role"), ROLES)
def test_nova_leaves_the_pages_of_open_vswitch_alone(
    workbench: Workbench, example: str, role: str
) -> None:
    """Planned or not: without the parameter THT derives it from the socket memory."""
    memory = workbench.planned(example, role).role.memory
    if memory is not None and memory.socket is not None:
        found = workbench.overcloud(example).effective[role]["nova::compute::reserved_huge_pages"]
        assert found == list(reserved_huge_pages(memory.socket.value, memory.page_size))


@pytest.mark.parametrize(("example", "role"), ROLES)
def test_what_kernel_ports_ask_for_arrives(workbench: Workbench, example: str, role: str) -> None:
    """The script on the role's nodes by its own hook, and tuned's profile."""
    report, plan = workbench.overcloud(example), workbench.planned(example, role).role
    scripts = report.pre_configs.get(role, [])
    if plan.kernel_ports is None:
        assert scripts == []
        return
    stem = role_stem(role)
    [script] = scripts
    assert script == (workbench.rendered(example) / f"host-tuning/{stem}.sh").read_text()
    wanted = {
        each.name: each.value.value
        for file in plan_of(example).environments
        for each in dict(file.role_parameters).get(role, ())
        if each.name in TUNED_KEYS
    }
    effective = report.effective[role]
    assert {name: effective[TUNED_KEYS[name]] for name in wanted} == wanted


# What the first nodes of roles with their own machines are registered as.
PLACED = {
    ("two-profiles", "Controller"): "controller-0",
    ("two-profiles", "ComputeNfvIntel"): "computenfvintel-0",
    ("two-profiles", "ComputeNfvAmd"): "computenfvamd-0",
    ("two-profiles", "DellStorage"): "dellstorage-0",
    ("all-options", "ComputeOvsDpdk"): "edge-b-computeovsdpdk-0",
}


@pytest.mark.parametrize(("example", "role"), ROLES)
def test_the_first_node_asks_for_its_machine_and_addresses(
    workbench: Workbench, example: str, role: str
) -> None:
    """Nova's hint and Neutron's fixed addresses, as the role's template makes them of the
    first of each list; without any, Nova and Neutron choose."""
    lowers = {network.name: network.name_lower for network in plan_of(example).networks}
    fixed = workbench.planned(example, role).first_addresses
    placed = PLACED.get((example, role))
    assert workbench.overcloud(example).first_nodes[role] == {
        "hints": {"capabilities:node": placed} if placed else {},
        "addresses": {lowers.get(name, name): address for name, address in fixed.items()},
    }


@each_example
def test_parameters_arrive_whatever_the_product_files_say(
    workbench: Workbench, example: str
) -> None:
    report, files = workbench.overcloud(example), plan_of(example).environments
    wanted = {each.name: each.value.value for file in files for each in file.parameters}
    assert {name: report.parameters.get(name) for name in wanted} == wanted


@each_example
def test_files_are_passed_in_the_order_of_the_plan(workbench: Workbench, example: str) -> None:
    report, plan = workbench.overcloud(example), plan_of(example)
    assert report.environments == plan.deploy.environments
    # Ours follow the product's; what the user adds comes last and wins.
    ours = [file.name for file in plan.environments]
    ours += plan.inventory.site.extra_environments
    assert list(report.environments[-len(ours) :]) == ours


BROKEN_ENVIRONMENT = """
resource_registry:
  OS::TripleO::Services::Tuned: ../nothing/here.yaml
  OS::TripleO::Servises::Ntp: OS::Heat::None
parameter_defaults:
  NeutronBridgeMapings: ['physint:br-tenant']
  NovaReservedHostMemory: much
  NeutronGlobalPhysnetMtu: true
  OvsDpdkDriverType: vfio-pci
  CloudDomain: 0000:05:00.0
  NeutronDatapathType: system
  NoSuchRoleParameters:
    KernelArgs: "quiet"
  {role}Parameters:
    NovaSchedulerDefaultFilters: ['NUMATopologyFilter']
    KernelArg: "quiet"
    NovaComputeCpuSharedSet: 0
  ControllerParameters:
    NovaReservedHostMemory: 4096
  ServiceNetMap:
    NovaApiNetwork: nowhere
  HostnameMap:
    overcloud-nobody-0: somebody
  ControllerIPs:
    storage: ['10.9.8.7', '10.9.8.8', '10.9.8.9']
    internal: []
"""
BROKEN_ROLE = """
- name: Stranger
  networks: [Nowhere]
  ServicesDefault: ['OS::TripleO::Services::Nothing']
"""
# What is wrong in the broken directory, as code and words of a finding.
MISTAKES = {
    "misspelt-parameter": ("parameter-unknown", "NeutronBridgeMapings"),
    "wrong-type": ("value", "NovaReservedHostMemory"),
    "truth-value-for-number": ("value", "NeutronGlobalPhysnetMtu"),
    "parameter-nothing-reads": ("parameter-unread", "OvsDpdkDriverType"),
    "base-60-number": ("yaml-trap", "0000:05:00.0"),
    "parameters-of-no-role": ("parameter-unknown", "NoSuchRoleParameters"),
    "global-parameter-in-role": ("role-parameter-place", "NovaSchedulerDefaultFilters"),
    "misspelt-in-role": ("role-parameter-unknown", "KernelArg"),
    "unconverted-in-role": ("value", "NovaComputeCpuSharedSet"),
    "service-not-in-role": ("role-parameter-place", "ControllerParameters.NovaReservedHostMemory"),
    "registry-path": ("registry-path", "nothing/here.yaml"),
    "registry-key": ("registry-key", "OS::TripleO::Servises::Ntp"),
    "unknown-network-of-service": ("service-network", "nowhere"),
    "name-of-no-node": ("hostname-map", "overcloud-nobody-0"),
    "address-outside-network": ("ip-list", "10.9.8.7"),
    "address-on-no-network": ("ip-list", "there is no network internal"),
    "unknown-service": ("service-unknown", "OS::TripleO::Services::Nothing"),
    "unknown-network-of-role": ("role-network", "Nowhere"),
    "role-without-nic-config": ("nic-config-missing", "OS::TripleO::Stranger"),
    "unknown-get-param": ("nic-config", "get_param: there is no NoSuchValue"),
    "environment-not-passed": ("environment-not-passed", "zz-forgotten.yaml"),
    "value-taken-back": ("overridden", "NeutronDatapathType"),
    "missing-environment": ("file-missing", "environments/services/no-such.yaml"),
}


@pytest.fixture(scope="module")
def broken(workbench: Workbench, tmp_path_factory: pytest.TempPathFactory) -> OvercloudReport:
    """The first example, spoilt in many places at once: one run shows every finding."""
    example, role = next(item for item in ROLES if "Dpdk" in item[1])
    target = tmp_path_factory.mktemp("broken") / example
    shutil.copytree(workbench.rendered(example), target)
    text = BROKEN_ENVIRONMENT.replace("{role}", role)
    (target / "environments/zz-broken.yaml").write_text(text)
    (target / "environments/zz-forgotten.yaml").write_text("parameter_defaults: {}\n")
    with open(target / "roles_data.yaml", "a") as roles_data:
        roles_data.write(BROKEN_ROLE)
    nic_config = target / "nic-configs/controller.yaml"
    wrong = re.sub(
        r"get_param: *[\w'\"]+", "get_param: NoSuchValue", nic_config.read_text(), count=1
    )
    nic_config.write_text(wrong)
    script = (target / "deploy.sh").read_text()
    before, last, after = re.split(r"(-e \S+)(?!.*-e )", script, maxsplit=1, flags=re.DOTALL)
    services = "/usr/share/openstack-tripleo-heat-templates/environments/services"
    added = (
        f"{services}/no-such.yaml",
        "environments/zz-broken.yaml",
        f"{services}/neutron-ovs-dpdk.yaml",
    )
    extra = "".join(f" \\\n  -e {path}" for path in added)
    (target / "deploy.sh").write_text(before + last + extra + after)
    return check_overcloud(target)


@pytest.mark.parametrize("mistake", MISTAKES)
def test_the_oracle_sees_a_mistake(broken: OvercloudReport, mistake: str) -> None:
    code, words = MISTAKES[mistake]
    assert any(words in text for text in broken.of(code)), broken.of(code)
