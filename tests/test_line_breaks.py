"""Only line feeds and carriage returns end a line, as editors and YAML 1.2 have it."""

from pathlib import Path

import pytest

from generator.deployment.files import parse
from generator.errors import InputError
from generator.findings import Place
from generator.reading.document import Document, read_document
from generator.reading.yaml_source import stand_ins

OLD = pytest.mark.parametrize("old", ["\x85", "\u2028", "\u2029", "\x85\u2028\u2029"])
PARSERS = pytest.mark.parametrize("pure", [False, True], ids=["c", "pure"])


def read(tmp_path: Path, text: str, pure: bool = False) -> Document:
    path = tmp_path / "inventory.yaml"
    path.write_bytes(text.encode())
    return read_document(path, pure=pure)


@OLD
@PARSERS
def test_a_comment_ends_at_the_end_of_its_line(tmp_path: Path, old: str, pure: bool) -> None:
    document = read(tmp_path, f"a: 1 # note{old}b: 2\nc: 3\n", pure)
    assert document.data == {"a": 1, "c": 3}
    assert document.locate(Place(("c",)))[1:3] == (2, 4)


@OLD
@PARSERS
@pytest.mark.parametrize("form", ["{}", '"{}"', "'{}'", "|-\n  {}"])
def test_text_keeps_them(tmp_path: Path, old: str, pure: bool, form: str) -> None:
    document = read(tmp_path, f'a: {form.format(f"x{old}y")}\n"k{old}k": &{"n"} 1\nc: 3\n', pure)
    assert document.data == {"a": f"x{old}y", f"k{old}k": 1, "c": 3}
    line = 4 if "\n" in form else 3
    assert document.locate(Place(("c",)))[1:3] == (line, 4)


@OLD
@PARSERS
def test_errors_are_found_in_the_right_line(tmp_path: Path, old: str, pure: bool) -> None:
    with pytest.raises(InputError) as stopped:
        read(tmp_path, f"a: 'x{old}y' # {old}\nb:\n  - [1, 2\nc: 3\n", pure)
    [found] = stopped.value.findings
    assert (found.rule, *found.location[1:3], found.path) == ("yaml/bracket", 3, 5, "b[0]")


@OLD
def test_unprintable_characters_are_found_in_the_right_line(tmp_path: Path, old: str) -> None:
    with pytest.raises(InputError) as stopped:
        read(tmp_path, f"a: {old}\nb: \x07\n")
    assert [found.location[1:3] for found in stopped.value.findings] == [(2, 4)]


def test_stand_ins_are_free() -> None:
    assert stand_ins("plain\ue000") == {}
    assert stand_ins("\ue000\u2028\x85") == {"\x85": "\ue001", "\u2028": "\ue002"}


def test_heat_reads_them_as_yaml_1_1_has_it() -> None:
    """What it deploys is what counts, so its files are read with its eyes."""
    document = parse("a: 1 # note\u2028b: 2\nc: 3\n", "environment.yaml")
    assert document.data == {"a": 1, "b": 2, "c": 3}
    assert document.locate(Place(("c",)))[1:3] == (3, 4)
