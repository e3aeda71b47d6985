"""What arguments and options of commands take."""

from enum import StrEnum
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
Formats = Annotated[
    list[str] | None,
    typer.Option(
        "--format", metavar="FORMAT[:FILE]", show_default=False,
        help="text, json, sarif, junit, github or gitlab; repeatable with a file each.",
    ),
]  # fmt: skip
Strict = Annotated[bool, typer.Option("--strict", help="Warnings count as errors do.")]
Select = Annotated[
    list[str] | None,
    typer.Option(metavar="RULE", show_default=False, help="Run only these rules; repeatable."),
]
Ignore = Annotated[
    list[str] | None,
    typer.Option(metavar="RULE", show_default=False, help="Leave these rules out; repeatable."),
]
Baseline = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Accept the findings that this file lists.", parser=named),
]
WriteBaseline = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Write such a file of all that is found.", parser=named),
]
Layout = Annotated[
    Path,
    typer.Argument(metavar="LAYOUT", help="The layout; - is standard input.", parser=named),
]
Compared = Annotated[
    Path,
    typer.Argument(
        help="An inventory, or a folder that generate wrote.", show_default=False, parser=named
    ),
]
RegistrationFile = Annotated[
    Path,
    typer.Option("--output", "-o", metavar="FILE", help="A name with .json.", parser=named),
]


class Format(StrEnum):
    """How a plan is printed."""

    TABLE = "table"
    JSON = "json"
    YAML = "yaml"


QueueFormat = StrEnum("QueueFormat", {"TABLE": "table", "JSON": "json"})
OvsRelease = StrEnum("OvsRelease", {"V2_13": "2.13", "V3_1": "3.1"})


Checking = StrEnum("Checking", {"VALIDATE": "validate", "LINT": "lint"})


class ListFormat(StrEnum):
    """How rules are listed."""

    TEXT = "text"
    JSON = "json"
