"""Every broken inventory of tests/broken/ gives exactly the text beside it.

A case is a folder with `inventory.yaml` and `expected.txt`; adding one adds files,
not code. `pytest --update-golden` writes what came out: read it before keeping it.
"""

import difflib
from pathlib import Path

import pytest

from generator.errors import InputError
from generator.reading.load import load_inventory

BROKEN = Path(__file__).parent / "broken"
CASES = sorted(path.parent.name for path in BROKEN.glob("*/inventory.yaml"))


def findings_of(path: Path) -> str:
    """All findings of an inventory as the command prints them."""
    with pytest.raises(InputError) as stopped:
        load_inventory(path)
    return "".join(f"{finding}\n" for finding in stopped.value.findings)


@pytest.mark.parametrize("case", CASES)
def test_findings(case: str, update_golden: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(BROKEN / case)
    found = findings_of(Path("inventory.yaml"))
    expected = BROKEN / case / "expected.txt"
    if update_golden:
        expected.write_text(found, encoding="utf-8")
    wanted = expected.read_text(encoding="utf-8")
    lines = difflib.unified_diff(wanted.splitlines(), found.splitlines(), "expected", "found")
    assert found == wanted, "\n".join(lines)


def test_every_folder_is_a_case() -> None:
    assert sorted(path.name for path in BROKEN.iterdir()) == CASES
    assert len(CASES) >= 45


@pytest.mark.parametrize("case", CASES)
def test_every_finding_says_what_to_do(case: str) -> None:
    with pytest.raises(InputError) as stopped:
        load_inventory(BROKEN / case / "inventory.yaml")
    for finding in stopped.value.findings:
        assert finding.message
        assert finding.hint
        assert finding.location.line >= 1
        assert finding.location.column >= 1
