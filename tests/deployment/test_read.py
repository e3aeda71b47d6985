"""Files of every kind as one view, with the places of values."""

from pathlib import Path

import pytest
from deployment_reader import Reader

from generator.deployment.read import read_deployment
from generator.deployment.types import DeploymentView, Kind
from generator.deployment.values import At, Provided, Value


def place(at: At) -> tuple[str, int, int]:
    """File name, line and column."""
    location = at.location
    return Path(location.file).name, location.line, location.column


def kinds(view: DeploymentView) -> dict[str, str]:
    return {Path(file.path).name: str(file.kind) for file in view.files}


def parameter(view: DeploymentView, name: str) -> Value:
    return view.parameters[name]


def test_kinds(read: Reader, whole_set: dict[str, str]) -> None:
    view = read(
        {
            **whole_set,
            "network_data.yaml": "- {name: Storage, vlan: 30}\n",
            "facts.yaml": "hosts: []\n",
            "flavor.yaml": "flavor: {name: a}\n",
            "plain.yaml": "heat_template_version: rocky\n",
            "none.yaml": "# nothing\n",
            "other.yaml": "a: 1\n",
            "misspelt.yaml": "parameters_default: {A: 1}\n",
            "tool.sh": "#!/bin/sh\necho 'a: \"b\" c'\n",
            "x.j2.yaml": "{% for a in b %}\n{% endfor %}\n",
        }
    )
    assert kinds(view) == {
        "env.yaml": "environment", "nic.yaml": "nic-config", "roles_data.yaml": "roles_data",
        "network_data.yaml": "network_data", "facts.yaml": "host facts",
        "flavor.yaml": "flavor note", "plain.yaml": "Heat template", "none.yaml": "empty",
        "other.yaml": "something else", "misspelt.yaml": "environment",
        "tool.sh": "something else", "x.j2.yaml": "Jinja template",
    }  # fmt: skip


def test_roles_and_effective_parameters(read: Reader, whole_set: dict[str, str]) -> None:
    view = read(whole_set)
    role = view.roles["ComputeOvsDpdk"]
    assert role.has("ComputeNeutronOvsDpdk")
    assert role.networks == ("InternalApi",)
    assert role.count is not None
    assert (role.count.data, place(role.count.at)) == (3, ("env.yaml", 6, 24))
    cores = role.parameters["OvsPmdCoreList"]
    assert (cores.data, place(cores.at)) == ("2,3", ("env.yaml", 8, 21))
    assert [place(old.at)[0] for old in cores.shadowed] == ["roles_data.yaml"]
    assert role.parameters["TunedProfileName"].data == "cpu-partitioning"
    assert view.effective("ComputeOvsDpdk", "OvsPmdCoreList") is cores
    # It acts globally only, whatever stands in a role's block.
    assert view.effective("ComputeOvsDpdk", "NumDpdkInterfaceRxQueues") is parameter(
        view, "NumDpdkInterfaceRxQueues"
    )


def test_the_place_of_a_setting_is_that_of_the_value(
    read: Reader, whole_set: dict[str, str]
) -> None:
    view = read(whole_set)
    (config,) = view.nic_configs
    by_type = {each.type: each for each in config.walk()}
    queues = by_type["ovs_dpdk_port"].settings["rx_queue"]
    assert queues.data == 2
    assert queues.parameters == ("NumDpdkInterfaceRxQueues",)
    assert place(queues.at) == ("env.yaml", 5, 29)
    assert queues.used is not None
    assert place(queues.used) == ("nic.yaml", 26, 29)
    assert by_type["vlan"].data("vlan_id") == 20
    assert by_type["vlan"].data("mtu") == Provided("InternalApiMtu", "InternalApi", "mtu")
    owners = [[owner.name for owner in owners] for _, owners in config.nested()]
    assert owners == [[], [], ["br-link0"], ["br-link0", "dpdk0"]]


def test_network_data_gives_vlans_and_mtus(read: Reader, whole_set: dict[str, str]) -> None:
    networks = "- {name: InternalApi, name_lower: internal_api, vlan: 30, mtu: 9000}\n"
    view = read({**whole_set, "network_data.yaml": networks})
    vlan = view.nic_configs[0].objects[0]
    assert (vlan.data("vlan_id"), vlan.data("mtu")) == (20, 9000)
    assert place(vlan.settings["mtu"].at)[0] == "network_data.yaml"
    fact = view.network_fact("InternalApi", "vlan")
    assert fact is not None
    assert fact.data == 20


def test_broken_files_leave_the_others(read: Reader, whole_set: dict[str, str]) -> None:
    broken = "parameter_defaults:\n    A: 1\n  B: 2\n"
    view = read({**whole_set, "broken.yaml": broken})
    (finding,) = view.findings
    assert (finding.rule, finding.path, finding.location.line) == (
        "yaml/indentation", "parameter_defaults", 3,
    )  # fmt: skip
    assert not view.complete
    assert parameter(view, "InternalApiNetworkVlanID").data == 20


