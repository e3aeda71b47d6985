"""Every rule is explained, and the examples are what they claim to be."""

import json
import re
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML
from typer.testing import CliRunner

from generator.checks.run import ALL_RULES
from generator.cli import app
from generator.commands import rule_pages
from generator.report.docs import RuleDoc, rule_docs
from generator.stages import validate

ROOT = Path(__file__).parents[1]
BASE = ROOT / "tests" / "rules" / "base.yaml"
EXAMPLES = [doc for doc in rule_docs().values() if doc.right]
READ: Any = YAML(typ="safe")


def run(*arguments: str, code: int = 0) -> str:
    """What a command prints, on either stream."""
    result = CliRunner().invoke(app, list(arguments))
    assert result.exit_code == code, result.output
    return result.output


def merge(data: Any, changes: Any) -> None:
    """Put an excerpt into an inventory; lists are replaced."""
    for key, value in changes.items():
        if isinstance(value, dict) and isinstance(data.get(key), dict):
            merge(data[key], value)
        else:
            data[key] = value


def ids_found(doc: RuleDoc, example: str, folder: Path) -> set[str]:
    """What reading finds in an example: an excerpt for the schema, a file for YAML."""
    file = folder / "inventory.yaml"
    if doc.id.startswith("yaml/"):
        file.write_text(example)
    else:
        data = deepcopy(READ.load(BASE))
        merge(data, READ.load(example))
        READ.dump(data, file)
    return {finding.rule for finding in validate(file)}


@pytest.mark.parametrize("doc", EXAMPLES, ids=lambda doc: doc.id)
def test_examples_of_the_reading(doc: RuleDoc, tmp_path: Path) -> None:
    kind = doc.id.partition("/")[0] + "/"
    assert doc.id in ids_found(doc, doc.wrong, tmp_path)
    right = ids_found(doc, doc.right, tmp_path)
    assert not {rule for rule in right if rule.startswith(kind)}


def test_everything_that_is_found_is_documented() -> None:
    source = "".join(path.read_text() for path in (ROOT / "generator").glob("reading/*.py"))
    said = set(re.findall(r'"(yaml/[a-z-]+)"', source))
    said |= {
        f"yaml/{each}" for each in re.findall(r'stop\.(?:words|on_line)\([^"]*"([a-z-]+)"', source)
    }
    for expected in (ROOT / "tests" / "broken").glob("*/expected.txt"):
        said |= set(re.findall(r"\[([a-z/-]+)\]$", expected.read_text(), re.MULTILINE))
    assert len(said) > 30
    assert said <= set(rule_docs())


def test_texts_are_whole() -> None:
    for rule in ALL_RULES:
        doc = rule_docs()[rule.id]
        for text in (doc.title, doc.why, doc.fix, doc.source):
            assert text
            assert text in " ".join(rule.text.split())
        told = " ".join((doc.title, "Why:", doc.why, "Fix:", doc.fix, "Source:", doc.source))
        assert told == " ".join(rule.text.split())


def test_every_rule_has_a_page() -> None:
    pages = {
        path.relative_to(ROOT / "docs" / "rules").with_suffix("").as_posix()
        for path in (ROOT / "docs" / "rules").rglob("*.md")
    }
    assert pages == set(rule_docs())


def test_the_list() -> None:
    text = run("rules")
    listed = json.loads(run("rules", "--format", "json"))["rules"]
    assert [each["id"] for each in listed] == list(rule_docs())
    assert set(listed[0]) == {"id", "severity", "subject", "title"}
    for each in listed:
        assert re.search(rf"^  {each['id']} +{each['severity']} +\S", text, re.MULTILINE)
    first, _, text = text.partition("\n")
    assert first.startswith("Each sentence is what has to hold;")
    heads = re.findall(r"^\S.*$", text, re.MULTILINE)
    assert len(heads) == len(set(heads))
    assert "What YAML 1.1 makes of unquoted words" in heads
    assert not [head for head in heads if " rule over " in head or head.endswith(" 1")]


def test_the_list_of_a_command() -> None:
    listed = {
        command: {
            each["id"]
            for each in json.loads(run("rules", "--of", command, "--format", "json"))["rules"]
        }
        for command in ("validate", "lint")
    }
    assert {"recalled-cpu", "cpu-zero-taken", "schema/enum"} <= listed["validate"]
    assert {"parameter-misspelt", "cpu-zero-taken", "file/jinja"} <= listed["lint"]
    assert "recalled-cpu" not in listed["lint"]
    assert "parameter-misspelt" not in listed["validate"]
    assert listed["validate"] | listed["lint"] == set(rule_docs())


def test_explanations_have_both_examples() -> None:
    said = run("explain", "vlan-twice")
    for part in ("\nWhy: ", "\nFix: ", "\nSource: ", "\nWrong\n", "\nRight\n"):
        assert part in said
    assert "    networks:\n      Management: {cidr: 192.168.150.0/24, vlan: 190" in said
    assert "```" not in said
    assert "Wrong" in run("explain", "schema/enum")


def test_a_rule_without_a_page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(rule_pages, "resource_dir", lambda _: tmp_path)
    said = run("explain", "vlan-twice")
    assert said.startswith("vlan-twice (warning)\n\n")
    assert "\nWhy: " in said


def test_names_that_mean_nothing() -> None:
    assert "did you mean 'vlan-twice'" in run("explain", "vlan-twize", code=2)
    assert "nfvgen rules lists the rules" in run("explain", "../../README", code=2)
