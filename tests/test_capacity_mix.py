"""Servers of several flavors on the same hosts."""

from collections.abc import Mapping

from fitting import flavor, host, pinned
from hypothesis import given
from hypothesis import strategies as st

from generator.capacity.count import filled
from generator.capacity.guest import guest_of
from generator.capacity.mix import Wanted, on_one_host, spread

SMALL, LARGE = guest_of(pinned(4, 4096)), guest_of(pinned(8, 16384))
EVERYWHERE = {"small": ("dpdk",), "large": ("dpdk",)}


def mixed(small: int, large: int) -> dict[str, Wanted]:
    return {"small": Wanted(SMALL, small), "large": Wanted(LARGE, large)}


def placed(count: int, wanted: Mapping[str, Wanted]) -> dict[str, int]:
    return dict(spread({"dpdk": (host(), count)}, wanted, EVERYWHERE)["dpdk"].servers)


def test_one_host_is_filled_in_proportion() -> None:
    found = on_one_host(host(), mixed(2, 1))
    assert found.servers == {"small": 8, "large": 4}  # 8 x 4 + 4 x 8 = 64 CPUs
    assert found.by_cell == {"small": (4, 4), "large": (2, 2)}


def test_a_flavor_that_fits_nowhere_stops_nobody() -> None:
    wanted = {**mixed(2, 1), "huge": Wanted(guest_of(pinned(40, 4096)), 5)}
    assert on_one_host(host(), wanted).servers == {"small": 8, "large": 4, "huge": 0}


def test_planned_servers_are_spread_and_counted() -> None:
    assert placed(2, mixed(16, 8)) == {"small": 16, "large": 8}
    assert placed(2, mixed(17, 8)) == {"small": 17, "large": 7}
    assert placed(3, mixed(1, 1)) == {"small": 1, "large": 1}
    assert placed(0, mixed(1, 1)) == {"small": 0, "large": 0}


def test_counting_ends_when_every_flavor_is_full() -> None:
    found = placed(2, mixed(10**15, 10**15))
    assert found == {"small": 12, "large": 10}  # 12 x 4 + 10 x 8 = 2 x 64 CPUs


def test_servers_go_to_the_emptiest_host() -> None:
    found = spread({"dpdk": (host(), 4)}, {"small": Wanted(SMALL, 6)}, {"small": ("dpdk",)})
    by_load = {use.pcpus: count for use, count in found["dpdk"].hosts.items()}
    assert by_load == {8: 2, 4: 2}


def test_servers_stay_on_the_roles_that_they_are_meant_for() -> None:
    hosts = {"dpdk": (host(), 1), "other": (host(), 1)}
    meant = {"small": ("dpdk",), "large": ("dpdk", "other")}
    found = spread(hosts, mixed(20, 8), meant)
    assert found["other"].servers["small"] == 0
    assert found["dpdk"].servers["small"] > 0
    assert sum(each.servers["large"] for each in found.values()) == 8


@given(st.integers(1, 40), st.integers(1, 20), st.integers(1, 4))
def test_no_host_holds_more_than_it_has(small: int, large: int, count: int) -> None:
    found = spread({"dpdk": (host(), count)}, mixed(small, large), EVERYWHERE)["dpdk"]
    assert sum(found.hosts.values()) == count
    assert sum(use.pcpus * hosts for use, hosts in found.hosts.items()) == (
        4 * found.servers["small"] + 8 * found.servers["large"]
    )
    for use in found.hosts:
        assert use.pcpus <= 64
        assert sum(sum(cell.free) for cell in use.cells) == 64 - use.pcpus
    left = small - found.servers["small"] + large - found.servers["large"]
    assert left == 0 or all(use.pcpus > 56 for use in found.hosts)


@given(st.integers(1, 30), st.integers(1, 4))
def test_alone_in_the_mix_is_alone(wanted: int, count: int) -> None:
    most = count * filled(host(), SMALL).servers
    only = {"small": Wanted(SMALL, wanted)}
    assert placed(count, only)["small"] == min(wanted, most)


def test_a_large_cloud_takes_no_time() -> None:
    machine = host(cores=44, dedicated="8-87,96-175", shared="0-7,88-95", pages={1 << 20: 180})
    wanted = {
        "small": Wanted(guest_of(pinned(2, 2048)), 4000),
        "large": Wanted(guest_of(pinned(12, 16384, numa_nodes=2)), 500),
        "floating": Wanted(guest_of(flavor(2, 2048, mem_page_size="1GB")), 1000),
    }
    meant = dict.fromkeys(wanted, ("dpdk",))
    found = spread({"dpdk": (machine, 200)}, wanted, meant)["dpdk"]
    assert found.servers == {"small": 4000, "large": 500, "floating": 1000}
