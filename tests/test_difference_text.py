"""What `nfvgen diff` says of realistic what-ifs, as it was last read: tests/differences/."""

from pathlib import Path

import pytest
from difference_cases import CASES, REFERENCE, ROOT, edited, without_ceph
from typer.testing import CliRunner

from generator import build_plan, load_inventory, render_plan, write_output
from generator.cli import app

EXPECTED = ROOT / "tests" / "differences"
HAND_EDITS = (
    ("environments/ovs-dpdk.yaml", '"2-3,5,7,42-43,45,47"', '"2,42,7,5,45,47"'),
    ("nic-configs/compute-ovs-dpdk.yaml", "ens8f0", "ens4f1"),
    ("set-root-disks.sh", "/dev/sda", "/dev/sdb"),
    ("deploy.sh", "-e environments/ceph.yaml", "-e environments/ceph.yaml \\\n  -e own.yaml"),
)  # fmt: skip


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the reference inventory as old.yaml."""
    (tmp_path / "old.yaml").write_text(REFERENCE.read_text())
    monkeypatch.chdir(tmp_path)
    return tmp_path


def said(code: int, *arguments: str) -> str:
    result = CliRunner().invoke(app, ["diff", *arguments])
    assert result.exit_code == code, result.output
    return result.stdout


def check(name: str, got: str, update: bool) -> None:
    path = EXPECTED / f"{name}.out"
    if update:
        path.write_text(got)
    assert got == path.read_text()
    wide = [line for line in got.splitlines() if len(line) > 80]
    assert [line for line in wide if " " in line.strip()] == []


@pytest.mark.parametrize("case", CASES)
def test_two_inventories(case: str, here: Path, update_golden: bool) -> None:
    (here / "new.yaml").write_text(edited(case))
    check(case, said(3, "old.yaml", "new.yaml"), update_golden)


def test_a_role_more(here: Path, update_golden: bool) -> None:
    (here / "old.yaml").write_text(without_ceph())
    (here / "new.yaml").write_text(REFERENCE.read_text())
    check("role", said(3, "old.yaml", "new.yaml"), update_golden)


def test_hand_edits_of_a_folder(here: Path, update_golden: bool) -> None:
    write_output(render_plan(build_plan(load_inventory("old.yaml"))), "out")
    for name, old, new in HAND_EDITS:
        path = here / "out" / name
        assert old in path.read_text()
        path.write_text(path.read_text().replace(old, new))
    (here / "out" / "own.yaml").write_text("parameter_defaults: {OvsPmdCoreList: '2'}\n")
    (here / "out" / "environments" / "ceph.yaml").unlink()
    check("hand-edits", said(3, "out", "old.yaml"), update_golden)


def test_no_expectation_without_a_case() -> None:
    assert {path.stem for path in EXPECTED.iterdir()} == {*CASES, "role", "hand-edits"}
