"""Reading YAML: data, positions, and files that are no YAML at all."""

import os
from pathlib import Path
from typing import Any

import pytest

from generator.errors import ExitCode, InputError, NfvgenError
from generator.findings import Fault, Place, Severity
from generator.reading import document as module
from generator.reading.document import Document, read_document

PARSERS = pytest.mark.parametrize("pure", [False, True], ids=["c", "pure"])
SITE = """\
site:
  name: lab-a   # a comment
  dns_servers: [192.168.120.2, 192.168.120.3]
roles:
  Controller:
    links:
      - {ports: [eno1]}
      - ports:
          - eno2
"""


def read(tmp_path: Path, text: str | bytes, **options: Any) -> Document:
    path = tmp_path / "inventory.yaml"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return read_document(path, **options)


def rules(stopped: pytest.ExceptionInfo[InputError]) -> list[tuple[str, int, int]]:
    findings = stopped.value.findings
    return [(each.rule, each.location.line, each.location.column) for each in findings]


@PARSERS
@pytest.mark.parametrize(
    ("path", "on_key", "stretch"),
    [
        ((), False, (1, 1, 9, 17)),
        (("site",), True, (1, 1, 1, 5)),
        (("site",), False, (2, 3, 3, 46)),
        (("site", "name"), False, (2, 9, 2, 14)),
        (("site", "name"), True, (2, 3, 2, 7)),
        (("site", "dns_servers", 1), False, (3, 32, 3, 45)),
        (("site", "dns_servers", 1), True, (3, 32, 3, 45)),
        (("roles", "Controller", "links", 0, "ports", 0), False, (7, 18, 7, 22)),
        (("roles", "Controller", "links", 1, "ports"), True, (8, 9, 8, 14)),
        (("roles", "Controller", "links", 1), True, (8, 9, 9, 17)),
        # What is not there lies where it would be.
        (("site", "domain"), True, (1, 1, 1, 5)),
        (("site", "dns_servers", 7), False, (3, 16, 3, 46)),
        (("site", "name", "deeper"), False, (2, 9, 2, 14)),
    ],
)
def test_places_have_locations(
    tmp_path: Path, pure: bool, path: tuple[str | int, ...], on_key: bool, stretch: tuple[int, ...]
) -> None:
    at = read(tmp_path, SITE, pure=pure).locate(Place(path, on_key))
    assert (at.line, at.column, at.end_line, at.end_column) == stretch
    assert at.file == str(tmp_path / "inventory.yaml")


def test_a_fault_becomes_a_finding(tmp_path: Path) -> None:
    fault = Fault(Place(("site", "name")), "a message", "a hint")
    finding = read(tmp_path, SITE).finding("a-rule", Severity.WARNING, fault)
    assert str(finding).endswith(
        "inventory.yaml:2:9: warning: a message [a-rule]\n    at: site.name\n    hint: a hint"
    )


@PARSERS
def test_words_mean_what_yaml_1_2_says(tmp_path: Path, pure: bool) -> None:
    text = """\
ints: [0, 12, -3, +4]
floats: [1.5, -.5, 1e3, 16.1, .inf, -.INF]
booleans: [true, False, TRUE]
nothing: [null, ~, ]
text: [yes, on, Off, 2026-01-31, 1_000, 1.2.3, 10.0.0.1, +, -, ., 'true', "12", 0b1, ! 5, !!str 6]
joined: 12:34:56
empty:
1: a
true: b
"""
    data = read(tmp_path, text, pure=pure).data
    infinity = float("inf")
    assert data == {
        "ints": [0, 12, -3, 4],
        "floats": [1.5, -0.5, 1000.0, 16.1, infinity, -infinity],
        "booleans": [True, False, True],
        "nothing": [None, None],
        "text": [
            "yes", "on", "Off", "2026-01-31", "1_000", "1.2.3", "10.0.0.1", "+", "-", ".", "true",
            "12", "0b1", "5", "6",
        ],
        "joined": "12:34:56",
        "empty": None,
        "1": "a",
        "true": "b",
    }  # fmt: skip
    assert [type(each) for each in data["ints"]] == [int] * 4


