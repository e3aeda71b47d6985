"""The commands of `nfvgen flavors`: what a running cloud holds for guests."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from generator.cli_arguments import Inventory, named
from generator.commands import exits as cli_exit

app = typer.Typer(
    cls=cli_exit.Group,
    help="Keep flavors and aggregates of a cloud.\n\n"
    "Image properties too. Marks in the cloud say what is ours; the rest is left alone.",
    no_args_is_help=True,
)

_CLOUD = "The cloud, by its name in clouds.yaml; envvars for OS_ variables."
CloudName = Annotated[
    str, typer.Option("--os-cloud", metavar="NAME", envvar="OS_CLOUD", help=_CLOUD)
]
Yes = Annotated[bool, typer.Option("--yes", help="Agree to what deletes or takes over.")]


class ShowFormat(StrEnum):
    """How flavors are shown."""

    TABLE = "table"
    JSON = "json"
    ANSIBLE = "ansible"
    HEAT = "heat"
    CLI = "cli"


@app.command()
def show(
    inventory: Inventory,
    form: Annotated[
        ShowFormat,
        typer.Option(
            "--format",
            help="table for people, json for programs; ansible, heat or cli makes them elsewhere.",
        ),
    ] = ShowFormat.TABLE,
) -> None:
    """Show flavors with their reasons, and how many servers fit.

    No cloud is asked. Servers are counted by Nova's own rules, by NUMA node, on the hosts
    as they are planned. A playbook, a template or commands do what apply does.
    """
    from generator.commands.flavors_show import shown

    typer.echo(shown(inventory, form), nl=False)


@app.command()
def plan(
    inventory: Inventory,
    cloud: CloudName,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Keep it for apply.", parser=named),
    ] = None,
) -> None:
    """Show what would change in a cloud, field by field.

    Nothing is written there. The exit code is 3 if something would change.
    """
    from generator.commands.flavors_cloud import plan_cloud

    raise typer.Exit(plan_cloud(inventory, cloud, output))


@app.command()
def apply(
    source: Annotated[
        Path,
        typer.Argument(metavar="INVENTORY", help="The inventory, or a kept plan.", parser=named),
    ],
    cloud: Annotated[
        str | None, typer.Option("--os-cloud", metavar="NAME", envvar="OS_CLOUD", help=_CLOUD)
    ] = None,
    yes: Yes = False,
) -> None:
    """Make a cloud hold what the inventory says.

    What others made or added is left alone. A kept plan is refused if the cloud has moved
    since. What deletes, replaces or takes over is done with --yes only; without it nothing
    is done then, and the exit code is 3.
    """
    from generator.commands.flavors_cloud import apply_cloud

    raise typer.Exit(apply_cloud(source, cloud, yes))


@app.command()
def destroy(inventory: Inventory, cloud: CloudName, yes: Yes = False) -> None:
    """Take away what was made for the inventory's site.

    That is what bears its mark: flavors, aggregates, and the properties that it set on
    images. Without --yes it is only shown, and the exit code is 3.
    """
    from generator.commands.flavors_cloud import destroy_cloud

    raise typer.Exit(destroy_cloud(inventory, cloud, yes))


@app.command("import")
def import_(cloud: CloudName) -> None:
    """Print the flavors of a cloud as a section of an inventory."""
    from generator.commands.flavors_cloud import import_cloud

    import_cloud(cloud)
