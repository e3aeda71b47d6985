"""Unquoted words as PyYAML takes them."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.deployment.files import parse
from generator.reading.yaml11 import resolve11
from generator.reading.yaml_scalars import NumberError

MEANT = {
    "yes": True, "No": False, "on": True, "OFF": False, "true": True, "y": "y", "n": "n",
    "010": 8, "08": "08", "0o10": "0o10", "0x1F": 31, "0b101": 5, "1_000": 1000, "-1_0": -10,
    "10:20": 620, "1:30:00": 5400, "190:20:30": 685230, "0000:05:00.0": 300.0,
    "0000:3b:00.0": "0000:3b:00.0", ".5": 0.5, "1.": 1.0, "1e3": "1e3", "1.5e+3": 1500.0,
    "1.5e3": "1.5e3", "685.230_15e+03": 685230.15, "2001-01-01": "2001-01-01", "~": None,
    "null": None, "Null": None, "2-19": "2-19", "1,21": "1,21", "+12": 12, "0": 0, "-0": 0,
    "12:34:56": 45296, "525400000001": 525400000001, "52:54:00:12:34:56": 41135085296,
    "1:60": "1:60", "0:10": "0:10", ".": ".", "-": "-", "+": "+",
}  # fmt: skip


@pytest.mark.parametrize(("text", "value"), MEANT.items())
def test_words(text: str, value: object) -> None:
    found = resolve11(text)
    assert found == value
    assert type(found) is type(value)


def test_infinity_and_what_is_no_number() -> None:
    assert resolve11("-.inf") == -math.inf
    assert math.isnan(float(str(resolve11(".NaN"))))


@pytest.mark.parametrize("text", ["0b_", "0x_", "1" * 5000])
def test_what_pyyaml_cannot_read_either(text: str) -> None:
    with pytest.raises(NumberError):
        resolve11(text)


@given(st.text(alphabet="0123456789_:.+-eExXbaf", min_size=1, max_size=12))
def test_as_pyyaml_itself(text: str) -> None:
    yaml = pytest.importorskip("yaml")
    try:
        node = yaml.SafeLoader("").resolve(yaml.ScalarNode, text, (True, False))
        loader = yaml.SafeLoader("")
        made = loader.construct_object(yaml.ScalarNode(node, text), deep=True)
        wanted = text if node.endswith("timestamp") else made
    except ValueError:
        return
    if isinstance(wanted, float) and math.isnan(wanted):
        return
    assert resolve11(text) == wanted


def test_the_last_of_two_keys_wins_and_both_are_told() -> None:
    document = parse("a: 1\nb: 2\na: 3\n", "f.yaml")
    assert document.data == {"b": 2, "a": 3}
    (twice,) = document.twice
    assert (twice.path, twice.first.line, twice.last.line) == (("a",), 1, 3)


def test_keys_written_beside_a_merge_win() -> None:
    document = parse("x: &x {a: 1, b: 1}\ny: {b: 2, <<: *x}\n", "f.yaml")
    assert document.data["y"] == {"a": 1, "b": 2}


def test_typed_tags_and_directives_are_read() -> None:
    assert parse('%YAML 1.1\n---\na: !!int "5"\nb: !!str 5\n', "f.yaml").data == {"a": 5, "b": "5"}


def test_lists_and_empty_files_are_documents() -> None:
    assert parse("- name: x\n", "f.yaml").data == [{"name": "x"}]
    assert parse("# nothing\n", "f.yaml").data is None
