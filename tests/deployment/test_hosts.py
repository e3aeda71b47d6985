"""Host facts and inventories as hardware."""

import json
import re
from pathlib import Path

import pytest

from generator.deployment.hardware import read_hardware, read_host_facts
from generator.errors import InputError
from generator.findings import Severity
from generator.lint.paths import lint_paths

ROOT = Path(__file__).parents[2]
FACTS = """\
hosts:
  - roles: [ComputeOvsDpdk]
    cpus: {0: "0,2,4,6", 1: "1,3,5,7"}
    thread_siblings: [[0, 4], [1, 5], [2, 6], [3, 7]]
    memory: {"0": 192 GiB, "1": 192 GiB}
    nics: {ens1f0: {numa: 0, model: XXV710-DA2}, ens2f0: {numa: 1, model: Frobnicator}}
  - cpus: {0: "0-3"}
"""


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "facts.yaml"
    path.write_text(text)
    return path


def test_host_facts(tmp_path: Path) -> None:
    first, second = read_host_facts(written(tmp_path, FACTS))
    assert first.roles == ("ComputeOvsDpdk",)
    assert [(node.id, str(node.cpus), str(node.memory)) for node in first.nodes] == [
        (0, "0,2,4,6", "192 GiB"), (1, "1,3,5,7", "192 GiB"),
    ]  # fmt: skip
    assert str(first.memory) == "384 GiB"
    assert (first.node_of(3), first.node_of(9)) == (1, None)
    assert [str(first.siblings_of(cpu)) for cpu in (4, 9)] == ["0,4", "9"]
    known, unknown = first.nics.values()
    assert known.facts is not None
    assert (known.numa, known.facts.id) == (0, "intel-xxv710-da2")
    assert (unknown.numa, unknown.facts, unknown.at.location.line) == (1, None, 6)
    assert (second.memory, second.siblings, second.nics_known) == (None, (), False)


@pytest.mark.parametrize(
    "text", ["hosts: []\n", "hosts: [{}]\n", "hosts: [{cpus: {a: '1'}}]\n",
             "hosts: [{cpus: {0: '3-1'}}]\n", "hosts: [{cpus: {0: '1'}, memory: {0: 5 GB}}]\n"],
)  # fmt: skip
def test_faults_of_host_facts(tmp_path: Path, text: str) -> None:
    with pytest.raises(InputError):
        read_host_facts(written(tmp_path, text))


def test_an_inventory_as_hardware(tmp_path: Path) -> None:
    hosts = read_hardware(ROOT / "examples/dell-r740xd-dpdk/inventory.yaml")
    compute = next(host for host in hosts if "ComputeOvsDpdk" in host.roles)
    assert str(compute.cpus) == "0-79"
    assert compute.nics["ens4f0"].numa == 1
    assert len(read_hardware(written(tmp_path, FACTS))) == 2


def test_the_examples_of_the_schema_are_right(tmp_path: Path) -> None:
    keys = json.loads((ROOT / "schemas/host-facts.schema.json").read_text())["$defs"]["HostFact"]
    fact = {
        key: each["examples"][0] for key, each in keys["properties"].items() if "examples" in each
    }
    path = written(tmp_path, json.dumps({"hosts": [fact]}))
    assert {"cpus", "thread_siblings", "memory"} <= set(fact)
    assert lint_paths([tmp_path], path, lambda rule: rule.startswith("host-facts-")).findings == ()


def test_a_cpu_on_two_nodes_is_accepted(tmp_path: Path) -> None:
    path = written(tmp_path, 'hosts: [{cpus: {0: "0,2,4,6-46", 1: "1,3,5-47"}}]\n')
    (host,) = read_hardware(path)
    assert len(host.cpus) == 48
    (found,) = lint_paths([tmp_path], path, lambda rule: rule.startswith("host-facts-")).findings
    assert found.severity is Severity.WARNING


def test_the_example_is_the_machine_of_the_inventory_beside_it() -> None:
    folder = ROOT / "examples/dell-r740xd-dpdk"
    (told,) = read_hardware(folder / "host-facts.yaml")
    hosts = read_hardware(folder / "inventory.yaml")
    planned = next(host for host in hosts if "ComputeOvsDpdk" in host.roles)
    assert (told.roles, told.nodes) == (planned.roles, planned.nodes)
    assert sorted(map(str, told.siblings)) == sorted(map(str, planned.siblings))
    assert {name: (nic.numa, nic.facts) for name, nic in told.nics.items()} == {
        name: (nic.numa, nic.facts) for name, nic in planned.nics.items()
    }
    golden = ROOT / "tests/golden/dell-r740xd-dpdk"
    assert lint_paths([golden], folder / "host-facts.yaml").findings == ()


def test_the_facts_that_the_documentation_shows_are_taken(tmp_path: Path) -> None:
    text = (ROOT / "docs/linting.md").read_text()
    (shown,) = re.findall(r"```yaml\n(.*?)```", text, re.DOTALL)
    (host,) = read_hardware(written(tmp_path, shown))
    assert (len(host.cpus), len(host.siblings), list(host.nics)) == (48, 3, ["ens1f0"])
