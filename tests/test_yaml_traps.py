"""Hints for values that YAML reads otherwise than they look."""

from pathlib import Path

import pytest

from generator.findings import Place
from generator.reading.document import read_document
from generator.reading.yaml_traps import trap


@pytest.mark.parametrize(
    ("written", "wanted", "hint"),
    [
        ("16.1", "string", "'16.1' is read as a number: write \"16.1\""),
        ("true", "string", "'true' is read as true or false: write \"true\""),
        ("yes", "boolean", "'yes' is read as text: write true, without quotes"),
        ("Off", "boolean", "'Off' is read as text: write false, without quotes"),
        ("'false'", "boolean", "'false' is read as text: write false, without quotes"),
        ("1", "boolean", "'1' is read as a number: write true, without quotes"),
        ("maybe", "boolean", ""),
        ("1e3", "integer", "'1e3' is read as a number with a fraction: write 1000"),
        ("2.5", "integer", "'2.5' is read as a number with a fraction"),
        (".inf", "integer", "'.inf' is read as a number with a fraction"),
        ("1_000", "integer", "'1_000' is read as text: write 1000"),
        ("'12'", "integer", "'12' in quotes is text: write 12 without them"),
        ("two", "integer", ""),
        ("true", "integer", ""),
        ("eno1", "array", "write it as a list: [eno1]"),
        ("-eno1", "array", "an item of a list needs a space after its dash: '- item'"),
        ("x" * 50, "array", "write it as a list"),
        ("", "integer", "write a value behind the colon, or remove the key"),
        ("~", "object", "indent what belongs to it below, or remove the key"),
        ("a", "object", ""),
        ("[a]", "string", ""),
    ],
)
def test_hints(tmp_path: Path, written: str, wanted: str, hint: str) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(f"a: {written}\n")
    _, node = read_document(path).nodes(Place(("a",)))
    assert trap(node, (wanted,)) == hint
