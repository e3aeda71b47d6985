"""Runs that are killed, and files that appear while a run goes on."""

import errno
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from output_helpers import FILES, Text, contents, tree, without_manifest

from generator.errors import NfvgenError
from generator.output import settle, swap
from generator.output.write import write_output

CHANGED = {**FILES, "deploy.sh": Text("#!/bin/sh\n", 0o755), "new": Text("new")}
del CHANGED["network_data.yaml"]

# Runs in a process of its own that stops for good at one call of one function.
CHILD = """
import os, sys, time
from pathlib import Path
from generator.output import swap
from generator.output import write
sys.path.insert(0, sys.argv[1])
from test_write_interrupted import CHANGED

def stop(*args, **kwargs):
    print("here", flush=True)
    time.sleep(60)

count = 0
def sometimes(real):
    def call(*args, **kwargs):
        global count
        count += 1
        if count == int(sys.argv[4]):
            stop()
        return real(*args, **kwargs)
    return call

owner = {"os": os, "path": Path, "swap": swap, "write": write}[sys.argv[3].split(".")[0]]
name = sys.argv[3].split(".")[1]
if len(sys.argv) > 5:
    swap._exchange = lambda one, other: False
setattr(owner, name, sometimes(getattr(owner, name)))
write.write_output(CHANGED, sys.argv[2])
"""


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """A folder that an earlier run wrote, with a file of others."""
    target = tmp_path / "out"
    write_output(FILES, target)
    (target / "notes.txt").write_text("mine")
    (target / "sub").mkdir()
    (target / "sub" / "notes.txt").write_text("mine too")
    return target


def stopped(out: Path, point: str, call: int, number: signal.Signals, *extra: str) -> None:
    """A run that got this far when the signal came."""
    here = str(Path(__file__).parent)
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, here, str(out), point, str(call), *extra],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    line = child.stdout.readline()
    assert line == "here\n", child.communicate()
    child.send_signal(number)
    child.communicate()
    assert child.returncode != 0


def finished(out: Path) -> None:
    """The next run has made everything right and left no litter."""
    write_output(CHANGED, out)
    found = without_manifest(out)
    assert found.pop("notes.txt") == "mine"
    assert found.pop("sub/notes.txt") == "mine too"
    assert found == contents(CHANGED)
    assert os.listdir(out.parent) == ["out"]


@pytest.mark.parametrize(
    ("point", "call"),
    [
        ("path.rename", 1),  # the staged folder is empty and has no name yet
        ("os.link", 2),
        ("os.fchmod", 1),
        ("os.fchmod", 2),
        ("write.put_in_place", 1),
    ],
)
def test_killed_before_the_swap(out: Path, point: str, call: int) -> None:
    before = tree(out)
    stopped(out, point, call, signal.SIGKILL)
    assert tree(out) == before
    finished(out)


@pytest.mark.parametrize(
    ("point", "call"),
    [
        ("write.settle", 1),
        ("path.unlink", 1),
        ("path.unlink", 4),
        ("path.rmdir", 1),
        ("path.rmdir", 3),
    ],
)
def test_killed_behind_the_swap(out: Path, point: str, call: int) -> None:
    stopped(out, point, call, signal.SIGKILL)
    found = without_manifest(out)
    assert found == {**contents(CHANGED), "notes.txt": "mine", "sub/notes.txt": "mine too"}
    finished(out)


@pytest.mark.parametrize(
    ("point", "call"),
    [("path.rename", 2), ("path.rename", 3), ("write.settle", 1), ("path.unlink", 4)],
)
def test_killed_where_names_cannot_be_exchanged(out: Path, point: str, call: int) -> None:
    stopped(out, point, call, signal.SIGKILL, "two renames")
    finished(out)


@pytest.mark.parametrize("number", [signal.SIGINT])
def test_interrupted(out: Path, number: signal.Signals) -> None:
    before = tree(out)
    stopped(out, "os.fchmod", 2, number)
    assert tree(out) == before
    assert os.listdir(out.parent) == ["out"]


