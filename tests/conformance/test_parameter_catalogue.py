"""The catalogue of Heat parameters says what tripleo-heat-templates 11.6.0 declare."""

from collections.abc import Mapping
from typing import Any

import pytest

from generator.catalog.parameters import HeatParameter, parameters

from . import oracles

CATALOGUE = parameters("rhosp-16.1")
ROLES = ["Controller", "Compute", "BlockStorage", "ObjectStorage", "CephStorage"]
NETWORKS = ["Storage", "StorageMgmt", "InternalApi", "Tenant", "External", "Management"]
# Names that the definition of a role chooses (deprecated_param_*), here that of ObjectStorage.
CHOSEN_BY_A_ROLE = {
    "OvercloudSwiftStorageFlavor", "SwiftStorageImage", "SwiftStorageIPs",
    "SwiftStorageServerMetadata",
}  # fmt: skip
# Declared where other roles or networks are rendered.
RENDERED_ELSEWHERE = {
    "NumDpdkInterfaceRxQueues", "OvSBridgeMtu", "StorageNFSIpSubnet", "StorageNFSRoutes",
}  # fmt: skip


@pytest.fixture(scope="module")
def declared() -> Mapping[str, Mapping[str, Any]]:
    return oracles.declared_parameters()


def known(name: str) -> HeatParameter | None:
    return CATALOGUE.lookup(name, ROLES, NETWORKS)


def test_knows_every_name(declared: Mapping[str, Mapping[str, Any]]) -> None:
    assert {name for name in declared if known(name) is None} == CHOSEN_BY_A_ROLE
    assert {name for name in CATALOGUE.names if name not in declared} == RENDERED_ELSEWHERE


def test_says_the_same_of_each(declared: Mapping[str, Mapping[str, Any]]) -> None:
    for name, facts in declared.items():
        if found := known(name):
            said = {
                "types": sorted(found.types),
                "deprecated": found.deprecated,
                "role_read": found.role_read,
            }
            assert said == facts, name
