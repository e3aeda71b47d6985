"""Placement groups of the Ceph pools that the deployment makes."""

from generator.catalog.release import CephRule
from generator.explained import Explained, by_hand
from generator.findings import Path, path_text


def placement_groups(
    osds: int, replicas: int, rule: CephRule, stated: int | None, at: Path
) -> Explained[int]:
    """CephPoolDefaultPgNum, the same for each pool: the largest power of two that keeps
    pools x groups x replicas / OSDs at or below the target, and never below Ceph's own
    default. TripleO's 128 exceeds Ceph's hard limit of groups per OSD in small clusters,
    and pool creation then fails. `stated` is ceph.placement_groups, at the path `at`."""
    pools = rule.pools.value.split()
    target, least = rule.groups_per_osd.value, rule.min_groups.value
    share = target * osds // (len(pools) * replicas)
    power = 1 << max(share.bit_length() - 1, 0)
    value = max(power, least)
    load = len(pools) * value * replicas / max(osds, 1)
    rounded = f"the power of two at or below it is {power}" + (
        "" if value == power else f", raised to Ceph's own default {least}"
    )
    derived = Explained(
        value,
        f"{target} x {osds} OSDs / ({len(pools)} pools x {replicas} replicas) = {share};"
        f" {rounded}; {len(pools)} x {value} x {replicas} / {osds} = {load:.4g} per OSD"
        f" (pools: {', '.join(pools)})",
        f"{rule.pools.source}; {rule.groups_per_osd.source}",
        (rule.pools, rule.groups_per_osd, rule.min_groups),
    )
    return derived if stated is None else by_hand(stated, path_text(at), derived)
