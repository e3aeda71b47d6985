"""Deploy commands: what they pass, in which order, from where."""

from pathlib import Path

import pytest
from deployment_reader import Reader

from generator.deployment.call import DeployCall
from generator.deployment.deploy_script import deploy_call
from generator.deployment.types import PRODUCT

SCRIPT = """\
#!/bin/bash
# openstack overcloud deploy -e not-this.yaml
THT=/usr/share/openstack-tripleo-heat-templates
MINE="$HOME/set"
EXTRA=(-e b.yaml)
EXTRA+=(-e c.yaml)
source ~/stackrc
time openstack overcloud deploy --templates \\
  --stack "edge" -r roles_data.yaml \\
  --networks-file=network_data.yaml \\
  -e $THT/environments/network-isolation.yaml \\
  -e ${MINE}/a.yaml \\
  "${EXTRA[@]}" \\
  -e "$UNKNOWN/d.yaml" | tee log
"""


def call(text: str) -> DeployCall:
    found = deploy_call(text, "deploy.sh")
    assert found is not None
    return found


def test_arguments(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/op")
    found = call(SCRIPT)
    assert found.stack == "edge"
    assert found.templates == PRODUCT
    assert found.roles is not None
    assert (found.roles.path, found.roles.location.line) == ("roles_data.yaml", 9)
    assert found.networks is not None
    assert found.networks.path == "network_data.yaml"
    assert [(each.path, each.location.line, each.unclear) for each in found.environments] == [
        (
            f"{PRODUCT}/environments/network-isolation.yaml",
            11,
            False,
        ),
        ("/home/op/set/a.yaml", 12, False),
        ("b.yaml", 13, False),
        ("c.yaml", 13, False),
        ("$UNKNOWN/d.yaml", 14, True),
    ]


def test_a_text_without_command() -> None:
    assert deploy_call("echo openstack overcloud delete\n", "x.sh") is None


def test_the_order_of_the_command_wins(read: Reader) -> None:
    files = {
        "a.yaml": "parameter_defaults: {A: a}\n",
        "b.yaml": "parameter_defaults: {A: b, B: 1}\n",
        "z.yaml": "parameter_defaults: {A: z, Z: 1}\n",
        "deploy.sh": "openstack overcloud deploy --stack s -e /home/stack/x/b.yaml -e a.yaml"
        " -e gone.yaml -e /usr/share/openstack-tripleo-heat-templates/environments/x.yaml\n",
    }
    view = read(files)
    assert view.stack == "s"
    assert view.parameters["A"].data == "a"
    # A file that the command does not name is read before those it names.
    assert [Path(document.file).name for document in view.environments] == [
        "z.yaml", "b.yaml", "a.yaml",
    ]  # fmt: skip
    assert [(missing.path.split("/")[-1], missing.product) for missing in view.missing] == [
        ("gone.yaml", False), ("x.yaml", True),
    ]  # fmt: skip
    assert [finding.rule for finding in view.findings] == ["file/missing"]
    alone = read(files, "deploy.sh")
    assert "Z" not in alone.parameters
    assert alone.parameters["B"].data == 1


def test_a_plan_environment(read: Reader) -> None:
    view = read(
        {
            "plan.yaml": "version: 1.0\nname: x\ntemplate: overcloud.yaml\n"
            "environments:\n- path: a.yaml\n- path: gone.yaml\nparameter_defaults: {A: 2}\n",
            "a.yaml": "parameter_defaults: {A: 1, B: 1}\n",
            "deploy.sh": "openstack overcloud deploy -p plan.yaml\n",
        },
        "deploy.sh",
    )
    assert {name: value.data for name, value in view.parameters.items()} == {"A": 2, "B": 1}
