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
    help="One hardware inventory in, a complete RHOSP 16.1 OVS-DPDK deployment set out.",
    epilog="Exit codes: 0 done, 1 errors in the input, 2 unusable call or surroundings, "
    "3 changes are pending.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

Inventory = Annotated[Path, typer.Argument(help="The inventory, a YAML file.")]


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
    inventories: Annotated[list[Path], typer.Argument(help="YAML files.")],
) -> None:
    """Say everything that is wrong with inventories, and what is doubtful."""
    from generator.commands.printing import validate_all

    raise typer.Exit(validate_all(inventories))


@app.command()
def generate(
    inventory: Inventory,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="DIR", help="Where to write.")],
    check: Annotated[bool, typer.Option("--check", help="Only say what would change.")] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Only show what would change.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Give up edits made by hand.")] = False,
) -> None:
    """Write the whole deployment set into a folder, all of it or nothing."""
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
    role: Annotated[str | None, typer.Option(help="Only this role.")] = None,
    form: Annotated[Format, typer.Option("--format", help="For people or for programs.")] = (
        Format.TABLE
    ),
) -> None:
    """Show every derived value with its rule, its source and its inputs."""
    from generator.commands.stages import planned, printed

    typer.echo(printed(planned(inventory), role, form), nl=False)


@app.command()
def init(
    folder: Annotated[Path, typer.Argument(help="Made if it is missing.")],
) -> None:
    """Write a first inventory, commented, and the schema that editors check it against."""
    from generator.commands.starter import write_starter

    for path in write_starter(folder):
        typer.echo(path)


@app.command()
def schema(
    name: Annotated[str, typer.Argument(help="inventory or registry-login.")] = "inventory",
) -> None:
    """Print a JSON Schema, that of the inventory if no other is named."""
    from generator.commands.starter import schema_text

    typer.echo(schema_text(name), nl=False)


def main() -> None:
    """The entry point of the program."""
    cli_exit.run(app)
