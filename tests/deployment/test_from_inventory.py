"""The view of an inventory without a plan is that of its plan, as far as it goes."""

from pathlib import Path
from typing import Any

import pytest

from generator.deployment.from_inventory import deployment_of_inventory
from generator.deployment.from_plan import deployment_of_plan
from generator.deployment.types import DeploymentView, FlavorNote
from generator.deployment.values import Value
from generator.errors import InputError
from generator.reading.load import load_inventory
from generator.stages import build_plan, validate

TESTS = Path(__file__).parents[1]
EXAMPLES = sorted((TESTS.parent / "examples").glob("*/inventory.yaml"))
BASE = TESTS / "rules" / "base.yaml"
DERIVED_FROM_QUEUES = {"hw_vif_multiqueue_enabled", "hw_vif_model"}


def views(path: Path) -> tuple[DeploymentView, DeploymentView]:
    """Without a plan, and with one."""
    loaded = load_inventory(path)
    plan = build_plan(loaded)
    return (
        deployment_of_inventory(loaded.inventory, loaded.document),
        deployment_of_plan(plan, loaded.document),
    )


def placed(values: dict[str, Value]) -> dict[str, Any]:
    return {key: (value.data, str(value.at), value.derived) for key, value in values.items()}


def note(flavor: FlavorNote) -> Any:
    assert flavor.flavor
    assert flavor.image
    specs, images = flavor.flavor.get("properties"), flavor.image.get("properties")
    assert specs
    assert images
    fields = {key: value for key, value in flavor.flavor.entries.items() if key != "properties"}
    own = {key: each for key, each in images.entries.items() if key not in DERIVED_FROM_QUEUES}
    return placed(fields), placed(dict(specs.entries)), placed(own), flavor.roles


@pytest.mark.parametrize("path", [*EXAMPLES, BASE], ids=lambda path: path.parent.name)
def test_both_views_are_one(path: Path) -> None:
    bare, planned = views(path)
    assert [note(each) for each in bare.flavors] == [note(each) for each in planned.flavors]
    assert bare.networks.keys() == planned.networks.keys()
    for name, network in planned.networks.items():
        assert placed(dict(bare.networks[name].fields)) == placed(dict(network.fields))
    assert bare.roles.keys() == planned.roles.keys()
    for name, role in planned.roles.items():
        own = bare.roles[name]
        assert own.count
        assert role.count
        assert (own.networks, own.services, own.default_route_networks, own.count.data) == (
            role.networks, role.services, role.default_route_networks, role.count.data,
        )  # fmt: skip
        assert own.host
        assert role.host
        assert own.host.nodes == role.host.nodes
        assert own.host.siblings == role.host.siblings


def test_what_needs_no_plan_is_found_beside_what_forbids_one(tmp_path: Path) -> None:
    file = tmp_path / "inventory.yaml"
    text = (
        BASE.read_text()
        .replace("server: storage", "server: storag")
        .replace(", pool: 192.168.130.121-192.168.130.250", "")
        .replace(
            "nfv: {vcpus: 4, ram: 8 GiB, disk: 20 GiB}",
            "nfv: {vcpus: 3, ram: 8 GiB, disk: 20 GiB, numa_nodes: 2, hugepages: 2 MiB,"
            " cpu_thread_policy: isolate, extra_specs: {'hw:boot_menu': maybe}}",
        )
    )
    file.write_text(text)
    found = {each.rule for each in validate(file)}
    assert found >= {
        "server-unknown", "pool-missing", "flavor-numa-nodes-uneven", "flavor-page-size-missing",
        "flavor-isolate-with-hyperthreading", "flavor-spec-value",
    }  # fmt: skip
    with pytest.raises(InputError) as refused:
        build_plan(load_inventory(file))
    assert {each.rule for each in refused.value.findings} == found
