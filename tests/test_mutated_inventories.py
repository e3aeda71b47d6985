"""Whatever is done to an inventory, reading it ends in findings or in an inventory."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from generator.errors import InputError, NfvgenError
from generator.reading.document import read_document
from generator.reading.load import load_inventory

EXAMPLES = sorted((Path(__file__).parent.parent / "examples").glob("*/inventory.yaml"))
TEXTS = [path.read_text(encoding="utf-8") for path in EXAMPLES]
DATA = [read_document(path).data for path in EXAMPLES]

PIECES = [
    "\t", "'", '"', "[", "]", "{", "}", ":", ": ", "- ", ",", "#", "\n", "\n  ", "  ", "\r", "? ",
    "|", ">", "%", "@", "'", "\\", "~", "*", "&", "&a ", "*a", "!x ", "<<: ", "---\n", "...\n",
    "null", "\0", "\x07", "\x80", "\x85", "\ufeff", "\u2028", "é", "\U0001f600", "0o9",
    "1e999", ".nan", "010",
    "9" * 40, '"\\ud800"', '"\\0"',
]  # fmt: skip
scalars = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text(max_size=12),
    st.sampled_from(["auto", "1 GiB", "0-3", "10.0.0.0/8", "ovs-dpdk", "active-backup", "eno1"]),
)  # fmt: skip
values = st.recursive(
    scalars,
    lambda each: (
        st.lists(each, max_size=3) | st.dictionaries(st.text(max_size=8), each, max_size=3)
    ),
    max_leaves=6,
)
unhurried = settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])


def read(path: Path, text: str) -> None:
    """Read a text as an inventory; only the two errors meant for people may come out."""
    path.write_text(text, encoding="utf-8", errors="surrogatepass", newline="")
    error = outcome(path)
    if isinstance(error, InputError):
        assert error.findings
        assert str(error).encode()
        positions = [(each.location.line, each.location.column) for each in error.findings]
        assert positions == sorted(positions)


def outcome(path: Path) -> NfvgenError | None:
    try:
        load_inventory(path)
    except NfvgenError as error:
        return error
    return None


def spots(data: Any) -> Iterator[tuple[Any, Any]]:
    """Every value of a document, as its parent and its key."""
    entries = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in entries:
        yield data, key
        if isinstance(value, dict | list):
            yield from spots(value)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("mutated") / "inventory.yaml"


@unhurried
@given(st.data())
def test_mutated_text(path: Path, data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(TEXTS))
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = start + data.draw(st.sampled_from([0, 0, 1, 2, 5, 30, 300]))
        text = text[:start] + data.draw(st.sampled_from(["", *PIECES])) + text[end:]
    read(path, text)


@unhurried
@given(st.data())
def test_mutated_values(path: Path, data: st.DataObject) -> None:
    document = json.loads(json.dumps(data.draw(st.sampled_from(DATA))))
    for _ in range(data.draw(st.integers(1, 3))):
        parent, key = data.draw(st.sampled_from(list(spots(document))))
        match data.draw(st.sampled_from(["replace", "remove", "rename"])):
            case "replace":
                parent[key] = data.draw(values)
            case "remove":
                del parent[key]
            case "rename":
                value = parent.pop(key)
                if isinstance(parent, dict):
                    parent[data.draw(st.text(max_size=8))] = value
        if not document:
            break
    read(path, json.dumps(document, ensure_ascii=data.draw(st.booleans())))
