"""The mark in a description: what is ours can be read back, whatever stands around it."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.plan.ownership import (
    Ownership,
    aggregate_mark,
    described,
    read_aggregate_mark,
    read_description,
)

TEXT = st.text(st.characters(exclude_categories=["Cc", "Cs"]), max_size=40)
NAMES = st.lists(TEXT, unique=True, max_size=3).map(lambda names: tuple(sorted(names)))
IMAGES: Any = st.dictionaries(TEXT, NAMES.filter(bool), max_size=2)


@given(TEXT.map(str.strip), st.builds(Ownership, TEXT, NAMES, NAMES, IMAGES))
def test_a_mark_is_read_back(words: str, own: Ownership) -> None:
    assert read_description(described(words, own)) == (words, own)


@pytest.mark.parametrize(
    "words",
    [
        "[nfvgen {}]",
        'He said "hi" [nfvgen {"site": "other"}] and went',
        'A copy of [nfvgen {"site": "other", "specs": ["hw:a"]}]',
        "[nfvgen {",
        "]",
    ],
)
def test_words_may_look_like_a_mark(words: str) -> None:
    own = Ownership("lab", images={"odd [nfvgen {": ("hw_vif_model",)})
    assert read_description(described(words, own)) == (words, own)


def test_what_a_mark_looks_like() -> None:
    own = Ownership("lab", ("hw:b", "hw:a"), ("team",), {"rhel": ("hw_vif_model",)})
    assert described("Guests", own) == (
        'Guests [nfvgen {"site": "lab", "specs": ["hw:a", "hw:b"], "access": ["team"],'
        ' "images": {"rhel": ["hw_vif_model"]}}]'
    )
    assert described("", Ownership("lab")) == '[nfvgen {"site": "lab"}]'


@pytest.mark.parametrize(
    "description",
    [
        "",
        "Guests",
        "[nfvgen]",
        "[nfvgen {}]",
        "[nfvgen {site}]",
        '[nfvgen {"site": "lab", "specs": 1}]',
        '[nfvgen {"site": "lab", "images": []}]',
        '[nfvgen {"site": "lab"}] and more',
        '[nfvgen {"site": "lab", "images": {"rhel": 1}}]',
        '[nfvgen {"site": ' + "[" * 60_000 + "}]",
    ],
)
def test_what_is_no_mark_is_words(description: str) -> None:
    assert read_description(description) == (description, None)


@pytest.mark.parametrize("keys", [(), ("dpdk",), ("availability_zone", "trait:CUSTOM_DPDK")])
def test_the_mark_of_an_aggregate_is_read_back(keys: tuple[str, ...]) -> None:
    assert read_aggregate_mark(aggregate_mark("lab", keys)) == ("lab", frozenset(keys))
