"""Records are set once, and are compared by what they hold."""

from dataclasses import FrozenInstanceError

import pytest

from generator.inventory import Route
from generator.record import Frozen, record


@record
class Pair(Frozen):
    """Two numbers."""

    first: int
    second: int = 2


def test_fields_are_set_when_it_is_made() -> None:
    pair = Pair(1)
    assert (pair.first, pair.second) == (1, 2)
    with pytest.raises(FrozenInstanceError, match="first of Pair cannot be changed"):
        setattr(pair, "first", 3)  # noqa: B010 (the type checker refuses it too)
    with pytest.raises(FrozenInstanceError, match="second of Pair cannot be removed"):
        del pair.second
    assert vars(pair) == {"first": 1, "second": 2}


def test_a_frozen_one_is_only_itself() -> None:
    pair = Pair(1)
    assert pair == pair
    assert pair != Pair(1)
    assert {pair: "found"}[pair] == "found"


def test_a_record_is_what_it_holds() -> None:
    one, same, other = (Route(destination=f"10.0.{n}.0/24", nexthop="10.0.0.1") for n in (1, 1, 2))  # type: ignore[arg-type]
    assert one == same
    assert one != other
    assert repr(one) == "Route(destination='10.0.1.0/24', nexthop='10.0.0.1')"
    with pytest.raises(TypeError, match="unhashable"):
        hash(one)
