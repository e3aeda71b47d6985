"""The real programs as functions: a rendered directory or a configuration in, a report out.

Each runs in an environment of its own (see setup.sh). An oracle that cannot run raises
OracleError, so that a test fails and never passes unheard.
"""

import json
import os
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import open_vswitch

HERE = Path(__file__).resolve().parent
INSIDE = HERE / "inside"
ENVIRONMENTS = Path(os.environ.get("NFVGEN_CONFORMANCE") or HERE.parents[1] / ".conformance")
TRIPLEO_COMMON = ENVIRONMENTS / "tripleo-common-11.7.0"
THT = ENVIRONMENTS / "tripleo-heat-templates-11.6.0"
_TIMEOUT_SECONDS = 300


class OracleError(Exception):
    """The program could not be run, which says nothing about what it was to judge."""


@dataclass(frozen=True)
class Finding:
    level: str
    code: str
    where: str
    message: str

    def __str__(self) -> str:
        return f"{self.where}: {self.level}: {self.message} [{self.code}]"


@dataclass(frozen=True)
class OvercloudReport:
    findings: tuple[Finding, ...]
    # By role: what os-net-config gets on the role's first node.
    network_config: Mapping[str, list[dict[str, Any]]]
    # By role: what services get after role and global values are merged, by Hiera or
    # Ansible key (say kernel_args, pmd, nova::compute::cpu_dedicated_set).
    effective: Mapping[str, Mapping[str, Any]]
    # By role: the scheduler hints of its first node ("hints"), and by network the addresses
    # that it asks for ("addresses").
    first_nodes: Mapping[str, Mapping[str, Mapping[str, str]]]
    # parameter_defaults of all environment files together, and the files in order.
    parameters: Mapping[str, Any]
    environments: tuple[str, ...]
    # By role: the scripts that its nodes run before services are configured.
    pre_configs: Mapping[str, list[str]] = field(default_factory=dict)

    def of(self, code: str) -> list[str]:
        return [str(finding) for finding in self.findings if finding.code == code]


@dataclass(frozen=True)
class RegistrationReport:
    refused: str  # what is wrong with the file; empty for one that is taken
    # What Ironic is asked to create, by node: the fields of the node, and the MAC addresses
    # of its ports under "ports".
    nodes: Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True)
class FakeNic:
    mac: str
    pci: str
    driver: str = "i40e"


@dataclass(frozen=True)
class NodeReport:
    # What os-net-config or ovs-vsctl refuse, warn about, or could not apply.
    problems: tuple[str, ...]
    files: Mapping[str, str]
    commands: tuple[str, ...]
    # dpdk_mapping and sriov_config, as os-net-config keeps them on a node.
    maps: Mapping[str, list[dict[str, Any]]]
    # Values that make no difference to the node.
    dropped: tuple[str, ...]
    # Devices whose file was written by two objects.
    overwritten: tuple[str, ...]
    # Bridges as they stand in the Open vSwitch database.
    ovs: Mapping[str, Any] = field(default_factory=dict)


def require_environments() -> None:
    done = _run([str(HERE / "setup.sh"), "--check"], {"NFVGEN_CONFORMANCE": str(ENVIRONMENTS)})
    if done.returncode:
        raise OracleError(f"{done.stdout.strip()}: run tests/conformance/setup.sh")


def check_overcloud(rendered: Path) -> OvercloudReport:
    """Hold a rendered directory against THT 11.6.0 under the engine of Heat 13."""
    report = _report(
        "heat", "check_overcloud.py", str(rendered), str(THT), str(ENVIRONMENTS / "trees")
    )
    return OvercloudReport(
        findings=tuple(Finding(**item) for item in report["findings"]),
        network_config=report["network_config"],
        effective=report["effective"],
        first_nodes=report["first_nodes"],
        parameters=report["parameters"],
        environments=tuple(report["environments"]),
        pre_configs=report["pre_configs"],
    )


def register_nodes(file: Path) -> RegistrationReport:
    """Import a file of nodes by tripleo-common 11.7.0 into an Ironic that writes down what it
    is asked for."""
    report = _report("heat", "register_nodes.py", str(file), str(TRIPLEO_COMMON))
    return RegistrationReport(report["refused"], report["nodes"])


def declared_parameters() -> Mapping[str, Mapping[str, Any]]:
    """Name -> types, deprecated and role_read, of all that THT 11.6.0 declares."""
    return _report("heat", "declared_parameters.py", str(THT), str(ENVIRONMENTS / "trees"))


def apply_network_config(
    network_config: Sequence[Mapping[str, Any]],
    nics: Mapping[str, FakeNic],
) -> NodeReport:
    """Apply one role's configuration with os-net-config 11.5.0 on a node with these NICs."""
    request = {
        "network_config": network_config,
        "nics": {name: vars(nic) for name, nic in nics.items()},
    }
    report = _report("os-net-config", "apply_network_config.py", text=json.dumps(request))
    refused = [report["error"]] if report["error"] else []
    ovs, problems = open_vswitch.bring_up(
        ENVIRONMENTS / "openvswitch", report["files"], report["commands"]
    )
    return NodeReport(
        problems=(*refused, *report["log"], *problems),
        files=report["files"],
        commands=tuple(report["commands"]),
        maps=report["maps"],
        dropped=tuple(report["dropped"]),
        overwritten=tuple(report["overwritten"]),
        ovs=ovs,
    )


def nova_capacity(cases: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Ask Nova 20.6.1 what becomes of servers of a flavor on a host, for each case."""
    report: Any = _report("openstack-train", "nova_capacity.py", text=json.dumps(cases))
    found: list[dict[str, Any]] = report
    return found


def hot_template(text: str) -> dict[str, Any]:
    """Hold a Heat template against Heat 13: what is wrong, and its resources as Heat reads
    them."""
    return _report("heat", "hot_template.py", text=text)


def lint_playbook(playbook: Path) -> list[str]:
    """What ansible-lint says of a playbook with modules of openstack.cloud, warnings too."""
    home = ENVIRONMENTS / "ansible"
    done = _run(
        [str(home / "bin" / "ansible-lint"), "--offline", "--strict", "--nocolor", "--parseable",
         "--profile", "production", "--project-dir", str(playbook.parent), str(playbook)],
        {"PATH": f"{home / 'bin'}:/usr/bin:/bin", "HOME": str(playbook.parent),
         "ANSIBLE_COLLECTIONS_PATH": str(home / "collections")},
    )  # fmt: skip
    if done.returncode not in (0, 2) or "in 1 files processed" not in done.stderr:
        raise OracleError(f"ansible-lint exits with {done.returncode}:\n{done.stderr[-3000:]}")
    return done.stdout.splitlines()


def _report(environment: str, script: str, *arguments: str, text: str = "") -> dict[str, Any]:
    python = ENVIRONMENTS / environment / "bin" / "python"
    done = _run(
        # -B: two test runs must not write the same compiled files.
        [str(python), "-B", str(INSIDE / script), *arguments],
        {"PYTHONPATH": str(HERE), "PYTHONWARNINGS": "ignore"},
        text,
    )
    if done.returncode:
        raise OracleError(f"{script} exits with {done.returncode}:\n{done.stderr[-3000:]}")
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def _run(
    argv: Sequence[str], environment: Mapping[str, str], text: str = ""
) -> subprocess.CompletedProcess[str]:
    base = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": os.devnull}
    try:
        return subprocess.run(
            argv,
            input=text,
            env={**base, **environment},
            capture_output=True,
            text=True,
            timeout=_TIMEOUT_SECONDS,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise OracleError(f"cannot run {argv[0]}: {error}") from error
