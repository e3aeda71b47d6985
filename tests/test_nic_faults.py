"""What os-net-config swallows in silence is found; what is right is left alone."""

import json
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from generator.deployment.hardware import read_hardware
from generator.deployment.read import read_deployment
from generator.findings import Severity
from generator.lint.run import lint

_FAULTS = (Path(__file__).parent / "nic_faults.yaml").read_text("utf-8")
FAULTS: list[dict[str, Any]] = YAML(typ="safe").load(_FAULTS)
PORTS = ("eno1", "eno2", "ens1f0", "ens1f1", "ens2f0", "ens2f1")
HOSTS = {
    "hosts": [
        {"cpus": {"0": "0-7"}, "nics": {name: {"numa": 0, "model": "XXV710-DA2"} for name in PORTS}}
    ]
}
SCRIPT = "/usr/share/openstack-tripleo-heat-templates/network/scripts/run-os-net-config.sh"
ENVIRONMENT = {
    "resource_registry": {"OS::TripleO::Compute::Net::SoftwareConfig": "nic.yaml"},
}


def _template(objects: list[Any]) -> dict[str, Any]:
    params = {"$network_config": {"network_config": objects}}
    config = {"str_replace": {"template": {"get_file": SCRIPT}, "params": params}}
    resource = {"type": "OS::Heat::SoftwareConfig", "properties": {"config": config}}
    return {"heat_template_version": "rocky", "resources": {"OsNetConfigImpl": resource}}


def _write(path: Path, data: Any) -> None:
    path.write_text(json.dumps(data, indent=2), "utf-8")


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: str(fault["what"]))
def test_finds_what_nobody_is_told_of(fault: dict[str, Any], tmp_path: Path) -> None:
    files, hosts = tmp_path / "files", tmp_path / "hosts.yaml"
    files.mkdir()
    _write(hosts, HOSTS)
    _write(files / "environment.yaml", ENVIRONMENT)
    _write(files / "nic.yaml", _template(fault["objects"]))
    found = lint(read_deployment([files], read_hardware(hosts)))
    wanted = set(fault.get("rules", ()))
    assert wanted <= {each.rule for each in found}
    if not wanted:
        assert not [str(each) for each in found if each.severity is Severity.ERROR]
