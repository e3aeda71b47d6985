"""Queues, MTUs, packet rates and NUMA-aware networks, with their reasons."""

from fractions import Fraction

from machines import port

from generator.catalog.release import release
from generator.derive.line_rate import max_pps, port_pps, smallest_line_rate_frame
from generator.derive.mtu import (
    global_physnet_mtu,
    link_mtu,
    physical_network_mtus,
    tenant_mtu,
)
from generator.derive.rx_queues import queue_notes
from generator.values import DataRate

TARGET = release("rhosp-16.1")
LINK = ("roles", "ComputeOvsDpdk", "links", 1)


def test_queue_notes() -> None:
    assert queue_notes(1, 2) == ()
    assert len(queue_notes(2, 2)) == 2
    assert "8.5 calls multiqueue experimental" in queue_notes(2, 2)[0]
    assert "ethtool -L <device> combined 2" in queue_notes(2, 2)[1]
    assert "3 is none of these" in queue_notes(3, 4)[2]
    assert "4 queues share 2 PMD threads" in queue_notes(4, 2)[2]


def test_link_mtu() -> None:
    at = (*LINK, "mtu")
    found = link_mtu({"InternalApi": 1500, "Storage": 9000}, {"physint": 1600}, None, TARGET, at)
    assert found.value == 9000
    assert found.rule == "the largest of InternalApi 1500, Storage 9000, physint 1600 = 9000"
    assert link_mtu({}, {}, None, TARGET, at).value == 1500
    by_hand = link_mtu({"Storage": 1500}, {}, 9000, TARGET, at)
    assert (by_hand.value, by_hand.stated) == (9000, "roles.ComputeOvsDpdk.links[1].mtu")


def test_neutron_mtus() -> None:
    physical = {"physint": 9000, "physext": 1500}
    found = global_physnet_mtu(physical, None, TARGET)
    assert (found.value, found.rule) == (9000, "the largest of physint 9000, physext 1500 = 9000")
    assert global_physnet_mtu(physical, 9100, TARGET).value == 9100
    assert global_physnet_mtu({}, None, TARGET).value == 1500
    lower = physical_network_mtus(physical, 9000)
    assert lower.value == ("physext:1500",)
    assert "physext 1500" in lower.rule
    assert physical_network_mtus({"physint": 9000}, 9000).value == ()


def test_tenant_mtu() -> None:
    assert tenant_mtu(9000, "geneve", TARGET).rule == "9000 - 58 bytes of geneve = 8942"
    assert tenant_mtu(9000, "vlan", TARGET).value == 9000
    assert tenant_mtu(9000, "geneve", TARGET).recalled


def test_port_pps() -> None:
    small = port_pps(port(), 64)
    assert small.value == 18_750_000
    assert small.rule == (
        "25 Gbit/s / ((64 + 20) x 8 bits) = 37202381.0 frames/s,"
        " but the card passes 18750000 (50.4 % of it)"
    )
    assert port_pps(port(), 9000).value == Fraction(25_000_000_000, 9020 * 8)
    assert int(port_pps(port(max_pps=None), 64).value) == 37202380


def test_smallest_line_rate_frame() -> None:
    # 25e9 / 8 / 18.75e6 - 20 = 146.7
    assert smallest_line_rate_frame(port()) == 147
    assert max_pps(DataRate.parse("25 Gbit/s"), 147) < 18_750_000
    assert smallest_line_rate_frame(port(max_pps=10**9)) == 64
    assert smallest_line_rate_frame(port(max_pps=None)) is None
