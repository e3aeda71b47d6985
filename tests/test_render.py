"""Rendering: which files, their modes, and what must never get into them."""

import shlex
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from jinja2 import UndefinedError
from link_fixture import TARGET
from plan_fixture import plan

from generator.plan.types import Plan
from generator.render.environment import environment
from generator.render.files import RenderedFile, render
from generator.render.filters import COMMENT_WIDTH

SHELLCHECK = Path(sys.executable).with_name("shellcheck")
FULL = render(plan(login=True))


def command_words(script: RenderedFile) -> list[str]:
    """The words of a script from its first command of OpenStack on."""
    joined = script.text.replace("\\\n", "")
    return shlex.split(joined[joined.index("\nopenstack") :])


def test_the_files_of_a_deployment() -> None:
    assert list(FULL) == [
        "roles_data.yaml",
        "network_data.yaml",
        "environments/network.yaml",
        "environments/node-info.yaml",
        "environments/ovs-dpdk.yaml",
        "environments/containers.yaml",
        "environments/ceph.yaml",
        "environments/registry-login.yaml",
        "nic-configs/controller.yaml",
        "nic-configs/compute-ovs-dpdk.yaml",
        "nic-configs/ceph-storage.yaml",
        "deploy.sh",
        "set-root-disks.sh",
    ]


def test_modes_and_secrets() -> None:
    modes = {name: (file.mode, file.secret) for name, file in FULL.items()}
    assert modes.pop("environments/registry-login.yaml") == (0o600, True)
    assert modes.pop("deploy.sh") == modes.pop("set-root-disks.sh") == (0o755, False)
    assert set(modes.values()) == {(0o644, False)}


def test_no_root_disks_no_script() -> None:
    assert "set-root-disks.sh" not in render(plan(root_disks=False))


def test_rendering_twice_gives_the_same() -> None:
    assert render(plan(login=True)) == FULL


@pytest.mark.parametrize("name", FULL)
def test_every_file_is_tidy(name: str) -> None:
    text = FULL[name].text
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert "\n\n\n" not in text
    assert "\t" not in text
    assert all(line == line.rstrip() for line in text.split("\n"))
    assert "edit the inventory, not this file" in text


@pytest.mark.parametrize("name", FULL)
def test_comments_are_wrapped(name: str) -> None:
    comments = [line for line in FULL[name].text.split("\n") if line.lstrip().startswith("#")]
    assert comments
    assert max(map(len, comments)) <= COMMENT_WIDTH


def test_nic_configs_hold_no_single_quote() -> None:
    """The script that takes the configuration puts it into single quotes."""
    for name, file in FULL.items():
        if name.startswith("nic-configs/"):
            lines = [line for line in file.text.split("\n") if not line.lstrip().startswith("#")]
            assert "'" not in "\n".join(lines)


def test_derived_values_have_their_reason_and_copied_ones_none() -> None:
    lines = FULL["environments/ovs-dpdk.yaml"].text.split("\n")
    at = lines.index('    OvsDpdkMemoryChannels: "6"')
    assert lines[at - 3 : at] == [
        "    # populated channels of a socket",
        "    # Source: RHOSP 16.1 NFV Planning and Configuration Guide 7.4.2",
        "    # From memory, check on the machine: memory_channels = 6",
    ]
    assert "#" not in FULL["environments/node-info.yaml"].text.split("parameter_defaults")[1]


def test_a_role_without_parameters_has_no_block() -> None:
    assert "ControllerParameters" not in FULL["environments/ovs-dpdk.yaml"].text


@pytest.mark.parametrize("name", [name for name in FULL if name.endswith(".sh")])
def test_scripts_pass_shellcheck(name: str) -> None:
    done = subprocess.run(
        [SHELLCHECK, "--severity=style", "-"],
        input=FULL[name].text,
        text=True,
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "")


def test_deploy_is_one_plain_command() -> None:
    made = plan()
    words = command_words(render(made)["deploy.sh"])
    assert words[:11] == [
        "openstack", "overcloud", "deploy",
        "--templates", "/usr/share/openstack-tripleo-heat-templates", "--stack", "overcloud",
        "-r", "roles_data.yaml", "-n", "network_data.yaml",
    ]  # fmt: skip
    assert words[11::2] == ["-e"] * len(made.deploy.environments)
    assert words[12::2] == list(made.deploy.environments)


def test_root_disk_hints_survive_the_shell() -> None:
    words = command_words(FULL["set-root-disks.sh"])
    assert words[:7] == [
        "openstack", "baremetal", "node", "set", "controller-0", "--property",
        'root_device={"by_path": "/dev/disk/by-path/pci-0000:18:00.0"}',
    ]  # fmt: skip


def test_what_is_missing_is_an_error() -> None:
    made = plan()
    bare = cast(
        Plan, SimpleNamespace(**{**made._asdict(), "networks": (SimpleNamespace(name="A"),)})
    )
    with pytest.raises(UndefinedError, match="name_lower"):
        render(bare)


def test_templates_are_compiled_once_for_all_roles() -> None:
    made = plan()
    many = made._replace(roles=made.roles * 3)
    assert environment(TARGET) is environment(TARGET)
    assert render(many).keys() == render(made).keys()


def test_a_rendered_file_is_public_unless_said_otherwise() -> None:
    file: Any = RenderedFile("text\n")
    assert (file.mode, file.secret) == (0o644, False)
    with pytest.raises(AttributeError):
        file.text = "other"
