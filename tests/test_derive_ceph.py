"""Placement groups."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.catalog.release import release
from generator.derive.ceph import placement_groups

RULE = release("rhosp-16.1").ceph
AT = ("ceph", "placement_groups")


@pytest.mark.parametrize(("osds", "replicas", "groups"), [(3, 3, 16), (30, 3, 128), (1, 3, 8)])
def test_placement_groups(osds: int, replicas: int, groups: int) -> None:
    assert placement_groups(osds, replicas, RULE, None, AT).value == groups


def test_reasons() -> None:
    found = placement_groups(12, 3, RULE, None, AT)
    assert found.rule == (
        "100 x 12 OSDs / (4 pools x 3 replicas) = 100; the power of two at or below it is 64;"
        " 4 x 64 x 3 / 12 = 64 per OSD (pools: vms, volumes, images, backups)"
    )
    assert "raised to Ceph's own default 8" in placement_groups(1, 4, RULE, None, AT).rule
    by_hand = placement_groups(12, 3, RULE, 128, AT)
    assert (by_hand.value, by_hand.stated) == (128, "ceph.placement_groups")


@given(osds=st.integers(0, 2000), replicas=st.integers(1, 3))
def test_the_target_holds(osds: int, replicas: int) -> None:
    groups = placement_groups(osds, replicas, RULE, None, AT).value
    assert groups & (groups - 1) == 0
    assert groups == 8 or 4 * groups * replicas <= 100 * osds < 4 * 2 * groups * replicas
