"""The forms of flavors under the programs that read them: ansible-lint, and Heat."""

from pathlib import Path

import pytest
from flavor_inventory import rich_state

from generator.plan.desired import DesiredState, desired_state
from generator.render.flavors import render_flavors

from .conftest import plan_of
from .oracles import hot_template, lint_playbook, require_environments

NAMES = ["rich", "minimal"]


@pytest.fixture(scope="module", params=NAMES)
def state(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> DesiredState:
    require_environments()
    if request.param == "rich":
        return rich_state(tmp_path_factory.mktemp("inventory"))
    return desired_state(plan_of(request.param))


def test_ansible_lint_accepts_the_playbook(tmp_path: Path) -> None:
    playbook = tmp_path / "flavors.yaml"
    playbook.write_text(render_flavors(rich_state(tmp_path), "ansible"))
    assert lint_playbook(playbook) == []


def test_heat_reads_the_template_as_it_is_meant(state: DesiredState) -> None:
    report = hot_template(render_flavors(state, "heat"))
    assert report["problems"] == []
    found = report["resources"]
    assert len(found) == len(state.flavors) + len(state.aggregates)
    for flavor in state.flavors:
        properties = found[f"flavor-{flavor.name}"]["properties"]
        assert properties["extra_specs"] == (flavor.extra_specs or None)
        assert (properties["vcpus"], properties["ram"], properties["disk"]) == (
            flavor.vcpus, flavor.ram, flavor.disk,
        )  # fmt: skip
        assert properties["tenants"] == list(flavor.access)
        assert properties["is_public"] is flavor.is_public


def test_both_refuse_what_is_wrong(tmp_path: Path) -> None:
    """Else their silence would mean little."""
    state = rich_state(tmp_path)
    template = render_flavors(state, "heat").replace("vcpus: 4", "vcpus: four")
    assert hot_template(template)["problems"] != []
    playbook = tmp_path / "flavors.yaml"
    text = render_flavors(state, "ansible")
    playbook.write_text(text.replace("openstack.cloud.compute_flavor:", "openstack.cloud.flavour:"))
    assert lint_playbook(playbook) != []
