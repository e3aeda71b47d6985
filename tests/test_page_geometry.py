"""Where things stand in the pictures of a page: inside, apart, in order."""

from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from machines import gib, machine, nodes_of

from generator import Plan, build_plan, load_inventory
from generator.derive.cpu_partitioning import CpuPartition
from generator.derive.hugepages import NodeMemory
from generator.derive.socket_memory import SocketNeed
from generator.explained import Explained, copied
from generator.hardware_facts import Numbering
from generator.page.cpu_map import WIDTH, CpuMap, Use, cpu_map, cpu_uses, legend
from generator.page.memory import memory_bars
from generator.page.queues import queue_map
from generator.page.reasons import Reasons
from generator.page.text import text_width, widest, wrapped
from generator.page.wiring import Box, wiring
from generator.plan.mtu_chain import mtu_chain
from generator.plan.types import MemoryPlan, RolePlan, SocketPlan
from generator.values import CpuSet

ROOT = Path(__file__).parents[1]
EXAMPLES = sorted(ROOT.glob("examples/*/inventory.yaml"))
HOST = Use("host", "H", "host")


class Rectangle(NamedTuple):
    x: float
    y: float
    width: float
    height: float

    def overlaps(self, other: "Rectangle") -> bool:
        return (
            self.x < other.x + other.width
            and other.x < self.x + self.width
            and self.y < other.y + other.height
            and other.y < self.y + self.height
        )

    def inside(self, outer: "Rectangle") -> bool:
        return (
            self.x >= outer.x
            and self.y >= outer.y
            and self.x + self.width <= outer.x + outer.width
            and self.y + self.height <= outer.y + outer.height
        )


def assert_apart(rectangles: Iterable[Rectangle]) -> None:
    for one, other in combinations(rectangles, 2):
        assert not one.overlaps(other), (one, other)


def partition(host: str, pmd: str, guest: str, shared: str) -> CpuPartition:
    sets = [
        copied(CpuSet.parse(text) if text else CpuSet(), "x")
        for text in (host, pmd, guest, shared, pmd)
    ]
    return CpuPartition(*sets)


def frames(found: CpuMap) -> list[Rectangle]:
    return [Rectangle(c.x, c.y, found.core_width, found.core_height) for c in found.cores]


def test_a_cpu_says_all_that_it_is_for() -> None:
    uses = cpu_uses(partition("0", "1", "2", "0,3"))
    assert [uses[cpu].letters for cpu in range(4)] == ["HS", "P", "G", "S"]
    assert uses[0].kind == "host"
    assert [use.letters for use in legend(uses.values())] == ["HS", "P", "G", "S"]


def test_a_machine_that_is_not_partitioned() -> None:
    assert cpu_uses(None) == {}
    (node,) = nodes_of([[[0, 2], [1, 3]]])
    found = cpu_map(node, {})
    assert [thread.cpu for core in found.cores for thread in core.threads] == [0, 2, 1, 3]
    assert {thread.use.letters for core in found.cores for thread in core.threads} == {""}
    assert found.summary.endswith("not set apart: 0-3")


def test_who_cannot_see_the_picture_is_told() -> None:
    (node,) = nodes_of([[[0, 2], [1, 3]]])
    uses = cpu_uses(partition("0,2", "1", "3", ""))
    assert cpu_map(node, uses).summary == (
        "CPUs of NUMA node 0, thread siblings in one frame. "
        "host: 0,2; PMD thread: 1; guests' own CPUs: 3"
    )


@given(st.integers(1, 70), st.integers(1, 4), st.sampled_from(["even-odd", "block"]))
def test_cores_are_apart_and_hold_their_threads(
    cores: int, threads: int, numbering: Numbering
) -> None:
    topology = machine(2, cores, threads, numbering)
    uses = dict.fromkeys(topology.cpus, HOST)
    for node in topology.nodes:
        found = cpu_map(node, uses)
        whole = Rectangle(0, 0, found.width, found.height)
        assert found.width == WIDTH
        assert_apart(frames(found))
        for core, frame, siblings in zip(found.cores, frames(found), node.cores, strict=True):
            cells = [
                Rectangle(t.x, t.y, found.thread_width, found.thread_height) for t in core.threads
            ]
            assert_apart(cells)
            assert frame.inside(whole)
            assert all(cell.inside(frame) for cell in cells)
            assert [thread.cpu for thread in core.threads] == list(siblings)
            assert all(text_width(f"H{t.cpu}", 10) < found.thread_width for t in core.threads)


def test_ten_cores_a_row_with_numbers_of_three_digits() -> None:
    node = machine(1, 88, 2, "block").nodes[0]
    found = cpu_map(node, dict.fromkeys(node.cpus, HOST))
    assert len({core.x for core in found.cores}) == 10


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("VLAN 140 MTU 1500", ("VLAN 140 MTU 1500",)),
        ("VLANs 201-250,300-349 flat", ("VLANs 201-250,", "300-349 flat")),
        ("a" * 20, ("a" * 17, "aaa")),
        ("", ("",)),
    ],
)
def test_long_lines_are_broken(text: str, lines: tuple[str, ...]) -> None:
    assert wrapped(text, 104, 10) == lines


@given(st.text(st.characters(codec="ascii", categories=["L", "P"]), min_size=1))
def test_nothing_is_lost_by_breaking(text: str) -> None:
    lines = wrapped(text, 100, 11)
    assert "".join(lines) == text
    assert widest(lines, 11) <= 100


