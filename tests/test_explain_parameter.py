"""`nfvgen explain` about what is no rule: Heat parameters, keys of flavors and inventories."""

import re

import pytest
from ruamel.yaml import YAML
from typer.testing import CliRunner

from generator.catalog.parameters import parameters
from generator.catalog.roles import networks, roles
from generator.cli import app
from generator.commands.constraint_words import allowed
from generator.commands.explaining import explanation
from generator.commands.made_up_values import examples
from generator.deployment.read import TARGET
from generator.deployment.values import At, made
from generator.errors import NfvgenError
from generator.lint.heat_values import broken_constraint, refusal

CATALOGUE = parameters(TARGET)


def test_a_role_parameter_acts_in_both_places() -> None:
    text = explanation("OvsPmdCoreList")
    assert text.startswith('OvsPmdCoreList: text\n  default: ""\n')
    assert "  allowed: digits, commas and hyphens, or nothing\n" in text
    assert "for one in its block:" in text


def test_the_rules_about_a_parameter_are_listed() -> None:
    text = explanation("OvsPmdCoreList")
    assert "\n  no-pmd-for-ports (error)\n" in text
    assert "\n  bridge-not-built (" not in text
    assert "\n  parameter-and-successor (" in explanation("NovaVcpuPinSet")
    assert "Rules about it" not in explanation("SwiftReplicas")


def test_a_global_parameter_acts_at_the_top_only() -> None:
    text = explanation("NovaSchedulerDefaultFilters")
    assert "At the top of parameter_defaults only:" in text
    assert "Wrong: in a role's block nothing reads it:" in text


def test_the_plan_says_what_a_value_follows_from() -> None:
    text = explanation("OvsPmdCoreList")
    assert "the first cores of each NUMA node that are not the host's" in text
    assert "source: RHOSP 16.1 NFV guide 7.4.1 (OvsPmdCoreList)" in text
    assert "roles.NAME.tuning.pmd_cpus" in text
    assert "Taken as it is from: inventory networks.InternalApi.cidr" in explanation(
        "InternalApiNetCidr"
    )


def test_rules_and_examples_are_those_of_the_pages() -> None:
    text = explanation("OvsPmdCoreList")
    assert "  pmd-sibling-left-out (warning)\n    OvsPmdCoreList holds both threads" in text
    before, wrong, right = re.split(r"^(?:Wrong, by .*|Right)$", text, flags=re.MULTILINE)
    assert "Rules about it" in before
    assert "OvsPmdCoreList:" in wrong
    assert "Why: " in wrong
    assert "OvsPmdCoreList:" in right
    assert text.endswith("common roles\n")


@pytest.mark.parametrize("name", ["OvsPmdCoreList", "KernelArgs", "NovaVcpuPinSet", "rx_queues"])
def test_words_fit_into_80_columns(name: str) -> None:
    code = re.compile(r"^ +[\w:{},.-]+: ")  # a line of YAML stays whole, to be copied
    lines = explanation(name).splitlines()
    assert not [line for line in lines if len(line) > 80 and not code.match(line)]


def test_what_is_newer_or_without_effect_is_said() -> None:
    assert "known from 11.4.0 on" in explanation("NovaReservedHugePages")
    assert "no template takes it from a role's block" in explanation("OvsDpdkDriverType")


def test_old_names_lead_to_those_of_now() -> None:
    assert "deprecated: use NovaComputeCpuDedicatedSet" in explanation("NovaVcpuPinSet")
    text = explanation("NovaSchedulerEnabledFilters")
    assert text.startswith("NovaSchedulerEnabledFilters: a name of other releases")
    assert "\nNovaSchedulerDefaultFilters: a list" in text
    assert "switches DPDK on" in explanation("OvsEnableDpdk")
    assert "Wallaby first had it" in explanation("OvsPmdSleepMax")


def test_names_of_roles_and_networks_are_known() -> None:
    text = explanation("ComputeOvsDpdkParameters")
    assert "what stands in it counts for the role alone" in text
    assert "role-block-without-role" in text
    assert "pmd-sibling-left-out" not in text  # which lies in such a block
    assert explanation("InternalApiNetCidr").startswith("InternalApiNetCidr: text")


def test_letter_case_is_no_matter() -> None:
    assert explanation("OvsPmdCorelist") == explanation("OvsPmdCoreList")
    assert explanation("VLAN-twice") == explanation("vlan-twice")
    assert explanation("controllerImage") != explanation("ControllerImage")


def test_a_misspelt_name_is_refused_with_a_guess() -> None:
    with pytest.raises(NfvgenError, match="did you mean 'OvsPmdCoreList'"):
        explanation("OvsPmdCoresList")
    assert CliRunner().invoke(app, ["explain", "OvsPmdCoresList"]).exit_code == 2


def test_keys_of_flavors_and_images() -> None:
    text = explanation("hw:cpu_policy")
    assert text.startswith(
        "hw:cpu_policy: an extra spec of flavors\n  allowed: dedicated or shared"
    )
    assert "Source: nova 20.6.1 nova/virt/hardware.py" in text
    assert "Wrong, by flavor-spec-value" in text
    assert "a property of images" in explanation("hw_vif_multiqueue_enabled")
    assert "CPUs such as 0-3,6" in explanation("hw:numa_cpus.3")
    assert "21 (Ussuri) does" in explanation("accel:device_profile")
    assert "only the driver for VMware reads" in explanation("vmware:anything")


def test_keys_of_inventories() -> None:
    text = explanation("rx_queues")
    assert "roles.NAME.links[].rx_queues: a whole number or text" in text
    assert "flavors.NAME.rx_queues: a whole number, 1 to 256" in text
    assert "pmd-threads-too-few" in text
    assert "flavor.yaml" not in explanation("vcpus")  # which is no inventory
    one = explanation("links[1].rx_queues")
    assert "flavors.NAME.rx_queues" not in one
    assert "  required\n" in explanation("networks.NAME.cidr")


def test_constraints_in_words() -> None:
    said = {name: allowed({"allowed_pattern": name}) for name in ("[0-9]*", "[a-zA-Z0-9_-]+")}
    assert said == {
        "[0-9]*": "digits, or nothing",
        "[a-zA-Z0-9_-]+": "letters, digits, underscores and hyphens, at least one of them",
    }
    assert allowed({"allowed_pattern": "^[a-zA-Z0-9+/]{38}==$"}).endswith("38 of them, then ==")
    assert allowed({"range": {"min": 1}}) == "at least 1"
    assert allowed({"length": {"max": 9}}) == "at most 9 long"
    assert "matches" in allowed({"allowed_pattern": "^4.?[0-9]?"})


def test_made_up_examples_are_what_they_claim_to_be() -> None:
    yaml = YAML(typ="safe")
    told = 0
    for name in CATALOGUE.names:
        found = CATALOGUE.lookup(name, roles(TARGET), networks(TARGET))
        assert found
        blocks = re.findall(r"    parameter_defaults:\n.*", "\n".join(examples(found, None)))
        for block, right in zip(blocks, (False, True), strict=False):
            data = yaml.load(block)["parameter_defaults"][name]
            value = made(data, At(None, ()))  # type: ignore[arg-type]
            text_of_list = isinstance(data, list) and found.types[0] == "string"
            fault = text_of_list or refusal(found, value) or broken_constraint(found, data)
            assert right == (not fault), (name, data, fault)
            told += 1
    assert told > 1000
