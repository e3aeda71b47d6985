"""The cases of the rules over deployments: small sets of files, and what is said of them.

`lint/<rule id>/bad*/` and `ok*/` hold the files of a deployment each, read as one directory
in the order of their names, or as its deploy script says; `hardware.yaml` among them is a
file of host facts. Beside `bad/` lies `bad.txt`: the findings of its rule as `nfvgen lint`
prints them, with the names of files as seen from the case. `pytest --update-golden` writes
them anew.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from generator.deployment.hardware import read_hardware
from generator.deployment.read import read_deployment
from generator.deployment.types import DeploymentView
from generator.findings import Finding
from generator.lint.run import lint

CASES = Path(__file__).parent / "lint"
HARDWARE = "hardware.yaml"


def cases(kind: str) -> list[Path]:
    """The folders of all bad or ok cases."""
    return sorted(path for path in CASES.glob(f"*/{kind}*") if path.is_dir())


def case_id(path: Path) -> str:
    """`pmd-cpus-missing/bad`."""
    return f"{path.parent.name}/{path.name}"


def view_of(case: Path) -> DeploymentView:
    """A case as rules see it."""
    with _inside(case):
        hardware = Path(HARDWARE)
        return read_deployment([Path()], read_hardware(hardware) if hardware.exists() else ())


def found(case: Path) -> tuple[Finding, ...]:
    """Everything that is said of a case."""
    return lint(view_of(case))


def said(case: Path) -> str:
    """What the rule of a case says of it."""
    return "".join(f"{each}\n" for each in found(case) if each.rule == case.parent.name)


def expected(case: Path) -> Path:
    """The file with what the rule is to say."""
    return case.parent / f"{case.name}.txt"


@contextmanager
def _inside(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
