"""The deploy command of a script, as rules see it."""

from typing import NamedTuple

from generator.findings import Location


class DeployCall(NamedTuple):
    """The arguments of `openstack overcloud deploy` in a script, expanded."""

    script: str
    stack: str
    templates: str
    environments: tuple["Argument", ...]
    roles: "Argument | None"
    networks: "Argument | None"
    plan_environment: "Argument | None"
    at: Location  # of the words of the command itself
    open: bool = False  # words are left that only a shell can expand
    cut: Location | None = None  # the last word before arguments that a shell does not join
    answers: "Argument | None" = None  # a file with templates and environments before the others
    templates_given: bool = False


class Argument(NamedTuple):
    """A path that a deploy script passes, and where."""

    option: str  # -e, -r, -n, -p, --answers-file
    path: str  # with variables expanded
    location: Location
    unclear: bool = False  # holds what only a shell can expand
    loose: bool = False  # no option stands before it
