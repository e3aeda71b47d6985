"""When two values of a deployment are the same."""

from typing import Any

import pytest

from generator.catalog.parameters import parameters
from generator.whatif.compare import key_changes
from generator.whatif.forms import parameter_form, setting_form

DECLARED = parameters("rhosp-16.1")


def same(name: str, old: Any, new: Any, of_role: bool) -> bool:
    forms = [parameter_form(name, each, DECLARED.lookup(name), of_role) for each in (old, new)]
    return forms[0] == forms[1]


@pytest.mark.parametrize(
    ("name", "old", "new", "of_role", "equal"),
    [
        ("OvsPmdCoreList", "2-3,42", "42,2,3", True, True),
        ("OvsPmdCoreList", "2-3,42", "2-3", True, False),
        ("OvsPmdCoreList", "2", 2, True, False),  # Ansible's filter fails on a number
        ("NovaComputeCpuDedicatedSet", ["4", "6-7"], ["4", "6", "7"], True, True),
        ("NovaComputeCpuDedicatedSet", ["4-8", "^5"], ["4", "6-8"], True, True),
        ("NovaComputeCpuDedicatedSet", ["4"], "4", True, False),  # text stays one item
        ("NeutronFlatNetworks", ["a", "b"], "a,b", False, True),
        ("NeutronFlatNetworks", ["a", "b"], ["b", "a"], False, False),
        ("NumDpdkInterfaceRxQueues", 2, "2", False, True),
        ("NeutronGlobalPhysnetMtu", "9000", 9000, False, True),
        ("NeutronGlobalPhysnetMtu", "nine", 9000, False, False),
        ("TimeZone", "UTC", "utc", False, False),
        ("OvsDisableEMC", "yes", True, False, True),
        ("OvsDisableEMC", "no", True, False, False),
        ("HostnameMap", '{"a": "b"}', {"a": "b"}, False, True),
        ("KernelArgs", "a=1 b=2", "b=2 a=1", True, False),  # compared with /proc/cmdline
        ("NobodyKnows", 1, True, False, False),
    ],
)
def test_parameters(name: str, old: Any, new: Any, of_role: bool, equal: bool) -> None:
    assert same(name, old, new, of_role) is equal


@pytest.mark.parametrize(
    ("key", "old", "new", "equal"),
    [
        ("ovs_options", "bond_mode=balance-slb lacp=off", "lacp=off bond_mode=balance-slb", True),
        ("bonding_options", "mode=1", "mode=4", False),
        ("rx_queue", 2, "2", False),  # os-net-config fails on text
        ("ovs_extra", ["a b"], ["b a"], False),
    ],
)  # fmt: skip
def test_settings(key: str, old: Any, new: Any, equal: bool) -> None:
    assert (setting_form(key, old) == setting_form(key, new)) is equal


def test_keys() -> None:
    old = {"a": {"b": 1, "c": [1, {"d": 2}]}, "e": [1], "g": 1}
    new = {"a": {"b": 2, "c": [1, {"d": 3}]}, "e": [1, 2], "f": None, "g": 1}
    found = {each.path: (each.old, each.new) for each in key_changes(old, new)}
    assert found == {
        "a.b": (1, 2), "a.c[1].d": (2, 3), "e": ([1], [1, 2]), "f": (None, None),
    }  # fmt: skip
