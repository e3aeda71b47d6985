"""Writing an output folder: what it holds afterwards, and what is left alone."""

import os
from pathlib import Path

import pytest
from output_helpers import FILES, Text, contents, tree, without_manifest

from generator.output import staging, swap
from generator.output.comparison import compare
from generator.output.manifest import Origin
from generator.output.write import write_output


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """A folder that an earlier run wrote."""
    target = tmp_path / "out"
    write_output(FILES, target)
    return target


def test_writes_everything_and_makes_folders(tmp_path: Path) -> None:
    written = write_output(FILES, tmp_path / "a" / "b" / "out")
    assert written.touched
    assert written.found.new == (*sorted((*FILES, "manifest.json")),)
    assert without_manifest(tmp_path / "a" / "b" / "out") == contents(FILES)
    assert os.listdir(tmp_path / "a" / "b") == ["out"]


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077, 0o277])
def test_modes_do_not_depend_on_the_umask(tmp_path: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        write_output(FILES, tmp_path / "out")
    finally:
        os.umask(before)
    modes = {name: (tmp_path / "out" / name).stat().st_mode & 0o7777 for name in FILES}
    assert modes == {name: file.mode for name, file in FILES.items()}
    folders = (tmp_path / "out", tmp_path / "out" / "environments")
    assert [folder.stat().st_mode & 0o7777 for folder in folders] == [0o755, 0o755]
    assert (tmp_path / "out" / "manifest.json").stat().st_mode & 0o777 == 0o644


def test_a_secret_is_never_readable_by_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = []
    real = os.fchmod

    def look(descriptor: int, mode: int) -> None:
        seen.append(os.fstat(descriptor).st_mode & 0o777)
        [folder] = tmp_path.iterdir()
        seen.append(folder.stat().st_mode & 0o777)
        real(descriptor, mode)

    monkeypatch.setattr(os, "fchmod", look)
    write_output({"s": Text("x", 0o644, secret=True)}, tmp_path / "out")
    assert set(seen) == {0o600, 0o700}
    assert (tmp_path / "out" / "s").stat().st_mode & 0o777 == 0o600


def test_an_unchanged_run_touches_nothing(out: Path) -> None:
    before = {path: _trace(path) for path in (out, *out.rglob("*"))}
    assert not write_output(FILES, out).touched
    assert {path: _trace(path) for path in before} == before


def _trace(path: Path) -> tuple[int, ...]:
    """What writing would leave behind. Reading may change the date of access."""
    found = path.stat()
    return (found.st_ino, found.st_mode, found.st_size, found.st_mtime_ns, found.st_ctime_ns)


def test_only_what_changed_gets_a_new_date(out: Path) -> None:
    old = (out / "deploy.sh").stat().st_mtime_ns
    changed = {**FILES, "network_data.yaml": Text("[1]\n")}
    state = write_output(changed, out).found
    assert state.changed == ("manifest.json", "network_data.yaml")
    assert without_manifest(out) == contents(changed)
    assert (out / "deploy.sh").stat().st_mtime_ns == old
    assert compare(changed, out).pending is False


def test_a_changed_input_changes_the_manifest(out: Path) -> None:
    assert compare(FILES, out, Origin({"inventory.yaml": "1"})).changed == ("manifest.json",)


def test_what_is_no_longer_rendered_goes(out: Path) -> None:
    left = {"deploy.sh": FILES["deploy.sh"]}
    state = write_output(left, out).found
    assert set(state.gone) == set(FILES) - set(left)
    assert sorted(os.listdir(out)) == ["deploy.sh", "manifest.json"]


def test_a_file_deleted_by_hand_is_made_again(out: Path) -> None:
    (out / "deploy.sh").unlink()
    assert write_output(FILES, out).found.new == ("deploy.sh",)
    (out / "network_data.yaml").unlink()
    rest = {name: FILES[name] for name in FILES if name != "network_data.yaml"}
    assert write_output(rest, out).found.gone == ()


def test_a_mode_changed_by_hand_is_put_right(out: Path) -> None:
    secret = out / "environments" / "registry.yaml"
    secret.chmod(0o644)
    assert write_output(FILES, out).found.changed == ("environments/registry.yaml",)
    assert secret.stat().st_mode & 0o777 == 0o600


def add_foreign(out: Path) -> None:
    (out / "notes.txt").write_text("mine")
    (out / "environments" / "extra.yaml").write_text("mine")
    (out / "link").symlink_to("notes.txt")
    (out / "broken").symlink_to("nowhere")
    (out / "sub" / "deep").mkdir(parents=True)
    (out / "sub" / "deep" / "file").write_text("mine")
    (out / "empty").mkdir(mode=0o750)


@pytest.mark.parametrize("links", [True, False], ids=["links", "no links"])
@pytest.mark.parametrize("exchange", [True, False], ids=["exchange", "two renames"])
def test_what_others_put_there_stays(
    out: Path, monkeypatch: pytest.MonkeyPatch, links: bool, exchange: bool
) -> None:
    add_foreign(out)
    before = {name: text for name, text in tree(out).items() if name not in FILES}
    inode = (out / "notes.txt").stat().st_ino
    if not links:
        monkeypatch.setattr(os, "link", _refuse_links)
    if not exchange:
        monkeypatch.setattr(swap, "_exchange", lambda one, other: False)
    changed = {"new.yaml": Text("new")}
    state = write_output(changed, out).found
    assert state.foreign == (
        "broken", "empty/", "environments/extra.yaml", "link", "notes.txt", "sub/",
    )  # fmt: skip
    expected = {**before, "new.yaml": "new"}
    found = tree(out)
    assert found.pop("manifest.json") != expected.pop("manifest.json")
    assert found == expected
    assert (out / "notes.txt").stat().st_ino == inode
    assert (out / "empty").stat().st_mode & 0o777 == 0o750
    assert os.listdir(out.parent) == ["out"]


def _refuse_links(*args: object, **kwargs: object) -> None:
    raise PermissionError(1, "Operation not permitted")


def test_a_folder_that_none_may_write_to_stays_so(out: Path) -> None:
    (out / "kept").mkdir()
    (out / "kept" / "file").write_text("mine")
    (out / "kept").chmod(0o555)
    write_output({"new": Text("")}, out)
    assert (out / "kept").stat().st_mode & 0o777 == 0o555
    assert (out / "kept" / "file").read_text() == "mine"
    (out / "kept").chmod(0o755)


def test_the_folder_keeps_its_permissions(out: Path) -> None:
    out.chmod(0o2770)
    (out / "environments").chmod(0o750)
    write_output({**FILES, "new": Text("")}, out)
    assert out.stat().st_mode & 0o7777 == 0o2770
    assert (out / "environments").stat().st_mode & 0o777 == 0o750


def test_a_new_subfolder_keeps_the_group_of_its_parent(out: Path) -> None:
    out.chmod(0o2755)
    write_output({**FILES, "nic-configs/new": Text("")}, out)
    assert (out / "nic-configs").stat().st_mode & 0o7777 == 0o2755


def test_a_symbolic_link_as_target_is_followed(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "out").symlink_to("real")
    (tmp_path / "later").symlink_to("made")
    write_output(FILES, tmp_path / "out")
    write_output(FILES, tmp_path / "later")
    assert (tmp_path / "out").is_symlink()
    assert without_manifest(tmp_path / "real") == contents(FILES)
    assert without_manifest(tmp_path / "made") == contents(FILES)


def test_an_empty_folder_is_taken(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    write_output(FILES, tmp_path / "out")
    assert without_manifest(tmp_path / "out") == contents(FILES)


def test_force_replaces_and_removes_what_was_edited(out: Path) -> None:
    (out / "deploy.sh").write_text("edited")
    (out / "network_data.yaml").unlink()
    (out / "network_data.yaml").symlink_to("deploy.sh")
    (out / "environments" / "network.yaml").write_text("edited")
    (out / "new").write_text("of others")
    left = {"deploy.sh": FILES["deploy.sh"], "network_data.yaml": Text("1"), "new": Text("n")}
    state = write_output(left, out, force=True).found
    assert state.edited == (
        "deploy.sh", "environments/network.yaml", "network_data.yaml", "new",
    )  # fmt: skip
    assert without_manifest(out) == contents(left)


def test_equal_content_is_adopted(out: Path) -> None:
    (out / "new").write_text("same")
    assert write_output({**FILES, "new": Text("same")}, out).found.edited == ()


def test_runs_wait_for_each_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(swap, "LOCK_SECONDS", 0.05)
    with swap.locked(tmp_path), pytest.raises(Exception, match="another run is writing"):
        write_output(FILES, tmp_path / "out")
    write_output(FILES, tmp_path / "out")


def test_a_file_system_without_locks_will_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_locks(*args: object) -> None:
        raise OSError(9, "Bad file descriptor")

    monkeypatch.setattr("fcntl.flock", no_locks)
    assert write_output(FILES, tmp_path / "out").touched


def test_staging_names_tell_parents() -> None:
    assert staging.folders_of(["a/b/c", "d"]) == {".", "a", "a/b"}
