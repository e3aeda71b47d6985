"""Files that were given to the wrong command, and calls that read nothing."""

import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

import generator
from generator.cli import app
from generator.findings import Finding, Severity

ROOT = Path(__file__).parents[1]
INVENTORY = ROOT / "examples" / "minimal" / "inventory.yaml"
SET = ROOT / "tests" / "golden" / "minimal"


def lint(*paths: Path, hardware: Path | None = None) -> list[Finding]:
    found = generator.lint_paths(paths, hardware).findings
    return [each for each in found if each.rule in {"file/nothing-to-lint", "file/inventory"}]


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({}, "there is nothing at all"),
        ({"readme.txt": "hello\n"}, "readme.txt"),
        ({"a.yaml": "foo: bar\n"}, "a.yaml (something else)"),
        ({f"{each}.txt": "" for each in "abcde"}, "c.txt and more"),
        ({"hosts.yaml": 'hosts: [{cpus: {0: "0-3"}}]\n'}, "hosts.yaml (host facts)"),
    ],
)
def test_a_folder_without_a_deployment(tmp_path: Path, files: dict[str, str], said: str) -> None:
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    (found,) = lint(tmp_path)
    assert (found.rule, found.severity) == ("file/nothing-to-lint", Severity.WARNING)
    assert found.message.endswith(said)
    result = CliRunner().invoke(app, ["lint", str(tmp_path), "--strict"])
    assert result.exit_code == 1


def test_a_file_that_is_none_of_a_deployment(tmp_path: Path) -> None:
    file = tmp_path / "readme.txt"
    file.write_text("hello\n")
    (found,) = lint(file)
    assert (found.location.file, found.location.line) == (str(file), 1)
    assert found.message.endswith(f"there is {file} (something else)")


def test_one_file_of_a_deployment_is_enough(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("foo: bar\n")
    (tmp_path / "b.yaml").write_text("parameter_defaults: {NtpServer: [192.0.2.1]}\n")
    assert not lint(tmp_path)


def test_an_inventory_is_for_validate(tmp_path: Path) -> None:
    (found,) = lint(SET, INVENTORY)
    assert (found.rule, found.location.file) == ("file/inventory", str(INVENTORY))
    assert "nfvgen validate" in found.hint
    assert not lint(SET, INVENTORY, hardware=INVENTORY)
    folder = tmp_path / "site"
    shutil.copytree(SET, folder)
    shutil.copy(INVENTORY, folder)
    assert not lint(folder)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("environments/ovs-dpdk.yaml", "an environment file"),
        ("roles_data.yaml", "a roles_data file"),
        ("network_data.yaml", "a network_data file"),
        ("nic-configs/controller.yaml", "a nic-config"),
        ("deploy.sh", "a deploy script"),
    ],
)
def test_a_file_of_a_deployment_is_for_lint(name: str, said: str) -> None:
    (found,) = generator.validate(SET / name)
    assert found.rule == "file/of-deployment"
    assert found.severity is Severity.ERROR
    assert found.message == f"this is {said}, no inventory"
    assert "nfvgen lint" in found.hint


def test_an_inventory_with_a_key_of_environments_stays_one(tmp_path: Path) -> None:
    path = tmp_path / "inventory.yaml"
    path.write_text(INVENTORY.read_text() + "\nparameter_defaults: {A: 1}\n")
    assert [each.rule for each in generator.validate(path)] == ["schema/unknown-key"]
