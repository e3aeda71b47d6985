"""The program as a process: pipes, full disks, signals, terminals."""

import hashlib
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = [sys.executable, "-m", "generator"]
EXAMPLE = Path(__file__).parents[1] / "examples" / "minimal" / "inventory.yaml"
# A program whose rendering waits until it is told to stop.
WAITING = """
import time
from pathlib import Path
import generator
from generator.commands import stages as cli_stages
from generator import cli
from output_helpers import FILES
from generator.output.manifest import Origin

def wait(*args):
    print("here", flush=True)
    time.sleep(60)

import hashlib
import json
import os
cli_stages.rendered = lambda path: (FILES, Origin())
os.fchmod = wait
cli.main()
"""


def run(*arguments: str, **options: object) -> "subprocess.CompletedProcess[str]":
    command = [*PROGRAM, *arguments]
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    return subprocess.run(command, text=True, check=False, **streams)  # type: ignore[call-overload,no-any-return]


@pytest.mark.parametrize("arguments", [["--help"], ["schema"]])
def test_a_reader_that_has_seen_enough(arguments: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = run(*arguments, stdout=writing)
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (141, "")


@pytest.mark.parametrize("arguments", [["--help"], ["schema"], ["--version"]])
def test_a_full_disk_behind_standard_output(arguments: list[str]) -> None:
    with open("/dev/full", "w") as full:
        done = run(*arguments, stdout=full)
    assert done.returncode == 2
    assert done.stderr == (
        "nfvgen: standard output: no space left on device; free some space and run again\n"
    )


def test_a_terminal_without_the_signs() -> None:
    done = run("schema", env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130)]
)
def test_signals_leave_no_litter(tmp_path: Path, number: signal.Signals, code: int) -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", WAITING, "generate", "lab.yaml", "-o", "out"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parent)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "here\n"
    child.send_signal(number)
    _, err = child.communicate(timeout=20)
    assert child.returncode == code
    assert "Traceback" not in err
    assert os.listdir(tmp_path) == []


def test_the_schema_is_printed_as_it_is() -> None:
    schemas = Path(__file__).parents[1] / "schemas"
    assert run("schema").stdout == (schemas / "inventory.schema.json").read_text()
    assert "no schema 'x'; there are: " in run("schema", "x").stderr
    for path in schemas.glob("*.schema.json"):
        assert path.name.removesuffix(".schema.json") in run("schema", "--help").stdout


def test_an_inventory_that_is_not_there(tmp_path: Path) -> None:
    for arguments in (["validate", "x.yaml"], ["plan", "x.yaml"], ["generate", "x.yaml", "-oout"]):
        done = run(*arguments, cwd=tmp_path)
        assert done.returncode == 2
        assert "Traceback" not in done.stderr
        assert "x.yaml" in done.stderr


def test_an_inventory_from_a_pipe_is_read_once(tmp_path: Path) -> None:
    text = EXAMPLE.read_text()
    done = run("generate", "/dev/stdin", "-o", "out", cwd=tmp_path, input=text)
    assert done.returncode == 0, done.stderr
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text())
    assert manifest["inputs"] == {"(stream)": hashlib.sha256(text.encode()).hexdigest()}
