"""What `nfvgen diff` does."""

from pathlib import Path

import generator as nfvgen
from generator.commands.plan_print import as_json
from generator.errors import ExitCode, InputError
from generator.findings import Finding, one_line
from generator.whatif.sides import Side
from generator.whatif.types import Difference


def compared(old: Path, new: Path) -> Difference:
    """What differs. Errors of both sides are told together."""
    sides: list[Side] = []
    findings: list[Finding] = []
    for path in (old, new):
        try:
            sides.append(nfvgen.load_deployment(path))
        except InputError as error:
            findings += error.findings
    if findings:
        raise InputError(tuple(dict.fromkeys(findings)))
    return nfvgen.compare_deployments(*sides)


def shown(found: Difference, form: str) -> tuple[str, ExitCode]:
    """The text, and the exit code that says whether there is a difference."""
    from generator.commands.difference_text import difference_text
    from generator.whatif.view import difference_view

    code = ExitCode.CHANGES_PENDING if found.changes else ExitCode.DONE
    if form == "json":
        return as_json(difference_view(found)), code
    return "\n".join(map(one_line, difference_text(found))) + "\n", code
