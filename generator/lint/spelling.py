"""Names that another one may have been meant for."""

from collections.abc import Iterable, Iterator

SHORT = 8  # letters; in shorter names two slips leave too little


def folded(name: str) -> str:
    """A name without what people get wrong most: case and separators."""
    return name.replace("_", "").replace("-", "").lower()


def slips(name: str, known: Iterable[str]) -> list[str]:
    """The known names that differ from a name in case, separators or one or two letters,
    the closest first. Numbers are never a slip: Ceph1 is not Ceph2."""
    allowed = 2 if len(name) >= SHORT else 1
    own, digits = folded(name), _digits(name)
    found = [
        (distance(own, other, allowed), candidate)
        for candidate in known
        if candidate != name
        and abs(len(candidate) - len(name)) <= allowed + 1
        and _alike(own, other := folded(candidate))
        and _digits(candidate) == digits
    ]
    return [candidate for away, candidate in sorted(found) if away <= allowed]


def _digits(name: str) -> str:
    return "".join(filter(str.isdigit, name))


def _alike(one: str, other: str) -> bool:
    """Whether two slips at most are possible: of three parts one is then untouched."""
    third = max(len(one) // 3, 1)
    return one[:third] == other[:third] or one[-third:] == other[-third:] or (
        one[third : 2 * third] in other
    )  # fmt: skip


def distance(one: str, other: str, limit: int) -> int:
    """How many letters were added, left out, replaced or swapped; `limit` + 1 for more."""
    if abs(len(one) - len(other)) > limit:
        return limit + 1
    before: list[int] = []
    last = list(range(len(other) + 1))
    for row, letter in enumerate(one, 1):
        line = [row]
        for column, against in enumerate(other, 1):
            cost = min(
                last[column] + 1, line[column - 1] + 1, last[column - 1] + (letter != against)
            )
            if row > 1 and column > 1 and one[row - 2] == against and letter == other[column - 2]:
                cost = min(cost, before[column - 2] + 1)
            line.append(cost)
        if min(line) > limit:
            return limit + 1
        before, last = last, line
    return last[-1]


def fitting(name: str, known: Iterable[str]) -> Iterator[str]:
    """The known names that a name, cut short or grown, may stand for: Compute for
    ComputeSriov."""
    own = folded(name)
    for candidate in known:
        other = folded(candidate)
        if candidate != name and (other.startswith(own) or own.startswith(other)):
            yield candidate
