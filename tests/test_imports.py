"""Imports go one way: a module knows only what stands before it in this table.

What is imported inside a function or for type checkers counts as well: the order
is about who may know whom, not about when.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "generator"

# A folder is one entry: its modules may import each other. So is a line here.
ORDER = """
version values record
hardware_facts traffic
errors findings explained
os_errors resources cache
inventory rxq_layout
reading
catalog
topology
derive
plan
capacity
deployment
checks
lint
stages
render
output report cloud page
whatif
__init__
commands
cli_arguments
cli_flavors cli_reference
cli
__main__
"""
RANKS = {name: rank for rank, line in enumerate(ORDER.splitlines()) for name in line.split()}


def modules() -> dict[str, Path]:
    """Every module by its path below the package, without the suffix."""
    return {
        path.relative_to(PACKAGE).with_suffix("").as_posix(): path
        for path in sorted(PACKAGE.rglob("*.py"))
    }


def entry(module: str) -> str:
    """The entry of the table that a module belongs to."""
    return module.split("/")[0]


def imported(path: Path) -> Iterator[str]:
    """The entries that a module imports from."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name == "generator":
                    yield "__init__"
                elif alias.name.startswith("generator."):
                    yield alias.name.split(".")[1]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            if node.module == "generator":
                yield from (_member(alias.name) for alias in node.names)
            elif (node.module or "").startswith("generator."):
                yield (node.module or "").split(".")[1]


def _member(name: str) -> str:
    is_module = (PACKAGE / f"{name}.py").exists() or (PACKAGE / name).is_dir()
    return name if is_module else "__init__"


def test_every_module_has_its_place() -> None:
    assert {entry(module) for module in modules()} == set(RANKS)


@pytest.mark.parametrize("module", modules())
def test_imports_go_one_way(module: str) -> None:
    here = RANKS.get(entry(module), -1)
    against = {name for name in imported(modules()[module]) if RANKS.get(name, 999) > here}
    assert against == set()
