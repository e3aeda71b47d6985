"""`nfvgen report`: what it writes, what it leaves alone, how it ends."""

import os
import signal
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from typer.testing import CliRunner

from generator.cli import app
from generator.errors import NfvgenError
from generator.output.single_file import write_single_file

ROOT = Path(__file__).parents[1]
MINIMAL = ROOT / "examples" / "minimal" / "inventory.yaml"
MARK = "our mark"


def run(*arguments: object, code: int = 0) -> tuple[str, str]:
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    assert result.exit_code == code, result.output
    assert "Traceback" not in result.output
    return result.stdout, result.stderr


def test_a_page_is_written_and_kept(tmp_path: Path) -> None:
    target = tmp_path / "report.html"
    out, err = run("report", MINIMAL, "-o", target)
    assert out == f"{target}: written\n"
    assert err.startswith("3 warnings, 1 note; see them with: nfvgen validate")
    page, status = target.read_bytes(), target.stat()
    assert page.startswith(b"<!DOCTYPE html>")
    assert run("report", MINIMAL, "-o", target)[0] == f"{target}: up to date\n"
    assert target.stat().st_mtime_ns == status.st_mtime_ns
    target.write_bytes(page.replace(b"bench", b"elsewhere"))
    assert run("report", MINIMAL, "-o", target)[0] == f"{target}: written\n"
    assert target.read_bytes() == page
    assert os.listdir(tmp_path) == ["report.html"]


def test_the_page_on_stdout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "report.html"
    run("report", MINIMAL, "-o", target)
    monkeypatch.chdir(tmp_path)
    page = run("report", MINIMAL, "-o", "-")[0]
    assert page.rstrip("\n") == target.read_text().rstrip("\n")
    assert os.listdir(tmp_path) == ["report.html"]


def test_an_inventory_with_errors_makes_no_page(tmp_path: Path) -> None:
    broken = tmp_path / "lab.yaml"
    broken.write_text(MINIMAL.read_text().replace("vlan: 20", "vlan: 10"))
    out, err = run("report", broken, "-o", tmp_path / "report.html", code=1)
    assert out == ""
    assert "lab.yaml:" in err
    assert "error" in err
    assert os.listdir(tmp_path) == ["lab.yaml"]


def test_an_inventory_that_is_not_there(tmp_path: Path) -> None:
    out, err = run("report", tmp_path / "no.yaml", "-o", tmp_path / "report.html", code=2)
    assert (out, os.listdir(tmp_path)) == ("", [])
    assert "no.yaml" in err


def test_a_file_of_others_stays(tmp_path: Path) -> None:
    target = tmp_path / "notes.html"
    target.write_text("<p>nfvgen report</p>")
    out, err = run("report", MINIMAL, "-o", target, code=2)
    assert out == ""
    assert f"{target}: it is not of an earlier run, and stays as it is" in err
    assert target.read_text() == "<p>nfvgen report</p>"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "is a directory; a file is needed here"),
        ("none/report.html", "no such file or directory; check the path"),
        ("file/report.html", "not a directory; a part of the path is a file"),
        ("x" * 300, "choose a shorter name"),
    ],
)
def test_places_where_nothing_can_be_written(tmp_path: Path, name: str, said: str) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(NfvgenError) as caught:
        write_single_file(tmp_path / name, MARK, MARK)
    assert str(caught.value).startswith(f"{tmp_path / name}: ")
    assert said in str(caught.value)
    assert os.listdir(tmp_path) == ["file"]


def test_an_empty_file_is_nobodys(tmp_path: Path) -> None:
    (tmp_path / "page").touch()
    assert write_single_file(tmp_path / "page", MARK, MARK)
    assert (tmp_path / "page").read_text() == MARK


def test_permissions_of_new_and_old_files(tmp_path: Path) -> None:
    target = tmp_path / "page"
    umask = os.umask(0o027)
    try:
        write_single_file(target, MARK, MARK)
        assert stat.S_IMODE(target.stat().st_mode) == 0o640
        target.chmod(0o604)
        write_single_file(target, f"{MARK} 2", MARK)
    finally:
        os.umask(umask)
    assert stat.S_IMODE(target.stat().st_mode) == 0o604


def test_a_symbolic_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("page")
    write_single_file(tmp_path / "link", MARK, MARK)
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "page").read_text() == MARK


def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()))
    reader.start()
    assert write_single_file(pipe, MARK, MARK)
    reader.join(10)
    assert read == [MARK]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_full_disk_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "page"
    write_single_file(target, MARK, MARK)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    with pytest.raises(NfvgenError, match="page: no space left on device; free some space"):
        write_single_file(target, f"{MARK} 2", MARK)
    assert os.listdir(tmp_path) == ["page"]
    assert target.read_text() == MARK


def test_a_signal_leaves_nothing_behind(tmp_path: Path) -> None:
    script = (
        "import os, signal, sys\nfrom generator.output import single_file\n"
        "single_file.os.replace = lambda *_: os.kill(os.getpid(), signal.SIGTERM)\n"
        "from generator.cli import main\n"
        f"sys.argv = ['nfvgen', 'report', {str(MINIMAL)!r}, '-o', {str(tmp_path / 'x')!r}]\n"
        "main()"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False)
    assert done.returncode == 128 + signal.SIGTERM
    assert os.listdir(tmp_path) == []
