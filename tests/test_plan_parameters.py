"""Parameters that only some deployments have: when they are there, and with which value."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from link_fixture import TARGET

from generator.catalog.release import release
from generator.inventory import Containers, Inventory
from generator.plan.containers import container_parameters
from generator.plan.network_environment import network_parameters
from generator.plan.networks import network_plans
from generator.plan.types import HeatValue
from generator.reading.load import load_inventory
from generator.render import environment

REFERENCE = Path(__file__).parents[1] / "examples" / "dell-r740xd-dpdk" / "inventory.yaml"


@cache
def reference() -> Inventory:
    return load_inventory(REFERENCE).inventory


def planned(inventory: Inventory) -> Mapping[str, HeatValue]:
    made = network_parameters(inventory, network_plans(inventory), ())
    return {parameter.name: parameter.value.value for parameter in made}


def tunnels(tenant_mtu: int) -> Inventory:
    """The reference with VXLAN over a Tenant network of this MTU."""
    known = reference()
    tenant = replace(known.networks["Tenant"], mtu=tenant_mtu)
    return replace(
        known,
        site=replace(known.site, tenant_network_type="vxlan"),
        networks={**known.networks, "Tenant": tenant},
    )


def test_tunnels_narrower_than_the_provider_networks() -> None:
    found = planned(tunnels(1500))
    assert found["NeutronGlobalPhysnetMtu"] == 9000
    assert found["ControllerExtraConfig"] == {"neutron::plugins::ml2::path_mtu": 1500}
    assert "ControllerExtraConfig" not in planned(tunnels(9000))
    assert "ControllerExtraConfig" not in planned(reference())


def test_no_provider_networks_no_mtu_of_them() -> None:
    assert "NeutronGlobalPhysnetMtu" not in planned(replace(reference(), physical_networks={}))


@pytest.mark.parametrize(
    ("login_file", "push", "logs_in"),
    [("login.yaml", False, True), ("login.yaml", True, False), (None, False, False)],
)
def test_nodes_log_in_where_they_pull_from_the_vendor(
    login_file: str | None, push: bool, logs_in: bool
) -> None:
    containers = Containers(login_file=login_file, push_destination=push)
    made = container_parameters(containers, release(TARGET))
    found = {parameter.name: parameter.value.value for parameter in made}
    assert found.get("ContainerImageRegistryLogin", False) is logs_in
    prepared = found["ContainerImagePrepare"]
    assert isinstance(prepared, list)
    assert isinstance(prepared[0], dict)
    assert prepared[0]["push_destination"] is push


def test_templates_are_compiled_without_a_cache_where_there_can_be_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    environment.environment.cache_clear()
    made = environment.environment(TARGET)
    assert made.bytecode_cache is None
    assert made.get_template("deploy.sh.j2").name == "deploy.sh.j2"
    environment.environment.cache_clear()
