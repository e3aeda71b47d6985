"""What the writer refuses, in which words, and that nothing is touched then."""

import errno
import os
from pathlib import Path

import pytest
from output_helpers import FILES, Text, tree

from generator.errors import ExitCode, NfvgenError
from generator.output import swap
from generator.output.comparison import compare
from generator.output.write import write_output


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """A folder that an earlier run wrote."""
    target = tmp_path / "out"
    write_output(FILES, target)
    return target


def refused(files: dict[str, Text], target: Path, force: bool = False) -> str:
    """The message of a refusal that changes nothing and leaves nothing behind."""
    parent = target.parent
    before = tree(parent), sorted(os.listdir(parent))
    with pytest.raises(NfvgenError) as caught:
        write_output(files, target, force)
    assert caught.value.exit_code is ExitCode.UNUSABLE
    assert (tree(parent), sorted(os.listdir(parent))) == before
    return str(caught.value)


def test_files_edited_by_hand(out: Path) -> None:
    (out / "deploy.sh").write_text("edited")
    (out / "network_data.yaml").write_text("edited")
    message = refused({"deploy.sh": FILES["deploy.sh"]}, out)
    assert message.endswith("give --force to replace or remove them:\n    deploy.sh"
                            "\n    network_data.yaml")  # fmt: skip


def test_a_file_of_others_in_the_way(out: Path) -> None:
    (out / "new.yaml").write_text("of others")
    assert "new.yaml" in refused({**FILES, "new.yaml": Text("")}, out)


def test_a_file_replaced_by_a_link(out: Path) -> None:
    (out / "deploy.sh").unlink()
    (out / "deploy.sh").symlink_to("/etc/passwd")
    assert "deploy.sh" in refused({**FILES}, out)
    assert "deploy.sh" in refused({"x": Text("")}, out)


def test_a_folder_in_the_way_even_with_force(out: Path) -> None:
    (out / "new.yaml").mkdir()
    assert "new.yaml" in refused({**FILES, "new.yaml": Text("")}, out, force=True)


def test_a_file_where_a_folder_is_needed_even_with_force(out: Path) -> None:
    (out / "sub").write_text("of others")
    assert "sub/new" in refused({**FILES, "sub/new": Text("")}, out, force=True)


def test_a_folder_replaced_by_a_link(out: Path) -> None:
    (out / "environments").rename(out.parent / "moved")
    (out / "environments").symlink_to("../moved")
    assert "environments/network.yaml" in refused({**FILES}, out, force=True)
    # Without files of ours below it the link is just another file of others.
    write_output({"deploy.sh": Text("")}, out)
    assert (out / "environments").is_symlink()
    assert (out.parent / "moved" / "network.yaml").exists()


def test_a_folder_in_place_of_a_file_that_went(out: Path) -> None:
    (out / "deploy.sh").unlink()
    (out / "deploy.sh").mkdir()
    write_output({"network_data.yaml": FILES["network_data.yaml"]}, out)
    assert (out / "deploy.sh").is_dir()


def test_a_folder_of_others(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "thesis.tex").write_text("years of work")
    assert "not empty and without manifest.json" in refused(FILES, tmp_path / "out", force=True)


def test_a_manifest_of_others(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "manifest.json").write_text('{"name": "web app"}')
    assert "nfvgen did not write it" in refused(FILES, tmp_path / "out", force=True)


def test_a_file_as_target(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("")
    assert "not a folder" in refused(FILES, tmp_path / "out")


def test_a_file_above_the_target(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(NfvgenError, match="not a directory"):
        write_output(FILES, tmp_path / "file" / "out")


def test_the_root_folder() -> None:
    with pytest.raises(NfvgenError, match="choose a folder below it"):
        write_output(FILES, "/")


def test_a_link_that_leads_in_a_circle(tmp_path: Path) -> None:
    (tmp_path / "out").symlink_to("out")
    with pytest.raises(NfvgenError):
        write_output(FILES, tmp_path / "out")


def test_the_current_folder(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(out / "environments")
    assert "run from outside it" in refused({"x": Text("")}, out)
    assert not write_output(FILES, out).touched


def test_a_name_that_leads_out(tmp_path: Path) -> None:
    assert "cannot be the name" in refused({"../x": Text("")}, tmp_path / "out")


def test_a_full_disk(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = 0

    def full(descriptor: int, mode: int) -> None:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fchmod", full)
    message = refused({"a": Text("1"), "b": Text("2")}, out)
    assert message == f"{out / 'b'}: no space left on device; free some space and run again"
    monkeypatch.undo()
    with monkeypatch.context() as patch:
        calls = 0
        patch.setattr(os, "fchmod", full)
        with pytest.raises(NfvgenError, match="no space left"):
            write_output(FILES, out.parent / "made" / "on" / "the" / "way")
    assert os.listdir(out.parent) == ["out"]


def test_a_mount_inside_the_folder(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (out / "disk").write_text("")

    def other_disk(*args: object, **kwargs: object) -> None:
        raise OSError(errno.EXDEV, "Invalid cross-device link", "disk")

    monkeypatch.setattr(os, "link", other_disk)
    assert "another file system is mounted there" in refused({"x": Text("")}, out)


@pytest.mark.parametrize("number", [errno.EBUSY, errno.EACCES])
def test_a_target_that_cannot_be_moved(
    out: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def busy(staging: Path, target: Path) -> bool:
        raise OSError(number, os.strerror(number), str(target))

    monkeypatch.setattr(swap, "_exchange", busy)
    assert str(out) in refused({"x": Text("")}, out)


def test_a_second_rename_that_fails(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(swap, "_exchange", lambda one, other: False)
    real = Path.rename

    def fail(self: Path, goal: Path) -> Path:
        if goal == out and not self.name.endswith("former"):
            raise OSError(errno.EIO, "Input/output error", str(goal))
        return real(self, goal)

    monkeypatch.setattr(Path, "rename", fail)
    assert "input/output error" in refused({"x": Text("")}, out)


def test_comparing_refuses_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(NfvgenError, match="not a folder"):
        compare(FILES, tmp_path / "file")
    with pytest.raises(NfvgenError, match="not empty"):
        compare(FILES, tmp_path)


def test_an_exchange_that_the_kernel_refuses(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    with pytest.raises(OSError, match="No such file"):
        swap.put_in_place(tmp_path / "nothing", tmp_path / "out")
