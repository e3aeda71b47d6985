"""The hook and the example pipelines: their commands are run as they stand."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

ROOT = Path(__file__).parents[1]
CI = ROOT / "examples" / "ci"
READ: Any = YAML(typ="safe")


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """What the pipelines expect: an inventory, its rendered files, a baseline."""
    site = tmp_path / "site"
    site.mkdir()
    shutil.copy(ROOT / "examples" / "dell-r740xd-dpdk" / "inventory.yaml", site)
    run(tmp_path, "nfvgen generate site/inventory.yaml -o site/rendered")
    run(tmp_path, "nfvgen validate site/inventory.yaml --write-baseline nfvgen-baseline.json")
    return tmp_path


def run(folder: Path, command: str) -> "subprocess.CompletedProcess[str]":
    """A command that must succeed, run by a shell as pipelines do."""
    programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-e", "-o", "pipefail", "-c", command], cwd=folder, text=True,
        env={**os.environ, "PATH": programs}, capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done


def commands(pipeline: Path) -> list[str]:
    """The commands of a pipeline, without what installs nfvgen."""
    data = READ.load(pipeline)
    if "jobs" in data:
        [job] = data["jobs"].values()
        found = [step["run"] for step in job["steps"] if "run" in step]
    else:
        [job] = data.values()
        found = [*job["before_script"], *job["script"]]
    assert found[0] == 'pip install "$NFVGEN"'
    return found[1:]


@pytest.mark.parametrize("name", ["github-actions.yml", "gitlab-ci.yml"])
def test_the_commands_work(name: str, repository: Path) -> None:
    found = commands(CI / name)
    assert len(found) == 2
    for command in found:
        run(repository, command)
    # What is handed on is what the commands wrote.
    text = (CI / name).read_text()
    for file in re.findall(r"(?:sarif_file|codequality|junit): ([\w.-]+)", text):
        assert (repository / file).stat().st_size


@pytest.mark.parametrize("name", ["github-actions.yml", "gitlab-ci.yml"])
def test_a_new_finding_stops_them(name: str, repository: Path) -> None:
    site = repository / "site" / "inventory.yaml"
    site.write_text(site.read_text().replace("rx_queues: 2 ", "rx_queus: 2 "))
    with pytest.raises(AssertionError, match="rx_queus"):
        run(repository, commands(CI / name)[0])


def test_the_hook() -> None:
    hook, lint = READ.load(ROOT / ".pre-commit-hooks.yaml")
    assert {"id", "name", "entry", "language"} <= set(hook)
    for name, taken in (("inventory.yaml", 1), ("a/inventory.yml", 1), ("my-inventory.yaml", 0)):
        assert bool(re.search(hook["files"], name)) is bool(taken)
    done = run(ROOT, f"{hook['entry']} examples/minimal/inventory.yaml")
    assert done.stdout.endswith("\n")
    assert not lint["pass_filenames"]  # files are judged together, in order
    assert re.search(lint["files"], "environments/network.yaml")
    done = run(ROOT / "tests" / "golden" / "minimal", " ".join((lint["entry"], *lint["args"])))
    assert "[hosts-not-given]" in done.stdout
