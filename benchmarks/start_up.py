"""What a call costs before it does anything: CPU time against that of bare imports."""

import sys
import tempfile
from pathlib import Path

from measure import GENERATOR, PYTHON, Bound, cpu_seconds, least_cpu, report

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "examples" / "dell-r740xd-dpdk" / "inventory.yaml"
TREE = ROOT / ".conformance" / "tripleo-heat-templates-11.6.0"
HEAT_PYTHON = ROOT / ".conformance" / "heat" / "bin" / "python"
RUNS = 15

IMPORTS = (PYTHON, "-c", "import typer, jinja2, ruamel.yaml, jsonschema")
EMPTY_APP = (
    PYTHON,
    "-c",
    "import typer\n"
    "app = typer.Typer(add_completion=False, rich_markup_mode=None)\n"
    "@app.command()\n"
    "def nothing() -> None: pass\n"
    "app()",
)


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        fresh = (PYTHON, "-c", _EACH_TIME_ANEW.format(folder), str(EXAMPLE))
        times = least_cpu(
            {
                "imports": IMPORTS,
                "generate": fresh,
                "empty app": EMPTY_APP,
                "version": (*GENERATOR, "--version"),
            },
            RUNS,
        )
        bounds = [
            Bound("generate / bare imports", times["generate"] / times["imports"], 1.5),
            Bound("--version / empty typer app", times["version"] / times["empty app"], 1.15),
        ]
        if TREE.is_dir() and HEAT_PYTHON.exists():
            bounds.append(_against_templates(times["generate"], Path(folder)))
            # Where the imports alone are above the bound, no program of this kind keeps it.
            alone = bounds[-1].measured * times["imports"] / times["generate"]
            print(f"        the bare imports / THT process-templates: {alone:.2f}")  # noqa: T201
    return report(bounds)


# A run that finds its output up to date would be cheaper: each one writes anew.
_EACH_TIME_ANEW = """
import os, sys
from generator.__main__ import main
sys.argv = ["nfvgen", "generate", sys.argv[1], "-o", f"{}/{{os.getpid()}}"]
main()
"""


def _against_templates(generate: float, folder: Path) -> Bound:
    """The product's own rendering of its Jinja templates for the same roles and networks."""
    ours = folder / "ours"
    cpu_seconds((*GENERATOR, "generate", str(EXAMPLE), "-o", str(ours)))
    command = (
        str(HEAT_PYTHON), str(TREE / "tools" / "process-templates.py"), "--safe", "-p", str(TREE),
        "-r", str(ours / "roles_data.yaml"), "-n", str(ours / "network_data.yaml"), "-o",
    )  # fmt: skip
    # --safe writes into no folder that is there.
    product = min(cpu_seconds((*command, str(folder / f"tht-{run}"))) for run in range(3))
    return Bound("generate / THT process-templates", generate / product, 1 / 8)


if __name__ == "__main__":
    sys.exit(main())
