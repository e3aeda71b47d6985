"""The commands: what they print where, and with which exit code they end."""

import json
import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import plan_fixture
import pytest
from output_helpers import FILES, Text, contents, without_manifest
from ruamel.yaml import YAML
from typer.testing import CliRunner

import generator
from generator.__main__ import main
from generator.cli import app
from generator.errors import InputError, NfvgenError
from generator.findings import Finding, Location, Severity
from generator.output.manifest import digest
from generator.reading.document import InputFile
from generator.version import __version__

ERROR = Finding(Location("lab.yaml", 3, 5, 3, 9), "site.name", "r/e", Severity.ERROR, "bad", "fix")
WARNING = Finding(Location("lab.yaml", 4, 1, 4, 2), "site", "r/w", Severity.WARNING, "hm", "")


@pytest.fixture
def inventory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An inventory file whose plan and files are stand-ins."""
    stage(monkeypatch, "load_inventory", lambda path: path)
    stage(monkeypatch, "build_plan", lambda loaded: plan_fixture.plan())
    stage(monkeypatch, "render_plan", lambda plan: FILES)
    path = tmp_path / "lab.yaml"
    path.write_text("version: 1\n")
    return path


def stage(monkeypatch: pytest.MonkeyPatch, name: str, fake: Callable[..., object]) -> None:
    monkeypatch.setattr(generator, name, fake, raising=False)


def run(*arguments: object, code: int = 0) -> tuple[str, str]:
    """What a command prints on standard output and standard error."""
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    assert result.exit_code == code, result.output
    assert "Traceback" not in result.output
    return result.stdout, result.stderr


def test_version() -> None:
    assert run("--version") == (f"nfvgen {__version__}\n", "")


@pytest.mark.parametrize("arguments", [["generat"], ["generate"], ["plan", "--format", "xml", "a"]])
def test_usage_errors(arguments: list[str]) -> None:
    out, err = run(*arguments, code=2)
    assert out == ""
    assert "Usage:" in err


def test_validate_prints_findings_on_standard_output(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {"a.yaml": (WARNING,), "b.yaml": (ERROR, WARNING), "c.yaml": ()}
    stage(monkeypatch, "validate", lambda path, *_: found[str(path)])
    assert run("validate", "c.yaml") == ("no findings\n", "")
    assert run("validate", "a.yaml") == (f"{WARNING}\n1 warning\n", "")
    out, err = run("validate", "a.yaml", "b.yaml", code=1)
    assert (out, err) == (f"{WARNING}\n{ERROR}\n{WARNING}\n1 error, 2 warnings\n", "")


def test_validate_goes_on_after_a_file_that_cannot_be_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def one_is_missing(path: Path, *_: object) -> tuple[Finding, ...]:
        if path.name == "gone.yaml":
            raise NfvgenError("gone.yaml: no such file")
        return (ERROR,)

    stage(monkeypatch, "validate", one_is_missing)
    out, err = run("validate", "gone.yaml", "b.yaml", code=2)
    assert out == f"{ERROR}\n1 error\n"
    assert err == "nfvgen: gone.yaml: no such file\n"


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (InputError([ERROR]), 1, f"{ERROR}\n1 error\n"),
        (NfvgenError("lab.yaml: no file"), 2, "nfvgen: lab.yaml: no file\n"),
        (FileNotFoundError(2, "No such file", "x"), 2, "nfvgen: x: no such file; check the path\n"),
        (KeyboardInterrupt(), 130, "nfvgen: interrupted\n"),
        (BrokenPipeError(32, "Broken pipe"), 141, ""),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, BaseException) else "",
)
def test_errors_end_in_order(
    inventory: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException, code: int, message: str
) -> None:
    def fail(loaded: Path) -> None:
        raise error

    stage(monkeypatch, "build_plan", fail)
    for arguments in (["plan", inventory], ["generate", inventory, "-o", "out"]):
        assert run(*arguments, code=code) == ("", message)


def test_generate(inventory: Path, tmp_path: Path) -> None:
    target = tmp_path / "out"
    out, err = run("generate", inventory, "-o", target)
    assert err == ""
    assert "new: deploy.sh\n" in out
    assert out.endswith(f"{target}: 5 files\n")
    assert without_manifest(target) == contents(FILES)
    manifest = json.loads((target / "manifest.json").read_text())
    assert manifest["templates"] == "rhosp-16.1/1"
    assert run("generate", inventory, "-o", target) == (f"{target}: up to date\n", "")


def test_generate_names_its_inputs_as_they_were_read(
    inventory: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = (
        InputFile(inventory, b"as it was"),
        InputFile(tmp_path / "login.yaml", b"hunter2", secret=True),
    )
    stage(monkeypatch, "build_plan", lambda loaded: plan_fixture.plan()._replace(inputs=read))
    run("generate", inventory, "-o", tmp_path / "out")
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text())
    assert list(manifest["inputs"]) == ["lab.yaml", "login.yaml"]
    assert manifest["inputs"]["lab.yaml"] == digest("lab.yaml", b"as it was")
    assert manifest["inputs"]["login.yaml"].startswith("scrypt:")


def test_check_and_diff(inventory: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "out"
    out, _ = run("generate", inventory, "-o", target, "--check", code=3)
    assert out.endswith(f"{target}: out of date\n")
    assert not target.exists()
    run("generate", inventory, "-o", target)
    assert run("generate", inventory, "-o", target, "--check")[0] == f"{target}: up to date\n"
    assert run("generate", inventory, "-o", target, "--diff") == ("", "")
    stage(monkeypatch, "render_plan", lambda plan: {**FILES, "deploy.sh": Text("#!/bin/sh\n")})
    out, _ = run("generate", inventory, "-o", target, "--diff", "--check", code=3)
    assert "+#!/bin/sh\n" in out
    assert run("generate", inventory, "-o", target, "--check", code=3)[0] == (
        f"changed: deploy.sh\nchanged: manifest.json\n{target}: out of date\n"
    )
    assert without_manifest(target) == contents(FILES)


def test_force(inventory: Path, tmp_path: Path) -> None:
    target = tmp_path / "out"
    run("generate", inventory, "-o", target)
    (target / "deploy.sh").write_text("edited")
    assert "edited by hand: deploy.sh" in run(
        "generate", inventory, "-o", target, "--check", code=3
    )[0]  # fmt: skip
    assert "    deploy.sh\n" in run("generate", inventory, "-o", target, code=2)[1]
    run("generate", inventory, "-o", target, "--force")
    assert without_manifest(target) == contents(FILES)


def test_plan_in_three_formats(inventory: Path) -> None:
    table = run("plan", inventory)[0]
    assert "Role ComputeOvsDpdk\n" in table
    from_json = json.loads(run("plan", inventory, "--format", "json")[0])
    assert YAML(typ="safe").load(run("plan", inventory, "--format", "yaml")[0]) == from_json
    assert list(from_json["roles"]) == ["Controller", "ComputeOvsDpdk", "CephStorage"]


def test_plan_of_one_role(inventory: Path) -> None:
    found = json.loads(run("plan", inventory, "--role", "Controller", "--format", "json")[0])
    assert list(found["roles"]) == ["Controller"]
    assert "environments" not in found
    err = run("plan", inventory, "--role", "Compute", code=2)[1]
    assert err == (
        "nfvgen: no role 'Compute'; the inventory has: Controller, ComputeOvsDpdk, CephStorage\n"
    )


def test_findings_are_coloured_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    stage(monkeypatch, "validate", lambda path, *_: (ERROR,))
    monkeypatch.setattr("generator.commands.printing.on_terminal", lambda err: True)
    result = CliRunner().invoke(app, ["validate", "lab.yaml"], color=True)
    assert "3:5: \x1b[31m\x1b[1merror\x1b[0m: bad" in result.stdout


@pytest.fixture
def handlers(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The program sets signal handlers, and it would end the test run with itself."""
    numbers = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
    before = {number: signal.getsignal(number) for number in numbers}
    monkeypatch.setattr(os, "_exit", sys.exit)
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.usefixtures("handlers")
@pytest.mark.parametrize(("arguments", "code"), [(["schema"], 0), (["schema", "x"], 2)])
def test_the_program(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    code: int,
) -> None:
    monkeypatch.setattr("sys.argv", ["nfvgen", *arguments])
    with pytest.raises(SystemExit) as caught:
        main()
    assert caught.value.code == code
    assert bool(capsys.readouterr().err) is bool(code)
    handler = signal.getsignal(signal.SIGTERM)
    assert callable(handler)
    with pytest.raises(SystemExit, match="143"):
        handler(signal.SIGTERM, None)


def test_standard_output_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(path: Path, *_: object) -> None:
        raise OSError(28, "No space left on device")

    stage(monkeypatch, "validate", fail)
    assert "standard output: no space left" in run("validate", "lab.yaml", code=2)[1]
