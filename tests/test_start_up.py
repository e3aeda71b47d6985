"""What loads when. Start-up time is a feature; benchmarks/start_up.py measures it."""

import subprocess
import sys
from pathlib import Path

import pytest

import generator

HEAVY = ("openstack", "jsonschema", "ruamel", "jinja2", "ctypes", "hashlib", "rich", "pydantic")


def loaded_by(code: str) -> set[str]:
    """The top-level names of all modules that are loaded after this code has run."""
    script = f"{code}\nimport sys\nprint(*sorted({{m.split('.')[0] for m in sys.modules}}))"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    return set(done.stdout.splitlines()[-1].split())


@pytest.mark.parametrize("heavy", HEAVY)
def test_the_command_line_loads_nothing_heavy(heavy: str) -> None:
    assert heavy not in loaded_by("import generator.cli")


def test_the_version_loads_no_stage() -> None:
    version = (
        "import os, sys\nfrom generator.cli import main\nsys.argv[1:] = ['--version']\n"
        "os._exit = sys.exit\n"
        "try:\n    main()\nexcept SystemExit:\n    pass"
    )
    stages = "\nprint(*(m for m in sys.modules if m.startswith('generator')))\nsys.exit()"
    done = subprocess.run(
        [sys.executable, "-c", version + stages], capture_output=True, text=True, check=True
    )
    assert set(done.stdout.splitlines()[-1].split()) == {
        "generator", "generator.cli", "generator.cli_arguments", "generator.cli_flavors",
            "generator.cli_reference",
        "generator.commands", "generator.commands.exits", "generator.errors", "generator.version",
    }  # fmt: skip


def test_the_package_alone_loads_only_its_version() -> None:
    assert not {"typer", "dataclasses"} & loaded_by("import generator")


def test_generating_does_not_load_the_cloud_client() -> None:
    code = "import generator\nfor name in generator.__all__: getattr(generator, name)"
    assert "openstack" not in loaded_by(code)


def test_every_public_name_is_there() -> None:
    assert dir(generator) == sorted(generator.__all__)
    for name in generator.__all__:
        assert getattr(generator, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = generator.nothing


def test_no_public_name_is_that_of_a_module() -> None:
    package = Path(generator.__file__).parent
    taken = {path.stem for path in package.iterdir()}
    assert not taken & set(generator.__all__)


@pytest.mark.parametrize(
    ("command", "reports"),
    [
        ("'validate', 'examples/minimal/inventory.yaml'",
         {"comments", "report", "selection", "suppression", "text", "types"}),
        ("'plan', 'examples/minimal/inventory.yaml'", {"text", "types"}),
    ],
)  # fmt: skip
def test_a_run_loads_only_the_reports_that_it_writes(command: str, reports: set[str]) -> None:
    run = (
        "import os, sys\nfrom generator.cli import main\n"
        f"sys.argv[1:] = [{command}]\nos._exit = sys.exit\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print(*(m for m in sys.modules if m.startswith('generator.report.')))\nsys.exit()"
    )
    done = subprocess.run(
        [sys.executable, "-c", run], capture_output=True, text=True, check=True,
        cwd=Path(__file__).parents[1],
    )  # fmt: skip
    loaded = {name.rpartition(".")[2] for name in done.stdout.splitlines()[-1].split()}
    assert loaded == reports


def test_only_the_report_loads_the_page() -> None:
    run = (
        "import os, sys, tempfile\nfrom generator.cli import main\n"
        "sys.argv[1:] = ['generate', 'examples/minimal/inventory.yaml', '-o',"
        " tempfile.mkdtemp() + '/out']\nos._exit = sys.exit\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print(*(m for m in sys.modules if m.startswith('generator.')))\nsys.exit()"
    )
    done = subprocess.run(
        [sys.executable, "-c", run], capture_output=True, text=True, check=True,
        cwd=Path(__file__).parents[1],
    )  # fmt: skip
    loaded = set(done.stdout.splitlines()[-1].split())
    assert "generator.render.files" in loaded
    assert not {name for name in loaded if name.startswith("generator.page")}
    assert "generator.output.single_file" not in loaded
