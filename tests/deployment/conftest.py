"""Small sets of files to be read."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from deployment_reader import Reader

from generator.deployment.read import read_deployment
from generator.deployment.types import DeploymentView

NIC_CONFIG = """\
heat_template_version: rocky
parameters:
  ControlPlaneIp: {type: string}
  InternalApiNetworkVlanID: {type: number}
  InternalApiMtu: {type: number}
  NumDpdkInterfaceRxQueues: {type: number, default: 1}
resources:
  OsNetConfigImpl:
    type: OS::Heat::SoftwareConfig
    properties:
      config:
        str_replace:
          template: {get_file: run-os-net-config.sh}
          params:
            $network_config:
              network_config:
              - type: vlan
                device: eno1
                vlan_id: {get_param: InternalApiNetworkVlanID}
                mtu: {get_param: InternalApiMtu}
              - type: ovs_user_bridge
                name: br-link0
                members:
                - type: ovs_dpdk_port
                  name: dpdk0
                  rx_queue: {get_param: NumDpdkInterfaceRxQueues}
                  members:
                  - {type: interface, name: ens1f0}
"""
ROLES = """\
- name: ComputeOvsDpdk
  CountDefault: 1
  networks: [InternalApi]
  RoleParametersDefault: {TunedProfileName: cpu-partitioning, OvsPmdCoreList: "1"}
  ServicesDefault:
  - OS::TripleO::Services::ComputeNeutronOvsDpdk
"""
ENVIRONMENT = """\
resource_registry:
  OS::TripleO::ComputeOvsDpdk::Net::SoftwareConfig: nic.yaml
parameter_defaults:
  InternalApiNetworkVlanID: 20
  NumDpdkInterfaceRxQueues: 2
  ComputeOvsDpdkCount: 3
  ComputeOvsDpdkParameters:
    OvsPmdCoreList: "2,3"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Callable[[Mapping[str, str]], Path]:
    """Writes files into a folder of their own."""

    def write(files: Mapping[str, str]) -> Path:
        for name, text in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return tmp_path

    return write


@pytest.fixture
def read(folder: Callable[[Mapping[str, str]], Path]) -> Reader:
    """Reads files given as text, in the order of their names, or one folder of them."""

    def view(files: Mapping[str, str], *names: str) -> DeploymentView:
        at = folder(files)
        return read_deployment([at / name for name in names] or [at])

    return view


@pytest.fixture
def whole_set() -> dict[str, str]:
    """A role with its environment file and nic-config."""
    return {"env.yaml": ENVIRONMENT, "nic.yaml": NIC_CONFIG, "roles_data.yaml": ROLES}
