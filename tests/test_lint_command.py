"""`nfvgen lint`: what it reads, prints and ends with."""

import json
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

import generator
from generator.cli import app
from generator.findings import Severity
from generator.lint.run import ALL

ROOT = Path(__file__).parents[1]
EXAMPLES = sorted(path.parent.name for path in (ROOT / "examples").glob("*/inventory.yaml"))


def rendered(example: str, folder: Path) -> Path:
    """A copy of what is rendered for an example, to be spoilt."""
    target = folder / example
    shutil.copytree(ROOT / "tests" / "golden" / example, target)
    return target


def inventory(example: str) -> Path:
    return ROOT / "examples" / example / "inventory.yaml"


@pytest.mark.parametrize("example", EXAMPLES)
def test_what_nfvgen_renders_has_no_errors(example: str) -> None:
    folder = ROOT / "tests" / "golden" / example
    found = generator.lint_paths([folder], inventory(example)).findings
    assert not [str(each) for each in found if each.severity is Severity.ERROR]


def test_the_reference_has_no_findings_at_all() -> None:
    folder = ROOT / "tests" / "golden" / "dell-r740xd-dpdk"
    assert generator.lint_paths([folder], inventory("dell-r740xd-dpdk")).findings == ()


def test_a_misspelt_parameter_is_named_where_it_stands(tmp_path: Path) -> None:
    folder = rendered("minimal", tmp_path)
    file = folder / "environments" / "ovs-dpdk.yaml"
    file.write_text(file.read_text().replace("OvsPmdCoreList", "OvsPmdCorelist"))
    result = CliRunner().invoke(app, ["lint", str(folder), "--format", "json"])
    assert result.exit_code == 1
    findings = json.loads(result.stdout)["findings"]
    (misspelt,) = [each for each in findings if each["rule"] == "parameter-misspelt"]
    assert misspelt["file"] == str(file)
    assert "OvsPmdCoreList" in misspelt["hint"] + misspelt["message"]


def test_a_comment_accepts_a_finding(tmp_path: Path) -> None:
    folder = rendered("minimal", tmp_path)
    file = folder / "environments" / "ovs-dpdk.yaml"
    accepted = (
        "# nfvgen: ignore[parameter-misspelt] kept for a patched template\n    OvsPmdCorelist"
    )
    file.write_text(file.read_text().replace("OvsPmdCoreList:", f"{accepted}:"))
    result = CliRunner().invoke(app, ["lint", str(folder), "--format", "json"])
    rules = [each["rule"] for each in json.loads(result.stdout)["findings"]]
    assert "parameter-misspelt" not in rules
    assert "suppression-unused" not in rules


def test_without_machines_it_says_once_what_was_skipped(tmp_path: Path) -> None:
    folder = rendered("minimal", tmp_path)
    result = CliRunner().invoke(app, ["lint", str(folder)])
    assert result.exit_code == 0
    assert result.stdout.count("[hosts-not-given]") == 1
    (line,) = [each for each in result.stdout.splitlines() if "[hosts-not-given]" in each]
    skipped = [rule.id for rule in ALL if rule.needs_hosts]
    assert f": {len(skipped)} rules were skipped [" in line
    assert len(line) < len(str(folder)) + 150
    report = CliRunner().invoke(app, ["lint", str(folder), "--format", "json"]).stdout
    assert [each["rule"] for each in json.loads(report)["findings"]].count("hosts-not-given") == 1
    explained = CliRunner().invoke(app, ["explain", "hosts-not-given"]).stdout
    assert all(f"{each}," in explained or f"{each}." in explained for each in skipped)


def test_where_no_machine_could_be_judged_none_is_asked_for(tmp_path: Path) -> None:
    (tmp_path / "ntp.yaml").write_text("parameter_defaults: {NtpServer: [192.0.2.1]}\n")
    assert "hosts-not-given" not in CliRunner().invoke(app, ["lint", str(tmp_path)]).stdout


def test_an_ignored_rule_is_not_run(tmp_path: Path) -> None:
    folder = rendered("minimal", tmp_path)
    result = CliRunner().invoke(app, ["lint", str(folder), "--ignore", "hosts-not-given"])
    assert "[hosts-not-given]" not in result.stdout


def test_what_cannot_be_read_is_no_finding(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["lint", str(tmp_path / "nowhere")])
    assert result.exit_code == 2


def test_a_comment_accepts_a_finding_in_host_facts(tmp_path: Path) -> None:
    folder = tmp_path / "set"
    folder.mkdir()
    (folder / "roles_data.yaml").write_text("- name: Compute\n  CountDefault: 1\n")
    facts = tmp_path / "facts.yaml"
    facts.write_text(
        "hosts:\n  # nfvgen: ignore[host-role-unknown] comes next year\n"
        '  - roles: [ComputeNext]\n    cpus: {0: "0-3"}\n'
    )
    call = ["lint", str(folder), "--hardware", str(facts)]
    assert "host-role-unknown" not in CliRunner().invoke(app, call).stdout
    facts.write_text(facts.read_text().replace("  # nfvgen", "  # not nfvgen"))
    assert "host-role-unknown" in CliRunner().invoke(app, call).stdout
