"""Bond options stand in the syntax of the program that reads them."""

import pytest

from generator.derive.bond_options import bond_options
from generator.inventory import BondMode, LinkKind

HASH = "xmit_hash_policy=layer3+4"


@pytest.mark.parametrize(
    ("kind", "mode", "lacp", "expected"),
    [
        ("linux", "802.3ad", None, f"mode=802.3ad miimon=100 lacp_rate=fast {HASH}"),
        ("linux", "active-backup", None, "mode=active-backup miimon=100"),
        ("linux", "balance-xor", None, "mode=balance-xor miimon=100 xmit_hash_policy=layer3+4"),
        ("ovs", "active-backup", None, "bond_mode=active-backup"),
        ("ovs", "balance-slb", "active", "bond_mode=balance-slb lacp=active"),
        # Without negotiated LACP a balance-tcp bond drops everything.
        ("ovs-dpdk", "balance-tcp", None, "bond_mode=balance-tcp lacp=active"),
        ("ovs-dpdk", "balance-tcp", "passive", "bond_mode=balance-tcp lacp=passive"),
    ],
)  # fmt: skip
def test_each_mode(kind: LinkKind, mode: BondMode, lacp: str | None, expected: str) -> None:
    assert bond_options(kind, mode, lacp, {}, "roles.R.links[0]").value == expected


def test_options_of_the_inventory_win_key_by_key() -> None:
    derived = bond_options("linux", "802.3ad", None, {"lacp_rate": "slow"}, "roles.R.links[0]")
    assert derived.value == "mode=802.3ad miimon=100 lacp_rate=slow xmit_hash_policy=layer3+4"
    assert "by hand: lacp_rate (roles.R.links[0].options)" in derived.rule


def test_balance_tcp_says_that_it_is_a_preview() -> None:
    assert "technology preview" in bond_options("ovs-dpdk", "balance-tcp", None, {}, "x").rule
