"""The report as workflow commands, which GitHub Actions turns into annotations."""

from generator.findings import Finding, Severity
from generator.report.places import also, last_column, last_line, relative_path
from generator.report.types import Outcome

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def as_github(outcome: Outcome) -> str:
    """A command in a line for each finding."""
    lines = [_command(each) for each in outcome.findings]
    lines += [
        f"::error file={_property(relative_path(file))}::{_data(reason)}"
        for file, reason in outcome.unusable
    ]
    return "".join(f"{line}\n" for line in lines)


def _command(each: Finding) -> str:
    at = each.location
    about: dict[str, object] = {
        "file": relative_path(at.file), "line": at.line, "endLine": last_line(at),
        "title": each.rule,
    }  # fmt: skip
    if last_line(at) == at.end_line == at.line:  # columns are for stretches of one line only
        about |= {"col": at.column, "endColumn": last_column(at)}
    said = ",".join(f"{name}={_property(str(value))}" for name, value in about.items())
    text = "\n".join(part for part in (each.message, also(each.related), each.hint) if part)
    return f"::{_COMMANDS[each.severity]} {said}::{_data(text)}"


def _data(text: str) -> str:
    """A message in which nothing ends the command."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """A value in which nothing ends the property either."""
    return _data(text).replace(":", "%3A").replace(",", "%2C")
