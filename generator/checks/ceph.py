"""Rules over the Ceph cluster."""

from collections.abc import Iterator

from generator.catalog.files import facts, read
from generator.catalog.release import release
from generator.checks.registry import INVENTORY_RULES
from generator.checks.subject import InventorySubject
from generator.explained import Fact
from generator.findings import Fault, Place, Severity

_GROUPS = Place(("ceph", "placement_groups"))


def _limit(target: str) -> Fact[int]:
    data = read(f"targets/{target}")
    found: Fact[int] = facts("ceph_limits", data["ceph_limits"], data["sources"])["groups_per_osd"]
    return found


def _osds(subject: InventorySubject) -> int:
    inventory = subject.inventory
    roles = [inventory.roles[name] for name in subject.osd_roles]
    known = [role for role in roles if role.server in inventory.servers]
    return sum(role.count * len(inventory.servers[role.server].osd_disks) for role in known)


@INVENTORY_RULES.rule("ceph-groups-no-power-of-two", Severity.WARNING)
def ceph_groups_no_power_of_two(subject: InventorySubject) -> Iterator[Fault]:
    """The placement groups of a pool are a power of two.

    Why: With another number some groups hold twice as many objects as others; Ceph says
    HEALTH_WARN.
    Fix: Write the power of two below, or leave `placement_groups` out.
    Source: Ceph Nautilus, POOL_PG_NUM_NOT_POWER_OF_TWO.
    """
    groups = subject.inventory.ceph.placement_groups
    if groups is not None and groups & (groups - 1):
        below = 1 << groups.bit_length() - 1
        yield Fault(
            _GROUPS,
            f"{groups} placement groups are no power of two",
            f"write {below} or {2 * below}, or leave placement_groups out",
        )


@INVENTORY_RULES.rule("ceph-groups-above-limit", Severity.ERROR)
def ceph_groups_above_limit(subject: InventorySubject) -> Iterator[Fault]:
    """No OSD carries more placement groups than Ceph allows.

    Why: Ceph refuses the pool that would exceed mon_max_pg_per_osd, and the deployment
    stops there.
    Fix: Write fewer `placement_groups`, or leave them out.
    Source: Ceph Nautilus, mon_max_pg_per_osd: 250, from memory.
    """
    ceph, osds = subject.inventory.ceph, _osds(subject)
    pools = len(release(subject.inventory.site.target).ceph.pools.value.split())
    limit = _limit(subject.inventory.site.target)
    if ceph.placement_groups is None or not osds:
        return
    load = -(-pools * ceph.placement_groups * ceph.replicas // osds)
    if load > limit.value:
        most = limit.value * osds // (pools * ceph.replicas)
        room = f"write {1 << most.bit_length() - 1} or less" if most else "add OSDs"
        yield Fault(
            _GROUPS,
            f"{pools} pools of {ceph.placement_groups} placement groups with {ceph.replicas} "
            f"replicas are {load} on each of {osds} OSDs; Ceph takes {limit.value}",
            f"{room}, or leave placement_groups out",
        )
