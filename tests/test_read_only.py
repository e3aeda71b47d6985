"""What was loaded stays as it was written: stages share it."""

import copy
import dataclasses
import pickle
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from generator import load_inventory, validate
from generator.values import ReadOnly

SITE = Path(__file__).parents[1] / "examples" / "all-options" / "inventory.yaml"


def mappings(value: Any) -> Iterator[Mapping[str, Any]]:
    """Every mapping in a loaded inventory."""
    if dataclasses.is_dataclass(value):
        for name in vars(value):
            yield from mappings(getattr(value, name))
    elif isinstance(value, Mapping):
        yield value
        for entry in value.values():
            yield from mappings(entry)
    elif isinstance(value, tuple):
        for entry in value:
            yield from mappings(entry)


@pytest.mark.parametrize("form", [str, Path])
def test_nothing_in_an_inventory_can_be_changed(form: Callable[[Path], Path | str]) -> None:
    inventory = load_inventory(form(SITE)).inventory
    found = list(mappings(inventory))
    assert len(found) > 10
    assert {type(mapping) for mapping in found} == {ReadOnly}
    with pytest.raises(dataclasses.FrozenInstanceError):
        inventory.version = 1  # type: ignore[misc]
    assert validate(form(SITE)) == validate(SITE)


@pytest.mark.parametrize(
    "change",
    [
        lambda mapping: mapping.__setitem__("b", 1),
        lambda mapping: mapping.__delitem__("a"),
        lambda mapping: mapping.__ior__({"b": 1}),
        lambda mapping: mapping.clear(),
        lambda mapping: mapping.pop("a"),
        lambda mapping: mapping.popitem(),
        lambda mapping: mapping.setdefault("b", 1),
        lambda mapping: mapping.update(b=1),
    ],
)
def test_a_read_only_mapping_refuses(change: Callable[[ReadOnly[str, int]], object]) -> None:
    mapping = ReadOnly({"a": 1})
    with pytest.raises(TypeError, match="cannot be changed"):
        change(mapping)
    assert mapping == {"a": 1}


def test_it_can_be_copied_and_sent() -> None:
    inventory = load_inventory(SITE).inventory
    for again in (copy.deepcopy(inventory), pickle.loads(pickle.dumps(inventory))):
        assert again == inventory
        assert type(again.roles) is ReadOnly
    assert ReadOnly({"a": 1}) | {"b": 2} == {"a": 1, "b": 2}
