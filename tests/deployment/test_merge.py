"""Merging against a few lines that say the same on plain data."""

import json
from collections.abc import Mapping
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from generator.deployment.files import parse
from generator.deployment.merge import merged

KEYS = st.sampled_from(["A", "B", "C"])
ATOMS = st.none() | st.booleans() | st.integers(0, 9) | st.lists(st.integers(0, 9), max_size=2)
VALUES = st.recursive(ATOMS, lambda inner: st.dictionaries(KEYS, inner, max_size=3), max_leaves=6)
FILES = st.lists(st.dictionaries(KEYS, VALUES, max_size=3), min_size=1, max_size=4)


def laid_over(old: Any, new: Any) -> Any:
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        return {**old, **{key: laid_over(old.get(key), value) for key, value in new.items()}}
    return old if isinstance(old, Mapping) and new is None else new


@given(FILES)
def test_later_files_win_key_by_key(files: list[dict[str, Any]]) -> None:
    documents = [
        parse(json.dumps({"parameter_defaults": each}), f"{index}.yaml")
        for index, each in enumerate(files)
    ]
    wanted: dict[str, Any] = {}
    for each in files:
        wanted = laid_over(wanted, each)
    found = merged(documents).parameters
    assert {name: value.data for name, value in found.items()} == wanted


@given(FILES)
def test_every_value_stands_where_its_place_says(files: list[dict[str, Any]]) -> None:
    documents = [
        parse(json.dumps({"parameter_defaults": each}), f"{index}.yaml")
        for index, each in enumerate(files)
    ]
    pending = list(merged(documents).parameters.values())
    while pending:
        value = pending.pop()
        pending += value.parts()
        written: Any = value.at.document.data
        for step in value.at.path:
            written = written[step]
        if not isinstance(written, Mapping):
            assert written == value.data
        names = [int(old.at.document.file[0]) for old in value.shadowed]
        assert names == sorted(names)
