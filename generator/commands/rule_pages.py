"""The pages about rules, taken apart: what they say of a name, and the examples."""

import re
import textwrap
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from generator.report.docs import RuleDoc, rule_docs
from generator.resources import resource_dir

WIDTH = 80
_WRAPPER = textwrap.TextWrapper(WIDTH, break_on_hyphens=False, break_long_words=False)
_WRONG, _RIGHT = "\n## Wrong\n", "\n## Right\n"
_SAID = re.compile(r"```text\n(.*?)```\n", re.DOTALL)
_FINDING = re.compile(r"^\S.*\n(?:    .*\n)*", re.MULTILINE)


class Page(NamedTuple):
    """A rule with the examples of its page."""

    doc: RuleDoc
    wrong: str
    right: str

    @property
    def said(self) -> str:
        """What is said of the wrong example."""
        return "".join(_SAID.findall(self.wrong))

    @property
    def text(self) -> str:
        """What the rule says of itself, but not where it has that from."""
        return " ".join((self.doc.title, self.doc.why, self.doc.fix))


def page_text(rule: str) -> str:
    """The page of a rule, "" where there is none yet."""
    path = resource_dir("docs/rules") / f"{rule}.md"
    return path.read_text("utf-8") if path.is_file() else ""


def pages(is_about: Callable[[Page], bool]) -> Iterator[Page]:
    """The rules that something is to be learnt from, in the order of the list."""
    for rule, doc in rule_docs().items():
        _, _, examples = page_text(rule).partition(_WRONG)
        wrong, _, right = examples.partition(_RIGHT)
        page = Page(doc, wrong, right)
        if is_about(page):
            yield page


def word(name: str) -> re.Pattern[str]:
    """A name in a text, not as a part of a longer one."""
    return re.compile(rf"(?<![\w:]){re.escape(name)}(?![\w:]*\w)")


def any_of(pattern: str, networks: Iterable[str]) -> re.Pattern[str]:
    """Names of a pattern such as {network}NetCidr, with one of these networks or any role."""
    names = pattern.replace("{network}", f"(?:{'|'.join(networks)})")
    return re.compile(r"\b" + re.sub(r"\{\w+\}", r"[A-Za-z]\\w*", names) + r"\b")


def told(found: list[Page], name: re.Pattern[str]) -> Iterator[str]:
    """The rules about a name, and the examples of the one that fits best."""
    if not found:
        return
    yield from ("", "Rules about it")
    for page in found:
        yield f"  {page.doc.id} ({page.doc.severity})"
        yield from textwrap.wrap(
            page.doc.title, WIDTH, initial_indent="    ", subsequent_indent="    "
        )
    shown = [page for page in found if name.search(page.wrong)]
    if shown:
        yield from _examples(max(shown, key=lambda page: _fitness(page, name)), name)


def _fitness(page: Page, name: re.Pattern[str]) -> tuple[bool, bool, bool, int]:
    """A rule that is about the name itself, and shows it wrong and right, in few lines."""
    code = _SAID.sub("", page.wrong)
    both = bool(name.search(code) and name.search(page.right))
    about = bool(name.search(page.doc.title) or name.search(page.doc.fix))
    return both, bool(name.search(page.said)), about, -len(page.wrong) - len(page.right)


def _examples(page: Page, name: re.Pattern[str]) -> Iterator[str]:
    """Both examples; of what is said of the wrong one, what is said of the name."""
    of_name = [each for each in _FINDING.findall(page.said) if name.search(each)]
    wrong = _SAID.sub(lambda _: f"```text\n{''.join(of_name)}```\n", page.wrong, count=1)
    yield from ("", f"Wrong, by {page.doc.id}", *plain(wrong.rstrip()))
    if page.doc.why:
        yield from ("", *_WRAPPER.wrap(f"Why: {page.doc.why}"))
    yield from ("", *_WRAPPER.wrap(f"Fix: {page.doc.fix}"))
    yield from ("", "Right", *plain(page.right.rstrip()))


def plain(page: str) -> Iterator[str]:
    """Lines of Markdown as a terminal shows them: code set in, paragraphs wrapped."""
    code = ""
    for line in page.splitlines():
        if line.startswith("```"):
            code = "" if code else line
        elif code == "```text":
            yield from _wrapped(line)
        elif code:
            yield f"    {line}".rstrip()
        else:
            words = line.lstrip("# ").replace("**", "").replace("`", "")
            yield from _WRAPPER.wrap(words) or [""]


def _wrapped(line: str) -> list[str]:
    """A line of a finding, set in."""
    words = line.lstrip()
    indent = " " * (len(line) - len(words) + 4)
    return textwrap.wrap(
        words, WIDTH, initial_indent=indent, subsequent_indent=f"{indent}    ",
        break_on_hyphens=False, break_long_words=False,
    )  # fmt: skip
