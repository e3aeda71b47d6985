"""Parameters of environments/ceph.yaml: ceph-ansible's disks, replicas and pools."""

from generator.catalog.roles import roles_of
from generator.explained import Explained, copied
from generator.inventory import Ceph, Inventory
from generator.plan.types import HeatValue, Parameter

BASE = "tripleo-heat-templates deployment/ceph-ansible/ceph-base.yaml"
OSD = "tripleo-heat-templates deployment/ceph-ansible/ceph-osd.yaml"


def osd_roles(inventory: Inventory) -> tuple[str, ...]:
    """The roles that make OSDs: those with the service, and disks to give."""
    return tuple(
        name
        for name, facts in roles_of(inventory).items()
        if facts.has("CephOSD") and inventory.servers[inventory.roles[name].server].osd_disks
    )


def ceph_parameters(
    inventory: Inventory, role: str, groups: Explained[int]
) -> tuple[Parameter, ...]:
    """What ceph-ansible needs; `role` has the OSD disks, `groups` is derived per pool."""
    server = inventory.roles[role].server
    disks: HeatValue = {
        "osd_scenario": "lvm",
        "osd_objectstore": "bluestore",
        "devices": list(inventory.servers[server].osd_disks),
    }
    rule = (
        f"the OSD disks of servers.{server}, whole devices; bluestore on LVM is the only"
        " scenario of Ceph Storage 4"
    )
    return (
        Parameter("CephAnsibleDisksConfig", Explained(disks, rule, OSD)),
        Parameter("CephPoolDefaultSize", _replicas(inventory)),
        Parameter("CephPoolDefaultPgNum", Explained[HeatValue](
            groups.value, groups.rule, groups.source, groups.facts, groups.stated)),
    )  # fmt: skip


def _replicas(inventory: Inventory) -> Explained[HeatValue]:
    """Copies of each object."""
    count = inventory.ceph.replicas
    if count != Ceph().replicas:
        return copied(count, "ceph.replicas")
    rule = f"{count} copies of each object, on {count} hosts: the product's default"
    return Explained(count, rule, BASE)
