"""docs/evidence.md: its figures follow from the vendor's table and from the plan.

The generated parts are held by test_readme.py; here stands what the sentences between
them say.
"""

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from generator import build_plan, load_inventory
from generator.plan.types import Sizing

ROOT = Path(__file__).parents[1]
TEXT = " ".join((ROOT / "docs" / "evidence.md").read_text("utf-8").split())
VECTORS: Any = YAML(typ="safe").load(ROOT / "tests" / "vectors" / "tuning.yaml")
_PART = re.compile(r"<!-- generated: ([a-z-]+) -->\n(.*?)<!-- end -->", re.DOTALL)
PARTS = dict(_PART.findall((ROOT / "docs" / "evidence.md").read_text("utf-8")))


def rows(name: str) -> list[list[str]]:
    """The cells of a generated table, without its head."""
    lines = [line for line in PARTS[name].splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def line_rate(frame: int) -> Fraction:
    return Fraction(25 * 10**9, (frame + 20) * 8)


TABLE = [
    (int(size), queues, Fraction(cells[2 * queues - 2]), int(cells[2 * queues - 1]))
    for size, *cells in rows("printed")
    for queues in (1, 2)
]


def meant(size: int) -> int:
    return 8192 if size == 8129 else size


def test_the_table_is_the_one_of_the_vectors() -> None:
    printed = {(each["pps"], Fraction(str(each["printed"]))) for each in VECTORS["table1"]}
    assert printed == {(pps, percent) for _, _, percent, pps in TABLE}
    assert len(TABLE) == 6


def test_every_rate_is_within_what_is_said_of_line_rate() -> None:
    off = [abs(pps / line_rate(meant(size)) - 1) * 100 for size, _, _, pps in TABLE]
    assert max(off) < Fraction("0.15")
    assert "within 0.15 % of line rate" in TEXT


def test_four_are_above() -> None:
    over = [pps / line_rate(meant(size)) - 1 for size, _, _, pps in TABLE]
    assert sum(each > 0 for each in over) == 4
    assert f"{float(max(over)) * 100:.3f}" == "0.145"
    assert "Four of the six rates are above line rate**, by up to 0.145 %" in TEXT


def test_smaller_frames_do_not_explain_it() -> None:
    short = [
        meant(size) + 20 - Fraction(25 * 10**9, 8 * pps)
        for size, _, _, pps in TABLE
        if pps > line_rate(meant(size))
    ]
    assert max(short) - min(short) > 9  # bytes


def test_8129_is_8192() -> None:
    pps = next(pps for size, queues, _, pps in TABLE if (size, queues) == (8129, 2))
    assert f"{float(pps / line_rate(8129)) * 100:.2f}" == "99.31"
    assert "would be 99.31 % of line rate" in TEXT
    assert abs(pps / line_rate(8192) - Fraction(759828) / line_rate(4096)) < Fraction(5, 10**5)


def test_the_columns_contradict_each_other() -> None:
    one = {size: (percent, pps / line_rate(meant(size)) * 100) for size, q, percent, pps in TABLE
           if q == 1}  # fmt: skip
    assert {f"{float(real):.2f}" for size, (_, real) in one.items() if size < 9000} == {"99.91"}
    assert one[9000][1] > 100
    assert [str(float(percent)) for percent, _ in one.values()] == ["99.23", "99.22", "99.23"]


def test_the_gains() -> None:
    found = [(float(packets), float(points)) for _, packets, points in rows("gains")]
    assert all(packets < 0.17 and points >= 0.77 for packets, points in found)
    assert [packets for packets, _ in found] == VECTORS["table1_gain"][0]["gain"]


@pytest.fixture(scope="module")
def sizing() -> Sizing:
    """The sizing of the reference example."""
    plan = build_plan(load_inventory(ROOT / "examples" / "dell-r740xd-dpdk" / "inventory.yaml"))
    found = next(role.sizing for role in plan.roles if role.sizing)
    assert found is not None
    return found


def test_the_prediction_is_the_plans(sizing: Sizing) -> None:
    planned = {row.frame: row for table in sizing.rates.values() for row in table}
    for frame, one, two, unreserved, packets in rows("predicted"):
        row = planned[int(frame)]
        assert one == f"{float(row.served):.0f} ({float(row.served / row.line * 100):.1f} %)"
        assert two == f"all ({float(2 * row.served / row.line * 100):.0f} %)"
        assert unreserved.startswith("all")
        assert packets.startswith("all")
        assert row.threads == 2


def test_what_is_said_of_the_model(sizing: Sizing) -> None:
    """One queue is short, the more the smaller the frame; two do; so `auto` asks for two."""
    shares = [float(re.findall(r"\((.*?) %\)", one)[0]) for _, one, *_ in rows("predicted")]
    assert shares == sorted(shares)
    assert max(shares) < 100
    least = float(re.findall(r"\((.*?) %\)", rows("predicted")[0][3])[0])
    assert 100 <= least < 102  # "at 4096 bytes only just"
    need = sizing.ports[0].cycles.value / sizing.thread.value
    assert 1 < need <= 2


def test_nothing_is_claimed_to_be_measured_here() -> None:
    assert "Nothing here was measured by us." in TEXT
    assert "Jumbo frames Performance Analysis Over Red Hat OpenStack 16.1 Infrastructure" in TEXT
