"""Pending changes as text."""

from pathlib import Path

import pytest
from output_helpers import FILES, Text

from generator.output.diff import diff_text
from generator.output.write import write_output


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """A folder that an earlier run wrote."""
    target = tmp_path / "out"
    write_output(FILES, target)
    return target


def test_nothing_pending(out: Path) -> None:
    assert diff_text(FILES, out) == ""


def test_a_new_folder(tmp_path: Path) -> None:
    text = diff_text(FILES, tmp_path / "out")
    assert "--- /dev/null\n+++ b/deploy.sh\n@@ -0,0 +1 @@\n+#!/bin/bash\n" in text
    assert "environments/registry.yaml: is new; content not shown: holds credentials\n" in text
    assert "hunter2" not in text


def test_changes(out: Path) -> None:
    files = {"deploy.sh": Text("#!/bin/sh", 0o644), "empty": Text("")}
    text = diff_text(files, out)
    assert (
        "deploy.sh: mode 0755 becomes 0644\n--- a/deploy.sh\n+++ b/deploy.sh\n"
        "@@ -1 +1 @@\n-#!/bin/bash\n+#!/bin/sh\n\\ No newline at end of file\n"
    ) in text
    assert "--- a/network_data.yaml\n+++ /dev/null\n@@ -1 +0,0 @@\n-[]\n" in text
    assert "registry.yaml: is removed; content not shown" in text
    assert "empty: is new; it is empty\n" in text
    assert "--- a/manifest.json\n" in text
    assert "hunter2" not in text


def test_secrets(out: Path) -> None:
    changed = {**FILES, "environments/registry.yaml": Text("password: x\n", 0o600, secret=True)}
    text = diff_text(changed, out)
    assert "environments/registry.yaml: changes; content not shown" in text
    assert "hunter2" not in text
    # Once secret, never shown, whatever becomes of it.
    public = {**FILES, "environments/registry.yaml": Text("")}
    assert "hunter2" not in diff_text(public, out)


@pytest.mark.parametrize(
    ("name", "text", "mode"),
    [
        ("environments/registry-login.yaml", "hunter2", 0o644),
        ("environments/other.yaml", "ContainerImageRegistryCredentials: {r: {u: hunter2}}", 0o644),
        ("deploy.sh", "hunter2", 0o600),
    ],
)
@pytest.mark.parametrize("stays", [True, False])
def test_what_looks_secret_is_not_shown(
    out: Path, name: str, text: str, mode: int, stays: bool
) -> None:
    """The manifest knew of no secret, or was edited."""
    write_output({**FILES, name: Text(text, mode)}, out)
    (out / name).chmod(mode)
    shown = diff_text({**FILES, name: Text("public")} if stays else {"x": Text("")}, out)
    assert f"{name}: {'changes' if stays else 'is removed'}; content not shown" in shown
    assert "hunter2" not in shown


def test_only_the_mode_of_a_secret(out: Path) -> None:
    (out / "environments" / "registry.yaml").chmod(0o644)
    assert diff_text(FILES, out) == "environments/registry.yaml: mode 0644 becomes 0600\n"


def test_edits_and_obstacles(out: Path) -> None:
    (out / "deploy.sh").write_bytes(b"\xff")
    (out / "network_data.yaml").unlink()
    (out / "network_data.yaml").symlink_to("deploy.sh")
    (out / "sub").write_text("")
    text = diff_text({**FILES, "sub/new": Text("")}, out)
    assert "deploy.sh: was not written by an earlier run or was edited since\n" in text
    assert "deploy.sh: differs; the present content is no text\n" in text
    assert "network_data.yaml: a symbolic link or special file is replaced or removed\n" in text
    assert "sub/new: something else has this name or that of its folder\n" in text
