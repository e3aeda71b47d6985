"""Schema violations: what the case files cannot show."""

import subprocess
import sys
from pathlib import Path

import pytest

from generator.errors import InputError
from generator.findings import Finding
from generator.reading.document import read_document
from generator.reading.load import SCHEMA, load_inventory
from generator.reading.schema import violations

EXAMPLES = Path(__file__).parent.parent / "examples"
HEAD = """\
version: 1
site: {name: lab-a, dns_servers: [192.168.120.2], ntp_servers: [192.168.120.2]}
networks: {ctlplane: {cidr: 192.168.120.0/24}}
servers: {s: {model: m, cpu: c, memory: 8 GiB, nics: [{slot: 1, model: n, ports: [eno1]}]}}
roles: {R: {count: 1, server: s, links: [{ports: [eno1]}]}}
"""


def found(tmp_path: Path, text: str) -> list[Finding]:
    path = tmp_path / "inventory.yaml"
    path.write_text(text, encoding="utf-8")
    return violations(read_document(path), SCHEMA)


@pytest.mark.parametrize(
    "path", sorted(EXAMPLES.glob("*/inventory.yaml")), ids=lambda p: p.parent.name
)
def test_examples_are_read(path: Path) -> None:
    loaded = load_inventory(path)
    assert loaded.document.data["version"] == loaded.inventory.version == 1


def test_the_smallest_inventory(tmp_path: Path) -> None:
    assert found(tmp_path, HEAD) == []


def test_every_fault_of_many_nodes_is_told_once(tmp_path: Path) -> None:
    nodes = "".join(f"  node-{n}: {{role: R, bmc: 10.0.0.1}}\n" for n in range(2000))
    findings = found(tmp_path, f"{HEAD}nodes:\n{nodes}")
    assert len(findings) == 2000
    assert {each.message for each in findings} == {"'boot_mac' is missing"}
    assert [each.location.line for each in findings] == list(range(7, 2007))


def test_a_value_below_a_secret_name_is_never_shown(tmp_path: Path) -> None:
    text = HEAD + "servers_password: hunter2\n" + "hardware: {servers: {secret-token: hunter2}}\n"
    text += (
        "flavors: {password.f: {vcpus: hunter2, ram: hunter2, disk: 1 GiB, cpu_policy: hunter2}}\n"
    )
    findings = found(tmp_path, text)
    assert [each.rule for each in findings] == [
        "schema/unknown-key", "schema/type", "schema/type", "schema/format", "schema/enum",
    ]  # fmt: skip
    assert "hunter2" not in "\n".join(map(str, findings))


def test_what_depends_on_a_misspelt_key_is_not_judged(tmp_path: Path) -> None:
    link = "{bnd: bond0, mode: 802.3ad, ports: [eno1, eno2]}"
    text = HEAD.replace("links: [{ports: [eno1]}]", f"links: [{link}]")
    (finding,) = found(tmp_path, text)
    assert finding.hint == "did you mean 'bond'?"


def test_long_values_are_cut(tmp_path: Path) -> None:
    (finding,) = found(tmp_path, f"{HEAD}nodes: {{{'a' * 100}: {{}}, }}\n")[:1]
    assert "a" * 100 not in finding.message
    assert len(finding.message) < 100


def test_a_list_that_is_too_long(tmp_path: Path) -> None:
    ports = ", ".join(f"p{number}" for number in range(17))
    link = f"{{bond: b, mode: 802.3ad, ports: [{ports}]}}"
    (finding,) = found(tmp_path, HEAD.replace("{ports: [eno1]}]}}", f"{link}]}}}}"))
    assert finding.rule == "schema/too-many"
    assert finding.message == "'ports' has more than 16 items"
    assert finding.hint


def test_findings_are_the_same_in_every_process(tmp_path: Path) -> None:
    path = tmp_path / "inventory.yaml"
    path.write_text(
        "a: &a {c: 1, d: 2}\nnetworks: {x: *a, y: *a, z: {<<: *a}}\nroles: {r: *a, q: *a}\n"
    )
    program = (
        "import sys; from pathlib import Path\n"
        "from generator import errors; from generator.reading import load\n"
        "try: load.load_inventory(Path(sys.argv[1]))\n"
        "except errors.InputError as error: print(error)"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program, str(path)],
            capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("0", "1", "2", "3")
    }  # fmt: skip
    assert len(outputs) == 1


def test_heavy_imports_wait_until_something_is_read() -> None:
    program = (
        "import sys; from generator.reading import load, registry_login\n"
        "print([name for name in ('jsonschema', 'ruamel.yaml') if name in sys.modules])"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert run.stdout == "[]\n"


def test_layers_stop_at_the_first_with_findings(tmp_path: Path) -> None:
    path = tmp_path / "inventory.yaml"
    path.write_text("version: 1\nversion: 2\nunknown: 1\n")
    with pytest.raises(InputError) as stopped:
        load_inventory(path)
    assert [each.rule for each in stopped.value.findings] == ["yaml/duplicate-key"]


def test_a_line_break_is_no_part_of_a_name(tmp_path: Path) -> None:
    text = HEAD.replace("ports: [eno1]}]}}\n", 'ports: ["eno1\\n"]}]}}\n')
    assert [each.rule for each in found(tmp_path, text)] == ["schema/pattern"] * 2


@pytest.mark.parametrize(
    ("kind", "written", "hint"),
    [
        ("linux", "4", "did you mean '802.3ad'? use one of 802.3ad, active-backup, balance-xor"),
        ("linux", "LACP", "did you mean '802.3ad'? use one of 802.3ad, active-backup, balance-xor"),
        ("linux", "7", "use one of 802.3ad, active-backup, balance-xor"),
        ("ovs", "lacp",
         "did you mean 'balance-tcp'? use one of active-backup, balance-slb, balance-tcp"),
    ],
)  # fmt: skip
def test_modes_by_other_names(tmp_path: Path, kind: str, written: str, hint: str) -> None:
    bridge = ", bridge: br-x" if kind == "ovs" else ""
    link = f"{{bond: b, kind: {kind}, mode: {written}, ports: [eno1, eno2]{bridge}}}"
    (one,) = found(tmp_path, HEAD.replace("{ports: [eno1]}]}}\n", f"{link}]}}}}\n"))
    assert (one.rule, one.hint) == ("schema/enum", hint)
