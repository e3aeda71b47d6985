"""A finding is one line and its details, whatever stands in the file."""

from pathlib import Path

import pytest

from generator import validate
from generator.errors import NfvgenError
from generator.findings import Finding, Location, Severity, one_line

FORGED = "x\nlab.yaml:1:1: error: forged [r/forged]"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain text, ×, Grüße", "plain text, ×, Grüße"),
        (FORGED, "x\\nlab.yaml:1:1: error: forged [r/forged]"),
        ("\x1b[31m\r\t", "\\x1b[31m\\r\\t"),
        ("a\u202eb\u2066c\u200bd\ufeff", "a\\u202eb\\u2066c\\u200bd\\ufeff"),
        ("\x85\u2028\u2029\xa0", "\\x85\\u2028\\u2029\\xa0"),
        ("\udcff", "\\udcff"),
    ],
)
def test_what_cannot_be_seen_is_escaped(text: str, shown: str) -> None:
    assert one_line(text) == shown
    assert one_line(shown) == shown


def test_every_part_of_a_finding_is_escaped() -> None:
    at = Location(FORGED, 1, 1, 1, 1)
    finding = Finding(at, FORGED, "r/e", Severity.ERROR, FORGED, FORGED)
    assert len(str(finding).split("\n")) == 3
    assert "\u202e" not in str(finding._replace(message="\u202e"))


@pytest.mark.parametrize(
    "text",
    [
        'version: 1\n"{}": 1\n',
        'version: "{}"\n',
        'version: 1\nsite: {{name: "{}"}}\n',
        'version: 1\nroles: {{"{}": {{"{}": 1}}}}\n',
        'version: 1\nversion: "{}"\n',
        "version: *{}\n",
    ],
)
@pytest.mark.parametrize("bad", ["\\n", "\\e", "\\u202E", "\\u2028", "\\x85"])
def test_no_line_of_the_report_can_be_forged(tmp_path: Path, text: str, bad: str) -> None:
    path = tmp_path / "lab.yaml"
    path.write_text(text.replace("{}", f"x{bad}lab.yaml:1:1: error: forged").replace("{{", "{"))
    found = validate(path)
    assert found
    for finding in found:
        first, *rest = str(finding).split("\n")
        assert first.startswith(f"{path}:")
        assert all(line.startswith(("    at: ", "    hint: ", "    see also: ")) for line in rest)
        assert all(line.isprintable() for line in (first, *rest))


def test_names_of_files_are_escaped(tmp_path: Path) -> None:
    with pytest.raises(NfvgenError) as stopped:
        validate(tmp_path / "a\nb\x1b.yaml")
    assert str(stopped.value).isprintable()
