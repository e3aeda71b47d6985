"""Flavors of a cloud, written as an inventory writes them."""

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from generator.cloud.state import CloudFlavor
from generator.derive.flavors import PAGE_SPEC
from generator.plan.ownership import read_description
from generator.reading.schema import load_schema
from generator.values import MemorySize

_FIELDS = {
    "hw:cpu_policy": "cpu_policy",
    "hw:cpu_thread_policy": "cpu_thread_policy",
    "hw:emulator_threads_policy": "emulator_threads",
}
_PAGES = {spec: pages for pages, spec in PAGE_SPEC.items()}
_CHOSEN_BY_NOVA = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class Imported(NamedTuple):
    """The section `flavors` of an inventory, and what could not be written there."""

    flavors: dict[str, dict[str, Any]]
    notes: tuple[str, ...]


def import_flavors(flavors: Iterable[CloudFlavor]) -> Imported:
    """Everything that an inventory can say of these flavors. A spec whose value would come
    out differently is written as it is, under extra_specs."""
    written, notes = {}, []
    allowed = load_schema("inventory.schema.json")["$defs"]
    for flavor in flavors:
        if not re.search(allowed["FlavorName"]["pattern"], flavor.name):
            notes.append(f"{flavor.name!r} is left out: an inventory has no such names")
        elif not flavor.is_public and not flavor.access:
            notes.append(f"{flavor.name} is left out: it is private, and no project may use it")
        else:
            written[flavor.name] = dict(_entries(flavor))
            notes += _unsaid(flavor)
    return Imported(written, tuple(notes))


def _entries(flavor: CloudFlavor) -> Iterator[tuple[str, Any]]:
    yield "vcpus", flavor.vcpus
    yield "ram", str(MemorySize.mib(flavor.ram))
    yield "disk", f"{flavor.disk} GiB"
    others = {}
    for key, value in flavor.extra_specs.items():
        if (field := _FIELDS.get(key)) and value in _choices(field):
            yield field, value
        elif key == "hw:mem_page_size" and value in _PAGES:
            yield "hugepages", _PAGES[value]
        elif key == "hw:numa_nodes" and value.isascii() and value.isdigit():
            yield "numa_nodes", int(value)
        elif value.strip():
            others[key] = value
    if others:
        yield "extra_specs", others
    if flavor.access:
        yield "access", list(flavor.access)
    if text := read_description(flavor.description)[0]:
        yield "description", text
    if not _CHOSEN_BY_NOVA.fullmatch(flavor.id):
        yield "id", flavor.id


def _choices(field: str) -> list[str]:
    definitions = load_schema("inventory.schema.json")["$defs"]
    choices: list[str] = definitions["Flavor"]["properties"][field]["enum"]
    return choices


def _unsaid(flavor: CloudFlavor) -> Iterator[str]:
    for key, value in flavor.extra_specs.items():
        if not value.strip():
            yield f"{flavor.name}: the extra spec {key} is left out: it has no value"
    for name in ("swap", "ephemeral"):
        if getattr(flavor, name):
            yield f"{flavor.name}: its {name} is left out; the flavor keeps it"
