"""Roles under names of their own have all that the role of the product has."""

from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from generator import build_plan, load_inventory, render_plan, validate
from generator.capacity.roles import hosts
from generator.catalog.roles import roles
from generator.findings import Severity
from generator.plan.desired import desired_state
from generator.plan.types import Plan, RolePlan

BASE = Path(__file__).parent / "rules" / "base.yaml"
PRODUCT = roles("rhosp-16.1")["ComputeOvsDpdk"]


@pytest.fixture(scope="module")
def standard() -> Plan:
    return build_plan(load_inventory(BASE))


@pytest.fixture(scope="module")
def renamed(tmp_path_factory: pytest.TempPathFactory) -> Plan:
    """The same deployment with a name of one's own for the role with DPDK."""
    text = BASE.read_text().replace("ComputeOvsDpdk", "DellCompute")
    text = text.replace("    server: compute\n", "    server: compute\n    like: ComputeOvsDpdk\n")
    path = tmp_path_factory.mktemp("renamed") / "inventory.yaml"
    path.write_text(text)
    assert not [each for each in validate(path) if each.severity is Severity.ERROR]
    return build_plan(load_inventory(path))


def role(plan: Plan, name: str) -> RolePlan:
    return next(each for each in plan.roles if each.name == name)


def entry(plan: Plan, name: str) -> Any:
    """The role's entry in roles_data.yaml."""
    data = YAML(typ="safe").load(render_plan(plan)["roles_data.yaml"].text)
    return next(each for each in data if each["name"] == name)


def test_no_role_parameter_is_lost(standard: Plan, renamed: Plan) -> None:
    own, wanted = role(renamed, "DellCompute"), role(standard, "ComputeOvsDpdk")
    assert {each.name: each.value.value for each in own.parameters} == {
        each.name: each.value.value for each in wanted.parameters
    }
    assert own.datapath == "ovs-dpdk"
    text = render_plan(renamed)["environments/ovs-dpdk.yaml"].text
    block = YAML(typ="safe").load(text)["parameter_defaults"]["DellComputeParameters"]
    assert block["VhostuserSocketGroup"] == "hugetlbfs"
    assert "ComputeOvsDpdkParameters" not in text


def test_services_and_defaults_are_those_of_the_product(renamed: Plan) -> None:
    found = entry(renamed, "DellCompute")
    assert tuple(found["ServicesDefault"]) == PRODUCT.services
    assert found["RoleParametersDefault"] == PRODUCT.parameters


def test_files_of_the_product_are_the_same(standard: Plan, renamed: Plan) -> None:
    assert renamed.deploy == standard.deploy


def test_hosts_are_named_by_the_role(renamed: Plan) -> None:
    found = entry(renamed, "DellCompute")
    assert found["HostnameFormatDefault"] == "%stackname%-dellcompute-%index%"
    # The first node is listed, the second is not.
    assert {"compute-0.localdomain", "overcloud-dellcompute-1.localdomain"} <= set(
        desired_state(renamed).hosts
    )
    text = render_plan(renamed)["environments/node-info.yaml"].text
    names = YAML(typ="safe").load(text)["parameter_defaults"]["HostnameMap"]
    assert names["overcloud-dellcompute-0"] == "compute-0"


def test_guests_are_counted_on_its_hosts(renamed: Plan) -> None:
    assert list(hosts(renamed)) == ["DellCompute"]
