"""manifest.json: its form, its digests, and what it is not taken for."""

import json
from pathlib import Path

import pytest
from output_helpers import FILES, Text

from generator.errors import NfvgenError
from generator.output.manifest import (
    Origin,
    check_names,
    digest,
    input_digests,
    is_secret,
    manifest_of,
    matches,
    read_manifest,
)
from generator.reading.document import InputFile


def test_form() -> None:
    text = manifest_of({"b": Text("2"), "a": Text("1")}, Origin({"inventory.yaml": "0f"})).text()
    assert json.loads(text) == {
        "format": 1,
        "inputs": {"inventory.yaml": "0f"},
        "outputs": {"a": digest("a", b"1"), "b": digest("b", b"2")},
        "schema": 1,
        "templates": "rhosp-16.1/1",
    }
    assert text == json.dumps(json.loads(text), indent=2, sort_keys=True) + "\n"


def test_only_secrets_have_slow_digests() -> None:
    outputs = manifest_of(FILES, Origin()).outputs
    assert [name for name in outputs if is_secret(outputs[name])] == ["environments/registry.yaml"]


def test_a_secret_digest_depends_on_the_name_and_nothing_else() -> None:
    first = digest("a.yaml", b"password", secret=True)
    assert first == digest("a.yaml", b"password", secret=True)
    assert first != digest("b.yaml", b"password", secret=True)
    assert matches(first, "a.yaml", b"password")
    assert not matches(first, "a.yaml", b"passwort")


def test_inputs_are_named_without_the_machine(tmp_path: Path) -> None:
    inventory = tmp_path / "site" / "inventory.yaml"
    inside = tmp_path / "site" / "secrets" / "login.yaml"
    outside = tmp_path / "elsewhere.yaml"
    inside.parent.mkdir(parents=True)
    for path in (inventory, inside, outside):
        path.write_text(path.name)
    found = input_digests(read(inventory, inside, outside))
    assert list(found) == ["inventory.yaml", "secrets/login.yaml", "elsewhere.yaml"]
    assert [is_secret(value) for value in found.values()] == [False, True, True]


def read(inventory: Path, *secrets: Path) -> list[InputFile]:
    first = InputFile(inventory, inventory.read_bytes())
    return [first, *(InputFile(path, path.read_bytes(), secret=True) for path in secrets)]


def test_inputs_of_one_name_are_both_there(tmp_path: Path) -> None:
    paths = [tmp_path / folder / "site.yaml" for folder in ("a", "b", "c")]
    for path in paths:
        path.parent.mkdir()
        path.write_text(path.parent.name)
    found = input_digests(read(*paths))
    assert list(found) == ["site.yaml", "site.yaml (2)", "site.yaml (3)"]
    assert found["site.yaml"] == digest("site.yaml", b"a")
    assert found["site.yaml (3)"] == digest("site.yaml (3)", b"c", secret=True)


def test_a_pipe_has_no_name_of_its_own() -> None:
    for name in ("/dev/stdin", "/dev/fd/63", "/proc/self/fd/0"):
        assert list(input_digests([InputFile(Path(name), b"")])) == ["(stream)"]


def test_reads_back(tmp_path: Path) -> None:
    assert read_manifest(tmp_path) is None
    manifest = manifest_of(FILES, Origin())
    (tmp_path / "manifest.json").write_text(manifest.text())
    found = read_manifest(tmp_path)
    assert found is not None
    assert found.outputs == manifest.outputs


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{", "no JSON"),
        ("[" * 100_000, "no JSON"),
        ("\udcff", "no JSON"),
        ("[]", "did not write"),
        ('{"name": "web app"}', "did not write"),
        ('{"format": 2, "outputs": {}}', "format is 2"),
        ('{"format": 1, "outputs": []}', "outputs is broken"),
        ('{"format": 1, "outputs": {"a": 1}}', "outputs is broken"),
        ('{"format": 1, "outputs": {"../a": ""}}', "outputs is broken"),
    ],
)
def test_refuses_what_is_not_ours(tmp_path: Path, text: str, reason: str) -> None:
    (tmp_path / "manifest.json").write_text(text, errors="surrogateescape")
    with pytest.raises(NfvgenError, match=reason):
        read_manifest(tmp_path)


def test_refuses_a_folder(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").mkdir()
    with pytest.raises(NfvgenError, match="it is a folder"):
        read_manifest(tmp_path)


@pytest.mark.parametrize(
    "name", ["/etc/passwd", "../a", "a/../b", "a//b", "./a", "", "a\0b", "a\\b", "manifest.json"]
)
def test_refuses_names_that_lead_elsewhere(name: str) -> None:
    with pytest.raises(NfvgenError, match="cannot be the name"):
        check_names({name: None})


def test_refuses_a_file_below_a_file() -> None:
    with pytest.raises(NfvgenError, match="'a/b' lies below 'a'"):
        check_names({"a": None, "a/b": None})
