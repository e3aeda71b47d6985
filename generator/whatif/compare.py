"""What differs between two deployments, setting by setting."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from generator.whatif.forms import canonical
from generator.whatif.settings import TWINS
from generator.whatif.types import Area, Change, Entry, Key, KeyChange, Settings


def changes(old: Settings, new: Settings) -> tuple[Change, ...]:
    """Every setting that differs, each fact once: what comes or goes as a whole is not told
    part by part, nor what a nic-config takes over from a parameter beside the parameter."""
    found = [
        Change(key, old.get(key), new.get(key))
        for key in dict.fromkeys((*new, *old))
        if key not in old or key not in new or old[key].form != new[key].form
    ]
    wholes = [each.key for each in found if not each.key.name]
    apart = [each for each in found if not any(each.key.within(whole) for whole in wholes)]
    return tuple(_taken_over(_once(apart, wholes)))


def _once(found: Iterable[Change], wholes: Collection[Key]) -> Iterator[Change]:
    """A network's fact, which stands in network_data and as a parameter, once."""
    by_key = {each.key: each for each in found}
    twins: dict[Key, Change] = {}
    for each in by_key.values():
        field = TWINS.get(each.entry.pattern)
        twin = by_key.get(each.key._replace(name=field)) if field else None
        if twin and _same(each, twin):
            twins[twin.key] = each
    dropped = {each.key for each in twins.values()}
    for key, each in by_key.items():
        if key not in dropped:
            twin = twins.get(key)
            yield each._replace(also=(twin.key.name,)) if twin else each


def _same(one: Change, other: Change) -> bool:
    """Whether two settings went from the same value to the same value."""
    return _values(one) == _values(other)


def _values(change: Change) -> tuple[str, str]:
    old, new = ("" if each is None else canonical(each.value) for each in (change.old, change.new))
    return old, new


def _taken_over(found: Iterable[Change]) -> Iterator[Change]:
    """Settings of nic-configs that a changed parameter brought with it go to the parameter,
    and those that change alike in one outermost object, as MTUs do, to the first of them."""
    kept = {each.key: each for each in found}
    names: dict[str, Key] = {}
    for key, each in kept.items():
        if key.area in {Area.PARAMETER, Area.NETWORK}:
            names |= dict.fromkeys((key.name, *each.also), key)
    first: dict[tuple[Key, tuple[str, str]], Key] = {}
    led: dict[Key, list[Key]] = {}
    for key, each in kept.items():
        if key.area is Area.NIC_CONFIG and each.old and each.new:
            sources = (names[name] for name in _common(each.old, each.new) if name in names)
            alike = (key._replace(inside=key.inside[:1]), _values(each))
            leader = next(sources, None) or first.setdefault(alike, key)
            if leader != key:
                led.setdefault(leader, []).append(key)
    dropped = {key for keys in led.values() for key in keys}
    for key, each in kept.items():
        if key not in dropped:
            yield each._replace(with_it=tuple(led.get(key, ())))


def _common(old: Entry, new: Entry) -> Iterator[str]:
    """The parameters that a setting is taken from before and after."""
    return (name for name in new.parameters if name in old.parameters)


def key_changes(old: Any, new: Any, path: str = "") -> Iterator[KeyChange]:
    """The keys of two inventories that are written differently, the outermost that say it
    all. Items of a list are held against each other where it has as many as before."""
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for key in dict.fromkeys((*old, *new)):
            here = f"{path}.{key}" if path else str(key)
            if key not in old or key not in new:
                yield KeyChange(here, old.get(key), new.get(key))
            else:
                yield from key_changes(old[key], new[key], here)
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for index, (before, after) in enumerate(zip(old, new, strict=True)):
            yield from key_changes(before, after, f"{path}[{index}]")
    elif canonical(old) != canonical(new):
        yield KeyChange(path, old, new)
