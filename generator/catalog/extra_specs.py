"""The extra specs and image properties that Nova of Train reads, with their values."""

import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from generator.catalog.files import facts, read
from generator.explained import Fact

_NUMBER = re.compile(r"\.(0|[1-9][0-9]*)$")
_GROUP = re.compile(r"^(trait|resources)(?:[1-9][0-9]*)?$")


class KeyTable(NamedTuple):
    """Keys of one kind. Values are words with blanks between them, or a kind in <>."""

    values: Mapping[str, Fact[str]]
    open: Mapping[str, Fact[str]]  # by namespace, for keys that others make up
    others: Mapping[str, Fact[str]]  # the driver that reads it, by key or namespace
    later: Mapping[str, Fact[str]]  # the release that first reads it

    def values_of(self, key: str) -> str | None:
        """What a key may be set to; None for one that Train does not read."""
        found = self.fact_of(key)
        return found.value if found else None

    def fact_of(self, key: str) -> Fact[str] | None:
        """The same, with its source."""
        return self.values.get(_NUMBER.sub(".N", key)) or self.open.get(namespace(key))

    def driver_of(self, key: str) -> str | None:
        """The driver, not that of KVM, which reads the key."""
        found = self.others.get(key) or self.others.get(namespace(key))
        return found.value if found else None

    def since(self, key: str) -> str | None:
        """The later release that reads the key."""
        found = self.later.get(key)
        return found.value if found else None

    def claims(self, key: str) -> bool:
        """Whether the key's namespace is one of Nova's: what is unknown in it is misspelt."""
        return namespace(key) in {namespace(each) for each in (*self.values, *self.later)}


def namespace(key: str) -> str:
    """What stands before the colon, without the number of a group; "" without one."""
    before, colon, _ = key.partition(":")
    group = _GROUP.match(before)
    return (group[1] if group else before) if colon else ""


@cache
def extra_specs() -> KeyTable:
    """The keys of flavors."""
    data = read("extra-specs")
    parts = (facts(part, data[part], data["sources"])
             for part in ("specs", "open", "other_drivers", "later"))  # fmt: skip
    return KeyTable(*parts)


@cache
def image_properties() -> KeyTable:
    """The hardware properties of images, beginning with hw_."""
    data = read("extra-specs")
    parts = (facts(part, data[part], data["sources"])
             for part in ("properties", "later_properties"))  # fmt: skip
    values, later = parts
    return KeyTable(values, {}, {}, later)


@cache
def standard_traits() -> frozenset[str]:
    """The traits that Placement knows by itself."""
    return frozenset(read("extra-specs")["traits"][0].split())


@cache
def resource_classes() -> frozenset[str]:
    """The resource classes that Placement knows by itself."""
    return frozenset(read("extra-specs")["resource_classes"][0].split())
