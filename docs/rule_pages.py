"""The pages about rules, made from the rules themselves and their cases in tests/rules."""

from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path

from rule_cases import excerpt, remark

from generator.report.docs import RuleDoc, rule_docs

_HEAD = """# Rules

Made by `docs/update_readme.py` from the rules; `nfvgen rules` prints this list and
`nfvgen explain RULE` one of the pages. *error*: the deployment fails or drops packets;
*warning*: outside what the vendor supports, or not certain; *info*: advice.
"""


def pages(root: Path) -> Mapping[Path, str]:
    """The list and a page for each rule."""
    docs = rule_docs()
    found = {root / "docs" / "rules.md": "".join(_list(list(docs.values())))}
    for rule, doc in docs.items():
        found[root / "docs" / "rules" / f"{rule}.md"] = "".join(_page(root, doc))
    return found


def _list(docs: list[RuleDoc]) -> Iterator[str]:
    yield _HEAD
    for subject, group in groupby(docs, lambda doc: doc.subject):
        yield f"\n## {subject[:1].upper()}{subject[1:]}\n\n"
        yield "| rule | severity | requirement |\n|---|---|---|\n"
        for doc in group:
            title = doc.title.replace("|", "\\|")
            yield f"| [{doc.id}](rules/{doc.id}.md) | {doc.severity} | {title} |\n"


def _page(root: Path, doc: RuleDoc) -> Iterator[str]:
    yield f"# {doc.id}\n\n{doc.severity}, {doc.subject}\n\n{doc.title}\n"
    for name, text in (("Why", doc.why), ("Fix", doc.fix), ("Source", doc.source)):
        if text:
            yield f"\n**{name}:** {text}\n"
    cases = root / "tests" / "rules" / doc.id
    if (cases / "bad.yaml").exists():
        said = (cases / "bad.out").read_text("utf-8")
        yield "\n## Wrong\n" + _case(cases / "bad.yaml") + f"\n```text\n{said}```\n"
        yield "\n## Right\n" + _case(cases / "ok.yaml")
    elif (lint := root / "tests" / "lint" / doc.id).is_dir():
        bad, right = (sorted(lint.glob(f"{name}*/"))[0] for name in ("bad", "ok"))
        said = (lint / f"{bad.name}.txt").read_text("utf-8")
        yield f"\n## Wrong\n\n```text\n{said}```\n"
        yield from _files(bad, said)
        yield "\n## Right\n"
        yield from _files(right, said)
    elif doc.right:
        yield "\n## Wrong\n" + (_code(doc.wrong) if doc.wrong else "\nAn empty file.\n")
        yield "\n## Right\n" + _code(doc.right)


def _files(case: Path, said: str) -> Iterator[str]:
    """The files of a case that the finding names."""
    for path in sorted(case.rglob("*.yaml")):
        name = path.relative_to(case).as_posix()
        if name in said:
            yield f"\n`{name}`:\n" + _code(path.read_text("utf-8"))


def _case(case: Path) -> str:
    said = remark(case)
    return (f"\n{said}\n" if said else "") + _code(excerpt(case))


def _code(text: str) -> str:
    return f"\n```yaml\n{text.rstrip()}\n```\n"