@pytest.mark.parametrize(
    ("text", "rule", "line"),
    [
        ("parameter_defaults:\n  A: CHANGEME\n", "file/placeholder", 2),
        ("parameter_defaults:\n  A: <vlan id>\n", "file/placeholder", 2),
        ('parameter_defaults:\n  A: "x@@NAME@@y"\n', None, 0),
        ("parameter_defaults:\n  A: @@NAME@@\n", "file/placeholder", 2),
        ("parameter_defaults:\n  A: {{ vlan }}\n", "file/jinja", 2),
        ("{% if x %}\nparameter_defaults: {A: 1}\n{% endif %}\n", "file/jinja", 1),
        ("parameter_defaults:\n  A: '{{ hostname }}'\n", None, 0),
        ("parameter_defaults:\n  A: <None>\n", None, 0),
        ("parameter_defaults:\n  A: '(?P<name>x)'\n", None, 0),
    ],
)
def test_what_is_not_filled_in(read: Reader, text: str, rule: str | None, line: int) -> None:
    found = [(finding.rule, finding.location.line) for finding in read({"e.yaml": text}).findings]
    assert found == ([(rule, line)] if rule else [])


def test_merging(read: Reader) -> None:
    files = {
        "a.yaml": "parameter_defaults: {A: {x: 1, y: {z: 1}}, B: [1, 2], C: {k: 1}, D: 1}\n",
        "b.yaml": "parameter_defaults: {A: {y: {w: 2}}, B: [3], C: null, D: null}\n",
    }
    view = read(files, "a.yaml", "b.yaml")
    assert {name: value.data for name, value in view.parameters.items()} == {
        "A": {"x": 1, "y": {"z": 1, "w": 2}}, "B": [3], "C": {"k": 1}, "D": None,
    }  # fmt: skip
    inner = parameter(view, "A").entries["y"].entries
    assert [place(value.at)[0] for value in inner.values()] == ["a.yaml", "b.yaml"]
    assert [old.data for old in parameter(view, "B").shadowed] == [[1, 2]]
    assert parameter(read(files, "b.yaml", "a.yaml"), "D").data == 1


def test_without_roles_data_the_product_tells_of_roles(read: Reader) -> None:
    view = read({"e.yaml": "parameter_defaults:\n  ComputeOvsDpdkParameters: {KernelArgs: ''}\n"})
    assert not view.roles_read
    role = view.roles["ComputeOvsDpdk"]
    assert role.at is None
    assert role.has("ComputeNeutronOvsDpdk")


def test_flavor_notes(read: Reader) -> None:
    text = "flavor: {name: a, vcpus: 8}\nimage: {name: b, properties: {}}\n"
    (note,) = read({"notes.yaml": text}).flavors
    assert note.flavor is not None
    assert note.flavor.data == {"name": "a", "vcpus": 8}


def test_a_path_that_is_not_there(tmp_path: Path) -> None:
    ((path, reason),) = read_deployment([tmp_path / "none.yaml"]).unusable
    assert path == str(tmp_path / "none.yaml")
    assert "no such file" in reason


def test_a_nic_config_without_role(read: Reader, whole_set: dict[str, str]) -> None:
    view = read({"nic.yaml": whole_set["nic.yaml"]})
    (config,) = view.nic_configs
    assert config.role == ""
    assert config.objects[0].data("vlan_id") == Provided(
        "InternalApiNetworkVlanID", "InternalApi", "vlan"
    )


def test_a_missing_nic_config(read: Reader, whole_set: dict[str, str]) -> None:
    del whole_set["nic.yaml"]
    (missing,) = read(whole_set).missing
    assert missing.named_by is not None
    assert (Path(missing.path).name, missing.named_by.line) == ("nic.yaml", 2)
    assert Kind.NIC_CONFIG not in {file.kind for file in read(whole_set).files}


NIC_CONFIG = """\
heat_template_version: rocky
resources: {OsNetConfigImpl: {properties: {config: {network_config: []}}}}
"""


def test_a_file_that_another_names_is_shown_without_detours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, text in {
        "site/environments/net.yaml": "resource_registry:\n"
        "  OS::TripleO::Compute::Net::SoftwareConfig: ../nic-configs/compute.yaml\n",
        "site/nic-configs/compute.yaml": NIC_CONFIG,
        "site/bin/deploy.sh": "openstack overcloud deploy -e ../environments/net.yaml\n",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    monkeypatch.chdir(tmp_path)
    given = Path("site/bin/../environments/net.yaml")
    assert [file.path for file in read_deployment([given]).files] == [
        str(given), "site/nic-configs/compute.yaml",
    ]  # fmt: skip
    assert [file.path for file in read_deployment([Path("site/bin/deploy.sh")]).files] == [
        "site/bin/deploy.sh", "site/environments/net.yaml", "site/nic-configs/compute.yaml",
    ]  # fmt: skip
    (tmp_path / "elsewhere/deep").mkdir(parents=True)
    (tmp_path / "elsewhere/nic-configs").mkdir()
    (tmp_path / "elsewhere/nic-configs/compute.yaml").write_text(NIC_CONFIG)
    (tmp_path / "linked").symlink_to("elsewhere/deep")
    net = tmp_path / "elsewhere/deep/net.yaml"
    net.write_text((tmp_path / "site/environments/net.yaml").read_text())
    files = read_deployment([Path("linked/net.yaml")]).files
    assert [file.path for file in files] == [
        "linked/net.yaml",
        "linked/../nic-configs/compute.yaml",
    ]
