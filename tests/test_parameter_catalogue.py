"""The catalogue of Heat parameters."""

import pytest

from generator.catalog.parameters import parameters

KNOWN = parameters("rhosp-16.1")
ROLES, NETWORKS = ("Controller", "ComputeOvsDpdk"), ("InternalApi", "Storage", "StorageMgmt")
TYPES = {"string", "number", "boolean", "json", "comma_delimited_list"}


def test_a_declaration() -> None:
    found = KNOWN.lookup("OvsPmdCoreList")
    assert found is not None
    assert (found.types, found.default, found.constraints) == (
        ("string",), "", ({"allowed_pattern": "[0-9,-]*"},),
    )  # fmt: skip
    assert found.role_specific
    assert found.role_read
    assert not found.deprecated


def test_marks() -> None:
    driver, pins = KNOWN.lookup("OvsDpdkDriverType"), KNOWN.lookup("NovaVcpuPinSet")
    assert driver is not None
    assert pins is not None
    assert driver.unread
    assert not driver.role_read
    assert pins.deprecated


@pytest.mark.parametrize(
    ("name", "pattern", "role", "network"),
    [
        ("ComputeOvsDpdkParameters", "{role}Parameters", "ComputeOvsDpdk", ""),
        ("OvercloudControllerFlavor", "Overcloud{role}Flavor", "Controller", ""),
        ("StorageMgmtNetCidr", "{network}NetCidr", "", "StorageMgmt"),
        ("InternalApiNetworkVlanID_leaf1", "{network}NetworkVlanID_{subnet}", "", "InternalApi"),
    ],
)
def test_patterns(name: str, pattern: str, role: str, network: str) -> None:
    found = KNOWN.lookup(name, ROLES, NETWORKS)
    assert found is not None
    assert (found.pattern, found.role, found.network) == (pattern, role, network)


@pytest.mark.parametrize("name", ["ComputeSriovParameters", "TenantNetCidr", "OvsPMDCoreList"])
def test_what_nobody_declares(name: str) -> None:
    assert KNOWN.lookup(name, ROLES, NETWORKS) is None


def test_shapes_and_suggestions() -> None:
    assert [each.role for each in KNOWN.shapes("FooParameters")] == ["Foo"]
    assert KNOWN.suggestions("OvsPMDCoreList")[0] == "OvsPmdCoreList"
    assert KNOWN.suggestions("ComputOvsDpdkParameters", ROLES)[0] == "ComputeOvsDpdkParameters"
    assert KNOWN.suggestions("Xyzzy") == ()


def test_every_declaration_is_whole() -> None:
    assert len(KNOWN.names) > 1900
    for name in KNOWN.names:
        found = KNOWN.lookup(name)
        assert found is not None
        assert set(found.types) <= TYPES
        assert name in KNOWN
