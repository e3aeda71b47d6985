"""README.md and the reference of keys say what is so: outputs are fresh, commands work."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from generator import validate

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
EXAMPLE = ROOT / "examples" / "dell-r740xd-dpdk" / "inventory.yaml"
# These set up environments of their own; tests/packaging and the demo cover them.
_SETS_UP = ("make ", "pip install", "python -m build")


def blocks(language: str) -> list[str]:
    """The code blocks of a language, in order."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the examples, as a reader of README.md has it."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    return tmp_path


def run(folder: Path, *command: str) -> str:
    """The output of a command that must succeed, both streams together."""
    programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        command, cwd=folder, env={**os.environ, "PATH": programs}, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    return done.stdout


def test_generated_parts_are_fresh() -> None:
    run(ROOT, sys.executable, "docs/update_readme.py", "--check")


def test_the_commands_work(folder: Path) -> None:
    commands = [block for block in blocks("bash") if not block.startswith(_SETS_UP)]
    assert len(commands) >= 6
    output = run(folder, "bash", "-eu", "-c", "\n".join(commands))
    assert re.findall(r"exit code (\d)", output) == ["3", "2"]  # as the table there says
    assert "up to date" in output
    assert (folder / "out" / "deploy.sh").exists()
    assert (folder / "my-site" / "inventory.yaml").exists()


def test_every_command_is_shown() -> None:
    shown = "\n".join(blocks("bash"))
    commands = (
        "validate", "generate", "nodes", "plan", "report", "diff", "rxq", "init", "schema", "rules",
        "explain",
    )  # fmt: skip
    for command in commands:
        assert f"nfvgen {command} " in shown


def test_the_python_example_works(folder: Path) -> None:
    [example] = blocks("python")
    output = run(folder, sys.executable, "-W", "error", "-c", example)
    assert output in blocks("text")
    assert sorted(path.name for path in folder.iterdir()) == ["examples"]


def test_the_public_names_are_described() -> None:
    from generator import __all__ as public

    for name in set(public) - {"__version__"}:
        assert f"`{name}" in README


def test_stated_facts_leave_nothing_recalled(folder: Path) -> None:
    """The hardware section that README.md gives is all that the reference example needs."""
    [hardware] = [block for block in blocks("yaml") if block.startswith("hardware:")]
    inventory = folder / "inventory.yaml"
    before = {finding.rule for finding in validate(EXAMPLE)}
    assert [rule for rule in before if rule.startswith("recalled")]
    inventory.write_text(EXAMPLE.read_text("utf-8") + hardware, "utf-8")
    after = {finding.rule for finding in validate(inventory)}
    assert [rule for rule in after if rule.startswith(("recalled", "schema"))] == []


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)]+)\)", README):
        if target.startswith("#"):
            titles = re.findall(r"^#+ (.*)$", README, re.MULTILINE)
            assert target[1:] in {title.lower().replace(" ", "-") for title in titles}
        else:
            assert (ROOT / target).exists(), target
