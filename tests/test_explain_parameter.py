"""`nfvgen explain PARAMETER`: what a Heat parameter takes and where it acts."""

import pytest
from typer.testing import CliRunner

from generator.cli import app
from generator.commands.explaining import explanation
from generator.errors import NfvgenError


def test_a_role_parameter_acts_in_both_places() -> None:
    text = explanation("OvsPmdCoreList")
    assert text.startswith('OvsPmdCoreList: text\n  default: ""\n')
    assert '{"allowed_pattern": "[0-9,-]*"}' in text
    assert "for one role in its block:" in text


def test_the_rules_about_a_parameter_are_listed() -> None:
    text = explanation("OvsPmdCoreList")
    assert "\n  no-pmd-for-ports  " in text
    assert "\n  bridge-not-built  " not in text
    assert "\n  parameter-and-successor  " in explanation("NovaVcpuPinSet")
    assert "Rules about it" not in explanation("SwiftReplicas")


def test_a_global_parameter_acts_at_the_top_only() -> None:
    text = explanation("NovaSchedulerDefaultFilters")
    assert "Acts at the top of parameter_defaults only:" in text
    assert "In a role's block nothing reads it:" in text


def test_what_is_newer_or_without_effect_is_said() -> None:
    assert "known from 11.4.0 on" in explanation("NovaReservedHugePages")
    assert "no template takes it from a role's block" in explanation("OvsDpdkDriverType")


def test_names_of_roles_and_networks_are_known() -> None:
    assert explanation("ComputeOvsDpdkParameters").startswith("ComputeOvsDpdkParameters: ")
    assert explanation("InternalApiNetCidr").startswith("InternalApiNetCidr: text")


def test_a_misspelt_name_is_refused_with_a_guess() -> None:
    with pytest.raises(NfvgenError, match="did you mean 'OvsPmdCoreList'"):
        explanation("OvsPmdCorelist")
    assert CliRunner().invoke(app, ["explain", "OvsPmdCorelist"]).exit_code == 2
