"""The wheel, installed into a clean environment and used far from the checkout."""

import json
import os
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "dell-r740xd-dpdk" / "inventory.yaml"


def run(*command: str | Path) -> str:
    """Run a program from the root folder, with nothing of this checkout in its environment."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        [str(part) for part in command],
        cwd="/", env=kept, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, f"{command}:\n{done.stdout}{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel as a release would build it, by way of the source distribution."""
    folder = tmp_path_factory.mktemp("dist")
    # The build must not write into the checkout, nor see what git does not.
    source = folder / "source"
    shutil.copytree(ROOT, source, ignore=_what_git_ignores)
    run(sys.executable, "-m", "build", "--outdir", folder, source)
    [built] = folder.glob("*.whl")
    return built


def _what_git_ignores(folder: str, names: list[str]) -> list[str]:
    if Path(folder) != ROOT:
        return ["__pycache__"]
    packed = {"generator", "templates", "schemas", "docs"}
    tracked = packed | {"pyproject.toml", "README.md", "LICENSE"}
    return sorted(set(names) - tracked - {".gitignore"})


@pytest.mark.wheel
def test_the_wheel_brings_all_it_needs(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for folder in ("templates", "schemas", "docs/rules"):
        for path in (ROOT / folder).rglob("*"):
            if path.is_file():
                assert f"generator/{path.relative_to(ROOT).as_posix()}" in names
    for path in (ROOT / "generator").rglob("*"):
        if path.is_file() and path.suffix in (".py", ".yaml", ".typed"):
            assert path.relative_to(ROOT).as_posix() in names
    assert {name.split("/")[0] for name in names if "dist-info" not in name} == {"generator"}


@pytest.mark.wheel
def test_the_wheel_works_away_from_the_checkout(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "clean", with_pip=True)
    programs = tmp_path / "clean" / "bin"
    run(programs / "python", "-m", "pip", "--disable-pip-version-check", "install", wheel)
    home = run(programs / "python", "-c", "import generator; print(generator.__file__)")
    assert Path(home.strip()).is_relative_to(tmp_path)
    inventory = tmp_path / "elsewhere" / "inventory.yaml"
    inventory.parent.mkdir()
    shutil.copy(EXAMPLE, inventory)
    run(programs / "nfvgen", "validate", inventory)
    run(programs / "nfvgen", "generate", inventory, "-o", tmp_path / "out")
    assert json.loads((tmp_path / "out" / "manifest.json").read_text())["format"] == 1
    assert os.access(tmp_path / "out" / "deploy.sh", os.X_OK)
    assert "Wrong" in run(programs / "nfvgen", "explain", "bond-of-one-port")
    run(programs / "nfvgen", "init", tmp_path / "site")
    run(programs / "nfvgen", "validate", tmp_path / "site" / "inventory.yaml")
    run(programs / "nfvgen", "plan", tmp_path / "site" / "inventory.yaml", "--format", "yaml")
