"""Rules over disks."""

from collections import Counter
from collections.abc import Iterator

from generator.checks.devices import is_partition, other_device, whole_disk
from generator.checks.registry import INVENTORY_RULES
from generator.checks.subject import InventorySubject
from generator.checks.wording import listed
from generator.findings import Fault, Place, Severity


@INVENTORY_RULES.rule("osd-disks-missing", Severity.ERROR)
def osd_disks_missing(subject: InventorySubject) -> Iterator[Fault]:
    """The server of a role that makes OSDs names its OSD disks.

    Why: ceph-ansible has no device to work on and stops.
    Fix: List the whole disks for Ceph under `osd_disks` of the server.
    Source: tripleo-heat-templates (Train), CephAnsibleDisksConfig.
    """
    for name in subject.osd_roles:
        role = subject.inventory.roles[name]
        server = subject.inventory.servers.get(role.server)
        if server is not None and role.count and not server.osd_disks:
            yield Fault(
                Place(("servers", role.server), on_key=True),
                f"{role.server} names no OSD disks, but {name} makes OSDs",
                "list them: osd_disks: [/dev/sdb, ...]",
            )


@INVENTORY_RULES.rule("osd-disks-unused", Severity.WARNING)
def osd_disks_unused(subject: InventorySubject) -> Iterator[Fault]:
    """OSD disks are named for servers of roles that make OSDs.

    Why: No other role has the service; the disks stay empty.
    Fix: Remove `osd_disks`, or use the profile for CephStorage.
    Source: tripleo-heat-templates (Train): the CephOSD service.
    """
    inventory = subject.inventory
    makers = {inventory.roles[name].server for name in subject.osd_roles}
    users = {role.server for role in inventory.roles.values()}
    for profile, server in inventory.servers.items():
        if server.osd_disks and profile in users and profile not in makers:
            yield Fault(
                Place(("servers", profile, "osd_disks")),
                f"no role on {profile} makes OSDs of {listed(server.osd_disks)}",
                "remove osd_disks, or make it the server of CephStorage",
            )


@INVENTORY_RULES.rule("osd-disks-differ", Severity.ERROR)
def osd_disks_differ(subject: InventorySubject) -> Iterator[Fault]:
    """Roles that make OSDs have the same OSD disks.

    Why: One list of devices serves every node with OSDs; ceph-ansible stops where a disk
    of it is missing, and leaves others empty.
    Fix: Write the same `osd_disks`, or keep such nodes out of the cluster.
    Source: tripleo-heat-templates (Train), CephAnsibleDisksConfig.
    """
    inventory = subject.inventory
    makers = [
        (name, inventory.roles[name].server)
        for name in subject.osd_roles
        if inventory.roles[name].server in inventory.servers and inventory.roles[name].count
    ]
    for name, profile in makers[1:]:
        first, before = makers[0]
        own, wanted = (inventory.servers[each].osd_disks for each in (profile, before))
        if own and wanted and own != wanted:
            yield Fault(
                Place(("servers", profile, "osd_disks")),
                f"{name} has the OSD disks {listed(own)}, and {first} {listed(wanted)}",
                "write the same disks, in the same order",
                related=(Place(("servers", before, "osd_disks")),),
            )


@INVENTORY_RULES.rule("root-disk-unreached", Severity.INFO)
def root_disk_unreached(subject: InventorySubject) -> Iterator[Fault]:
    """Every node of a role with a root disk is listed under nodes.

    Why: The root disk is set on each registered machine by its name; a machine that is
    not listed is left to Ironic's choice.
    Fix: List the machines under `nodes`, or set their root disk when you register them.
    Source: Ironic, root_device property of a node.
    """
    inventory = subject.inventory
    named = Counter(node.role for node in inventory.nodes.values())
    for name, role in inventory.roles.items():
        server = inventory.servers.get(role.server)
        if server and server.root_disk and named[name] < role.count:
            yield Fault(
                Place(("servers", role.server, "root_disk")),
                f"root_disk reaches {named[name]} of {role.count} nodes of {name}",
                f"list the other {role.count - named[name]} under nodes",
            )


@INVENTORY_RULES.rule("root-disk-among-osds", Severity.ERROR)
def root_disk_among_osds(subject: InventorySubject) -> Iterator[Fault]:
    """The root disk is not an OSD disk.

    Why: Ceph would take the disk that the system runs from; ceph-ansible stops at the
    mounted device.
    Fix: Take the root disk out of `osd_disks`.
    Source: ceph-ansible, preparation of lvm devices.
    """
    for profile, server in subject.inventory.servers.items():
        root = server.root_disk
        names = {whole_disk(disk) for disk in (root.name, root.by_path) if disk} if root else set()
        for index, disk in enumerate(server.osd_disks):
            if whole_disk(disk) in names:
                yield Fault(
                    Place(("servers", profile, "osd_disks", index)),
                    f"{disk} is the root disk of {profile}",
                    f"remove {disk} from osd_disks",
                )


def _disks(subject: InventorySubject) -> Iterator[tuple[str, Place]]:
    """Every disk that is named, with where it stands."""
    for profile, server in subject.inventory.servers.items():
        for index, disk in enumerate(server.osd_disks):
            yield disk, Place(("servers", profile, "osd_disks", index))
        for key in ("name", "by_path"):
            if server.root_disk and (disk := getattr(server.root_disk, key)):
                yield disk, Place(("servers", profile, "root_disk", key))


@INVENTORY_RULES.rule("disk-is-partition", Severity.ERROR)
def disk_is_partition(subject: InventorySubject) -> Iterator[Fault]:
    """Root disk and OSD disks are whole disks.

    Why: Ironic writes an image with a partition table on the root disk and finds disks by
    name only; ceph-volume refuses partitions in a list of devices.
    Fix: Write the disk.
    Source: OpenStack Ironic, root device hints; ceph-volume lvm batch.
    """
    for disk, place in _disks(subject):
        if is_partition(disk):
            whole = whole_disk(disk)
            yield Fault(place, f"{disk} is a partition", f"write the whole disk: {whole}")


@INVENTORY_RULES.rule("disk-is-no-disk", Severity.ERROR)
def disk_is_no_disk(subject: InventorySubject) -> Iterator[Fault]:
    """Root disk and OSD disks are disks.

    Why: Nothing can be installed on /dev/null, a terminal or a drive of optical discs.
    Fix: Write a disk as `lsblk` shows it.
    Source: Linux Documentation/admin-guide/devices.txt.
    """
    for disk, place in _disks(subject):
        if other_device(disk):
            yield Fault(
                place, f"{disk} is no disk", "write a disk as lsblk shows it, such as /dev/sdb"
            )


@INVENTORY_RULES.rule("root-disk-unknown", Severity.WARNING)
def root_disk_unknown(subject: InventorySubject) -> Iterator[Fault]:
    """A server with OSD disks names its root disk.

    Why: Left to itself the installation takes the smallest disk above 4 GiB, which may
    well be one of the OSD disks.
    Fix: Write `root_disk` with a name, serial, WWN or size.
    Source: OpenStack Ironic, root device hints.
    """
    for profile, server in subject.inventory.servers.items():
        if server.osd_disks and server.root_disk is None:
            yield Fault(
                Place(("servers", profile), on_key=True),
                f"{profile} has OSD disks, and nothing says which disk the system goes on",
                "write root_disk: {name: /dev/sda}, or with serial or wwn",
            )
