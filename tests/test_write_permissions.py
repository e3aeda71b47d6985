"""Folders that the writer has no leave for, as a user without privileges meets them."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from output_helpers import FILES, Text, contents, tree, without_manifest

from generator.errors import NfvgenError
from generator.output import swap
from generator.output.write import write_output

NOBODY = 65534
CHANGED = {**FILES, "new": Text("new")}
only_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root makes folders for others")


@pytest.fixture
def home() -> Iterator[Path]:
    """A folder of a user without privileges, whom the test is while it runs."""
    with tempfile.TemporaryDirectory() as name:
        privileged = os.geteuid() == 0
        if privileged:
            os.chown(name, NOBODY, NOBODY)
            os.seteuid(NOBODY)
        try:
            yield Path(name)
        finally:
            if privileged:
                os.seteuid(0)
            for folder, _, _ in os.walk(name):
                os.chmod(folder, 0o700)


@pytest.fixture
def out(home: Path) -> Path:
    """A folder that an earlier run wrote."""
    write_output(FILES, home / "out")
    return home / "out"


def give_away(*paths: Path) -> None:
    """Make root the owner."""
    os.seteuid(0)
    for path in paths:
        os.chown(path, 0, 0)
    os.seteuid(NOBODY)


def refused(target: Path) -> str:
    """The message of a refusal that changes nothing and leaves nothing behind."""
    before = tree(target), sorted(os.listdir(target.parent)), target.stat()
    with pytest.raises(NfvgenError) as caught:
        write_output(CHANGED, target)
    assert (tree(target), sorted(os.listdir(target.parent)), target.stat()) == before
    return str(caught.value)


@pytest.mark.parametrize("name", [".", "environments"])
def test_a_folder_closed_for_writing(out: Path, name: str) -> None:
    (out / name).chmod(0o555)
    assert refused(out) == (
        f"{out / name}: closed for writing (mode 0555); open it with chmod u+w, or choose another"
        " output folder"
    )
    assert not write_output(FILES, out).touched
    (out / name).chmod(0o755)
    assert write_output(CHANGED, out).touched


@only_root
@pytest.mark.parametrize("name", [".", "environments"])
def test_a_folder_of_another_user(out: Path, name: str) -> None:
    give_away(out / name)
    message = refused(out)
    assert message.startswith(f"{out / name}: belongs to root, and you may not write to it; run as")
    assert "move it out" not in message


@only_root
def test_what_another_user_put_there(out: Path) -> None:
    (out / "theirs").mkdir()
    give_away(out / "theirs")
    assert refused(out).endswith("may not write to it; move it out of the output folder")


@only_root
def test_files_that_a_sticky_bit_protects(out: Path) -> None:
    out.chmod(0o1777)
    give_away(out, out / "deploy.sh")
    message = refused(out)
    assert message.startswith(f"{out / 'deploy.sh'}: belongs to root, and the sticky bit")


@only_root
def test_a_shared_folder_can_be_written(out: Path) -> None:
    out.chmod(0o777)
    give_away(out, out / "deploy.sh")
    write_output(CHANGED, out)
    assert without_manifest(out) == contents(CHANGED)
    assert os.listdir(out.parent) == ["out"]


def test_a_folder_that_its_attributes_close(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.access
    monkeypatch.setattr(os, "access", lambda path, *a, **k: path != out and real(path, *a, **k))
    assert "cannot be written to; check its attributes" in refused(out)


def test_an_owner_without_a_name(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.access
    monkeypatch.setattr(os, "access", lambda path, *a, **k: path != out and real(path, *a, **k))
    monkeypatch.setattr(os, "geteuid", lambda: -1)
    monkeypatch.setattr("pwd.getpwuid", {}.__getitem__)
    assert f"belongs to user {out.stat().st_uid}, and you may not" in refused(out)


def test_no_leave_beside_the_folder(out: Path) -> None:
    out.parent.chmod(0o555)
    assert refused(out).startswith(f"{out.parent}: you may not write here, and the new output")


def leftover(out: Path, name: str) -> Path:
    """What an earlier run left beside the folder and nobody but root can clear away."""
    path = out.parent / f".out.nfvgen-{name}"
    path.mkdir()
    (path / "sub").mkdir()
    (path / "sub" / "notes.txt").write_text("mine")
    give_away(path / "sub", path)
    return path


@only_root
@pytest.mark.parametrize("name", ["0", "1234", "former"])
def test_leftovers_do_not_block_later_runs(
    out: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = leftover(out, name)
    if name == "former":
        monkeypatch.setattr("generator.output.swap._exchange", lambda one, other: False)
    for files in (CHANGED, FILES, CHANGED):
        [words] = write_output(files, out).left
        assert words.startswith(f"{left}: ")
        assert without_manifest(out) == contents(files)
        assert sorted(os.listdir(out.parent)) == [left.name, "out"]


def test_a_name_that_is_taken_gets_a_tilde(out: Path) -> None:
    """Inode numbers are used again."""
    staging = swap.staging_folder(out)
    renamed = staging.rename(f"{staging}~")
    assert swap.leftovers(out) == ([renamed], [])
    (out.parent / ".out.nfvgen-0").write_text("of others")
    assert swap.staging_folder(out).is_dir()
