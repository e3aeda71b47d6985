"""The reasons of a page: each value is cited by a number, and explained once."""

from typing import Any, NamedTuple

from generator.explained import Explained, Fact, Mark
from generator.findings import one_line
from generator.page.text import shown


class Cited(NamedTuple):
    """A value with the anchor of its reason. `first`: nothing before it cites the same."""

    text: str
    anchor: str = ""
    number: str = ""
    first: bool = False
    recalled: bool = False


class Reason(NamedTuple):
    """Why a value is what it is."""

    anchor: str
    number: str
    name: str
    roles: tuple[str, ...]  # that have the value; none: it belongs to no role
    value: str
    recalled: bool
    rule: tuple[str, ...]  # paragraphs
    facts: tuple[Cited, ...]
    source: str
    stated: str  # where it was set by hand


class FactRow(NamedTuple):
    """A fact that values rest on."""

    anchor: str
    number: str
    name: str
    value: str
    mark: str
    source: str

    @property
    def recalled(self) -> bool:
        return self.mark == Mark.RECALLED


class Reasons:
    """Takes what a page cites, in the order of the page. What is the same is explained
    once, whichever roles it stands at."""

    def __init__(self) -> None:
        self._reasons: dict[tuple[Any, ...], Reason] = {}
        self._facts: dict[tuple[str, str, str, str], FactRow] = {}

    @property
    def reasons(self) -> tuple[Reason, ...]:
        return tuple(self._reasons.values())

    @property
    def facts(self) -> tuple[FactRow, ...]:
        return tuple(self._facts.values())

    def cite(
        self, name: str, value: Explained[Any], role: str = "", text: str | None = None
    ) -> Cited:
        """The value under a name, shown as `text` if that is given."""
        whole = shown(value.value)
        key = (name, whole, value.rule, value.source, value.stated, tuple(map(_key, value.facts)))
        first = key not in self._reasons
        if first:
            number = str(len(self._reasons) + 1)
            self._reasons[key] = Reason(
                f"r{number}", number, one_line(name), (), whole, _rests_on_memory(value),
                tuple(map(one_line, value.rule.splitlines())),
                tuple(self.fact(fact) for fact in value.facts),
                one_line(value.source), one_line(value.stated or ""),
            )  # fmt: skip
        reason = self._reasons[key]
        if role and role not in reason.roles:
            self._reasons[key] = reason._replace(roles=(*reason.roles, role))
        return Cited(
            whole if text is None else text, reason.anchor, reason.number, first, reason.recalled
        )

    def fact(self, fact: Fact[Any], text: str | None = None) -> Cited:
        """A fact as it was looked up."""
        key = _key(fact)
        first = key not in self._facts
        if first:
            number = f"F{len(self._facts) + 1}"
            self._facts[key] = FactRow(number.lower(), number, *key)
        row = self._facts[key]
        words = f"{row.name} = {row.value}" if text is None else text
        return Cited(words, row.anchor, row.number, first, row.recalled)


def _key(fact: Fact[Any]) -> tuple[str, str, str, str]:
    return one_line(fact.name), shown(fact.value), str(fact.mark), one_line(fact.source)


def _rests_on_memory(value: Explained[Any]) -> bool:
    """What is set by hand does not rest on what it stands in for."""
    return value.stated is None and bool(value.recalled)
