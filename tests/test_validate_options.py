"""The options of validate on real inventories."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from generator.checks.registry import INVENTORY_RULES, PLAN_RULES
from generator.cli import app
from generator.findings import Severity
from generator.lint import shared
from generator.reading.load import load_inventory
from generator.stages import build_plan, validate

ROOT = Path(__file__).parents[1]
DOUBTFUL = ROOT / "examples" / "dell-r740xd-dpdk" / "inventory.yaml"
BASE = ROOT / "tests" / "rules" / "base.yaml"


@pytest.fixture
def lab(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An inventory with one error, below the key Storage."""
    monkeypatch.chdir(tmp_path)
    file = Path("lab.yaml")
    file.write_text(BASE.read_text().replace("vlan: 170", "vlan: 140"))
    return file


def run(*arguments: object, code: int = 0) -> tuple[str, str]:
    """What validate prints on standard output and standard error."""
    result = CliRunner().invoke(app, ["validate", *map(str, arguments)])
    assert result.exit_code == code, result.output
    return result.stdout, result.stderr


def found(*arguments: object, code: int = 0) -> list[str]:
    """The rules that validate reports as JSON."""
    out = run(*arguments, "--format", "json", code=code)[0]
    return [each["rule"] for each in json.loads(out)["findings"]]


def with_comment(file: Path, comment: str) -> None:
    """Put a comment behind the line of the error."""
    file.write_text(re.sub(r"(?m)^(  Storage: .*)$", rf"\1  {comment}", file.read_text()))


def test_json_stands_alone_whatever_the_exit_code(lab: Path) -> None:
    assert found(BASE) == []
    assert found(lab, code=1) == ["vlan-twice-on-role"]
    out, err = run(lab, "gone.yaml", "--format", "json", code=2)
    assert [each["file"] for each in json.loads(out)["findings"]] == ["lab.yaml"]
    assert err == "nfvgen: gone.yaml: there is no such file\n"


def test_strict_counts_warnings() -> None:
    run(DOUBTFUL)
    run(DOUBTFUL, "--strict", code=1)


def test_reports_go_where_they_should(lab: Path) -> None:
    out, err = run(lab, "--format", "junit:a.xml", "--format", "sarif:b.sarif", code=1)
    assert (out, err) == ("", "1 error\n")
    assert Path("a.xml").read_text().startswith("<?xml")
    assert json.loads(Path("b.sarif").read_text())["version"] == "2.1.0"
    assert "no such file" in run(lab, "--format", "json:no/where.json", code=2)[1]


def test_selection_by_name(lab: Path) -> None:
    assert found(DOUBTFUL, "--select", "recalled-cpu, recalled-server") == [
        "recalled-server", "recalled-cpu",
    ]  # fmt: skip
    assert "recalled-cpu" not in found(DOUBTFUL, "--ignore", "recalled-cpu")
    assert found(lab, "--ignore", "vlan-twice-on-role") == []
    assert "did you mean 'recalled-cpu'" in run(lab, "--ignore", "recaled-cpu", code=2)[1]
    assert "no rule 'nonsense'" in run(lab, "--select", "nonsense", code=2)[1]


