"""Which rules run: --select and --ignore."""

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from generator.checks.wording import did_you_mean
from generator.errors import NfvgenError


class Selection(NamedTuple):
    """The selected rules, or None for all, and the ignored ones."""

    selected: frozenset[str] | None = None
    ignored: frozenset[str] = frozenset()

    def chosen(self, rule_id: str) -> bool:
        """Whether a rule runs. What keeps a file from being read (schema/enum) is always
        told unless it is ignored by name: nothing can be checked without reading."""
        if rule_id in self.ignored:
            return False
        return self.selected is None or rule_id in self.selected or "/" in rule_id


def selection(select: Iterable[str], ignore: Iterable[str], known: Collection[str]) -> Selection:
    """The selection of the options' values, each an id or a list of ids with commas.

    Raises NfvgenError for an id that is not known.
    """
    selected, ignored = (frozenset(_ids(option, known)) for option in (select, ignore))
    return Selection(selected or None, ignored)


def _ids(option: Iterable[str], known: Collection[str]) -> Iterator[str]:
    for value in option:
        for rule_id in filter(None, (part.strip() for part in value.split(","))):
            check_known(rule_id, known)
            yield rule_id


def check_known(rule_id: str, known: Collection[str]) -> None:
    """Raise NfvgenError unless a rule has this id."""
    if rule_id not in known:
        hint = did_you_mean(rule_id, known, "nfvgen rules lists them")
        raise NfvgenError(f"no rule {rule_id!r}; {hint}")