def test_wide_signs_take_two_columns() -> None:
    assert text_width("網", 10) == text_width("ab", 10) == 13
    assert widest([], 10) == 0


@pytest.fixture
def bars() -> Sequence[NodeMemory]:
    return (
        NodeMemory(0, gib(192), 171, gib(4), gib(167), gib(21)),
        NodeMemory(1, gib(96), 90, gib(1), gib(89), gib(6)),
        NodeMemory(2, gib(192), 192, gib(0), gib(192), gib(0)),
    )


def memory_plan(nodes: tuple[NodeMemory, ...]) -> MemoryPlan:
    """The plan of these nodes; Open vSwitch needs what it gets."""
    sockets = tuple(
        SocketPlan(
            SocketNeed(
                node.node, (), True, copied(node.ovs.in_mib, "guide"), copied(1, "pools"),
                copied((1 << 20) + 1, "ports"),
            ),
            copied(node.ovs, "x"), "the guide decides",
        )
        for node in nodes
    )  # fmt: skip
    sizes = Explained(tuple(node.ovs for node in nodes), "rule", "source")
    return MemoryPlan(sizes, gib(1), copied(513, "x"), copied(gib(4), "x"), nodes, sockets)


def test_memory_in_proportion_to_the_largest_node(bars: tuple[NodeMemory, ...]) -> None:
    found = memory_bars(memory_plan(bars), Reasons())
    ends = [bar.shares[-1].x + bar.shares[-1].width for bar in found]
    assert ends == [pytest.approx(WIDTH, abs=0.02), pytest.approx(WIDTH / 2, abs=0.02), WIDTH]
    assert [share.size.text for share in found[0].shares] == ["21 GiB", "4 GiB", "167 GiB"]
    assert [(share.label, share.below) for share in found[0].shares] == [
        ("H", True), ("O", True), ("G 167 GiB", False),
    ]  # fmt: skip
    assert found[0].summary == (
        "Memory of NUMA node 0: host 21 GiB, Open vSwitch 4 GiB, guests 167 GiB"
    )
    assert [(words, need.text) for words, need in found[0].needs] == [
        ("needed by the guide", "4096 MiB"),
        ("needed for full shared pools", "1 MiB"),
        ("needed for pools per port", "2 MiB"),
    ]  # fmt: skip
    for bar in found:
        below = [share.label_x for share in bar.shares if share.below]
        assert all(b - a >= text_width("H", 11) for a, b in pairwise(below))
        assert bar.height == (bar.bar if not below else bar.bar + 15)


def roles() -> list[tuple[Plan, RolePlan]]:
    plans = [build_plan(load_inventory(path)) for path in EXAMPLES]
    return [(plan, role) for plan in plans for role in plan.roles]


@pytest.mark.parametrize(("plan", "role"), roles(), ids=lambda each: getattr(each, "name", ""))
def test_wiring_is_apart_and_joined(plan: Plan, role: RolePlan) -> None:
    for step in mtu_chain(plan, [role]):
        found = wiring(step)
        by_kind: dict[str, list[Box]] = {}
        for box in found.boxes:
            by_kind.setdefault(box.kind, []).append(box)
            assert place(box).inside(Rectangle(0, 0, found.width, found.height))
            assert all(text_width(line.text, line.font) <= box.width for line in box.lines)
        outer = [box for box in found.boxes if box.kind != "bond" or "bridge" not in by_kind]
        assert_apart(map(place, outer))
        if "bridge" in by_kind and "bond" in by_kind:
            assert place(by_kind["bond"][0]).inside(place(by_kind["bridge"][0]))
        assert [box.lines[0].text for box in by_kind["port"]] == [p.name for p in step.link.ports]
        right = [*by_kind.get("network", []), *by_kind.get("physnet", [])]
        assert [box.lines[0].text for box in right] == [*step.networks, *step.physical]
        joints = len(by_kind["port"]) * (1 if link_has_middle(step.link.link) else len(right))
        assert len(found.wires) == joints + len(right) * link_has_middle(step.link.link)
        for wire in found.wires:
            assert wire.x1 < wire.middle < wire.x2


def link_has_middle(link: object) -> bool:
    return bool(getattr(link, "bond", None) or getattr(link, "bridge", None))


def place(box: Box) -> Rectangle:
    return Rectangle(box.x, box.y, box.width, box.height)


@pytest.mark.parametrize(("plan", "role"), roles(), ids=lambda each: getattr(each, "name", ""))
def test_every_queue_is_drawn_once(plan: Plan, role: RolePlan) -> None:
    if role.polling is None:
        assert role.cpus is None
        return
    drawn: list[str] = []
    for node in role.topology.nodes:
        found = queue_map(role.polling, node.id)
        if found is None:
            assert not node.cpus & CpuSet.of(pmd.core for pmd in role.polling.assignment.pmds)
            continue
        cells = [Rectangle(c.x, c.y, c.width, c.height) for c in found.cells]
        assert_apart(cells)
        assert all(cell.inside(Rectangle(0, 0, found.width, found.height)) for cell in cells)
        queues = [cell.label.split()[0] for cell in found.cells if cell.kind in ("queue", "remote")]
        assert len(found.wires) == len(queues)
        drawn += queues
    polled = [queue.name for pmd in role.polling.assignment.pmds for queue in pmd.queues]
    assert sorted(drawn) == sorted(polled)
