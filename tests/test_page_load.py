"""What a page says of the load of threads, ports and slots."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from generator import Plan, build_plan, load_inventory
from generator.page.build import page_view
from generator.page.load import load_bar
from generator.page.types import RoleView

ROOT = Path(__file__).parents[1]
REFERENCE = ROOT / "examples" / "dell-r740xd-dpdk" / "inventory.yaml"


@pytest.fixture(scope="module")
def plan() -> Plan:
    return build_plan(load_inventory(REFERENCE))


@pytest.fixture(scope="module")
def role(plan: Plan) -> RoleView:
    """The role with DPDK, which comes first."""
    return page_view(plan).roles[0]


@pytest.mark.parametrize(
    ("asked", "filled", "full"), [(0, 0, False), (1.5, 129, False), (4, 344, False), (5, 344, True)]
)
def test_a_bar_is_filled_as_far_as_it_is_used(asked: float, filled: float, full: bool) -> None:
    bar = load_bar(asked, 4, "words")
    assert (bar.filled, bar.full) == (filled, full)
    assert list(bar.parts) == [0, 86, 172, 258]
    assert bar.parts[-1] + bar.part == bar.width


def test_threads_of_the_node_with_the_ports(role: RoleView, plan: Plan) -> None:
    assert role.nodes[0].load is None
    busy = role.nodes[1].load
    assert busy
    sizing = next(each.sizing for each in plan.roles if each.sizing)
    assert sizing
    assert busy.planned == 2 * int(busy.cores.text)
    assert int(busy.needed.text) <= busy.planned
    assert busy.bar.filled == pytest.approx(
        344 * sizing.nodes[1].cycles.value / sizing.thread.value / busy.planned, abs=0.01
    )


def test_ports_that_carry_the_same_stand_together(role: RoleView) -> None:
    assert role.load
    [ports] = role.load.ports
    assert ports.names == ("ens4f0", "ens8f0")
    assert ports.pps.text == "345,762.3"
    assert ports.queues.text == "2"


def test_slots_of_both_cards(role: RoleView) -> None:
    assert role.load
    assert [slot.ports for slot in role.load.slots] == [("ens4f0", "ens4f1"), ("ens8f0", "ens8f1")]
    for slot in role.load.slots:
        assert slot.bar
        assert slot.asked_percent in slot.bar.summary
        assert not slot.bar.full


def test_rates_of_ports_that_are_polled(role: RoleView) -> None:
    kernel, polled = role.rates
    assert (kernel.ports, polled.ports) == (("eno1", "eno2"), ("ens4f0", "ens8f0"))
    assert kernel.thread is None
    assert polled.thread
    rates = {rate.frame: rate for rate in polled.rates}
    assert (rates[64].pps, rates[64].limited) == ("18,750,000", True)
    assert (rates[9000].pps, rates[9000].limited) == ("346,452.3", False)
    assert rates[9000].threads == "2"


def test_no_frame_above_the_largest(plan: Plan) -> None:
    frames = dict(_largest(page_view(plan).roles))
    assert frames == {"ComputeOvsDpdk": 9018, "Controller": 9000, "CephStorage": 9000}


def _largest(roles: tuple[RoleView, ...]) -> Iterator[tuple[str, int]]:
    for role in roles:
        yield role.name, max(rate.frame for kind in role.rates for rate in kind.rates)
