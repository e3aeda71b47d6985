"""The program where its surroundings are broken: no traceback, and a code that says so."""

import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[1] / "examples" / "minimal" / "inventory.yaml"
PROGRAM = shlex.join([sys.executable, "-m", "generator"])
COMMANDS = ["--version", "--help", "schema", f"validate {EXAMPLE}", f"plan {EXAMPLE}",
            f"generate {EXAMPLE} -o out", "validate none.yaml", "generat"]  # fmt: skip


def shell(tmp_path: Path, line: str) -> "subprocess.CompletedProcess[str]":
    """A line of shell, with `nfvgen` as the program."""
    script = f'cd {tmp_path}\nnfvgen() {{ {PROGRAM} "$@"; }}\n{line}'
    done = subprocess.run(["sh", "-c", script], text=True, capture_output=True, check=False)
    assert "Traceback" not in done.stderr + done.stdout
    assert "Exception" not in done.stderr + done.stdout
    return done


@pytest.mark.parametrize("command", COMMANDS)
def test_closed_standard_output(tmp_path: Path, command: str) -> None:
    done = shell(tmp_path, f"nfvgen {command} >&-")
    assert (done.returncode, done.stderr) == (
        2, "nfvgen: standard output is closed; give it a place to go, such as /dev/null\n",
    )  # fmt: skip
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("closing", ["2>&-", ">&- 2>&-"])
def test_closed_standard_error(tmp_path: Path, command: str, closing: str) -> None:
    done = shell(tmp_path, f"nfvgen {command} {closing}")
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "")
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_can_be_told(tmp_path: Path, command: str) -> None:
    """Who has nothing to tell on standard error is not hindered; who has ends with 2."""
    done = shell(tmp_path, f"nfvgen {command} 2>/dev/full")
    quiet = command in {"--version", "--help", "schema", f"validate {EXAMPLE}"}
    assert done.returncode == (0 if quiet else 2)
    assert os.listdir(tmp_path) == []


def test_a_reader_of_errors_that_went_away(tmp_path: Path) -> None:
    done = shell(tmp_path, "{ nfvgen validate none.yaml; echo $? >code; } 2>&1 >/dev/null | true")
    assert done.stderr == ""
    assert int((tmp_path / "code").read_text()) in {2, 141}


@pytest.mark.parametrize("blocks", [0, 1])
def test_a_limit_on_the_size_of_files(tmp_path: Path, blocks: int) -> None:
    done = shell(tmp_path, f"ulimit -f {blocks}; nfvgen generate {EXAMPLE} -o out")
    assert done.returncode == 2
    [message] = [line for line in done.stderr.split("\n") if line.startswith("nfvgen: ")]
    assert message.startswith(f"nfvgen: {tmp_path}/out/")
    assert message.endswith(": file too large; the size of files is limited here: raise the limit"
                            " (ulimit -f) and run again")  # fmt: skip
    assert os.listdir(tmp_path) == []


def test_a_limit_on_the_starter(tmp_path: Path) -> None:
    done = shell(tmp_path, "ulimit -f 1; nfvgen init lab")
    assert done.returncode == 2
    assert done.stderr.startswith("nfvgen: lab/inventory")
    assert "ulimit -f" in done.stderr


def test_a_current_folder_that_was_deleted(tmp_path: Path) -> None:
    gone = "mkdir gone; cd gone; rmdir ../gone;"
    done = shell(tmp_path, f"{gone} nfvgen generate {EXAMPLE} -o out")
    assert done.returncode == 2
    assert "the current folder is no longer there; change to one that is" in done.stderr
    assert shell(tmp_path, f"{gone} nfvgen validate none.yaml").returncode == 2
    for _ in range(2):
        done = shell(tmp_path, f"{gone} nfvgen generate {EXAMPLE} -o {tmp_path}/out; echo $?")
        assert done.stdout.endswith("\n0\n")
        (tmp_path / "out" / "deploy.sh").unlink()


@pytest.mark.parametrize(
    "command", ["validate ''", "plan ''", f"generate {EXAMPLE} -o ''", "generate '' -o x",
                "init ''", "validate a.yaml ''"],
)  # fmt: skip
def test_an_empty_name(tmp_path: Path, command: str) -> None:
    done = shell(tmp_path, f"nfvgen {command}")
    assert done.returncode == 2
    assert "the name is empty" in done.stderr
    assert os.listdir(tmp_path) == []


def test_an_unreadable_file_hides_no_other(tmp_path: Path) -> None:
    (tmp_path / "closed.yaml").write_text("version: 1\n")
    (tmp_path / "closed.yaml").chmod(0)
    (tmp_path / "bad.yaml").write_text("version: 1\nsite: 1\n")
    (tmp_path / "folder").mkdir()
    names = "closed.yaml folder none.yaml bad.yaml"
    script = f"os.setuid(65534); os.chdir({str(tmp_path)!r})\n" if privileged() else ""
    code = (
        "import os, sys, generator.__main__, generator.cli\n"
        f"generator.validate({str(EXAMPLE)!r})\n"  # loads what another user may not read
        f"{script}sys.argv = 'nfvgen validate {names}'.split()\n"
        "from generator.__main__ import main\nmain()"
    )
    opened(tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, text=True, capture_output=True, check=False
    )
    assert done.returncode == 2
    assert "closed.yaml cannot be read: Permission denied" in done.stderr
    assert "folder is a directory" in done.stderr
    assert "none.yaml: there is no such file" in done.stderr
    assert "bad.yaml:2:" in done.stdout


def privileged() -> bool:
    return os.geteuid() == 0


def opened(path: Path) -> None:
    """Let another user come as far as here."""
    for folder in (path, *path.parents[:3]):
        if folder != Path("/tmp") and folder.stat().st_uid == os.geteuid():
            folder.chmod(0o755)


SLOW = "import os, time\nos.write(1, b'here')\ntime.sleep(60)\n"


@pytest.mark.parametrize("ignored", [False, True])
def test_an_interrupt_while_it_loads(tmp_path: Path, ignored: bool) -> None:
    """In the background of a shell, where interrupts are ignored, they stay so."""
    (tmp_path / "typer.py").write_text(SLOW.replace("60", "1") if ignored else SLOW)
    child = subprocess.Popen(
        [sys.executable, "-m", "generator", "--version"],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=(lambda: signal.signal(signal.SIGINT, signal.SIG_IGN)) if ignored else None,
    )
    assert child.stdout
    assert child.stdout.read(4) == b"here"
    child.send_signal(signal.SIGINT)
    _, err = child.communicate(timeout=20)
    assert (child.returncode == -signal.SIGINT) is not ignored
    assert b"KeyboardInterrupt" not in err
