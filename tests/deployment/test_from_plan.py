"""The view of what was rendered is the view of the plan, value by value."""

from pathlib import Path
from typing import Any

import pytest

from generator.deployment.from_plan import deployment_of_plan
from generator.deployment.read import read_deployment
from generator.deployment.types import ConfigObject, DeploymentView, RoleView
from generator.reading.load import load_inventory
from generator.stages import build_plan

TESTS = Path(__file__).parents[1]
EXAMPLES = sorted(path.name for path in (TESTS / "golden").iterdir())


def planned(example: str) -> DeploymentView:
    loaded = load_inventory(TESTS.parent / "examples" / example / "inventory.yaml")
    return deployment_of_plan(build_plan(loaded), loaded.document)


def tree(each: ConfigObject) -> Any:
    settings = {key: value.data for key, value in each.settings.items()}
    return each.type, settings, [tree(member) for member in each.members]


def role_data(role: RoleView) -> Any:
    assert role.nic_config
    assert not role.nic_config.unresolved
    return (
        role.networks, role.services, role.tags, role.default_route_networks,
        {name: value.data for name, value in role.parameters.items()},
        role.count and role.count.data, role.flavor and role.flavor.data,
        role.block and role.block.data,
        [tree(each) for each in role.nic_config.objects],
        {name: each.type for name, each in role.nic_config.declared.items()},
    )  # fmt: skip


@pytest.mark.parametrize("example", EXAMPLES)
def test_rendered_and_planned_are_one(example: str) -> None:
    plan, files = planned(example), read_deployment([TESTS / "golden" / example])
    assert files.findings == ()
    assert files.complete
    assert plan.stack == files.stack
    assert plan.deploy
    assert files.deploy
    assert [Path(each.path).name for each in plan.deploy.environments] == [
        Path(each.path).name for each in files.deploy.environments
    ]
    assert {name: value.data for name, value in plan.parameters.items()} == {
        name: value.data for name, value in files.parameters.items()
    }
    assert plan.roles.keys() == files.roles.keys()
    for name, role in plan.roles.items():
        assert role_data(role) == role_data(files.roles[name])
    assert plan.networks.keys() == files.networks.keys()
    for name, network in plan.networks.items():
        fields = files.networks[name].fields
        assert {key: value.data for key, value in network.fields.items()} == {
            key: value.data for key, value in fields.items()
        }


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_value_of_a_plan_has_a_place_in_the_inventory(example: str) -> None:
    view = planned(example)
    for value in view.parameters.values():
        assert value.at.location.file.endswith("inventory.yaml")
    vlan = view.parameters["InternalApiNetworkVlanID"]
    assert vlan.at.path == ("networks", "InternalApi", "vlan")
    pools = view.networks["InternalApi"].fields["allocation_pools"]
    assert pools.items[0].at.path == ("networks", "InternalApi", "pool")
    for item in view.parameters["NeutronBridgeMappings"].items:
        name, bridge = str(item.content).split(":")
        assert item.at.path == ("physical_networks", name, "bridge")
        data = item.at.document.data
        assert data["physical_networks"][name]["bridge"] == bridge
