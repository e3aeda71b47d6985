"""What differs between two deployments: nothing between equals, the same both ways."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from difference_cases import CASES, REFERENCE, ROOT, edited, without_ceph
from ruamel.yaml import YAML
from typer.testing import CliRunner

from generator import (
    InputError,
    NfvgenError,
    build_plan,
    compare_deployments,
    load_deployment,
    load_inventory,
    render_plan,
    write_output,
)
from generator.cli import app
from generator.whatif.sides import Side
from generator.whatif.types import Area, Difference

EXAMPLES = (
    *sorted((ROOT / "examples").glob("*/inventory.yaml")),
    *sorted((ROOT / "tests" / "inventories").glob("*/inventory.yaml")),
)
each_example = pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.parent.name)


def folder(inventory: Path, target: Path) -> Path:
    write_output(render_plan(build_plan(load_inventory(inventory))), target)
    return target


def side(text: str, tmp_path: Path, name: str = "new.yaml") -> Side:
    (tmp_path / name).write_text(text)
    return load_deployment(tmp_path / name)


@each_example
def test_nothing_differs_from_itself(path: Path) -> None:
    found = compare_deployments(load_deployment(path), load_deployment(path))
    assert (found.keys, found.changes, dict(found.needs), found.notes) == ((), (), {}, ())


@each_example
def test_nothing_differs_from_what_it_renders(path: Path, tmp_path: Path) -> None:
    inventory, out = load_deployment(path), load_deployment(folder(path, tmp_path / "out"))
    assert len(out.settings) > 50
    for old, new in ((inventory, out), (out, inventory), (out, out)):
        found = compare_deployments(old, new)
        assert found.changes == ()
        assert len(found.notes) == 1  # flavors are in no folder


@pytest.mark.parametrize("case", CASES)
def test_both_ways(case: str, tmp_path: Path) -> None:
    old, new = load_deployment(REFERENCE), side(edited(case), tmp_path)
    there, back = compare_deployments(old, new), compare_deployments(new, old)
    assert there.changes
    assert values(there, swapped=False) == values(back, swapped=True)
    assert {each.path: (each.old, each.new) for each in there.keys} == {
        each.path: (each.new, each.old) for each in back.keys
    }


def values(found: Difference, swapped: bool) -> Mapping[Any, Any]:
    """Every value that differs, those that follow from another included."""
    pairs: dict[Any, Any] = {}
    for change in found.changes:
        pair = [each and each.form for each in (change.old, change.new)]
        for key in (change.key, *change.with_it):
            name = (key.area, key.of, key.name if key.area is not Area.NETWORK else "", key.inside)
            pairs.setdefault(name, []).append(pair[::-1] if swapped else pair)
    return {name: sorted(pairs[name], key=str) for name in pairs}


@pytest.mark.parametrize("case", CASES)
def test_a_folder_tells_what_its_inventory_does(case: str, tmp_path: Path) -> None:
    """But for flavors."""
    old, new = load_deployment(REFERENCE), side(edited(case), tmp_path)
    rendered = load_deployment(folder(tmp_path / "new.yaml", tmp_path / "out"))
    expected = [
        each for each in compare_deployments(old, new).changes if each.key.area is not Area.FLAVOR
    ]
    got = compare_deployments(old, rendered).changes
    assert {each.key: each.effects for each in got} == {each.key: each.effects for each in expected}


def test_comments_order_and_spelling_do_not_count(tmp_path: Path) -> None:
    """Every file is written anew by another hand: keys the other way round, no comments."""
    out = folder(REFERENCE, tmp_path / "out")
    yaml = YAML(typ="safe")
    yaml.sort_base_mapping_type_on_output = False  # type: ignore[assignment]
    for path in out.rglob("*.yaml"):
        read = YAML(typ="safe")
        read.version = (1, 1)
        data = turned(read.load(path))
        with path.open("w") as stream:
            yaml.dump(data, stream)
    found = compare_deployments(load_deployment(REFERENCE), load_deployment(out))
    assert found.changes == ()
    assert sum("edited since" in note for note in found.notes) == len(list(out.rglob("*.yaml")))


def turned(data: Any) -> Any:
    """Mappings with their keys the other way round, and lists of os-net-config objects."""
    if isinstance(data, dict):
        return {key: turned(data[key]) for key in reversed(data)}
    if isinstance(data, list):
        items = [turned(item) for item in data]
        return (
            items[::-1]
            if all(isinstance(each, dict) and "type" in each for each in items)
            else items
        )
    return data


def test_a_role_without_nodes_is_yet_to_come(tmp_path: Path) -> None:
    old = side(without_ceph(), tmp_path, "old.yaml")
    found = compare_deployments(old, load_deployment(REFERENCE))
    assert found.needs["CephStorage"] == ("new-nodes",)
    back = compare_deployments(load_deployment(REFERENCE), old)
    assert "by-hand" in back.needs["CephStorage"]


def test_more_nodes_disturb_nobody(tmp_path: Path) -> None:
    found = compare_deployments(load_deployment(REFERENCE), side(edited("one-more-node"), tmp_path))
    assert {need for needs in found.needs.values() for need in needs} == {"new-nodes"}


def test_errors_of_both_sides_are_told(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(REFERENCE.read_text().replace("count: 3", "cuont: 3", 1))
    (tmp_path / "b.yaml").write_text(REFERENCE.read_text().replace("vlan: 140", "vlan: x"))
    result = CliRunner().invoke(app, ["diff", str(tmp_path / "a.yaml"), str(tmp_path / "b.yaml")])
    assert result.exit_code == 1
    assert "a.yaml:57:5: error: unknown key 'cuont'" in result.stderr
    assert "networks.InternalApi.vlan" in result.stderr
    assert result.stderr.endswith("2 errors\n")


def test_a_broken_file_of_a_folder(tmp_path: Path) -> None:
    out = folder(REFERENCE, tmp_path / "out")
    (out / "environments" / "ceph.yaml").write_text("a: [1\n")
    with pytest.raises(InputError, match=r"ceph\.yaml:\d+:\d+: error"):
        load_deployment(out)


def test_a_folder_of_somebody_else(tmp_path: Path) -> None:
    with pytest.raises(NfvgenError, match=r"no manifest\.json in it.*name an inventory"):
        load_deployment(tmp_path)
    assert CliRunner().invoke(app, ["diff", str(tmp_path), str(REFERENCE)]).exit_code == 2


def test_nothing_differs_as_a_command() -> None:
    result = CliRunner().invoke(app, ["diff", str(REFERENCE), str(REFERENCE)])
    assert result.exit_code == 0
    assert result.stdout.endswith("\nnothing differs in what is deployed\n")


def test_json(tmp_path: Path) -> None:
    (tmp_path / "new.yaml").write_text(edited("rx-queues"))
    call = ["diff", str(REFERENCE), str(tmp_path / "new.yaml"), "--format", "json"]
    result = CliRunner().invoke(app, call)
    assert result.exit_code == 3
    data = json.loads(result.stdout)
    assert data["keys"] == [{"path": "roles.ComputeOvsDpdk.links[1].rx_queues", "old": 2, "new": 4}]
    (queues,) = (each for each in data["changes"] if each["name"] == "NumDpdkInterfaceRxQueues")
    assert (queues["old"]["value"], queues["new"]["value"]) == (2, 4)
    assert queues["effects"][0]["needs"] == ["network-config", "ovs-restart"]
    assert queues["effects"][0]["roles"] == ["ComputeOvsDpdk"]
    assert all(effect["sources"] for each in data["changes"] for effect in each["effects"])
    assert set(data["needs"]["ComputeOvsDpdk"]) <= set(data["meanings"])


@pytest.mark.parametrize("form", ["text", "json"])
def test_credentials_are_not_shown(form: str, tmp_path: Path) -> None:
    source = ROOT / "examples" / "all-options"
    for each in source.iterdir():
        (tmp_path / each.name).write_bytes(each.read_bytes())
    out = folder(tmp_path / "inventory.yaml", tmp_path / "out")
    login = out / "environments" / "registry-login.yaml"
    login.write_text(login.read_text().replace("not-a-real-password", "hunter2"))
    for call in (
        [str(out), str(tmp_path / "inventory.yaml")],
        [str(tmp_path / "inventory.yaml"), str(out)],
    ):
        result = CliRunner().invoke(app, ["diff", *call, "--format", form])
        assert result.exit_code == 3
        assert "ContainerImageRegistryCredentials" in result.stdout
        assert "hunter2" not in result.output
        assert "not-a-real-password" not in result.output


def test_what_only_a_terminal_shows_is_escaped(tmp_path: Path) -> None:
    out = folder(REFERENCE, tmp_path / "out")
    path = out / "deploy.sh"
    path.write_text(path.read_text().replace("--stack overcloud", "--stack 'a\x1b[2Jb'"))
    result = CliRunner().invoke(app, ["diff", str(out), str(REFERENCE)])
    assert "stack: a\\x1b[2Jb -> overcloud" in result.stdout


def test_a_network_more_for_a_role(tmp_path: Path) -> None:
    text = REFERENCE.read_text()
    more = text.replace("[Storage, StorageMgmt]", "[Storage, StorageMgmt, InternalApi]")
    found = compare_deployments(load_deployment(REFERENCE), side(more, tmp_path))
    assert found.needs == {"CephStorage": ("network-config",)}
    assert [(each.key.area, each.key.name, each.key.inside) for each in found.changes] == [
        (Area.ROLE, "networks", ()),
        (Area.NIC_CONFIG, "", ("vlan of InternalApi",)),
    ]


def test_what_is_no_longer_named_stays_until_it_is_taken_down(tmp_path: Path) -> None:
    text = REFERENCE.read_text()
    more = text.replace("[Storage, StorageMgmt]", "[Storage, StorageMgmt, InternalApi]")
    back = compare_deployments(side(more, tmp_path), load_deployment(REFERENCE))
    assert back.needs == {"CephStorage": ("network-config", "by-hand")}


def test_another_order_is_told_as_such(tmp_path: Path) -> None:
    out = folder(REFERENCE, tmp_path / "out")
    path = out / "environments" / "ovs-dpdk.yaml"
    path.write_text(path.read_text().replace("intel_iommu=on iommu=pt", "iommu=pt intel_iommu=on"))
    result = CliRunner().invoke(app, ["diff", str(out), str(REFERENCE)])
    assert "KernelArgs: the same in another order\n" in result.stdout


def test_a_value_set_by_hand_is_told_by_its_key(tmp_path: Path) -> None:
    line = "    flavor: compute\n"
    for name, size in (("a.yaml", 512), ("b.yaml", 256)):
        tuned = f"{line}    tuning: {{rx_queue_size: {size}}}\n"
        (tmp_path / name).write_text(REFERENCE.read_text().replace(line, tuned))
    result = CliRunner().invoke(app, ["diff", str(tmp_path / "a.yaml"), str(tmp_path / "b.yaml")])
    assert "NovaLibvirtRxQueueSize: 512 -> 256\n" in result.stdout
    assert "      at: roles.ComputeOvsDpdk.tuning.rx_queue_size\n" in result.stdout
