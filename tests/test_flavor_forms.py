"""Flavors as commands, as a Heat template and as a playbook: what they say is what applying
would make."""

import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from flavor_inventory import rich_inventory, rich_state
from jinja2 import Environment
from ruamel.yaml import YAML
from typer.testing import CliRunner

from generator.cli import app
from generator.plan.desired import DesiredState
from generator.plan.ownership import aggregate_mark
from generator.render.flavors import render_flavors


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> DesiredState:
    return rich_state(tmp_path_factory.mktemp("inventory"))


def read_yaml(text: str) -> Any:
    return YAML(typ="safe", pure=True).load(text)


def filled_in(text: str) -> str:
    """A text of the playbook as Ansible makes it."""
    made: str = Environment(keep_trailing_newline=True).from_string(text).render()
    return made


def commands(state: DesiredState) -> list[list[str]]:
    """Every command of the script with its arguments, those of the functions left out."""
    text = render_flavors(state, "cli").replace("\\\n", "")
    lines = [line for line in text.splitlines() if line.lstrip().startswith("openstack ")]
    return [words for line in lines if "$" not in (words := shlex.split(line))[-1]]


def options(words: list[str], name: str) -> list[str]:
    after = [words[at + 1] for at, word in enumerate(words) if word == name]
    return after + [word.removeprefix(f"{name}=") for word in words if word.startswith(f"{name}=")]


def test_the_commands_are_clean_shell(state: DesiredState, tmp_path: Path) -> None:
    script = tmp_path / "flavors.sh"
    script.write_text(render_flavors(state, "cli"))
    shellcheck = Path(sys.executable).with_name("shellcheck")
    done = subprocess.run([shellcheck, script], capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("", 0)
    subprocess.run(["bash", "-n", script], check=True)


def test_the_commands_say_all(state: DesiredState) -> None:
    found = commands(state)
    for flavor in state.flavors:
        [keep] = [words for words in found if "set" in words and words[-1] == flavor.name]
        pairs = [f"{key}={value}" for key, value in flavor.extra_specs.items()]
        assert options(keep, "--property") == pairs
        assert options(keep, "--description") == [flavor.description]
        [make] = [words for words in found if "create" in words and words[-1] == flavor.name]
        sizes = [options(make, f"--{key}") for key in ("vcpus", "ram", "disk")]
        assert sizes == [[str(flavor.vcpus)], [str(flavor.ram)], [str(flavor.disk)]]
        assert ("--public" in make, "--private" in make) == (not flavor.access, bool(flavor.access))
        assert options(make, "--id") == ([flavor.id] if flavor.id else [])
    [image] = state.images
    [keep] = [words for words in found if words[:3] == ["openstack", "image", "set"]]
    assert options(keep, "--property") == [f"{k}={v}" for k, v in image.properties.items()]
    script = render_flavors(state, "cli")
    assert "grant nfv.jumbo 'vnf team'\n" in script
    assert "add_host dpdk compute-1.lab.example\n" in script
    [zone] = [words for words in found if words[:3] == ["openstack", "aggregate", "set"]]
    assert options(zone, "--zone") == ["nfv zone"]
    assert "trait:CUSTOM_DPDK=required" in options(zone, "--property")


def test_the_playbook_says_all(state: DesiredState) -> None:
    [play] = read_yaml(render_flavors(state, "ansible"))
    by_name = {task["name"]: task for task in play["tasks"]}
    assert len(by_name) == len(play["tasks"])
    for flavor in state.flavors:
        task = by_name[f"Keep flavor {flavor.name}"]
        module = task["openstack.cloud.compute_flavor"]
        assert task["vars"]["nfvgen_specs"] == flavor.extra_specs
        assert filled_in(module["description"]) == flavor.description
        assert (module["vcpus"], module["ram"], module["disk"], module["is_public"]) == (
            flavor.vcpus, flavor.ram, flavor.disk, flavor.is_public,
        )  # fmt: skip
    projects = [
        task["openstack.cloud.compute_flavor_access"]["project"]
        for name, task in by_name.items()
        if name.startswith("Give a project access")
    ]
    assert projects == list(state.flavors[0].access)
    image = by_name["Keep the properties of image 1"]["openstack.cloud.image"]
    assert image["properties"] == state.images[0].properties
    wanted = state.aggregates[0]
    mark = aggregate_mark(state.site, wanted.metadata)
    task = by_name["Keep aggregate dpdk"]
    zone = task["openstack.cloud.host_aggregate"]["availability_zone"]
    assert task["vars"]["nfvgen_metadata"] | {"availability_zone": zone} == {
        **wanted.metadata, "nfvgen": mark,
    }  # fmt: skip
    assert task["vars"]["nfvgen_hosts"] == list(wanted.hosts)


def test_the_template_says_all_that_heat_can_make(state: DesiredState) -> None:
    template = read_yaml(render_flavors(state, "heat"))
    for flavor in state.flavors:
        properties = template["resources"][f"flavor-{flavor.name}"]["properties"]
        assert properties.pop("flavorid", None) == flavor.id
        assert properties.pop("tenants", []) == list(flavor.access)
        assert properties == {
            "name": flavor.name, "vcpus": flavor.vcpus, "ram": flavor.ram, "disk": flavor.disk,
            "is_public": flavor.is_public, "extra_specs": flavor.extra_specs,
        }  # fmt: skip
    images = template["outputs"]["image_properties"]["value"]
    assert images == {image.name: image.properties for image in state.images}
    zone = template["resources"]["aggregate-dpdk"]["properties"]
    assert zone["metadata"] | {"availability_zone": zone["availability_zone"]} == (
        state.aggregates[0].metadata
    )


def test_nothing_to_make_is_still_well_formed() -> None:
    empty = DesiredState("lab", (), (), ())
    assert read_yaml(render_flavors(empty, "heat"))["heat_template_version"] == "rocky"
    assert read_yaml(render_flavors(empty, "ansible"))[0]["tasks"] == []
    assert "openstack " not in render_flavors(empty, "cli").partition("set -euo")[2]


@pytest.mark.parametrize("form", ["ansible", "heat", "cli"])
def test_the_command_prints_each_form(form: str, tmp_path: Path) -> None:
    path = rich_inventory(tmp_path)
    done = CliRunner().invoke(app, ["flavors", "show", str(path), "--format", form])
    assert done.exit_code == 0
    assert done.stdout == render_flavors(rich_state(tmp_path), form)
