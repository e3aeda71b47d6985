"""Every rule against cases that it finds, and cases that it has to leave alone.

`rules/<rule id>/bad*.yaml` and `ok*.yaml` hold what differs from `rules/base.yaml`: a path
with dots (`links.1` is the second link) and the value there, null to remove it. Beside a
bad case lie the findings of its rule, without the position, which would be one in the
merged file; `see also:` shows the lines of the other places.
`pytest --update-golden` writes them anew.
"""

import re
import shutil
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from generator.checks.ruleset import Rule
from generator.checks.run import ALL_RULES, check_inventory
from generator.checks.wording import cut
from generator.findings import Finding, Severity
from generator.lint.shared import SHARED_RULES
from generator.reading.document import read_document
from generator.reading.load import load_inventory
from generator.stages import validate

RULES = Path(__file__).parent / "rules"
BASE = RULES / "base.yaml"
EXAMPLES_FOLDER = Path(__file__).parents[1] / "examples"
EXAMPLES = sorted(EXAMPLES_FOLDER.glob("*/inventory.yaml"))
BAD = sorted(RULES.glob("*/bad*.yaml"))
OK = sorted(RULES.glob("*/ok*.yaml"))


def case_id(path: Path) -> str:
    """`bond-of-one-port/bad`."""
    return f"{path.parent.name}/{path.stem}"


def merged(case: Path, folder: Path) -> Path:
    """The base with the case's changes, as a file."""
    yaml: Any = YAML(typ="safe")
    yaml.sort_base_mapping_type_on_output = False  # keep the order of roles and networks
    data = deepcopy(yaml.load(BASE))
    for path, value in (yaml.load(case) or {}).items():
        put(data, path.split("."), value)
    found = folder / "inventory.yaml"
    yaml.dump(data, found)
    shutil.copy(RULES / "registry-login.yaml", folder)  # for cases that name a login file
    return found


def put(data: Any, steps: list[str], value: Any) -> None:
    """Set or remove the value at a path, making the mappings on the way."""
    for step in steps[:-1]:
        data = data[int(step)] if isinstance(data, list) else data.setdefault(step, {})
    last: Any = int(steps[-1]) if isinstance(data, list) else steps[-1]
    if value is None:
        data.pop(last)
    elif isinstance(data, list) and last == len(data):
        data.append(value)
    else:
        data[last] = value


def findings(case: Path, folder: Path) -> tuple[Finding, ...]:
    """What validation says about a case. Errors of the schema would hide all rules."""
    found = validate(merged(case, folder))
    wrong = [str(finding) for finding in found if finding.rule.startswith(("schema/", "yaml/"))]
    assert not wrong, "\n".join(wrong)
    return found


def text(finding: Finding) -> str:
    """A finding with what is written at its other places, not their positions."""
    at = finding.location
    said = str(finding).removeprefix(f"{at.file}:{at.line}:{at.column}: ")
    for also in finding.related:
        line = Path(also.file).read_text().splitlines()[also.line - 1]
        said = said.replace(
            f"see also: {also.file}:{also.line}:{also.column}", f"see also: {cut(line.strip())}"
        )
    return said


@pytest.mark.parametrize("case", BAD, ids=case_id)
def test_finds(case: Path, tmp_path: Path, update_golden: bool) -> None:
    found = [each for each in findings(case, tmp_path) if each.rule == case.parent.name]
    assert found, "the rule finds nothing"
    said, expected = "".join(f"{text(each)}\n" for each in found), case.with_suffix(".out")
    if update_golden:
        expected.write_text(said)
    assert said == expected.read_text()


@pytest.mark.parametrize("case", BAD, ids=case_id)
def test_points_at_what_is_written(case: Path, tmp_path: Path) -> None:
    found = findings(case, tmp_path)
    data = read_document(tmp_path / "inventory.yaml").data
    for finding in found:
        value: Any = data
        for key, index in re.findall(r"([^.\[\]]+)|\[(\d+)\]", finding.path):
            value = value[int(index)] if index else value[key]


@pytest.mark.parametrize("case", OK, ids=case_id)
def test_leaves_alone(case: Path, tmp_path: Path) -> None:
    found = findings(case, tmp_path)
    assert not [text(each) for each in found if each.rule == case.parent.name]
    assert not [text(each) for each in found if each.severity is Severity.ERROR]


def test_base_is_without_findings() -> None:
    assert not [str(each) for each in validate(BASE)]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.parent.name)
def test_examples_are_without_errors(example: Path) -> None:
    assert not [str(each) for each in validate(example) if each.severity is Severity.ERROR]


def test_reference_has_no_warning_but_recalled_facts() -> None:
    found = validate(EXAMPLES_FOLDER / "dell-r740xd-dpdk" / "inventory.yaml")
    doubtful = [each for each in found if each.severity is not Severity.INFO]
    assert not [str(each) for each in doubtful if not each.rule.startswith("recalled-")]
    assert len(doubtful) <= 5


def test_ids_are_unique_slugs() -> None:
    ids = [rule.id for rule in ALL_RULES]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)+", each) for each in ids)


@pytest.mark.parametrize("rule", ALL_RULES, ids=lambda rule: rule.id)
def test_says_what_why_and_how(rule: Rule[Any]) -> None:
    requirement, _, rest = rule.text.partition("\n\n")
    assert requirement.endswith(".")
    paragraphs = re.findall(r"^(Why|Fix|Source): \S", rest, re.MULTILINE)
    assert paragraphs == ["Why", "Fix", "Source"]


def test_every_rule_has_both_cases_and_every_case_a_rule() -> None:
    ids = {rule.id for rule in ALL_RULES}
    # Of the rules that files share, those that an inventory can break.
    shared = {rule.id for rule in SHARED_RULES}
    assert ids <= {case.parent.name for case in BAD} <= ids | shared
    assert {case.parent.name for case in OK} == {case.parent.name for case in BAD}
    assert {out.with_suffix(".yaml") for out in RULES.glob("*/*.out")} == set(BAD)


def test_position_is_that_of_the_value(tmp_path: Path) -> None:
    file = tmp_path / "inventory.yaml"
    file.write_text(BASE.read_text().replace("vlan: 170", "vlan: 140"))
    (found,) = validate(file)
    line = file.read_text().splitlines()[found.location.line - 1]
    assert line.startswith("  Storage:")
    assert line[found.location.column - 1 :].startswith("140,")


def test_thousands_of_nodes_are_one_pass(tmp_path: Path) -> None:
    nodes = "".join(
        f"  node-{n}: {{role: ComputeOvsDpdk, bmc: 10.1.{n >> 8}.{n & 255},"
        f" boot_mac: '52:54:00:01:{n >> 8:02x}:{n & 255:02x}'}}\n"
        for n in range(3000)
    )
    file = tmp_path / "inventory.yaml"
    file.write_text(re.sub(r"(?m)^nodes:\n", f"nodes:\n{nodes}", BASE.read_text()))
    found = check_inventory(load_inventory(file))
    assert [each.rule for each in found] == ["nodes-above-count"]
