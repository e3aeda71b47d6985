"""The page of a plan as markup: whole, escaped, the same each time."""

from collections import Counter
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from generator import Plan, build_plan, load_inventory, report_page
from generator.explained import Explained, Fact, Mark
from generator.findings import Finding, Location, Severity
from generator.page.build import MARK, page_view, render_page
from generator.page.reasons import Cited, Reasons
from generator.page.types import PageView

ROOT = Path(__file__).parents[1]
REFERENCE = "examples/dell-r740xd-dpdk/inventory.yaml"
GOLDEN = ROOT / "tests" / "page" / "dell-r740xd-dpdk.html"
EXAMPLES = sorted(ROOT.glob("examples/*/inventory.yaml"))
HOSTILE = "<script>&\"'</style><b onclick=x>"
VOID = {"meta", "link", "br", "wbr", "rect", "path"}


class Markup(HTMLParser):
    """Tags with the names of their attributes, ids, links, and the text between."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.shapes: Counter[tuple[str, tuple[str, ...]]] = Counter()
        self.ids: Counter[str] = Counter()
        self.links: list[str] = []
        self.values: list[str] = []
        self.open: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.shapes[tag, tuple(name for name, _ in attrs)] += 1
        found = {name: value or "" for name, value in attrs}
        self.ids.update([found["id"]] if "id" in found else [])
        self.links += [found[name] for name in ("href", "src") if name in found]
        self.values += found.values()
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.values.append(data)


@pytest.fixture(scope="module")
def plan() -> Plan:
    return build_plan(load_inventory(ROOT / REFERENCE))


def test_every_byte(monkeypatch: pytest.MonkeyPatch, update_golden: bool) -> None:
    monkeypatch.chdir(ROOT)
    page = report_page(build_plan(load_inventory(REFERENCE)))
    if update_golden:
        GOLDEN.write_text(page, "utf-8")
    assert page == GOLDEN.read_text("utf-8"), "read it, then: pytest --update-golden"


@pytest.mark.parametrize("inventory", EXAMPLES, ids=lambda path: path.parent.name)
def test_links_lead_somewhere(inventory: Path) -> None:
    plan = build_plan(load_inventory(inventory))
    page = report_page(plan)
    assert page == report_page(plan)
    assert MARK in page[:1024]
    found = Markup(page)
    assert found.open == []
    assert set(found.ids.values()) == {1}
    assert {link[1:] for link in found.links if link != "data:,"} <= found.ids.keys()
    assert all(link.startswith("#") or link == "data:," for link in found.links)
    assert "://" not in page


@pytest.mark.parametrize("inventory", EXAMPLES, ids=lambda path: path.parent.name)
def test_everything_cited_is_explained(inventory: Path) -> None:
    view = page_view(build_plan(load_inventory(inventory)))
    cited = {each.anchor: each.first for each in citations(view)}
    anchors = [reason.anchor for reason in view.reasons]
    anchors += [fact.anchor for fact in view.facts]
    assert len(set(anchors)) == len(anchors)
    assert cited.keys() == set(anchors)
    firsts = Counter(each.anchor for each in citations(view) if each.first)
    assert firsts == Counter(anchors)
    assert all(reason.rule or reason.source for reason in view.reasons)


def citations(value: Any) -> list[Cited]:
    """Every citation of a view."""
    if isinstance(value, Cited):
        return [value]
    return [each for item in value for each in citations(item)] if isinstance(value, tuple) else []


def test_findings_with_place_and_remedy(plan: Plan) -> None:
    at, also = Location("a b.yaml", 3, 5, 3, 9), Location("c.yaml", 1, 2, 1, 3)
    finding = Finding(at, "site.name", "some-rule", Severity.WARNING, "odd", "mend it", (also,))
    page = report_page(plan._replace(findings=(finding,)))
    for words in ("1 warning", "a b.yaml:3:5", "site.name", "[some-rule]", "odd",
                  "Remedy: mend it", "c.yaml:1:2"):  # fmt: skip
        assert words in page
    assert 'id="findings"' not in report_page(plan._replace(findings=()))


def hostile(value: Any, change: Callable[[str], str]) -> Any:
    """A view with every text changed."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, tuple):
        items = [hostile(item, change) for item in value]
        return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
    return value


def test_no_text_becomes_markup(plan: Plan) -> None:
    view = page_view(plan)
    # Texts that are empty hide what they would stand in.
    bad: PageView = hostile(view, lambda text: text and f"{text}{HOSTILE}")
    tame: PageView = hostile(view, lambda text: text and text + "x" * len(HOSTILE))
    found, expected = Markup(render_page(bad)), Markup(render_page(tame))
    assert found.shapes == expected.shapes
    assert sum(HOSTILE in value for value in found.values) > 500


def test_what_cannot_be_seen_is_escaped(plan: Plan) -> None:
    at = Location("evil\x1b[31m\u202e\udc80.yaml", 1, 1, 1, 1)
    finding = Finding(at, "a\x00", "r", Severity.INFO, "m\x07", "h\x1b")
    page = report_page(plan._replace(findings=(finding,)))
    page.encode()
    assert all(each.isprintable() or each in "\n\u00a0" for each in page)


PASSWORD = "hunter2-of-the-registry"


def test_no_registry_login(tmp_path: Path) -> None:
    text = (ROOT / "examples" / "all-options" / "inventory.yaml").read_text()
    (tmp_path / "inventory.yaml").write_text(text)
    login = f'registries: {{registry.redhat.io: {{username: lab-user, password: "{PASSWORD}"}}}}\n'
    (tmp_path / "registry-login.yaml").write_text(login)
    page = report_page(build_plan(load_inventory(tmp_path / "inventory.yaml")))
    assert PASSWORD not in page
    assert "lab-user" not in page


def test_the_rates_that_were_measured_against(plan: Plan) -> None:
    page = report_page(plan)
    assert all(rate in page for rate in ("759,232.3", "346,452.3", "380,540.7"))


class TestReasons:
    fact = Fact("sockets", 2, Mark.RECALLED, "from memory")
    value = Explained(4, "two and\ntwo", "a book", (fact,))

    def test_the_same_is_explained_once(self) -> None:
        reasons = Reasons()
        first = reasons.cite("four", self.value, "A")
        again = reasons.cite("four", self.value, "B", "4 of them")
        other = reasons.cite("five", self.value)
        assert [first.number, again.number, other.number] == ["1", "1", "2"]
        assert [first.first, again.first, other.first] == [True, False, True]
        assert (first.text, again.text) == ("4", "4 of them")
        assert reasons.reasons[0].roles == ("A", "B")
        assert reasons.reasons[0].rule == ("two and", "two")

    def test_facts_have_numbers_of_their_own(self) -> None:
        reasons = Reasons()
        reasons.cite("four", self.value)
        reasons.cite("five", self.value)
        assert [(fact.number, fact.name) for fact in reasons.facts] == [("F1", "sockets")]
        assert reasons.facts[0].recalled
        assert [each.facts[0].first for each in reasons.reasons] == [True, False]

    def test_what_is_set_by_hand_rests_on_nothing_recalled(self) -> None:
        reasons = Reasons()
        assert reasons.cite("four", self.value).recalled
        assert not reasons.cite("four", self.value._replace(stated="tuning.four")).recalled
        assert reasons.reasons[1].stated == "tuning.four"
