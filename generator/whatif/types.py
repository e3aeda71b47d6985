"""Settings of a deployment, one by one, and what differs between two of them."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from generator.catalog.effects import Effect
from generator.explained import Explained


class Area(StrEnum):
    """What a setting belongs to."""

    ROLE = "role"
    PARAMETER = "parameter"
    NIC_CONFIG = "nic-config"
    NETWORK = "network"
    COMMAND = "deploy command"
    FLAVOR = "flavor"
    IMAGE = "image"
    AGGREGATE = "aggregate"
    ROOT_DISK = "root disk"
    KERNEL_PORT = "kernel ports"


class Key(NamedTuple):
    """A setting. `of` is the role, network, flavor ... that it belongs to, "" for what all
    share; `inside` are the os-net-config objects around it, the outermost first; `name` is ""
    where the object itself is meant, that it is there at all."""

    area: Area
    of: str
    name: str
    inside: tuple[str, ...] = ()

    def within(self, other: "Key") -> bool:
        """Whether this is part of what the other is as a whole."""
        if other.name or self == other:
            return False
        if other.area is Area.NIC_CONFIG:
            depth = len(other.inside)
            return self[:2] == other[:2] and self.inside[:depth] == other.inside
        if other.area is Area.ROLE:
            return self.of == other.of and self.area in _OF_ROLES
        return self[:2] == other[:2]


_OF_ROLES = {Area.ROLE, Area.PARAMETER, Area.NIC_CONFIG, Area.KERNEL_PORT}


class Entry(NamedTuple):
    """The value of a setting with what is known of it.

    `form` is what decides whether two values are the same. `at` is where it is decided:
    the path in an inventory, or file, line and column of a rendered file.
    """

    value: Any  # plain data, as JSON has it
    form: str
    at: str = ""
    reason: Explained[Any] | None = None
    parameters: tuple[str, ...] = ()  # Heat parameters that it was taken from
    kind: str = ""  # the type of the os-net-config object around it
    pattern: str = ""  # of the parameter's name, such as {role}Count
    secret: bool = False


Settings = Mapping[Key, Entry]


class Acting(NamedTuple):
    """An effect on the nodes of roles; none for what is done in the cloud."""

    effect: Effect
    roles: tuple[str, ...]


class Change(NamedTuple):
    """A setting that differs. `old` or `new` is None where there is none."""

    key: Key
    old: Entry | None
    new: Entry | None
    effects: tuple[Acting, ...] = ()
    with_it: tuple[Key, ...] = ()  # settings of nic-configs that change by it, or like it
    also: tuple[str, ...] = ()  # other names of the same fact

    @property
    def entry(self) -> Entry:
        """The new value, or the one that is gone."""
        found = self.new or self.old
        assert found is not None
        return found

    @property
    def roles(self) -> tuple[str, ...]:
        """The roles on the nodes of which it acts."""
        return tuple(dict.fromkeys(role for each in self.effects for role in each.roles))


class KeyChange(NamedTuple):
    """A key of an inventory that was written differently; None: not written."""

    path: str
    old: Any
    new: Any


class Difference(NamedTuple):
    """Everything that differs between two deployments."""

    old: str  # the path that was given
    new: str
    keys: tuple[KeyChange, ...]  # () unless both are inventories
    changes: tuple[Change, ...]
    needs: Mapping[str, tuple[str, ...]]  # role -> classes; "" for what is no node's
    meanings: Mapping[str, str]  # class -> words
    notes: tuple[str, ...]  # what was not compared
