"""The commands about Nova flavors. What each needs is imported when it runs."""

from enum import StrEnum
from typing import Annotated

import typer

from generator.commands import exits as cli_exit
from generator.commands.arguments import Inventory

flavors_app = typer.Typer(
    name="flavors",
    cls=cli_exit.Group,
    help="Nova flavors, image properties and host aggregates of an inventory.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


class ShowFormat(StrEnum):
    """How flavors are shown."""

    TABLE = "table"
    JSON = "json"
    ANSIBLE = "ansible"
    HEAT = "heat"
    CLI = "cli"


@flavors_app.command()
def show(
    inventory: Inventory,
    form: Annotated[
        ShowFormat,
        typer.Option(
            "--format",
            help="table for people, json for programs; or what makes them without nfvgen: "
            "ansible, heat or cli.",
        ),
    ] = ShowFormat.TABLE,
) -> None:
    """Show flavors with their reasons, and how many servers fit.

    No cloud is asked. Capacity is counted by Nova's own rules, by NUMA node, on the
    hosts as they are planned.
    """
    from generator.commands.flavors_show import shown

    typer.echo(shown(inventory, form), nl=False)
