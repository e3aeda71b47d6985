"""What there is to say about each rule: the text of its function, or of a table for those
that belong to the reading of files."""

import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from generator.checks.ruleset import Rule
from generator.checks.run import ALL_RULES
from generator.findings import Severity
from generator.lint.ruleset import LintRule
from generator.lint.run import ALL
from generator.report.notice_docs import NOTICES
from generator.report.reading_docs import FILES, SCHEMA, YAML, Entry

_SCHEMA_WHY = "nfvgen does not guess what was meant; the rules trust that the schema holds."
_SCHEMA_SOURCE = "schemas/inventory.schema.json; nfvgen schema prints it."
_YAML_WHY = "What the file says is not certain, and readers of YAML differ in what they make of it."
_YAML_SOURCE = "YAML 1.2, https://yaml.org/spec/1.2.2/"
_NOTICE_SOURCE = "nfvgen itself."


class RuleDoc(NamedTuple):
    """A rule as documentation. `wrong` and `right` are there for the reading of files;
    the other rules have cases."""

    id: str
    severity: Severity
    subject: str
    title: str
    why: str
    fix: str
    source: str
    wrong: str = ""
    right: str = ""


@cache
def rule_docs() -> Mapping[str, RuleDoc]:
    """Everything that a finding can be called, by its id, grouped by subject."""
    docs = [*map(_of_rule, ALL_RULES)]
    # A fault that inventories and files can have is one rule, described once.
    named = {doc.id for doc in docs}
    docs += [_of_rule(rule) for rule in ALL if rule.id not in named]
    docs += _of_table("schema/", "keys and values", SCHEMA, _SCHEMA_WHY, _SCHEMA_SOURCE)
    docs += _of_table("yaml/", "YAML", YAML, _YAML_WHY, _YAML_SOURCE)
    docs += _of_table("file/", "files", FILES, "", _NOTICE_SOURCE)
    docs += _of_table("", "the run itself", NOTICES, "", _NOTICE_SOURCE)
    order = {subject: rank for rank, subject in enumerate(dict.fromkeys(d.subject for d in docs))}
    return {doc.id: doc for doc in sorted(docs, key=lambda doc: order[doc.subject])}


def _of_rule(rule: Rule[Any] | LintRule) -> RuleDoc:
    title, _, rest = rule.text.partition("\n\n")
    parts = dict(
        re.findall(r"^(Why|Fix|Source): (.*?)(?=^(?:Fix|Source): |\Z)", rest, re.DOTALL | re.M)
    )
    why, fix, source = (" ".join(parts[name].split()) for name in ("Why", "Fix", "Source"))
    subject = _subject(rule.check.__module__)
    return RuleDoc(rule.id, rule.severity, subject, " ".join(title.split()), why, fix, source)


def _subject(module: str) -> str:
    """What the rules of a module are about, as its first words say."""
    words = re.sub(r"^(?:Rules|The rule) over ", "", sys.modules[module].__doc__ or "")
    return re.split(r"[:;.,](?!\S)", words, maxsplit=1)[0]


def _of_table(
    prefix: str, subject: str, table: Mapping[str, Entry], why: str, source: str
) -> Iterator[RuleDoc]:
    for name, entry in table.items():
        yield RuleDoc(
            prefix + name, entry.severity, subject, entry.title, entry.why or why, entry.fix,
            source, entry.wrong, entry.right,
        )  # fmt: skip
