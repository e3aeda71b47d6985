"""The catalogue's roles, networks and product files are consistent."""

import re

import pytest

from generator.catalog.roles import networks, product_files, roles, templates

TARGET = "rhosp-16.1"
SERVICE = re.compile(r"OS::TripleO::Services::[A-Z][A-Za-z0-9]+")
# Known to one end of the Train series only (11.3.1, 11.6.0): a role must not name them.
UNSAFE = ("SkydiveAgent", "SkydiveAnalyzer", "PankoApi", "Rear", "CinderBackendDellEMCSc",
          "CinderBackendDellEMCPowermax", "CinderBackendDellEMCVxFlexOS",
          "CinderBackendDellEMCXtremio")  # fmt: skip


@pytest.mark.parametrize("name", roles(TARGET))
def test_services_of_a_role(name: str) -> None:
    role = roles(TARGET)[name]
    assert len(set(role.services)) == len(role.services)
    assert all(SERVICE.fullmatch(service) for service in role.services)
    assert not any(role.has(service) for service in UNSAFE)
    common = ("BootParams", "CACerts", "Kernel", "Podman", "Sshd", "Timesync", "TripleoFirewall")
    assert all(role.has(service) for service in common)


@pytest.mark.parametrize(
    ("name", "services"),
    [
        ("Controller", ("NeutronApi", "NeutronCorePlugin", "NeutronOvsAgent", "OVNDBs",
                        "NovaScheduler", "CephMon", "CephMgr", "Pacemaker", "Keystone")),
        ("ComputeOvsDpdk", ("ComputeNeutronOvsDpdk", "NovaCompute", "NovaLibvirt", "CephClient",
                            "OVNController", "OVNMetadataAgent")),
        ("Compute", ("ComputeNeutronOvsAgent", "NovaCompute", "NovaLibvirt", "CephClient",
                     "OVNController", "OVNMetadataAgent", "Tuned")),
        ("CephStorage", ("CephOSD",)),
    ],
)  # fmt: skip
def test_what_a_role_is_for(name: str, services: tuple[str, ...]) -> None:
    assert all(roles(TARGET)[name].has(service) for service in services)


def test_which_roles_run_dpdk_and_sriov() -> None:
    dpdk = [role for role in roles(TARGET).values() if role.has("ComputeNeutronOvsDpdk")]
    assert [role.name for role in dpdk] == ["ComputeOvsDpdk", "ComputeOvsDpdkSriov"]
    assert all(role.parameters["VhostuserSocketGroup"] == "hugetlbfs" for role in dpdk)
    sriov = [role.name for role in roles(TARGET).values() if role.has("NeutronSriovAgent")]
    assert sriov == ["ComputeSriov", "ComputeOvsDpdkSriov"]


def test_one_role_is_primary() -> None:
    tagged = [role.name for role in roles(TARGET).values() if "primary" in role.tags]
    assert tagged == ["Controller"]


def test_roles_join_standard_networks() -> None:
    for role in roles(TARGET).values():
        assert set(role.networks) | set(role.optional) <= set(networks(TARGET))
        assert not set(role.networks) & set(role.optional)


def test_networks() -> None:
    lower = {network.name: network.name_lower for network in networks(TARGET).values()}
    assert lower["StorageMgmt"] == "storage_mgmt"
    assert [network.name for network in networks(TARGET).values() if not network.vip] == [
        "Tenant",
        "Management",
    ]


@pytest.mark.parametrize(
    ("features", "expected"),
    [
        (("ovs", "dpdk"), ["neutron-ovs.yaml", "neutron-ovs-dpdk.yaml"]),
        (("ovs",), ["neutron-ovs.yaml"]),
        (("ovn", "dpdk"), ["neutron-ovn-ha.yaml", "neutron-ovn-dpdk.yaml"]),
        (("ovs", "dpdk", "ceph"),
         ["ceph-ansible.yaml", "neutron-ovs.yaml", "neutron-ovs-dpdk.yaml"]),
    ],
)  # fmt: skip
def test_product_files(features: tuple[str, ...], expected: list[str]) -> None:
    files = product_files(TARGET, features)
    always = ["network-isolation.yaml", "docker-ha.yaml", "podman.yaml"]
    assert [file.path.rsplit("/", 1)[1] for file in files] == always + expected
    assert all(file.path.startswith(f"{templates(TARGET)}/environments/") for file in files)
    assert all(file.why for file in files)