@PARSERS
def test_anchors_and_merge_keys(tmp_path: Path, pure: bool) -> None:
    text = """\
base: &base {mtu: 1500, vlan: 1}
more: &more {mtu: 9000, flat: true}
one: {<<: *base, vlan: 2}
two: {vlan: 3, <<: [*more, *base]}
same: *base
list: &list [1, &one 2]
lists: [*list, *list, *one]
base2: &base {again: 1}
last: *base
"""
    document = read(tmp_path, text, pure=pure)
    assert document.data["one"] == {"mtu": 1500, "vlan": 2}
    assert document.data["two"] == {"mtu": 9000, "flat": True, "vlan": 3}
    assert document.data["same"] == {"mtu": 1500, "vlan": 1}
    assert document.data["lists"] == [[1, 2], [1, 2], 2]
    assert document.data["last"] == {"again": 1}
    merged = document.locate(Place(("one", "mtu")))
    assert (merged.line, merged.column) == (1, 19)  # where it was written
    own = document.locate(Place(("one", "vlan")))
    assert (own.line, own.column) == (3, 24)


@pytest.mark.parametrize("start", ["", "\ufeff", "---\n", "# a comment\n---\n", "\r\n"])
def test_what_may_stand_before(tmp_path: Path, start: str) -> None:
    assert read(tmp_path, start + "a: 1\n").data == {"a": 1}


def test_what_may_stand_behind(tmp_path: Path) -> None:
    assert read(tmp_path, "a: 1\n...\n# the end\n").data == {"a": 1}


def test_many_values_behind_one_anchor_are_fine(tmp_path: Path) -> None:
    text = "base: &base {a: 1, b: 2, c: 3}\nnodes:\n" + "".join(
        f"  node-{number}: {{<<: *base, d: {number}}}\n" for number in range(3000)
    )
    assert len(read(tmp_path, text).data["nodes"]) == 3000


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"a: \xff\n", ": line 1 is no UTF-8 text: save the file as UTF-8"),
        (b"a: 1\nb: \xe4\n", ": line 2 is no UTF-8 text: save the file as UTF-8"),
        (b"\xff\xfea\0:\0 \x001\0", " is UTF-16 text: save it as UTF-8"),
        (b"\x7fELF\0\0", " is a binary file, not YAML text"),
        (b"a" * (module.MAX_BYTES + 1), " is larger than 16 MiB, too large for its purpose"),
    ],
    ids=["latin-1", "latin-1-in-line-2", "utf-16", "binary", "large"],
)
def test_files_that_are_no_text(tmp_path: Path, content: bytes, words: str) -> None:
    with pytest.raises(NfvgenError) as stopped:
        read(tmp_path, content)
    assert str(stopped.value) == f"{tmp_path / 'inventory.yaml'}{words}"
    assert stopped.value.exit_code is ExitCode.UNUSABLE


def test_files_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for path, words in [
        (tmp_path / "none.yaml", "there is no such file"),
        (tmp_path, "is a directory; name the file in it"),
        (tmp_path / "a\0b", "cannot be read"),
        (tmp_path / ("a" * 300), "cannot be read: File name too long"),
    ]:
        with pytest.raises(NfvgenError, match=words) as stopped:
            read_document(path)
        assert stopped.value.exit_code is ExitCode.UNUSABLE

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(NfvgenError, match="cannot be read: Permission denied"):
        read_document(tmp_path / "inventory.yaml")


def test_a_named_pipe_without_writer_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "inventory.yaml")
    with pytest.raises(NfvgenError, match="is a pipe that nothing is written to"):
        read_document(tmp_path / "inventory.yaml")


