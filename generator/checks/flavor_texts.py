"""The flavors of an inventory as Nova reads them, and where each part of them stands."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from generator.checks.flavor_faults import PAGES, FlavorText, KeyFault
from generator.checks.subject import InventorySubject
from generator.derive.flavors import extra_specs
from generator.findings import Fault, Place
from generator.inventory import Flavor
from generator.values import MemorySize

_FIELDS = {
    "hw:cpu_policy": "cpu_policy",
    "hw:cpu_thread_policy": "cpu_thread_policy",
    "hw:emulator_threads_policy": "emulator_threads",
    "hw:mem_page_size": "hugepages",
    "hw:numa_nodes": "numa_nodes",
    "hw:numa_cpus.N": "numa_cpus",
    "hw:numa_mem.N": "numa_memory",
}
_PAGES_OF_ROLES = "the huge pages of the DPDK roles, which a flavor without hugepages gets:"
_LISTS = {"hw:numa_cpus.": "numa_cpus", "hw:numa_mem.": "numa_memory"}


def flavor_texts(subject: InventorySubject) -> Iterator[FlavorText]:
    """Each flavor with the extra specs that it gets: derived ones, and those written out."""
    inventory = subject.inventory
    pages = next(iter(subject.page_sizes), None)
    for name, flavor in inventory.flavors.items():
        known = flavor.aggregate in inventory.aggregates
        whole = flavor if known else replace(flavor, aggregate=None)
        specs = extra_specs(name, whole, pages, inventory.aggregates)
        yield FlavorText(
            name, flavor.vcpus, flavor.ram.in_mib,
            {key: spec.value for key, spec in specs.items()}, flavor.image_properties,
            lambda key, flavor=flavor: called(flavor, key),  # type: ignore[misc]
            lambda mib: str(MemorySize.mib(mib)),
            *([] if flavor.hugepages or PAGES in flavor.extra_specs else [_PAGES_OF_ROLES]),
        )  # fmt: skip


def called(flavor: Flavor, key: str) -> str:
    """What the inventory calls an extra spec: by a key of its own, if it has one."""
    return key if key in flavor.extra_specs else _FIELDS.get(key, key)


def place(subject: InventorySubject, name: str, key: str) -> Place:
    """Where a part of a flavor is written: an extra spec, a property, or a field."""
    flavor = subject.inventory.flavors[name]
    at = ("flavors", name)
    for field in ("extra_specs", "image_properties"):
        if key in getattr(flavor, field):
            return Place((*at, field, key))
    for prefix, field in _LISTS.items():
        number = key.removeprefix(prefix)
        if number != key and int(number) < len(getattr(flavor, field)):
            return Place((*at, field, int(number)))
    field = _FIELDS.get(key, key)
    if getattr(flavor, field, None) is not None:
        return Place((*at, field))
    return Place(at, on_key=True)


def faults(
    subject: InventorySubject, check: Callable[[FlavorText], Iterator[KeyFault]]
) -> Iterator[Fault]:
    """What a check finds in each flavor."""
    for flavor in flavor_texts(subject):
        for found in check(flavor):
            yield Fault(place(subject, flavor.name, found.key), found.message, found.hint)
