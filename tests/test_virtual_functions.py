"""What Nova and Neutron are told of SR-IOV ports."""

from typing import Any

import pytest
from machines import port

from generator.explained import Explained
from generator.inventory import Link
from generator.plan.types import LinkPlan
from generator.plan.virtual_functions import functions, passthrough, sriov_parameters

SRIOV: dict[str, Any] = {"kind": "sriov", "physical_network": "sriov1", "vfs": 8}


def plan(name: str = "ens4f0", vf_pci_id: "str | None" = "8086:154c", **changes: Any) -> LinkPlan:
    link = Link(ports=(name,), **{**SRIOV, **changes})
    card = port(name, vf_pci_id=vf_pci_id)
    path = ("roles", "ComputeSriov", "links", 2)
    mtu = Explained(1500, "", "")
    vfs = functions(link, card, "roles.ComputeSriov.links[2]")
    return LinkPlan(name, path, link, (card,), mtu, None, None, vfs=vfs)


def entries(*plans: LinkPlan) -> list[dict[str, Any]]:
    return [entry for _, entry in passthrough(plans)]


VF = {"vendor_id": "8086", "product_id": "154c"}
NETWORK = {"physical_network": "sriov1"}


@pytest.mark.parametrize(
    ("changes", "entry"),
    [
        ({}, {"devname": "ens4f0", **VF, **NETWORK}),
        ({"pci_match": "ids"}, {**VF, **NETWORK}),
        (
            {"pci_match": "address", "pci_address": "0000:3b:00.0"},
            {"address": "0000:3b:00.0", **VF, **NETWORK},
        ),
        ({"trusted": True}, {"devname": "ens4f0", **VF, **NETWORK, "trusted": "true"}),
        # The port itself has the id of the physical function.
        ({"vfs": 0}, {"devname": "ens4f0", "vendor_id": "8086", "product_id": "158b", **NETWORK}),
        ({"vf_pci_id": None}, {"devname": "ens4f0", **NETWORK}),
    ],
)
def test_an_entry_of_the_device_list(changes: dict[str, Any], entry: dict[str, Any]) -> None:
    assert entries(plan(**changes)) == [entry]


def test_one_entry_by_ids_covers_the_ports_of_a_network() -> None:
    by_ids = [plan(name, pci_match="ids") for name in ("ens4f0", "ens8f0")]
    assert entries(*by_ids) == [{**VF, **NETWORK}]
    assert len(entries(*by_ids, plan("ens8f1", pci_match="ids", physical_network="b"))) == 2


def test_the_agent_is_told_of_every_port() -> None:
    plans = [plan(name, pci_match="ids") for name in ("ens4f0", "ens8f0")]
    devices = {each.name: each.value for each in sriov_parameters(plans)}
    assert devices["NeutronPhysicalDevMappings"].value == ["sriov1:ens4f0", "sriov1:ens8f0"]


def test_a_role_without_sriov_ports_has_none_of_the_parameters() -> None:
    assert not list(sriov_parameters([plan(kind="linux", vfs=None, physical_network=None)]))


def test_a_reason_says_what_is_open() -> None:
    def said(**changes: Any) -> str:
        return next(sriov_parameters([plan(**changes)])).value.rule

    assert "offered the port itself too" in said(vf_pci_id=None)
    assert "offered the port itself too" not in said()
    assert "guests may ask for trusted ones" in said(trusted=True)


def test_the_number_of_functions_rests_on_the_card() -> None:
    link = plan()
    assert link.vfs is not None
    assert "of 64 that the card has" in link.vfs.rule
    assert [fact.value for fact in link.vfs.facts] == [64]
    assert link.vfs.stated == "roles.ComputeSriov.links[2].vfs"
