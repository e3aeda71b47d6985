"""A report in any of its forms, and where each goes."""

from collections.abc import Sequence
from typing import NamedTuple

from generator.checks.wording import did_you_mean
from generator.errors import NfvgenError
from generator.report.text import as_text
from generator.report.types import Format, Outcome


class Target(NamedTuple):
    """A form and the file for it, or None for standard output."""

    form: Format
    file: str | None


def report(outcome: Outcome, form: Format, *, colour: bool = False) -> str:
    """The report. Colour is for text only."""
    match form:  # a run pays only for the forms that it writes
        case Format.TEXT:
            return as_text(outcome, colour)
        case Format.JSON:
            from generator.report.json_form import as_json

            return as_json(outcome)
        case Format.SARIF:
            from generator.report.sarif import as_sarif

            return as_sarif(outcome)
        case Format.JUNIT:
            from generator.report.junit import as_junit

            return as_junit(outcome)
        case Format.GITHUB:
            from generator.report.github import as_github

            return as_github(outcome)
        case Format.GITLAB:
            from generator.report.gitlab import as_gitlab

            return as_gitlab(outcome)


def targets(wanted: Sequence[str]) -> tuple[Target, ...]:
    """Where reports go, from FORMAT or FORMAT:FILE; nothing wanted is text.

    Raises NfvgenError for a form that is not there, and for two in one place.
    """
    found = [_target(each) for each in wanted] or [Target(Format.TEXT, None)]
    files = [target.file for target in found]
    for file in files:
        if files.count(file) > 1:
            place = file or "standard output"
            raise NfvgenError(f"two reports for {place}: give each a file, as FORMAT:FILE")
    return tuple(found)


def _target(wanted: str) -> Target:
    name, colon, file = wanted.partition(":")
    names = [form.value for form in Format]
    if name not in names:
        hint = did_you_mean(name, names, f"there are: {', '.join(names)}")
        raise NfvgenError(f"no report format {name!r}; {hint}")
    if colon and not file:
        raise NfvgenError(f"--format {wanted}: the file is missing behind the colon")
    return Target(Format(name), file or None)
