"""The whole output of every example, as it was last read: tests/golden/<example>/.

After a change that is meant to be one: `make golden`, then read `git diff`.
"""

import difflib
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from generator import write_output
from generator.commands.stages import rendered

ROOT = Path(__file__).parents[1]
SHELLCHECK = Path(sys.executable).with_name("shellcheck")
GOLDEN = ROOT / "tests" / "golden"
EXAMPLES = sorted(path.parent.name for path in ROOT.glob("examples/*/inventory.yaml"))


class File(NamedTuple):
    text: str
    mode: int


Tree = Mapping[str, File]


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_byte(example: str, tmp_path: Path, update_golden: bool) -> None:
    got = generated(example, tmp_path / "out")
    if update_golden:
        rewrite(GOLDEN / example, got)
    if found := "".join(differences(tree(GOLDEN / example), got)):
        pytest.fail(f"examples/{example} renders otherwise than reviewed:\n{found}", pytrace=False)


@pytest.mark.parametrize("example", EXAMPLES)
def test_who_may_do_what_with_a_file(example: str, tmp_path: Path) -> None:
    for name, file in generated(example, tmp_path / "out").items():
        assert (name, oct(file.mode)) == (name, oct(expected_mode(name)))


@pytest.mark.parametrize("example", EXAMPLES)
def test_scripts_pass_shellcheck(example: str) -> None:
    scripts = sorted((GOLDEN / example).rglob("*.sh"))
    assert scripts
    subprocess.run([SHELLCHECK, "--severity=style", *scripts], check=True)


def test_no_tree_without_an_example(update_golden: bool) -> None:
    left_over = sorted({path.name for path in GOLDEN.glob("*")} - set(EXAMPLES))
    if update_golden:
        for name in left_over:
            shutil.rmtree(GOLDEN / name)
    assert update_golden or left_over == []


GOOD = {"a.yaml": File("one\ntwo\n", 0o644), "deploy.sh": File("go\n", 0o755)}


@pytest.mark.parametrize(
    ("golden", "said"),
    [
        ({}, "+++ a.yaml: rendered, but not in tests/golden\n"),
        ({**GOOD, "old.yaml": GOOD["a.yaml"]}, "--- old.yaml: nobody renders it\n"),
        ({**GOOD, "a.yaml": File("one\n", 0o644)}, "@@ -1 +1,2 @@\n one\n+two\n"),
        ({**GOOD, "a.yaml": File("one\ntwo", 0o644)}, "-two\n\\ no newline at the end\n+two\n"),
        ({**GOOD, "deploy.sh": File("go\n", 0o644)}, "deploy.sh: 0o755, not 0o644\n"),
    ],
    ids=["no-tree", "left-over", "changed", "no-last-newline", "mode"],
)
def test_differences_are_told(golden: Tree, said: str) -> None:
    assert said in "".join(differences(golden, GOOD))
    assert "".join(differences(GOOD, GOOD)) == ""


def test_rewriting_leaves_nothing_else(tmp_path: Path) -> None:
    rewrite(tmp_path / "x", {"old/er.yaml": File("", 0o644), **GOOD})
    rewrite(tmp_path / "x", GOOD)
    assert tree(tmp_path / "x") == GOOD


def generated(example: str, target: Path) -> Tree:
    """What `nfvgen generate` writes for an example."""
    files, origin = rendered(ROOT / "examples" / example / "inventory.yaml")
    write_output(files, target, origin=origin)
    return tree(target)


def tree(folder: Path) -> Tree:
    return {
        path.relative_to(folder).as_posix(): File(
            path.read_bytes().decode(), path.stat().st_mode & 0o777
        )
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def rewrite(folder: Path, files: Tree) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    for name, file in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.text.encode())
        path.chmod(0o755 if file.mode & 0o100 else 0o644)


def differences(golden: Tree, got: Tree) -> Iterator[str]:
    """Lines that say what is new, gone or changed; of modes, what git keeps."""
    for name in sorted({*golden, *got}):
        if name not in golden:
            yield f"+++ {name}: rendered, but not in tests/golden\n"
        elif name not in got:
            yield f"--- {name}: nobody renders it\n"
        else:
            old, new = golden[name], got[name]
            if (old.mode ^ new.mode) & 0o100:
                yield f"{name}: {oct(new.mode)}, not {oct(old.mode)}\n"
            yield from difflib.unified_diff(
                lines(old.text), lines(new.text), f"golden/{name}", f"rendered/{name}"
            )


def lines(text: str) -> list[str]:
    return [
        line if line.endswith("\n") else f"{line}\n\\ no newline at the end\n"
        for line in text.splitlines(keepends=True)
    ]


def expected_mode(name: str) -> int:
    if name == "environments/registry-login.yaml":
        return 0o600  # holds a password
    return 0o755 if name.endswith(".sh") else 0o644
