"""The commands that need no inventory: a start, schemas, the rules, and what names mean."""

from pathlib import Path
from typing import Annotated

import typer

from generator.cli_arguments import Checking, ListFormat, named


def init(
    folder: Annotated[
        Path,
        typer.Argument(
            metavar="FOLDER", help="Where to write; made if it is missing.", parser=named
        ),
    ],
) -> None:
    """Write a commented inventory to start from.

    Beside it lies its JSON Schema, which editors check it against. Nothing is
    overwritten.
    """
    from generator.commands.starter import write_starter

    for path in write_starter(folder):
        typer.echo(path)


def schema(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME", help="inventory, host-facts, rxq-layout, registry-login, bmc-login."
        ),
    ] = "inventory",
) -> None:
    """Print the JSON Schema of an input file."""
    from generator.commands.starter import schema_text

    typer.echo(schema_text(name), nl=False)


def rules(
    form: Annotated[ListFormat, typer.Option("--format", help="text or json.")] = ListFormat.TEXT,
    of: Annotated[
        Checking | None, typer.Option(show_default=False, help="Only those that it runs.")
    ] = None,
) -> None:
    """List the rules, by what they are about."""
    from generator.commands.explaining import rule_list

    typer.echo(rule_list(form, of), nl=False)


def explain(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME",
            help="A rule, Heat parameter, extra spec, image property or inventory key.",
        ),
    ],
) -> None:
    """Say what a name means, why, from which source, with examples."""
    from generator.commands.explaining import explanation

    typer.echo(explanation(name), nl=False)
