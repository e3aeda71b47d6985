"""The product's role Compute: names and parameters that other roles have otherwise."""

from dataclasses import replace
from ipaddress import IPv4Address
from pathlib import Path
from typing import Literal

import pytest

from generator.inventory import Node
from generator.plan.build import derive_plan
from generator.plan.host_names import host_names, hostname_map
from generator.reading.load import load_inventory

KERNEL = load_inventory(Path(__file__).parents[1] / "examples/kernel-compute/inventory.yaml")


@pytest.mark.parametrize(("neutron", "mapped"), [("ovs", None), ("ovn", ["physint:br-tenant"])])
def test_its_bridges_survive_the_products_file_for_ovn(
    neutron: Literal["ovs", "ovn"], mapped: list[str] | None
) -> None:
    inventory = replace(KERNEL.inventory, site=replace(KERNEL.inventory.site, neutron=neutron))
    [_, compute] = derive_plan(KERNEL._replace(inventory=inventory)).roles
    found = {each.name: each.value.value for each in compute.parameters}
    assert found.get("NeutronBridgeMappings") == mapped


def test_its_nodes_have_the_names_that_the_product_gives_them() -> None:
    names = ("overcloud-novacompute-0", "overcloud-novacompute-1")
    assert host_names(KERNEL.inventory, "Compute") == names
    node = Node("Compute", IPv4Address("192.168.110.1"), "52:54:00:00:00:01")
    named = replace(KERNEL.inventory, nodes={"c-0": node})
    assert hostname_map(named) == {"overcloud-novacompute-0": "c-0"}
    assert host_names(named, "Compute") == ("c-0", names[1])
