"""Rendered directories under tripleo-heat-templates 11.6.0 and the engine of Heat 13."""

import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from .conftest import EXAMPLES, ROLES, Workbench
from .oracles import OvercloudReport, check_overcloud

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
    "NeutronPhysnetNUMANodesMapping": "nova::compute::neutron_physnets_numa_nodes_mapping",
    "NeutronTunnelNUMANodes": "nova::compute::neutron_tunnel_numa_nodes",
}


@pytest.mark.parametrize("example", [path.parent.name for path in EXAMPLES])
def test_accepted_without_a_finding(workbench: Workbench, example: str) -> None:
    report = workbench.overcloud(example)
    assert [str(finding) for finding in report.findings] == []


@pytest.mark.parametrize(("example", "role"), ROLES)
def test_role_parameters_act(workbench: Workbench, example: str, role: str) -> None:
    report = workbench.overcloud(example)
    assert report.network_config[role]
    written = role_parameters(workbench.rendered(example), role)
    acting = {name: ACTING_KEYS[name] for name in written if name in ACTING_KEYS}
    found = {name: report.effective[role][key] for name, key in acting.items()}
    assert found == {name: written[name] for name in acting}


def role_parameters(rendered: Path, role: str) -> dict[str, Any]:
    merged: dict[str, Any] = {}
    for path in sorted(rendered.glob("environments/*.yaml")):
        content = YAML(typ="safe").load(path) or {}
        values = content.get("parameter_defaults") or {}
        merged |= values.get(f"{role}Parameters") or {}
    return merged


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
