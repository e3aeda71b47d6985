"""The search for what is used twice, which all rules about doubles share."""

from collections.abc import Hashable, Iterable, Iterator
from typing import TypeVar

User = TypeVar("User")


def repeats(uses: Iterable[tuple[Hashable, User]]) -> Iterator[tuple[User, User]]:
    """Of (what, by whom): every user behind the first of the same, as (first, later)."""
    owner: dict[Hashable, User] = {}
    for what, user in uses:
        if what in owner:
            yield owner[what], user
        else:
            owner[what] = user
