"""Values that know why they are what they are."""

from enum import StrEnum
from typing import Any, Generic, NamedTuple, TypeVar

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Mark(StrEnum):
    """How sure a fact is."""

    STATED = "stated"  # written in the inventory
    DOCUMENTED = "documented"  # printed in the named document
    CODE = "read in code"  # read in the named code
    INFERRED = "inferred"  # follows from documented facts
    ASSUMED = "assumed"  # our choice, for want of a source
    RECALLED = "recalled"  # general knowledge, to be checked on the machine


class Fact(NamedTuple, Generic[T_co]):
    """A value that was looked up, with its source: a document, code or a path in the inventory."""

    name: str
    value: T_co
    mark: Mark
    source: str

    def __str__(self) -> str:
        return f"{self.name} = {self.value} [{self.mark}: {self.source}]"


class Explained(NamedTuple, Generic[T_co]):
    """A derived value with its reason.

    `rule` says how the value follows from its inputs, the arithmetic included, in one
    or more lines; it is empty for a value that the inventory gives as it is. `source`
    names the document or code that the rule comes from. `stated` is the path in the
    inventory of a value set by hand, which then is the value.
    """

    value: T_co
    rule: str
    source: str
    facts: tuple[Fact[Any], ...] = ()
    stated: str | None = None

    @property
    def recalled(self) -> tuple[Fact[Any], ...]:
        """The inputs that rest on general knowledge only."""
        return tuple(fact for fact in self.facts if fact.mark is Mark.RECALLED)

    def with_facts(self, *facts: Fact[Any]) -> "Explained[T_co]":
        """The same value, resting on these facts too (each named once)."""
        return self._replace(facts=tuple(dict.fromkeys((*self.facts, *facts))))


def by_hand(value: T, path: str, derived: Explained[Any] | None = None) -> Explained[T]:
    """A value set in the inventory at `path`; `derived` is what it stands in for."""
    instead = f"; without it: {derived.value} ({derived.rule})" if derived else ""
    return Explained(
        value, f"set by hand{instead}", f"inventory {path}",
        derived.facts if derived else (), path,
    )  # fmt: skip


def copied(value: T, path: str) -> Explained[T]:
    """A value that the inventory gives as it is: nothing to explain."""
    return Explained(value, "", f"inventory {path}")
