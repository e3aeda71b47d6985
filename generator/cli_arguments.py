"""Arguments that several commands have."""

from pathlib import Path
from typing import Annotated

import typer


def named(text: str) -> Path:
    """A path as it is written. Whether it can be used is for the stages to say: what is
    wrong with one of several files must not hide the others."""
    if not text:
        raise typer.BadParameter("the name is empty")
    return Path(text)


Inventory = Annotated[
    Path,
    typer.Argument(
        metavar="INVENTORY", help="The inventory, a YAML file.", show_default=False, parser=named
    ),
]
