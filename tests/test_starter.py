"""`nfvgen init`: the first inventory of a new user."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from generator import validate
from generator.cli import app
from generator.commands.starter import write_starter
from generator.errors import NfvgenError
from generator.findings import Severity


def test_the_starter_is_a_valid_inventory(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "site"
    result = CliRunner().invoke(app, ["init", str(folder)])
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        str(folder / "inventory.yaml"),
        str(folder / "inventory.schema.json"),
    ]
    findings = validate(folder / "inventory.yaml")
    assert [str(f) for f in findings if f.severity is Severity.ERROR] == []


def test_the_editor_finds_the_schema(tmp_path: Path) -> None:
    inventory, schema = write_starter(tmp_path)
    first = inventory.read_text().splitlines()[0]
    assert first == f"# yaml-language-server: $schema={schema.name}"


@pytest.mark.parametrize("name", ["inventory.yaml", "inventory.schema.json"])
def test_nothing_is_overwritten(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("mine")
    with pytest.raises(NfvgenError, match="not overwritten"):
        write_starter(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert (tmp_path / name).read_text() == "mine"


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(NfvgenError, match="check the path"):
        write_starter(tmp_path / "file" / "site")
    assert CliRunner().invoke(app, ["init", str(tmp_path / "file")]).exit_code == 2


def test_a_full_disk_leaves_no_half_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.commands.starter.schema_text", lambda: "\ud800")
    with pytest.raises(UnicodeEncodeError):
        write_starter(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["inventory.yaml"]