def test_an_ignored_rule_is_never_called(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[str] = []

    def watched(rule: Any) -> Any:
        def watch(subject: Any) -> Any:
            called.append(rule.id)
            return rule.check(subject)

        return rule._replace(check=watch)

    for rules in (INVENTORY_RULES, PLAN_RULES):
        monkeypatch.setattr(rules, "rules", list(map(watched, rules.rules)))
    monkeypatch.setattr(shared, "SHARED_RULES", tuple(map(watched, shared.SHARED_RULES)))
    run(DOUBTFUL, "--ignore", "recalled-cpu,mtu-wastes-memory")
    assert len(called) > 200
    assert not {"recalled-cpu", "mtu-wastes-memory"} & set(called)
    called.clear()
    run(DOUBTFUL, "--select", "recalled-cpu")
    assert called == ["recalled-cpu"]


def test_ignored_errors_of_reading_are_not_passed_over(lab: Path) -> None:
    lab.write_text(lab.read_text().replace("version: 1", "version: 1\nsites: {}"))
    assert found(lab, "--select", "vlan-twice", code=1) == ["schema/unknown-key"]
    assert found(lab, "--ignore", "schema/unknown-key") == ["rules-not-run"]


def test_a_plan_that_cannot_be_derived_is_told(lab: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lab.write_text(lab.read_text().replace("{bond: dpdkbond0,", "{bond: dpdkbond0, mtu: 9000,"))
    lab.write_text(lab.read_text().replace("server: compute\n", "server: compote\n"))
    assert "server-unknown" in found(lab, code=1)
    assert found(lab, "--select", "vlan-twice") == ["rules-not-run"]

    def fail(_: object) -> None:
        raise KeyError("a bug")

    monkeypatch.setattr("generator.stages.derive_plan", fail)
    with pytest.raises(KeyError, match="a bug"):
        validate(BASE)


def test_a_comment_accepts_an_error_and_later_rules_still_run(lab: Path) -> None:
    with_comment(lab, "# nfvgen: ignore[vlan-twice-on-role] two switches")
    lab.write_text(lab.read_text().replace("vlans: 201-250", "vlans: 201-250, mtu: 9216"))
    assert "mtu-wastes-memory" in found(lab)
    assert run(lab)[0].endswith(" suppressed\n")
    assert "suppress" not in run(lab, "--ignore", "vlan-twice-on-role")[0]


def test_comments_of_no_use(lab: Path) -> None:
    with_comment(lab, "# nfvgen: ignore[vlan-twice] two switches")
    # The error ends the checking: what the other rules would find is not known.
    assert found(lab, code=1) == ["vlan-twice-on-role"]
    lab.write_text(
        lab.read_text().replace("vlan: 140, pool: 192.168.170", "vlan: 170, pool: 192.168.170")
    )
    assert found(lab) == ["suppression-unused"]
    assert found(lab, "--ignore", "vlan-twice") == []
    assert found(lab, "--ignore", "suppression-unused") == []
    run(lab, "--strict", code=1)


def test_a_comment_names_a_rule_that_is_not_there(lab: Path) -> None:
    with_comment(lab, "# nfvgen: ignore[vlan-twize] two switches")
    assert found(lab, code=1) == ["vlan-twice-on-role", "suppression-unused"]


def test_a_baseline_accepts_what_was_there(lab: Path) -> None:
    assert run(lab, "--write-baseline", "base.json")[0] == "no findings; 1 suppressed\n"
    lab.write_text("# moved\n\n" + lab.read_text())
    assert found(lab, "--baseline", "base.json", "--strict") == []
    lab.write_text(lab.read_text().replace("vlan: 180", "vlan: 130"))
    new = found(lab, "--baseline", "base.json", code=1)
    assert "vlan-twice-on-role" in new


def test_a_baseline_holds_from_another_folder(lab: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(lab, "--write-baseline", "base.json")
    folder = lab.resolve().parent
    (folder / "below").mkdir()
    monkeypatch.chdir(folder / "below")
    assert found("../lab.yaml", "--baseline", "../base.json") == []
    assert found(folder / "lab.yaml", "--baseline", folder / "base.json") == []


def test_a_baseline_that_cannot_be(lab: Path) -> None:
    assert "base.json: no such file" in run(lab, "--baseline", "base.json", code=2)[1]
    Path("base.json").write_text("{}")
    assert "is no baseline" in run(lab, "--baseline", "base.json", code=2)[1]
    run(lab, "gone.yaml", "--write-baseline", "new.json", code=2)
    assert not Path("new.json").exists()


def test_a_baseline_takes_all_layers(lab: Path) -> None:
    lab.write_text(lab.read_text().replace("vlans: 201-250", "vlans: 201-250, mtu: 9216"))
    run(lab, "--write-baseline", "base.json")
    rules = [each["rule"] for each in json.loads(Path("base.json").read_text())["findings"]]
    assert {"mtu-wastes-memory", "vlan-twice-on-role"} <= set(rules)


def test_what_cannot_be_read_twice_is_read_once(tmp_path: Path) -> None:
    code = "from generator.cli import main; main()"
    command = [sys.executable, "-c", code, "validate", "/dev/stdin"]
    done = subprocess.run(
        command, input=BASE.read_text(), capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.returncode) == ("no findings\n", 0)


def test_generating_runs_every_rule() -> None:
    plan = build_plan(load_inventory(DOUBTFUL))
    assert {each.rule for each in plan.findings} == {each.rule for each in validate(DOUBTFUL)}
    assert all(each.severity is not Severity.ERROR for each in plan.findings)


def test_what_errors_keep_from_running_is_said_once(tmp_path: Path) -> None:
    unknown = tmp_path / "unknown.yaml"
    unknown.write_text(
        BASE.read_text()
        .replace("model: dell-r640", "model: acme-1")
        .replace("gateway: 192.168.190.1", "gateway: 192.168.191.1")
    )
    out, _ = run(unknown, unknown, code=1)
    assert out.count("were not run because of errors") == 1
    assert out.endswith("MTUs, were not run because of errors: mend them, then validate again\n")
    assert out.count("[gateway-outside-cidr]") == 2  # networks need no plan
    assert "not run" not in run(BASE)[0]
    assert "not run" not in run(unknown, "--format", "json", code=1)[0]
    broken = tmp_path / "broken.yaml"
    broken.write_text(BASE.read_text().replace("servers:", "server:", 1))
    assert "the rules over what the values mean" in run(broken, code=1)[0]


def test_errors_of_the_last_layer_keep_nothing_from_running(lab: Path) -> None:
    assert found(lab, code=1) == ["vlan-twice-on-role"]
    assert "not run" not in run(lab, code=1)[0]
