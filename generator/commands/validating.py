"""What `nfvgen validate` does."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import generator as nfvgen
from generator.checks.notices import RULES_NOT_RUN
from generator.checks.registry import INVENTORY_RULES
from generator.checks.run import ALL_RULES
from generator.commands.checking import Call, Options, accepted_in, conclude, understood
from generator.errors import ExitCode, NfvgenError
from generator.findings import Finding, Severity
from generator.lint.shared import SHARED_RULES
from generator.report.suppression import ByLine, Ran, accepting, by_line, settled
from generator.report.types import Suppressed
from generator.stages import Forgiven

if TYPE_CHECKING:
    from generator.report.docs import RuleDoc

__all__ = ["Options", "validate_all"]

_OWN = frozenset([rule.id for rule in ALL_RULES] + [rule.id for rule in SHARED_RULES])
"""The rules over inventories; a comment may also be meant for `nfvgen lint`."""

_EARLIER = frozenset(rule.id for rule in INVENTORY_RULES.rules)
_EVERY_RULE = "the rules over what the values mean, and over CPU sets, memory and MTUs,"
_LATER = "the rules over what is derived, such as CPU sets, memory and MTUs,"


def validate_all(inventories: Sequence[Path], options: Options) -> ExitCode:
    """Check all inventories; one that cannot be read does not hide the rest."""
    call = understood(options)
    findings: list[Finding] = []
    hidden: list[Suppressed] = []
    unusable: list[tuple[str, str]] = []
    not_run: set[str] = set()
    for path in inventories:
        notes = accepted_in(path)
        forgiven = partial(_forgiven, call, by_line(notes))
        try:
            found = nfvgen.validate(path, call.selection.chosen, forgiven)
        except NfvgenError as error:
            unusable.append((str(path), str(error)))
            continue
        complete = not any(each.rule == RULES_NOT_RUN or _stops(each, forgiven) for each in found)
        not_run.add(_not_run(each.rule for each in found if _stops(each, forgiven)))
        if notes:
            ran = Ran(partial(_ran, call, complete), _known())
            found, accepted = settled(found, notes, ran)
            hidden += accepted
        findings += found
    readable = [str(path) for path in inventories if str(path) not in dict(unusable)]
    return conclude(call, findings, hidden, readable, unusable, max(not_run, default=""))


def _stops(finding: Finding, forgiven: Forgiven) -> bool:
    return finding.severity is Severity.ERROR and not forgiven(finding)


def _not_run(errors: Iterable[str]) -> str:
    """The rules that errors keep from running: the later ones trust that the earlier hold."""
    ids = set(errors)
    if any(rule.startswith(("schema/", "yaml/")) for rule in ids):
        return _EVERY_RULE
    return _LATER if ids & _EARLIER else ""


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