# The two parsers word their errors differently and we do not: rule and place are the same.
SYNTAX = {
    "tab": ("a:\n\tb: 1\n", "yaml/tab", 2, 1),
    "tab in a value": ("a:\n  b: 1\n\tc: 2\n", "yaml/tab", 3, 1),
    "no colon": ("a: 1\nb\nc: 2\n", "yaml/colon", 2, 1),
    "no colon in the first key": ("a:\n  b c\n  d: 1\n", "yaml/colon", 2, 3),
    "no space": ("a:1\nb: 2\n", "yaml/colon", 1, 1),
    "no space later": ("a: 1\nb:1\nc: 2\n", "yaml/colon", 2, 1),
    "second colon": ("a: b: c\n", "yaml/colon", 1, 5),
    "quote": ('a: "foo\nb: 1\n', "yaml/quote", 1, 4),
    "single quote": ("a: 'foo\nb: 1\n", "yaml/quote", 1, 4),
    "behind a quote": ('a: "foo" bar\n', "yaml/quote", 1, 10),
    "escape": ('a: "\\q"\n', "yaml/escape", 1, 5),
    "list not closed": ("a: [1, 2\nb: 3\n", "yaml/bracket", 1, 4),
    "mapping not closed": ("a: {b: 1,\nc: 2\n", "yaml/bracket", 1, 4),
    "wrong bracket": ("a: [1, 2}\n", "yaml/bracket", 1, 9),
    "comma": ("a: {b: 1 c: 2}\n", "yaml/comma", 1, 11),
    "stray bracket": ("a: ]\n", "yaml/bracket", 1, 4),
    "deeper": ("a: 1\n  b: 2\n", "yaml/indentation", 2, 3),
    "between": ("a:\n   b: 1\n  c: 2\n", "yaml/indentation", 3, 3),
    "item among keys": ("a: 1\n- b\n", "yaml/indentation", 2, 1),
    "key among items": ("a:\n  - b\n  c: 1\n", "yaml/indentation", 3, 3),
    "key below items": ("a:\n- b\n c: 1\n", "yaml/indentation", 3, 2),
    "no key": (": 1\n", "yaml/key", 1, 1),
    "at": ("a: @b\n", "yaml/character", 1, 4),
    "star": ("a: *\n", "yaml/syntax", 1, 5),
    "version": ("%YAML 1.1\n---\na: 1\n", "yaml/directive", 1, 1),
    "unknown version": ("%YAML 3.0\n---\na: 1\n", "yaml/directive", 1, 1),
    "directive": ("%FOO\n---\na: 1\n", "yaml/directive", 1, 1),
    "long key": ("a" * 1100 + ": 1\n", "yaml/key", 1, 1),
    "document end": ("a: 1\n...\nb: 2\n", "yaml/documents", 3, 1),
}


@PARSERS
@pytest.mark.parametrize("case", SYNTAX)
def test_syntax_errors(tmp_path: Path, case: str, pure: bool) -> None:
    text, rule, line, column = SYNTAX[case]
    with pytest.raises(InputError) as stopped:
        read(tmp_path, text, pure=pure)
    assert rules(stopped) == [(rule, line, column)]


@PARSERS
@pytest.mark.parametrize("text", ['a: "\\UFFFFFFFF"\n', 'a: "\\ud800"\n', "a: !<\n", "a: &\n"])
def test_odd_escapes_and_names_end_in_findings(tmp_path: Path, pure: bool, text: str) -> None:
    with pytest.raises(InputError):
        read(tmp_path, text, pure=pure)


def test_a_deep_tower_of_brackets_ends_early(tmp_path: Path) -> None:
    with pytest.raises(InputError) as stopped:
        read(tmp_path, "a: " + "[" * 1_000_000)
    assert rules(stopped) == [("yaml/nesting", 1, 53)]


def test_a_name_that_is_taken_again_inside_its_value(tmp_path: Path) -> None:
    document = read(tmp_path, "a: &x {b: &x 1, c: *x}\n")
    assert document.data == {"a": {"b": 1, "c": 1}}


def test_a_close_anchor_is_suggested(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"did you mean '\*defaults'\?"):
        read(tmp_path, "a: &defaults {}\nb: *default\n")


def test_numbers_that_are_read_differently_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError) as stopped:
        read(tmp_path, f"a: 010\nb: 0x{'f' * 20}\nc: {'1' * 5000}\nd: 0\ne: -07\n")
    assert rules(stopped) == [("yaml/number", line, 4) for line in (1, 2, 3, 5)]


def test_long_words_are_cut(tmp_path: Path) -> None:
    with pytest.raises(InputError) as stopped:
        read(tmp_path, f"a: {'x' * 99}\n{'y' * 99}\n")
    assert len(stopped.value.findings[0].message) < 60


SECRET = "hunter2"


@pytest.mark.parametrize(
    "text",
    [
        f"a: 1\n{SECRET}\nb: 1\n",
        f"{SECRET}: 1\n{SECRET}: 2\n",
        f"a: *{SECRET}\n",
        f"a: &{SECRET}x 1\nb: *{SECRET}\n",
        f"a: !{SECRET} 1\n",
        f"a: {{{SECRET}: {SECRET}:{SECRET}}}\n",
        f"{SECRET}:1\nb: 2\n",
        f'a:\n  {SECRET}: "x\n',
    ],
)
def test_nothing_of_a_secret_file_is_shown(tmp_path: Path, text: str) -> None:
    with pytest.raises(InputError) as stopped:
        read(tmp_path, text, secret=True)
    assert SECRET not in str(stopped.value)


def test_values_of_a_secret_file_are_text(tmp_path: Path) -> None:
    data = read(tmp_path, "a: 0123\nb: true\nc: 1e9\nd:\n", secret=True).data
    assert data == {"a": "0123", "b": "true", "c": "1e9", "d": None}
