"""The file with registry logins: read, and never shown."""

from pathlib import Path

import pytest

from generator.errors import InputError, NfvgenError
from generator.reading.login import Login
from generator.reading.registry_login import LoadedLogins, read_registry_logins
from generator.values import Secret


def read(tmp_path: Path, text: str) -> LoadedLogins:
    path = tmp_path / "login.yaml"
    path.write_text(text)
    return read_registry_logins(path)


def test_logins_are_read(tmp_path: Path) -> None:
    text = """\
registries:
  registry.redhat.io: {username: "1|lab", password: 0123}
  a:5000: {username: u, password: "x"}
"""
    assert read(tmp_path, text).registries == {
        "registry.redhat.io": Login("1|lab", Secret("0123")),
        "a:5000": Login("u", Secret("x")),
    }


def test_a_password_is_not_in_the_repr(tmp_path: Path) -> None:
    logins = read(tmp_path, "registries: {r: {username: u, password: hunter2}}\n")
    assert "hunter2" not in repr(logins)


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(NfvgenError, match="there is no such file"):
        read_registry_logins(tmp_path / "none.yaml")


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("hunter2: {}\n", ["unknown-key", "required"]),
        ("registries: hunter2\n", ["type"]),
        ("registries: [hunter2]\n", ["type"]),
        ("registries: {}\n", ["empty"]),
        ("registries: {hunter2 x: {username: u, password: p}}\n", ["name"]),
        ("registries: {r: hunter2}\n", ["type"]),
        ("registries: {r: {username: hunter2}}\n", ["required"]),
        ("registries: {r: {username: hunter2, pasword: hunter2}}\n", ["unknown-key"]),
        ("registries: {r: {username: hunter2, password: [hunter2]}}\n", ["type"]),
        ("registries: {r: {username: hunter2, password: ''}}\n", ["empty"]),
        ("registries: {r: {username: hunter2, password: }}\n", ["type"]),
        ("registries: {r: {username: u, password: p, hunter2: 1}}\n", ["unknown-key"]),
    ],
)
def test_faults_are_told_without_what_stands_there(
    tmp_path: Path, text: str, rules: list[str]
) -> None:
    with pytest.raises(InputError) as stopped:
        read(tmp_path, text)
    assert [each.rule.removeprefix("schema/") for each in stopped.value.findings] == rules
    assert "hunter2" not in str(stopped.value)
    assert all(each.hint for each in stopped.value.findings)
