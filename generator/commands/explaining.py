"""What `nfvgen rules` and `nfvgen explain` print."""

import json
import textwrap
from collections.abc import Callable, Iterator
from itertools import groupby

from generator.catalog.parameters import parameters
from generator.checks.wording import did_you_mean
from generator.commands.explaining_parameters import explain_parameter
from generator.deployment.read import TARGET
from generator.errors import NfvgenError
from generator.report.docs import RuleDoc, rule_docs
from generator.resources import resource_dir

_WRAPPER = textwrap.TextWrapper(80, break_on_hyphens=False, break_long_words=False)


def rule_list(form: str) -> str:
    """All rules: id, severity and requirement, by subject."""
    docs = list(rule_docs().values())
    if form == "json":
        listed = [
            {"id": doc.id, "severity": doc.severity.value, "subject": doc.subject,
             "title": doc.title}
            for doc in docs
        ]  # fmt: skip
        return json.dumps({"rules": listed}, indent=2) + "\n"
    return "".join(f"{line}\n" for line in _listed(docs))


def _listed(docs: list[RuleDoc]) -> Iterator[str]:
    width = max(len(doc.id) for doc in docs)
    for subject, group in groupby(docs, lambda doc: doc.subject):
        yield f"{subject[:1].upper()}{subject[1:]}"
        for doc in group:
            yield f"  {doc.id:<{width}}  {doc.severity:<7}  {doc.title}"


def explanation(name: str) -> str:
    """What there is to say about a name. Raises NfvgenError where it means nothing."""
    for explain in EXPLAINERS:
        if found := explain(name):
            return found
    known = (*rule_docs(), *parameters(TARGET).names)
    hint = did_you_mean(name, known, "nfvgen rules lists the rules")
    raise NfvgenError(f"nothing is known by the name {name!r}; {hint}")


def explain_rule(name: str) -> str | None:
    """A rule's page as plain text; of a rule that has no page yet, what the rule says."""
    doc = rule_docs().get(name)
    if doc is None:
        return None
    page = resource_dir("docs/rules") / f"{name}.md"
    if page.is_file():
        return _plain(page.read_text("utf-8"))
    parts = (f"Why: {doc.why}", f"Fix: {doc.fix}", f"Source: {doc.source}")
    return _plain("\n\n".join((f"# {doc.id} ({doc.severity})", doc.title, *parts)))


EXPLAINERS: tuple[Callable[[str], str | None], ...] = (explain_rule, explain_parameter)
"""Who is asked in turn about a name."""


def _plain(page: str) -> str:
    """A page of Markdown as a terminal shows it: code set in, paragraphs wrapped."""
    lines: list[str] = []
    code = False
    for line in page.splitlines():
        if line.startswith("```"):
            code = not code
        elif code:
            lines.append(f"    {line}".rstrip())
        else:
            words = line.lstrip("# ").replace("**", "").replace("`", "")
            lines += _WRAPPER.wrap(words) or [""]
    return "\n".join(lines) + "\n"
