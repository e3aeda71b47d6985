"""Rules over sizes of memory."""

from collections.abc import Iterator

from generator.catalog.release import release
from generator.checks.registry import INVENTORY_RULES
from generator.checks.subject import InventorySubject
from generator.findings import Fault, Path, Place, Severity
from generator.values import MemorySize


def _sizes(subject: InventorySubject) -> Iterator[tuple[Path, MemorySize, bool]]:
    """Every size, with its path and whether it may be nothing."""
    for name, server in subject.inventory.servers.items():
        yield ("servers", name, "memory"), server.memory, False
        for index, node in enumerate(server.numa_nodes):
            if node.memory is not None:
                yield ("servers", name, "numa_nodes", index, "memory"), node.memory, True
    for name, role in subject.inventory.roles.items():
        tuning, at = role.tuning, ("roles", name, "tuning")
        if isinstance(tuning.guest_memory, MemorySize):
            yield (*at, "guest_memory"), tuning.guest_memory, False
        if tuning.reserved_host_memory is not None:
            yield (*at, "reserved_host_memory"), tuning.reserved_host_memory, True
        for index, size in enumerate(tuning.socket_memory):
            yield (*at, "socket_memory", index), size, True
    for name, flavor in subject.inventory.flavors.items():
        yield ("flavors", name, "ram"), flavor.ram, False
        yield ("flavors", name, "disk"), flavor.disk, True


@INVENTORY_RULES.rule("size-beyond-reason", Severity.ERROR)
def size_beyond_reason(subject: InventorySubject) -> Iterator[Fault]:
    """Sizes are between nothing and 64 TiB.

    Why: No machine of the release has more, and none runs without memory: the unit or the
    number is wrong, and what is derived from it too.
    Fix: Check the unit.
    Source: Red Hat Enterprise Linux 8, supported limits (24 TiB of memory, 64 TiB architectural).
    """
    most = MemorySize.parse(release(subject.inventory.site.target).limits.memory.value)
    for path, size, may_be_nothing in _sizes(subject):
        if size > most:
            yield Fault(Place(path), f"{size} is above {most}", "check number and unit")
        elif not size.bytes and not may_be_nothing:
            yield Fault(Place(path), f"'{path[-1]}' is 0", "write the size, such as 8 GiB")
