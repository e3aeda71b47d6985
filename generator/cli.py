"""The command line: options are read here, stages do the work, an exit code comes out.

What a command needs is imported when it runs: `nfvgen --version` loads none of it.
"""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

import generator as nfvgen
from generator.commands import exits as cli_exit
from generator.version import __version__

app = typer.Typer(
    name="nfvgen",
    cls=cli_exit.Group,
    help="One hardware inventory in, a complete RHOSP 16.1 OVS-DPDK deployment set out.\n\n"
    "Start with init, then validate, plan and generate.",
    epilog="Exit codes: 0 done; 1 the input has errors; 2 the call or its surroundings are "
    "unusable; 3 changes are pending.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

Inventory = Annotated[
    Path,
    typer.Argument(metavar="INVENTORY", help="The inventory, a YAML file.", show_default=False),
]


class Format(StrEnum):
    """How a plan is printed."""

    TABLE = "table"
    JSON = "json"
    YAML = "yaml"


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"nfvgen {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    pass


@app.command()
def validate(
    inventories: Annotated[
        list[Path], typer.Argument(metavar="INVENTORY", help="Inventories, YAML files.")
    ],
) -> None:
    """Check inventories and list all findings.

    Each comes with file, line, column and a hint. Errors stop a deployment;
    warnings and notes do not change the exit code.
    """
    from generator.commands.printing import validate_all

    raise typer.Exit(validate_all(inventories))


@app.command()
def generate(
    inventory: Inventory,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="DIR", help="The folder to write.")
    ],
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; name files that would change.")
    ] = False,
    diff: Annotated[
        bool, typer.Option("--diff", help="Write nothing; show the lines that would change.")
    ] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Overwrite files that were edited by hand.")
    ] = False,
) -> None:
    """Write the deployment set into a folder.

    All of it is written, or nothing if the inventory has errors. Files that
    others put into the folder stay. With --check or --diff the exit code is 3
    if something would change.
    """
    from generator.commands.printing import show_diff, show_pending, show_written
    from generator.commands.stages import rendered

    files, origin = rendered(inventory)
    if diff:
        raise typer.Exit(show_diff(nfvgen.diff_text(files, output, origin)))
    if check:
        raise typer.Exit(show_pending(nfvgen.compare(files, output, origin)))
    show_written(nfvgen.write_output(files, output, force, origin))


@app.command()
def plan(
    inventory: Inventory,
    role: Annotated[
        str | None, typer.Option(metavar="NAME", help="Only this role, such as ComputeOvsDpdk.")
    ] = None,
    form: Annotated[
        Format, typer.Option("--format", help="table for people, json or yaml for programs.")
    ] = Format.TABLE,
) -> None:
    """Show each derived value and why.

    The reason is the rule with its arithmetic, the source of the rule and the
    facts that it rests on. What only general knowledge supports is marked
    (recalled): check it on the machine.
    """
    from generator.commands.stages import planned, printed

    typer.echo(printed(planned(inventory), role, form), nl=False)


@app.command()
def init(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="Where to write; made if it is missing.")
    ],
) -> None:
    """Write a commented inventory to start from.

    Beside it lies its JSON Schema, which editors check it against. Nothing is
    overwritten.
    """
    from generator.commands.starter import write_starter

    for path in write_starter(folder):
        typer.echo(path)


@app.command()
def schema(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="inventory, registry-login or host-facts.")
    ] = "inventory",
) -> None:
    """Print the JSON Schema of an input file."""
    from generator.commands.starter import schema_text

    typer.echo(schema_text(name), nl=False)


def main() -> None:
    """The entry point of the program."""
    cli_exit.run(app)
