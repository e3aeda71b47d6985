"""What a changed value needs on nodes that are deployed already, as a release has it."""

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from generator.catalog.files import MARKS, read
from generator.explained import Mark

NOT_KNOWN = "not-known"


class Effect(NamedTuple):
    """What one change needs. `needs` are classes that `Effects.needs` explains."""

    needs: tuple[str, ...]
    why: str
    mark: Mark
    sources: tuple[str, ...]
    services: tuple[str, ...] = ()  # on the nodes of which it acts, unless a role's own

    @property
    def known(self) -> bool:
        """Whether the catalogue has a row for it."""
        return bool(self.sources)


UNKNOWN = Effect((NOT_KNOWN,), "no source that was read tells what it needs", Mark.INFERRED, ())


class Row(NamedTuple):
    """The effects of a value, by the way that a number goes."""

    grows: Effect
    shrinks: Effect


class Effects(NamedTuple):
    """The catalogue. Keys of `rows` are (section, name); names of parameters may be patterns
    such as `{role}Count`."""

    needs: Mapping[str, str]  # class -> what it means; the first interrupts most
    rows: Mapping[tuple[str, str], Row]

    def find(self, section: str, *names: str) -> Row:
        """The row of the first of these names that has one; else what is said of unknowns."""
        found = (self.rows.get((section, name)) for name in names)
        return next((row for row in found if row), Row(UNKNOWN, UNKNOWN))

    @property
    def any_nic_config(self) -> Effect:
        """What each change of a nic-config needs at least."""
        return self.rows["nic_config", "*"].grows

    def in_order(self, needs: set[str]) -> tuple[str, ...]:
        """Classes, the one that interrupts most first."""
        return tuple(each for each in self.needs if each in needs)


@cache
def effects(target: str) -> Effects:
    """The catalogue of a release target."""
    data = read(f"targets/{target}-effects")
    rows: dict[tuple[str, str], Row] = {}
    for section in ("parameters", "nic_config", "networks", "roles", "command", "cloud"):
        for name, written in data[section].items():
            if isinstance(written, str):  # that of a parameter
                rows[section, name] = rows["parameters", written]
            else:
                rows[section, name] = _row(written, data["sources"])
    return Effects(data["needs"], rows)


def _row(written: Mapping[str, Any], sources: Mapping[str, str]) -> Row:
    if "needs" in written:
        same = _effect(written, sources)
        return Row(same, same)
    return Row(_effect(written["grows"], sources), _effect(written["shrinks"], sources))


def _effect(written: Mapping[str, Any], sources: Mapping[str, str]) -> Effect:
    mark, *names = written["source"]
    return Effect(
        tuple(written["needs"].split()),
        written["why"],
        MARKS[mark],
        tuple(sources[name] for name in names),
        tuple(written.get("service", "").split()),
    )
