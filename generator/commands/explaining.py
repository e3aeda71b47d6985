"""What `nfvgen rules` and `nfvgen explain` print."""

import json
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from generator.checks.notices import RULES_NOT_RUN
from generator.checks.run import ALL_RULES
from generator.checks.wording import did_you_mean
from generator.commands.explaining_keys import explain_key, key_names
from generator.commands.explaining_parameters import explain_parameter, parameter_names
from generator.commands.explaining_specs import explain_spec, spec_names
from generator.commands.rule_pages import page_text, plain
from generator.errors import NfvgenError
from generator.lint.run import ALL as LINT_RULES
from generator.lint.run import NO_HOSTS
from generator.lint.shared import SHARED_RULES
from generator.report.docs import RuleDoc, rule_docs

_HEAD = "Each sentence is what has to hold; nfvgen explain RULE says why, with examples."


def rule_list(form: str, command: str | None = None) -> str:
    """All rules, or those of a command: id, severity and requirement, by subject."""
    docs = [doc for doc in rule_docs().values() if command is None or _runs(command, doc.id)]
    if form == "json":
        listed = [
            {"id": doc.id, "severity": doc.severity.value, "subject": doc.subject,
             "title": doc.title}
            for doc in docs
        ]  # fmt: skip
        return json.dumps({"rules": listed}, indent=2) + "\n"
    return "".join(f"{line}\n" for line in (_HEAD, "", *_listed(docs)))


def _runs(command: str, rule: str) -> bool:
    """Whether a command runs a rule; both read YAML, and accept findings by comments."""
    if command == "lint":
        return rule in {each.id for each in LINT_RULES} or (
            rule.startswith(("yaml/", "file/", "suppression-")) or rule == NO_HOSTS
        )
    own = {each.id for each in ALL_RULES} | {each.id for each in SHARED_RULES}
    return rule in own | {RULES_NOT_RUN} or rule.startswith(("schema/", "yaml/", "suppression-"))


def _listed(docs: list[RuleDoc]) -> Iterator[str]:
    width = max(len(doc.id) for doc in docs)
    for subject, group in groupby(docs, lambda doc: doc.subject):
        yield f"{subject[:1].upper()}{subject[1:]}"
        for doc in group:
            yield f"  {doc.id:<{width}}  {doc.severity:<7}  {doc.title}"


def explanation(name: str) -> str:
    """What there is to say about a name; letter case counts only between two that differ
    in nothing else. Raises NfvgenError where it means nothing."""
    for each in EXPLAINERS:
        if found := each.explain(name):
            return found
    folded = name.casefold()
    for each in EXPLAINERS:
        for known in each.names():
            if known.casefold() == folded and (found := each.explain(known)):
                return found
    names = [known for each in EXPLAINERS for known in each.names()]
    hint = did_you_mean(name, names, "nfvgen rules lists the rules")
    raise NfvgenError(f"nothing is known by the name {name!r}; {hint}")


def explain_rule(name: str) -> str | None:
    """A rule's page as plain text; of a rule that has no page yet, what the rule says."""
    doc = rule_docs().get(name)
    if doc is None:
        return None
    parts = (f"Why: {doc.why}", f"Fix: {doc.fix}", f"Source: {doc.source}")
    page = page_text(name) or "\n\n".join((f"# {doc.id} ({doc.severity})", doc.title, *parts))
    return "".join(f"{line}\n" for line in plain(page))


class Explainer(NamedTuple):
    """Who knows names of a kind. More may be known than are listed."""

    explain: Callable[[str], str | None]
    names: Callable[[], Iterable[str]]


EXPLAINERS = (
    Explainer(explain_rule, rule_docs),
    Explainer(explain_parameter, parameter_names),
    Explainer(explain_spec, spec_names),
    Explainer(explain_key, key_names),
)
"""Who is asked in turn about a name."""
