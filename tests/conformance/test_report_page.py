"""The page of `nfvgen report` in a real browser: it shows, whole and legible."""

import itertools
import re
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from generator import build_plan, load_inventory, report_page

from .browser import Tab, browser

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
LAYOUT = (HERE / "layout.js").read_text()
CONTRAST = (HERE / "contrast.js").read_text()
DESKTOP, PHONE, PAPER = 1280, 390, 703  # A4 less margins of 12 mm, at 96 per inch
INVENTORIES = [
    *sorted((ROOT / "examples").glob("*/inventory.yaml")),
    *sorted((ROOT / "tests" / "inventories").glob("*/inventory.yaml")),
    ROOT / "tests" / "page" / "wide.yaml",
]


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    with browser(tmp_path_factory.mktemp("profile")) as found:
        yield found


@pytest.fixture(scope="module", params=INVENTORIES, ids=lambda path: f"{path.parent.name}")
def page(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of an inventory as a file."""
    path = tmp_path_factory.mktemp("page") / "report #1.html"
    path.write_text(report_page(build_plan(load_inventory(request.param))), "utf-8")
    return path


@pytest.mark.parametrize("width", [DESKTOP, PHONE])
def test_nothing_overlaps_or_is_cut(tab: Tab, page: Path, width: int) -> None:
    tab.look(width)
    tab.open(page)
    assert tab.run(LAYOUT) == []
    assert tab.complaints == []
    assert tab.requests == [page.as_uri()]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_text_stands_out(tab: Tab, page: Path, dark: bool) -> None:
    tab.look(DESKTOP, dark)
    tab.open(page)
    assert tab.run(CONTRAST) == {}
    paper = tab.run("getComputedStyle(document.body).backgroundColor")
    assert (paper == "rgb(255, 255, 255)") is not dark


def test_on_paper(tab: Tab, page: Path) -> None:
    tab.look(PAPER, dark=True, media="print")
    tab.open(page)
    assert tab.run(LAYOUT) == []
    assert tab.run(CONTRAST) == {}
    assert tab.run("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    # Reasons are there without a click.
    assert tab.run("document.querySelector('#r1').getClientRects().length") == 1
    # No page with a heading alone. Findings may end anywhere before the first role's page.
    tab.run("document.querySelectorAll('.findings').forEach(each => each.remove())")
    texts = list(texts_of_pages(tab.printed()))
    assert min(texts[1:-1]) > 20, texts


def texts_of_pages(pdf: bytes) -> Iterator[int]:
    """How many pieces of text each page of a PDF shows."""
    objects = {int(n): body for n, body in re.findall(rb"(?s)\n(\d+) 0 obj\n?(.*?)\nendobj", pdf)}
    for body in objects.values():
        if re.search(rb"/Type\s*/Page\b", body):
            [number] = re.findall(rb"/Contents (\d+) 0 R", body)
            [data] = re.findall(rb"(?s)stream\n(.*)\nendstream", objects[int(number)])
            yield zlib.decompress(data).count(b"Tj")


def test_a_value_leads_to_its_reason_and_back(tab: Tab, page: Path) -> None:
    tab.look(PHONE)
    tab.open(page)
    for link, goal in (("#at-r1", "#r1"), ("#r1 .back", "#at-r1")):
        tab.run(f"document.querySelector('{link}').focus()")
        tab.press("Enter")
        tab.wait_for(f"location.hash == '{goal}'")
        top = tab.run("document.querySelector(':target').getBoundingClientRect().top")
        assert 0 <= top < 900


def test_pictures_are_named(tab: Tab, page: Path) -> None:
    tab.open(page)
    pictures = tab.run("[...document.querySelectorAll('svg')].map(each => each.ariaLabel)")
    assert len(pictures) >= 4
    assert all(len(label) > 20 for label in pictures)
    levels = tab.run("[...document.querySelectorAll('h1,h2,h3,h4,h5')].map(h => +h.tagName[1])")
    assert levels[0] == 1
    assert 1 not in levels[1:]
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels))


def test_the_checks_see_faults(tab: Tab, tmp_path: Path) -> None:
    """What the tests above rest on: a bad page does not pass."""
    bad = tmp_path / "bad.html"
    bad.write_text(
        "<meta charset=utf-8><link rel=icon href='data:,'><body style='margin:0'>"
        "<div style='width: 50px'><p style='width: 2000px'>wide</p></div>"
        "<div><p>one</p><p style='margin-top: -20px; color: #ccc'>two</p></div>"
        "<svg width=100 height=20><rect width=20 height=20 /><text y=15>0123456789</text>"
        "<text x=5 y=15 fill=#fff>over</text></svg>"
        "<script>console.error('no'); fetch('https://nowhere.invalid/')</script>"
    )
    tab.look(PHONE)
    tab.open(bad)
    faults = "\n".join(tab.run(LAYOUT))
    for words in ("the page is 2000 wide", 'P "wide" leaves DIV', 'P "two" lies on P "one"',
                  "is wider than its box", "lies on text"):  # fmt: skip
        assert words in faults
    assert len(tab.run(CONTRAST)) == 2
    assert any("no" in complaint for complaint in tab.complaints)
    assert "https://nowhere.invalid/" in tab.requests
