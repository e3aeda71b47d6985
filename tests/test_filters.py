"""The YAML filter means the same to a YAML 1.1 and a YAML 1.2 reader; comments wrap."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ruamel.yaml import YAML

from generator.render.filters import COMMENT_WIDTH, comment, shell_word, yaml_key, yaml_value

VERSIONS = ((1, 1), (1, 2))
# What a Heat file holds; surrogates are no text that any encoding can write.
TEXT = st.text(st.characters(exclude_categories=["Cs"]))
VALUES = st.recursive(
    st.booleans() | st.integers() | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)


def read(text: str, version: tuple[int, int]) -> Any:
    """The document as a reader of that YAML version understands it."""
    yaml = YAML(typ="safe", pure=True)
    yaml.version = version
    return yaml.load(text)


@pytest.mark.parametrize("version", VERSIONS)
@given(value=VALUES)
def test_every_value_is_read_back(version: tuple[int, int], value: Any) -> None:
    assert read(f"key:{yaml_value(value)}\n", version) == {"key": value}


@pytest.mark.parametrize("version", VERSIONS)
@given(value=VALUES)
def test_every_value_is_read_back_at_an_indent(version: tuple[int, int], value: Any) -> None:
    text = f"a:\n  b:\n    key:{yaml_value(value, 4)}\n    next: 1\n"
    assert read(text, version) == {"a": {"b": {"key": value, "next": 1}}}


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(
    "value",
    [
        "0000:18:00.0", "0000:5e:00.0", "10:20", "52:54:00:00:00:01", "11:22:33:44:55:66",
        "on", "off", "yes", "No", "y", "true", "null", "~", "", " ", "010", "0x1f", "1e3", "1_000",
        "2-19,22-39", "2026-11-30", ".inf", "=", "<<", "- a", "a: b", "a #b", "{a}", "*a", "&a",
        "!a", "%a", "@a", "it's", 'say "x"', "back\\slash", "line\nbreak", "tab\there", "\r",
        "\x00\x1f\x7f\x85\xa0", "\u2028\u2029\ufeff\ufffe", "Grüße", "\U0001f600",
        True, False, 0, -1, [], {}, [[]], [{}], {"a": []}, [["a", ["b"]]],
        {"on": "off", "1": 1, "a b": [{"get_param": "x"}], "": ""},
        {"list_concat_unique": [{"get_param": "A"}, [{"default": True, "next_hop": "b"}]]},
    ],
)  # fmt: skip
def test_what_readers_disagree_on(version: tuple[int, int], value: Any) -> None:
    back = read(f"key:{yaml_value(value)}\n", version)["key"]
    assert (back, type(back)) == (value, type(value))


@pytest.mark.parametrize("pure", [True, False])
def test_a_colon_in_a_key_between_braces(pure: bool) -> None:
    """The parser that OpenStack uses, in C, is the stricter one."""
    value = {"capabilities:node": "controller-%index%"}
    assert YAML(typ="safe", pure=pure).load(f"key:{yaml_value(value)}\n") == {"key": value}


def test_strings_are_quoted_and_collections_are_in_block_style() -> None:
    value = {"rate": "25", "pools": [{"start": "a", "end": "b"}, {"get_param": "Pool"}]}
    assert yaml_value(value, 2) == (
        '\n    rate: "25"'
        "\n    pools:"
        '\n      - start: "a"'
        '\n        end: "b"'
        '\n      - {get_param: "Pool"}'
    )


@pytest.mark.parametrize("value", [None, 1.5, object(), {"a": None}, [None]])
def test_what_heat_files_do_not_hold_is_refused(value: Any) -> None:
    with pytest.raises(TypeError, match="no form in a rendered file"):
        yaml_value(value)


def test_plain_keys_stay_plain() -> None:
    names = ("NeutronPhysnetMtu", "name_lower", "OS::TripleO::Controller::Net::SoftwareConfig")
    assert [yaml_key(name) for name in names] == list(names)
    assert yaml_key("NO") == '"NO"'
    assert yaml_key("registry.redhat.io:443/a") == '"registry.redhat.io:443/a"'


@given(text=st.text(), indent=st.integers(0, 20))
def test_comments_wrap_and_hold_nothing_but_comment(text: str, indent: int) -> None:
    lines = comment(text, indent).split("\n")
    assert lines.pop() == ""
    for line in lines:
        assert line.startswith(" " * indent + "# ")
        assert len(line) <= COMMENT_WIDTH or " " not in line[indent + 2 :]


@pytest.mark.parametrize("version", VERSIONS)
@given(text=st.text())
def test_comments_never_become_content(version: tuple[int, int], text: str) -> None:
    clean = text.encode("utf-8", "replace").decode()
    assert read(f"{comment(clean, 2)}key: 1\n", version) == {"key": 1}


def test_a_comment_of_two_paragraphs() -> None:
    assert comment("a rule\nSource: a guide", 2) == "  # a rule\n  # Source: a guide\n"
    assert comment("") == ""


def test_shell_words_are_quoted_where_needed() -> None:
    assert shell_word("overcloud") == "overcloud"
    assert shell_word("a b'c") == "'a b'\"'\"'c'"
