"""Rules over flavors as they are written."""

from collections.abc import Iterator

from generator.checks.registry import INVENTORY_RULES
from generator.checks.subject import InventorySubject
from generator.checks.wording import counted
from generator.findings import Fault, Place, Severity
from generator.values import MemorySize

_GIB, _MIB = MemorySize.parse("1 GiB"), MemorySize.parse("1 MiB")


@INVENTORY_RULES.rule("flavor-queues-above-vcpus", Severity.ERROR)
def flavor_queues_above_vcpus(subject: InventorySubject) -> Iterator[Fault]:
    """A flavor asks for at most one rx queue per vCPU.

    Why: Nova makes one queue pair per vCPU and no more.
    Fix: Raise `vcpus`, or lower `rx_queues`.
    Source: Nova (Train), multiqueue of virtio ports.
    """
    for name, flavor in subject.inventory.flavors.items():
        if flavor.rx_queues and flavor.rx_queues > flavor.vcpus:
            yield Fault(
                Place(("flavors", name, "rx_queues")),
                f"{flavor.rx_queues} rx queues of {name} are more than its "
                f"{counted(flavor.vcpus, 'vCPU')}",
                f"write rx_queues: {flavor.vcpus}, or vcpus: {flavor.rx_queues}",
            )


@INVENTORY_RULES.rule("flavor-queues-not-vcpus", Severity.WARNING)
def flavor_queues_not_vcpus(subject: InventorySubject) -> Iterator[Fault]:
    """A flavor with multiqueue asks for one rx queue per vCPU.

    Why: Train knows one queue or as many as vCPUs; a number between is not to be had.
    Fix: Write the number of vCPUs, or 1.
    Source: Nova (Train), multiqueue of virtio ports.
    """
    for name, flavor in subject.inventory.flavors.items():
        if flavor.rx_queues and 1 < flavor.rx_queues < flavor.vcpus:
            yield Fault(
                Place(("flavors", name, "rx_queues")),
                f"{name} asks for {flavor.rx_queues} queues and gets {flavor.vcpus}, one per vCPU",
                f"write rx_queues: {flavor.vcpus}, and enable fewer in the guest with ethtool -L",
            )


@INVENTORY_RULES.rule("flavor-queues-without-images", Severity.WARNING)
def flavor_queues_without_images(subject: InventorySubject) -> Iterator[Fault]:
    """A flavor with several rx queues names the images that it is for.

    Why: In Train only the image property switches multiqueue on; the flavor's own spec is
    stored and read by nobody.
    Fix: List the images under `images`, or set hw_vif_multiqueue_enabled=true yourself.
    Source: Nova 20 (Train), nova/virt/hardware.py.
    """
    for name, flavor in subject.inventory.flavors.items():
        if flavor.rx_queues and flavor.rx_queues > 1 and not flavor.images:
            yield Fault(
                Place(("flavors", name, "rx_queues")),
                f"{name} asks for {flavor.rx_queues} rx queues, but names no image to set them on",
                "write images: [NAME]",
            )


@INVENTORY_RULES.rule("flavor-properties-without-images", Severity.WARNING)
def flavor_properties_without_images(subject: InventorySubject) -> Iterator[Fault]:
    """A flavor with image properties names the images that get them.

    Why: Properties are set on the images of the flavor; without one they are set nowhere.
    Fix: List the images under `images`, or remove the properties.
    Source: our reading of the inventory.
    """
    for name, flavor in subject.inventory.flavors.items():
        if flavor.image_properties and not flavor.images:
            yield Fault(
                Place(("flavors", name, "image_properties")),
                f"{name} has image properties, but names no image to set them on",
                "write images: [NAME]",
            )


@INVENTORY_RULES.rule("flavor-size-no-unit", Severity.ERROR)
def flavor_size_no_unit(subject: InventorySubject) -> Iterator[Fault]:
    """The disk of a flavor is a number of GiB, and its memory one of MiB.

    Why: Nova's units are GiB and MiB: the rest is cut off, and a disk below 1 GiB becomes
    0, which is a disk of the image's size.
    Fix: Write the next whole number.
    Source: Nova (Train), flavors: disk and ram.
    """
    for name, flavor in subject.inventory.flavors.items():
        for key, size, unit in (("disk", flavor.disk, _GIB), ("ram", flavor.ram, _MIB)):
            if size.bytes % unit.bytes:
                more = MemorySize((size.bytes // unit.bytes + 1) * unit.bytes)
                yield Fault(
                    Place(("flavors", name, key)),
                    f"the {key} of {name}, {size}, is no whole number of {str(unit)[2:]}",
                    f"write {key}: {more}",
                )
