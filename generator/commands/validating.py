"""What `nfvgen validate` does."""

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import generator as nfvgen
from generator.checks.notices import RULES_NOT_RUN
from generator.checks.run import ALL_RULES
from generator.commands.checking import Call, Options, accepted_in, conclude, understood
from generator.errors import ExitCode, NfvgenError
from generator.findings import Finding, Severity
from generator.lint.shared import SHARED_RULES
from generator.report.suppression import ByLine, Ran, accepting, by_line, settled
from generator.report.types import Suppressed

if TYPE_CHECKING:
    from generator.report.docs import RuleDoc

__all__ = ["Options", "validate_all"]

_OWN = frozenset([rule.id for rule in ALL_RULES] + [rule.id for rule in SHARED_RULES])
"""The rules over inventories; a comment may also be meant for `nfvgen lint`."""


def validate_all(inventories: Sequence[Path], options: Options) -> ExitCode:
    """Check all inventories; one that cannot be read does not hide the rest."""
    call = understood(options)
    findings: list[Finding] = []
    hidden: list[Suppressed] = []
    unusable: list[tuple[str, str]] = []
    for path in inventories:
        notes = accepted_in(path)
        forgiven = partial(_forgiven, call, by_line(notes))
        try:
            found = nfvgen.validate(path, call.selection.chosen, forgiven)
        except NfvgenError as error:
            unusable.append((str(path), str(error)))
            continue
        complete = not any(
            each.rule == RULES_NOT_RUN or (each.severity is Severity.ERROR and not forgiven(each))
            for each in found
        )
        if notes:
            ran = Ran(partial(_ran, call, complete), _known())
            found, accepted = settled(found, notes, ran)
            hidden += accepted
        findings += found
    readable = [str(path) for path in inventories if str(path) not in dict(unusable)]
    return conclude(call, findings, hidden, readable, unusable)


def _forgiven(call: Call, comments: ByLine, finding: Finding) -> bool:
    return accepting(finding, comments) is not None or call.knows(finding)


def _ran(call: Call, complete: bool, rule: str) -> bool:
    """Whether a rule was run: an error ends the checking before the later ones."""
    if not call.selection.chosen(rule):
        return False
    if rule.startswith("suppression-"):
        return True
    own = rule in _OWN or rule.startswith(("schema/", "yaml/"))
    return complete and own


def _known() -> "Mapping[str, RuleDoc]":
    from generator.report.docs import rule_docs  # costs time, and most files need none

    return rule_docs()
