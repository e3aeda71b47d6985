"""The os-net-config objects of a nic-config as single settings."""

from collections import Counter
from collections.abc import Iterator

from generator.deployment.types import ConfigObject, NicConfig
from generator.deployment.values import Value
from generator.whatif.forms import plain, setting_form
from generator.whatif.places import place
from generator.whatif.types import Area, Entry, Key


def nic_settings(role: str, config: NicConfig, planned: bool) -> dict[Key, Entry]:
    """Every object and every setting. An object is known by its type and name, a VLAN by the
    network that gives its id: the order of objects is of no account."""
    return dict(_objects(role, config.objects, (), planned))


def _objects(
    role: str, objects: tuple[ConfigObject, ...], inside: tuple[str, ...], planned: bool
) -> Iterator[tuple[Key, Entry]]:
    seen: Counter[str] = Counter()
    for each in objects:
        label = _label(each)
        seen[label] += 1
        path = (*inside, label if seen[label] == 1 else f"{label} ({seen[label]})")
        yield (
            Key(Area.NIC_CONFIG, role, "", path),
            Entry(label, label, place(each.at, planned), kind=each.type),
        )
        for name, value in each.settings.items():
            yield Key(Area.NIC_CONFIG, role, name, path), _entry(each.type, name, value, planned)
        yield from _objects(role, each.members, path, planned)


def _label(each: ConfigObject) -> str:
    """`ovs_dpdk_bond dpdkbond0`, `vlan of Storage`."""
    if each.name:
        return f"{each.type} {each.name}"
    number = each.get("vlan_id")
    if number is None:
        return each.type
    network = number.parameters[0].removesuffix("NetworkVlanID") if number.parameters else ""
    return f"{each.type} of {network}" if network else f"{each.type} {number.data}"


def _entry(kind: str, name: str, value: Value, planned: bool) -> Entry:
    data = plain(value.data)
    return Entry(
        data, setting_form(name, data), place(value.at, planned), None, _taken(value), kind
    )


def _taken(value: Value) -> tuple[str, ...]:
    """The parameters that a value or a part of it was taken from."""
    parts = [name for part in value.parts() for name in _taken(part)]
    return tuple(dict.fromkeys((*value.parameters, *parts)))