def test_signals_wait_for_the_swap(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*args: object) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.01)
        settle.settle(*args)  # type: ignore[arg-type]

    monkeypatch.setattr("generator.output.write.settle", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_output(CHANGED, out)
    assert os.listdir(out.parent) == ["out"]
    assert without_manifest(out)["new"] == "new"
    assert "network_data.yaml" not in without_manifest(out)


def test_a_thread_can_write(tmp_path: Path) -> None:
    with ThreadPoolExecutor() as threads:
        assert threads.submit(write_output, FILES, tmp_path / "out").result().touched
        assert threads.submit(write_output, CHANGED, tmp_path / "out").result().touched
    assert os.listdir(tmp_path) == ["out"]


def during_the_swap(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> None:
    def put(staging: Path, target: Path) -> Path | None:
        act()
        return swap.put_in_place(staging, target)

    monkeypatch.setattr("generator.output.write.put_in_place", put)


def test_files_that_appear_are_kept(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def act() -> None:
        (out / "late").write_text("late")
        (out / "late folder").mkdir(mode=0o700)
        (out / "late folder" / "file").write_text("late")
        (out / "late empty").mkdir()
        (out / "environments" / "late").write_text("late")
        (out / "notes.tmp").write_text("saved anew")
        (out / "notes.tmp").replace(out / "notes.txt")
        (out / "deploy.sh").write_text("edited late")
        (out / "network_data.yaml").write_text("edited late")
        (out / "new").write_text("made late")

    during_the_swap(monkeypatch, act)
    write_output(CHANGED, out)
    assert without_manifest(out) == {
        **contents(CHANGED),
        "deploy.sh.set-aside": "edited late",
        "network_data.yaml.set-aside": "edited late",
        "new.set-aside": "made late",
        "late": "late",
        "late folder/file": "late",
        "environments/late": "late",
        "notes.txt": "saved anew",
        "sub/notes.txt": "mine too",
    }
    assert (out / "late empty").is_dir()
    assert (out / "late folder").stat().st_mode & 0o777 == 0o700
    assert os.listdir(out.parent) == ["out"]


def test_a_late_folder_that_cannot_be_made(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def act() -> None:
        (out / "new").mkdir()
        (out / "new" / "file").write_text("late")
        (out / "new-file.set-aside").write_text("taken")

    during_the_swap(monkeypatch, act)
    write_output(CHANGED, out)
    assert (out / "new").read_text() == "new"
    assert (out / "new-file.set-aside~").read_text() == "late"


def test_a_move_that_fails_is_tried_again(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    during_the_swap(monkeypatch, lambda: (out / "late").write_text("late"))

    def fail(self: Path, goal: Path) -> Path:
        raise OSError(errno.EIO, "Input/output error", str(goal))

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", fail)
        with pytest.raises(NfvgenError, match="moves over what it holds of others"):
            write_output(CHANGED, out)
    assert write_output(CHANGED, out).touched is False
    assert (out / "late").read_text() == "late"
    assert os.listdir(out.parent) == ["out"]


def test_an_edit_found_behind_a_kill_is_kept(out: Path) -> None:
    stopped(out, "write.settle", 1, signal.SIGKILL)
    [former] = [path for path in out.parent.iterdir() if path != out]
    (former / "deploy.sh").write_text("edited")
    write_output(CHANGED, out)
    assert (out / "deploy.sh.set-aside").read_text() == "edited"


def test_what_only_looks_like_a_leftover_stays(tmp_path: Path) -> None:
    (tmp_path / ".out.nfvgen-notes").mkdir()
    (tmp_path / ".out.nfvgen-0").write_text("")
    (tmp_path / ".other.nfvgen-7").mkdir()
    write_output(FILES, tmp_path / "out2")
    assert len(os.listdir(tmp_path)) == 4
    assert swap.leftovers(tmp_path / "out") == ([], [])


def test_a_c_library_without_the_call(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ctypes.CDLL", lambda *args, **kwargs: object())
    finished(out)


@pytest.mark.parametrize("number", [errno.ENOSYS, errno.EINVAL])
def test_a_kernel_without_the_call(out: Path, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    monkeypatch.setattr("ctypes.get_errno", lambda: number)
    monkeypatch.setattr(swap, "_RENAME_EXCHANGE", 1 << 30)
    finished(out)


def test_identities_name_everything(out: Path) -> None:
    assert "sub/notes.txt" in settle.identities(out)
