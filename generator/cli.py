"""The command line: options are read here, stages do the work, an exit code comes out.

What a command needs is imported when it runs: `nfvgen --version` loads none of it.
"""

from pathlib import Path
from typing import Annotated

import typer

import generator as nfvgen
from generator import cli_flavors
from generator.cli_arguments import (
    Baseline,
    Compared,
    Format,
    Formats,
    Ignore,
    Inventory,
    Layout,
    ListFormat,
    OvsRelease,
    QueueFormat,
    RegistrationFile,
    Select,
    Strict,
    WriteBaseline,
    named,
)
from generator.cli_reference import explain, init, rules, schema
from generator.commands import exits as cli_exit
from generator.version import __version__

app = typer.Typer(
    name="nfvgen",
    cls=cli_exit.Group,
    help="One hardware inventory in, a complete RHOSP 16.1 NFV deployment set out.\n\n"
    "Start with init, then validate, plan and generate.",
    epilog="Exit codes: 0 done; 1 the input has errors; 2 the call or its surroundings are "
    "unusable; 3 changes are pending.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


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
        list[Path],
        typer.Argument(metavar="INVENTORY...", help="Inventories, YAML files.", parser=named),
    ],
    formats: Formats = None,
    strict: Strict = False,
    select: Select = None,
    ignore: Ignore = None,
    baseline: Baseline = None,
    write_baseline: WriteBaseline = None,
) -> None:
    """Check inventories and say where and how to mend them.

    Each finding comes with file, line, column and a hint. Errors in what is written keep
    the rules over what is derived from running; then a last line says so. Errors stop a
    deployment; warnings and notes do not change the exit code. A comment in the line of a
    finding or above it accepts it: # nfvgen: ignore[rule-id] reason
    """
    from generator.commands.validating import Options, validate_all

    options = (formats or (), strict, select or (), ignore or (), baseline, write_baseline)
    raise typer.Exit(validate_all(inventories, Options(*options)))


@app.command()
def lint(
    paths: Annotated[
        list[Path],
        typer.Argument(
            metavar="PATH...",
            help="Files and folders in -e order, or a deploy script.",
            parser=named,
        ),
    ],
    hardware: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="An inventory, or host facts.", parser=named),
    ] = None,
    formats: Formats = None,
    strict: Strict = False,
    select: Select = None,
    ignore: Ignore = None,
    baseline: Baseline = None,
    write_baseline: WriteBaseline = None,
) -> None:
    """Check deployment files that you already have.

    Environments, nic-configs, roles_data, network_data and flavor notes are read together,
    as the deployment will. --hardware lets rules compare CPU lists with the machines.
    """
    from generator.commands.linting import Options, lint_all

    options = Options(formats or (), strict, select or (), ignore or (), baseline, write_baseline)
    raise typer.Exit(lint_all(paths, hardware, options))


@app.command()
def generate(
    inventory: Inventory,
    output: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="DIR", help="The folder to write.", parser=named),
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
def nodes(inventory: Inventory, output: RegistrationFile) -> None:
    """Write the file that registers the machines in Ironic.

    It is for openstack overcloud node import, holds passwords, and is readable by you
    alone. Logins come from registration.login_file of the inventory, or from
    NFVGEN_BMC_USERNAME and NFVGEN_BMC_PASSWORD.
    """
    from generator.commands.nodes import write_registration

    typer.echo(write_registration(inventory, output))


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
def report(
    inventory: Inventory,
    output: Annotated[
        Path,
        typer.Option(
            "--output", "-o", metavar="FILE", help="The page to write, or -.", parser=named
        ),
    ],
) -> None:
    """Draw the plan as one HTML page that needs no network.

    CPUs, PMD threads with their queues, memory, wiring, MTUs and line rates of each role,
    all findings, and behind each value its reason. Only an earlier page is overwritten.
    """
    from generator.commands.reporting import write_report

    typer.echo(write_report(inventory, output))


@app.command()
def diff(
    old: Compared,
    new: Compared,
    form: Annotated[
        ListFormat, typer.Option("--format", help="text for people, json for programs.")
    ] = ListFormat.TEXT,
) -> None:
    """Show which values differ, why, and what that needs on live nodes.

    Two inventories are compared, or an inventory and a folder that generate wrote, hand
    edits included. Comments, order and spelling do not count. The exit code is 3 if
    something differs.
    """
    from generator.commands.difference import compared, shown

    text, code = shown(compared(old, new), form)
    typer.echo(text, nl=False)
    raise typer.Exit(code)


@app.command()
def rxq(
    layout: Layout,
    ovs_version: Annotated[
        OvsRelease, typer.Option(help="2.13 as in RHOSP 16.1; 3.1 as from 2.16 on.")
    ] = OvsRelease.V2_13,
    form: Annotated[
        QueueFormat, typer.Option("--format", help="table for people, json for programs.")
    ] = QueueFormat.TABLE,
) -> None:
    """Say which PMD core polls which rx queue.

    A layout names cores, PMD cores and ports; nfvgen schema rxq-layout describes it. Of
    2.13 only which queues share a core is certain: the order of cores changes at each start.
    """
    from generator.commands.rxq import queue_map

    typer.echo(queue_map(layout, ovs_version.value, form), nl=False)


for command in (init, schema, rules, explain):
    app.command()(command)
app.add_typer(cli_flavors.app, name="flavors")


def main() -> None:
    """The entry point of the program."""
    cli_exit.run(app)
