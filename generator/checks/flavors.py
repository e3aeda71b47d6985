"""Rules over flavors as they are written."""

from collections.abc import Iterator

from generator.checks.flavor_faults import (
    PAGES,
    broken_pages,
    emulator_isolate_alone,
    thread_policy_alone,
    uneven_nodes,
)
from generator.checks.flavor_texts import faults, flavor_texts, place
from generator.checks.registry import INVENTORY_RULES
from generator.checks.subject import InventorySubject
from generator.checks.wording import counted, listed
from generator.derive.flavors import PAGE_SPEC
from generator.findings import Fault, Place, Severity
from generator.inventory import Flavor
from generator.values import MemorySize

_GIB, _MIB = MemorySize.parse("1 GiB"), MemorySize.parse("1 MiB")


def _dedicated(subject: InventorySubject, flavor: Flavor) -> bool:
    """Whether guests get CPUs of their own: as written, or with DPDK roles by default."""
    return (flavor.cpu_policy or ("dedicated" if subject.dpdk_roles else "shared")) == "dedicated"


@INVENTORY_RULES.rule("flavor-page-size-missing", Severity.ERROR)
def flavor_page_size_missing(subject: InventorySubject) -> Iterator[Fault]:
    """The page size of a flavor is the huge page size of a role with DPDK.

    Why: Nova accepts a flavor with another huge page size and finds no host for it. With
    small pages a guest boots, but its memory is not shared with Open vSwitch, and its
    ports pass no traffic.
    Fix: Write the role's `hugepage_size`, or leave the page size out.
    Source: Nova (Train), fit of the page size to host cells; memAccess.
    """
    sizes = subject.page_sizes
    known = {MemorySize.parse(size).bytes >> 10 for size in sizes}
    for flavor in flavor_texts(subject) if sizes else ():
        text, page = flavor.specs.get(PAGES), flavor.page_kib
        if text == "small" or (page and page not in known):
            written, wanted = flavor.called(PAGES), MemorySize(page << 10) if page else text
            yield Fault(
                place(subject, flavor.name, PAGES),
                f"{flavor.name} wants pages of {wanted}, the hosts have {listed(sizes)}",
                f"write {written}: {PAGE_SPEC[sizes[0]] if written == PAGES else sizes[0]}, or"
                " leave it out",
            )


@INVENTORY_RULES.rule("flavor-ram-no-page-multiple", Severity.ERROR)
def flavor_ram_no_page_multiple(subject: InventorySubject) -> Iterator[Fault]:
    """The memory of a flavor, and of each of its NUMA nodes, is a multiple of its huge page
    size.

    Why: Nova accepts the flavor and finds no host for it.
    Fix: Write the next multiple.
    Source: Nova (Train), fit of an instance to host cells.
    """
    yield from faults(subject, broken_pages)


@INVENTORY_RULES.rule("flavor-thread-policy-without-dedicated", Severity.ERROR)
def flavor_thread_policy_without_dedicated(subject: InventorySubject) -> Iterator[Fault]:
    """A CPU thread policy goes with dedicated CPUs.

    Why: Nova refuses the server when it is made.
    Fix: Write `cpu_policy: dedicated`, or remove the thread policy.
    Source: Nova (Train), hw:cpu_thread_policy.
    """
    yield from faults(subject, thread_policy_alone)


@INVENTORY_RULES.rule("flavor-isolate-with-hyperthreading", Severity.ERROR)
def flavor_isolate_with_hyperthreading(subject: InventorySubject) -> Iterator[Fault]:
    """The thread policy isolate is for hosts without hyperthreading.

    Why: With a dedicated set Nova demands a host without threads; none of the DPDK hosts
    ever fits.
    Fix: Write `cpu_thread_policy: prefer`, or switch hyperthreading off in the BIOS and the
    inventory.
    Source: Nova (Train), trait HW_CPU_HYPERTHREADING.
    """
    inventory = subject.inventory
    threads = [
        len(node.cores[0])
        for role in subject.dpdk_roles
        if (topology := subject.topologies.get(inventory.roles[role].server))
        for node in topology.nodes
    ]
    for name, flavor in inventory.flavors.items():
        if flavor.cpu_thread_policy == "isolate" and threads and min(threads) > 1:
            yield Fault(
                Place(("flavors", name, "cpu_thread_policy")),
                f"{name} isolates threads, and every DPDK host has hyperthreading on: none fits",
                "write cpu_thread_policy: prefer, or hyperthreading: false on the server",
            )


@INVENTORY_RULES.rule("flavor-emulator-isolate-without-dedicated", Severity.ERROR)
def flavor_emulator_isolate_without_dedicated(subject: InventorySubject) -> Iterator[Fault]:
    """Emulator threads are isolated for guests with dedicated CPUs.

    Why: Nova refuses the server when it is made.
    Fix: Write `cpu_policy: dedicated`, or remove `emulator_threads`.
    Source: Nova (Train), hw:emulator_threads_policy.
    """
    yield from faults(subject, emulator_isolate_alone)


@INVENTORY_RULES.rule("flavor-emulator-share-without-dedicated", Severity.INFO)
def flavor_emulator_share_without_dedicated(subject: InventorySubject) -> Iterator[Fault]:
    """Emulator threads are placed for guests with dedicated CPUs.

    Why: With shared CPUs the policy share does nothing, silently.
    Fix: Remove `emulator_threads`, or write `cpu_policy: dedicated`.
    Source: Nova (Train), hw:emulator_threads_policy.
    """
    for name, flavor in subject.inventory.flavors.items():
        if flavor.emulator_threads == "share" and not _dedicated(subject, flavor):
            yield Fault(
                Place(("flavors", name, "emulator_threads")),
                f"emulator_threads has no effect on {name}, which has shared CPUs",
                "remove it, or write cpu_policy: dedicated",
            )


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


@INVENTORY_RULES.rule("flavor-numa-nodes-uneven", Severity.ERROR)
def flavor_numa_nodes_uneven(subject: InventorySubject) -> Iterator[Fault]:
    """The NUMA nodes of a flavor share its vCPUs and memory evenly.

    Why: Nova refuses the server when it is made.
    Fix: Write multiples of `numa_nodes`, or `numa_cpus` and `numa_memory` for each node.
    Source: Nova (Train), hw:numa_nodes.
    """
    yield from faults(subject, uneven_nodes)


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
