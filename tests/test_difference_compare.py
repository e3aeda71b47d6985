"""The comparison itself, on settings made up at random."""

from hypothesis import given
from hypothesis import strategies as st

from generator.whatif.compare import changes
from generator.whatif.forms import canonical
from generator.whatif.types import Area, Change, Entry, Key

OBJECTS = ("bond a", "port b")
KEYS = [
    *(Key(Area.PARAMETER, of, name) for of in ("", "R") for name in ("P", "Q")),
    *(Key(Area.ROLE, role, name) for role in ("R", "S") for name in ("", "networks")),
    *(Key(Area.NETWORK, "N", name) for name in ("", "mtu")),
    *(
        Key(Area.NIC_CONFIG, role, name, OBJECTS[:depth])
        for role in ("R", "S") for depth in (1, 2) for name in ("", "mtu")
    ),
]  # fmt: skip


def entry(value: int, parameters: tuple[str, ...]) -> Entry:
    return Entry(value, canonical(value), parameters=parameters)


SETTINGS = st.dictionaries(
    st.sampled_from(KEYS),
    st.builds(entry, st.integers(0, 2), st.sampled_from([(), ("P",), ("P", "Q")])),
)


@given(SETTINGS)
def test_nothing_between_equals(same: dict[Key, Entry]) -> None:
    assert changes(same, dict(reversed(same.items()))) == ()


@given(SETTINGS, SETTINGS)
def test_both_ways(old: dict[Key, Entry], new: dict[Key, Entry]) -> None:
    there, back = changes(old, new), changes(new, old)
    assert told(there) == told(back)
    turned = {each.key: (each.new, each.old) for each in back}
    for each in there:
        assert turned.get(each.key, (each.old, each.new)) == (each.old, each.new)


def told(found: tuple[Change, ...]) -> set[Key]:
    """All that differs; which of several leads the others is of no account."""
    return {key for each in found for key in (each.key, *each.with_it)}


@given(SETTINGS, SETTINGS)
def test_everything_that_differs_is_told_once(old: dict[Key, Entry], new: dict[Key, Entry]) -> None:
    """By itself, with what it follows from, or as part of a whole that comes or goes."""
    found = [key for each in changes(old, new) for key in (each.key, *each.with_it)]
    assert len(found) == len(set(found))
    for key in {*old, *new}:
        before, after = old.get(key), new.get(key)
        differs = before is None or after is None or before.form != after.form
        inside = any(key.within(whole) for whole in found)
        assert (key in found) == (differs and not inside)
