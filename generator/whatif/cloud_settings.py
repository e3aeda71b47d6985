"""What an inventory asks of the cloud and of Ironic, as single settings."""

import json
import re
import shlex
from collections.abc import Iterator, Mapping
from typing import Any

from generator.explained import Explained
from generator.plan.desired import DesiredFlavor, desired_state
from generator.plan.types import Plan
from generator.whatif.forms import canonical
from generator.whatif.types import Area, Entry, Key

OF_CLOUD = frozenset({Area.FLAVOR, Area.IMAGE, Area.AGGREGATE})
_SET = re.compile(r"^openstack baremetal node set \S(?:.*\\\n)*.*", re.MULTILINE)
_HINT = "root_device="


def cloud_settings(plan: Plan) -> dict[Key, Entry]:
    """Flavors, image properties and host aggregates."""
    state = desired_state(plan)
    found: dict[Key, Entry] = {}
    for planned, flavor in zip(plan.flavors, state.flavors, strict=True):
        path = f"flavors.{flavor.name}"
        found |= _object(Area.FLAVOR, flavor.name, _fields(flavor), path, planned.extra_specs)
    for image in state.images:
        found |= _object(Area.IMAGE, image.name, image.properties, "flavors", {})
    for group in state.aggregates:
        fields = {**group.metadata, "hosts": sorted(group.hosts)}
        found |= _object(Area.AGGREGATE, group.name, fields, f"aggregates.{group.name}", {})
    return found


def root_disks(plan: Plan) -> dict[Key, Entry]:
    """The root device hint of each node."""
    return {
        Key(Area.ROOT_DISK, "", each.node): _entry(dict(each.hint), f"nodes.{each.node}", None)
        for each in plan.root_disks
    }


def written_root_disks(script: str, name: str) -> dict[Key, Entry]:
    """The hints that a rendered set-root-disks.sh gives."""
    found = {}
    for match in _SET.finditer(script):
        words = shlex.split(match[0].replace("\\\n", " "))
        node, hints = words[4], [word for word in words if word.startswith(_HINT)]
        if hints:
            line = script.count("\n", 0, match.start()) + 1
            key = Key(Area.ROOT_DISK, "", node)
            found[key] = _entry(_hint(hints[-1].removeprefix(_HINT)), f"{name}:{line}:1", None)
    return found


def _hint(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _fields(flavor: DesiredFlavor) -> Mapping[str, Any]:
    own = {
        "vcpus": flavor.vcpus, "ram": flavor.ram, "disk": flavor.disk, "id": flavor.id,
        "description": flavor.text, "projects": list(flavor.access) or None,
    }  # fmt: skip
    return {**{name: value for name, value in own.items() if value is not None},
            **flavor.extra_specs}  # fmt: skip


def _object(
    area: Area, name: str, fields: Mapping[str, Any], path: str,
    reasons: Mapping[str, Explained[str]],
) -> Iterator[tuple[Key, Entry]]:  # fmt: skip
    yield Key(area, name, ""), _entry(name, path, None)
    for field, value in fields.items():
        yield Key(area, name, field), _entry(value, path, reasons.get(field))


def _entry(value: Any, at: str, reason: Explained[Any] | None) -> Entry:
    return Entry(value, canonical(value), at, reason)
