"""`nfvgen lint`: what it reads, prints and ends with."""

import json
import os
import re
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


MISSPELT = "parameter_defaults:\n  OvsPmdCorelist: '2'\n"


def linted(*arguments: str | Path) -> tuple[int, list[str]]:
    """The exit code, and the ids of what the JSON report on standard output lists."""
    result = CliRunner().invoke(app, ["lint", *map(str, arguments), "--format", "json"])
    return result.exit_code, [each["rule"] for each in json.loads(result.stdout)["findings"]]


def test_what_cannot_be_read_hides_no_other_file(tmp_path: Path) -> None:
    (tmp_path / "good.yaml").write_text(MISSPELT)
    (tmp_path / "latin1.yaml").write_bytes(b"parameter_defaults:\n  Foo: caf\xe9\n")
    for bad in ("nowhere.yaml", "latin1.yaml"):
        code, rules = linted(tmp_path / bad, tmp_path / "good.yaml")
        assert code == 2
        assert "parameter-misspelt" in rules


def test_a_file_of_a_folder_without_text_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "good.yaml").write_text(MISSPELT)
    (tmp_path / "latin1.yaml").write_bytes(b"parameter_defaults:\n  Foo: caf\xe9\n")
    code, rules = linted(tmp_path)
    assert code == 1
    assert {"file/unreadable", "parameter-misspelt"} <= set(rules)


def test_links_in_circles_and_pipes_end_no_run(tmp_path: Path) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / "good.yaml").write_text(MISSPELT)
    for name, target in {"self": ".", "up": "..", "here": "../files"}.items():
        (folder / name).symlink_to(target)
    os.mkfifo(folder / "pipe.yaml")
    code, rules = linted(folder)
    assert code == 1
    assert rules.count("parameter-misspelt") == 1


def test_a_file_put_into_a_template_is_read_as_others_are(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "script.sh")
    golden = ROOT / "tests" / "golden" / "minimal" / "nic-configs" / "controller.yaml"
    text = re.sub(r"get_file: .*", "get_file: script.sh", golden.read_text())
    (tmp_path / "nic.yaml").write_text(text)
    assert "script.sh" in text
    assert linted(tmp_path / "nic.yaml")[0] == 0


def test_a_faulty_hardware_file_is_in_the_report(tmp_path: Path) -> None:
    (tmp_path / "good.yaml").write_text(MISSPELT)
    (tmp_path / "hosts.yaml").write_text("hosts: [{cpus: {0: x}}]\n")
    code, rules = linted(tmp_path / "good.yaml", "--hardware", tmp_path / "hosts.yaml")
    assert code == 1
    assert {"schema/format", "parameter-misspelt"} <= set(rules)
    assert linted(tmp_path / "good.yaml", "--hardware", tmp_path / "nowhere.yaml")[0] == 2


def test_a_comment_about_a_rule_that_needs_machines_is_of_use_with_them(tmp_path: Path) -> None:
    accepted = "  # nfvgen: ignore[port-unknown] named later\n"
    (tmp_path / "good.yaml").write_text("parameter_defaults:\n" + accepted + "  Debug: true\n")
    (tmp_path / "hosts.yaml").write_text("hosts: [{cpus: {0: '0-3'}}]\n")
    assert "suppression-unused" not in linted(tmp_path / "good.yaml")[1]
    rules = linted(tmp_path / "good.yaml", "--hardware", tmp_path / "hosts.yaml")[1]
    assert "suppression-unused" in rules


@pytest.mark.parametrize(
    "content",
    [
        "- name: Compute\n  ServicesDefault: [OS::TripleO::Services::Sshd, {a: 1}]\n",
        "parameter_defaults: 010\n",
        "parameter_defaults:\n  DpdkParameters: {KernelArgs: 'hugepages=%s'}\n" % ("9" * 5000),
        "resource_registry:\n  OS::TripleO::Compute::Net::SoftwareConfig: %s\n" % ("a" * 5000),
        "version: 1.0\ntemplate: overcloud.yaml\nenvironments: [5, {path: 6}, {path: [7]}]\n",
    ],
    ids=["service-no-text", "section-a-number", "endless-number", "endless-name", "plan-no-paths"],
)  # fmt: skip
def test_odd_content_ends_in_a_report(tmp_path: Path, content: str) -> None:
    (tmp_path / "odd.yaml").write_text(content)
    (tmp_path / "good.yaml").write_text(MISSPELT)
    code, rules = linted(tmp_path / "odd.yaml", tmp_path / "good.yaml")
    assert code == 1
    assert "parameter-misspelt" in rules


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
