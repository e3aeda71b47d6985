"""`nfvgen nodes`: the file that registers machines, and whose passwords go into it."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from generator.cli import app

BASE = (Path(__file__).parent / "rules" / "base.yaml").read_text()
COUNTS = BASE.replace("    count: 2\n", "    count: 1\n").replace(
    "  Controller:\n    count: 3\n", "  Controller:\n    count: 1\n"
)
REGISTERED = COUNTS.replace("\nnodes:\n", "\nregistration: {login_file: bmc.yaml}\nnodes:\n")
LOGIN = "default: {username: root, password: hunter2}\n"
ENVIRONMENT = {"NFVGEN_BMC_USERNAME": "root", "NFVGEN_BMC_PASSWORD": 'hun"ter2'}


def run(folder: Path, inventory: str, login: str = "", env: Any = None) -> tuple[int, str]:
    """The exit code and all that was said."""
    (folder / "inventory.yaml").write_text(inventory)
    if login:
        (folder / "bmc.yaml").write_text(login)
    arguments = ["nodes", str(folder / "inventory.yaml"), "-o", str(folder / "nodes.json")]
    unset = dict.fromkeys(ENVIRONMENT, None)
    found = CliRunner().invoke(app, arguments, env={**unset, **(env or {})})
    return found.exit_code, found.output


def written(folder: Path) -> dict[str, Any]:
    """The nodes by name."""
    nodes = json.loads((folder / "nodes.json").read_text())["nodes"]
    return {node["name"]: node for node in nodes}


def test_what_is_registered(tmp_path: Path) -> None:
    profile = "bmc_driver: idrac\n    boot_mode: uefi\n    root_disk: {name: /dev/sda}"
    inventory = REGISTERED.replace("root_disk: {name: /dev/sda}", profile)
    assert run(tmp_path, inventory, LOGIN)[0] == 0
    nodes = written(tmp_path)
    assert list(nodes) == ["controller-0", "compute-0", "ceph-0", "ceph-1", "ceph-2"]
    assert nodes["ceph-1"] == {
        "name": "ceph-1",
        "pm_type": "idrac",
        "pm_addr": "192.168.110.32",
        "pm_user": "root",
        "pm_password": "hunter2",
        "ports": [{"address": "52:54:00:00:03:01"}],
        "capabilities": "boot_mode:uefi,node:cephstorage-1,profile:ceph-storage",
        "root_device": {"name": "/dev/sda"},
    }
    assert nodes["compute-0"]["capabilities"] == "node:computeovsdpdk-0,profile:compute"
    assert nodes["compute-0"]["pm_type"] == "ipmi"


def test_without_registration_no_machine_is_a_certain_node(tmp_path: Path) -> None:
    assert run(tmp_path, BASE, env=ENVIRONMENT)[0] == 0
    found = {name: node["capabilities"] for name, node in written(tmp_path).items()}
    assert found["compute-0"] == "profile:compute"
    assert not any("node:" in each for each in found.values())


def test_its_owner_alone_may_read_it(tmp_path: Path) -> None:
    (tmp_path / "nodes.json").touch(0o644)
    assert run(tmp_path, BASE, env=ENVIRONMENT)[0] == 0
    assert (tmp_path / "nodes.json").stat().st_mode & 0o777 == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == ["inventory.yaml", "nodes.json"]


def test_the_environment_serves_where_no_file_is_named(tmp_path: Path) -> None:
    code, said = run(tmp_path, BASE, env=ENVIRONMENT)
    assert code == 0
    assert {node["pm_password"] for node in written(tmp_path).values()} == {'hun"ter2'}
    assert "ter2" not in said


def test_a_node_may_have_a_login_of_its_own(tmp_path: Path) -> None:
    own = "nodes: {ceph-1: {username: admin, password: 0123}}\n"
    assert run(tmp_path, REGISTERED, LOGIN + own, ENVIRONMENT)[0] == 0
    nodes = written(tmp_path)
    assert (nodes["ceph-1"]["pm_user"], nodes["ceph-1"]["pm_password"]) == ("admin", "0123")
    assert nodes["ceph-0"]["pm_password"] == "hunter2"


@pytest.mark.parametrize(
    ("inventory", "login", "env", "said"),
    [
        (BASE, "", {}, "set NFVGEN_BMC_USERNAME and NFVGEN_BMC_PASSWORD, or name a file"),
        (BASE, "", {"NFVGEN_BMC_USERNAME": "root"}, "set NFVGEN_BMC_PASSWORD, or name a file"),
        (REGISTERED, "", ENVIRONMENT, "bmc.yaml: there is no such file"),
        (REGISTERED, "nodes: {ceph-0: {username: a, password: b}}\n", {},
         "no login for controller-0, compute-0, ceph-1 and 1 more: add them under nodes"),
        (REGISTERED, LOGIN + "nodes: {hunter2: {username: a, password: b}}\n", {},
         "bmc.yaml:2:9: the inventory has no node of this name"),
        (BASE.split("\nnodes:\n", maxsplit=1)[0] + "\nhardware:" + BASE.split("\nhardware:")[1], "",
         ENVIRONMENT, "there is nothing to register; list machines under nodes"),
    ],
)  # fmt: skip
def test_what_is_missing_is_said(
    tmp_path: Path, inventory: str, login: str, env: Any, said: str
) -> None:
    code, words = run(tmp_path, inventory, login, env)
    assert code == 2
    assert said in words
    assert "hunter2" not in words
    assert not (tmp_path / "nodes.json").exists()


@pytest.mark.parametrize(
    "login",
    ["hunter2: {}\n", "default: hunter2\n", "default: {username: hunter2}\n", "nodes: [hunter2]\n",
     "default: {username: u, password: ''}\n", "nodes: {hunter2 x: {username: u, password: p}}\n"],
)  # fmt: skip
def test_faults_of_the_login_file_are_told_without_what_stands_there(
    tmp_path: Path, login: str
) -> None:
    code, words = run(tmp_path, REGISTERED, login)
    assert code == 1
    assert "bmc.yaml:1:" in words
    assert "hunter2" not in words


def test_no_other_command_wants_a_login(tmp_path: Path) -> None:
    (tmp_path / "inventory.yaml").write_text(REGISTERED)
    for command in ("validate", "plan"):
        assert CliRunner().invoke(app, [command, str(tmp_path / "inventory.yaml")]).exit_code == 0


@pytest.mark.parametrize("content", ["my notes\n", "[]"])
def test_what_others_wrote_stays(tmp_path: Path, content: str) -> None:
    (tmp_path / "nodes.json").write_text(content)
    code, words = run(tmp_path, BASE, env=ENVIRONMENT)
    assert code == 2
    assert "nfvgen did not write it" in words
    assert (tmp_path / "nodes.json").read_text() == content


def test_no_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "target").touch()
    (tmp_path / "nodes.json").symlink_to(tmp_path / "target")
    assert "no plain file" in run(tmp_path, BASE, env=ENVIRONMENT)[1]
    assert not (tmp_path / "target").read_text()


def test_the_name_tells_the_director_the_format(tmp_path: Path) -> None:
    (tmp_path / "inventory.yaml").write_text(BASE)
    arguments = ["nodes", str(tmp_path / "inventory.yaml"), "-o", str(tmp_path / "nodes")]
    found = CliRunner().invoke(app, arguments, env=ENVIRONMENT)
    assert found.exit_code == 2
    assert "end it with .json" in found.output
