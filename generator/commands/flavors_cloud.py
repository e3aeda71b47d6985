"""What the flavor commands do with a cloud."""

from collections.abc import Iterable
from pathlib import Path

import typer

import generator as nfvgen
from generator.cloud.apply import apply_changes
from generator.cloud.changes import Difference
from generator.cloud.connection import Cloud, connect_cloud
from generator.cloud.difference import difference, removal
from generator.cloud.errors import CloudError
from generator.cloud.imported import import_flavors
from generator.cloud.kept import (
    KeptPlan,
    is_plan,
    read_plan,
    refuse_if_moved,
    refuse_if_no_plan,
    write_plan,
)
from generator.cloud.observe import observe, read_flavors
from generator.commands.flavors_text import difference_text
from generator.commands.plan_print import as_yaml
from generator.commands.progress import Progress
from generator.commands.stages import planned
from generator.errors import ExitCode, NfvgenError
from generator.plan.desired import DesiredState, desired_state


def plan_cloud(inventory: Path, cloud: str, output: Path | None) -> ExitCode:
    """Say what would change, and keep it if asked to."""
    if output:
        refuse_if_no_plan(output)
    desired = desired_state(planned(inventory))
    with Progress() as progress, connect_cloud(cloud) as connection:
        observed = observe(connection, desired, progress.told)
    found = _possible(cloud, difference(desired, observed))
    if output:
        write_plan(KeptPlan(cloud, desired, observed), output)
    _show(difference_text(found))
    return ExitCode.CHANGES_PENDING if found.changes else ExitCode.DONE


def apply_cloud(source: Path, cloud: str | None, yes: bool) -> ExitCode:
    """Make the changes of an inventory or of a kept plan."""
    kept = read_plan(source) if is_plan(source) else None
    if kept and cloud not in (None, kept.cloud):
        raise NfvgenError(f"{source} was made for the cloud {kept.cloud}, not for {cloud}")
    name = kept.cloud if kept else cloud
    if name is None:
        raise NfvgenError("which cloud? give --os-cloud NAME, a name of clouds.yaml")
    desired = kept.desired if kept else desired_state(planned(source))
    with Progress() as progress, connect_cloud(name) as connection:
        observed = observe(connection, desired, progress.told)
        if kept:
            refuse_if_moved(kept, observed)
        found = _possible(name, difference(desired, observed))
        return _carry_out(connection, found, yes, progress)


def destroy_cloud(inventory: Path, cloud: str, yes: bool) -> ExitCode:
    """Take away what bears the mark of the inventory's site."""
    site = nfvgen.load_inventory(inventory).inventory.site.name
    nothing = DesiredState(site, (), (), ())
    with Progress() as progress, connect_cloud(cloud) as connection:
        found = removal(site, observe(connection, nothing, progress.told))
        return _carry_out(connection, found, yes, progress)


def import_cloud(cloud: str) -> None:
    """Print the flavors of a cloud as a section of an inventory."""
    with Progress() as progress, connect_cloud(cloud) as connection:
        progress.told("reading flavors")
        found = import_flavors(read_flavors(connection))
    for note in found.notes:
        typer.echo(f"nfvgen: {note}", err=True)
    typer.echo(as_yaml({"flavors": found.flavors}), nl=False)


def _possible(cloud: str, found: Difference) -> Difference:
    if found.problems:
        raise CloudError("\n".join(f"cloud {cloud}: {problem}" for problem in found.problems))
    return found


def _carry_out(cloud: Cloud, found: Difference, yes: bool, progress: Progress) -> ExitCode:
    _show(difference_text(found))
    if not yes and any(change.consent for change in found.changes):
        typer.echo("nfvgen: nothing was done; agree with --yes", err=True)
        return ExitCode.CHANGES_PENDING
    for change in apply_changes(cloud, found.changes, progress.told):
        typer.echo(f"done: {change}")
    return ExitCode.DONE


def _show(lines: Iterable[str]) -> None:
    for line in lines:
        typer.echo(line)
