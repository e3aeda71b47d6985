"""How many servers fit: properties of any host and guest, and cases that people meet."""

import time

import pytest
from fitting import flavor, host, pinned
from hypothesis import given
from hypothesis import strategies as st

from generator.capacity.cores import pack
from generator.capacity.count import filled
from generator.capacity.errors import RefusedError
from generator.capacity.guest import guest_of
from generator.capacity.limits import limit
from generator.capacity.matching import all_matched
from generator.capacity.page_text import page_of
from generator.capacity.types import Specs, ThreadPolicy, unused
from generator.values import CpuSet

threads = st.integers(1, 4).flatmap(
    lambda per_core: st.lists(st.integers(0, per_core), min_size=1, max_size=12).map(
        lambda free: (tuple(free), (per_core,) * len(free))
    )
)
thread_policies = st.sampled_from((None, "prefer", "isolate", "require"))


@given(threads, st.integers(1, 16), thread_policies, st.integers(0, 1), st.booleans())
def test_packing_takes_what_it_gives(
    cores: tuple[tuple[int, ...], tuple[int, ...]], vcpus: int, policy: ThreadPolicy | None,
    emulator: int, same: bool,
) -> None:  # fmt: skip
    free, every = cores
    left = pack(free, every, vcpus, policy, emulator, same)
    if left is None:
        # Without a wish about siblings any free threads will do.
        assert policy in ("isolate", "require") or sum(free) < vcpus + emulator
        return
    taken = [before - after for before, after in zip(free, left, strict=True)]
    assert min(taken) >= 0
    if policy == "isolate":
        assert sum(map(bool, taken)) == vcpus + emulator
        assert all(not after for before, after in zip(free, left, strict=True) if after < before)
    else:
        assert sum(taken) == vcpus + emulator
    if policy == "require" and vcpus > 1:
        assert max(taken) > 1


@given(st.integers(1, 12), st.integers(1, 40), st.sampled_from(("1GB", "large")),
       st.integers(1, 2), st.sampled_from(("isolate", "share")))  # fmt: skip
def test_a_host_is_filled_and_no_more(
    vcpus: int, gib: int, page: str, nodes: int, emulator: str
) -> None:
    if vcpus % nodes or gib % nodes:
        return
    machine = host()
    wanted = pinned(vcpus, gib << 10, mem_page_size=page, numa_nodes=nodes,
                    emulator_threads_policy=emulator)  # fmt: skip
    guest = guest_of(wanted)
    full = filled(machine, guest)
    each = vcpus + (emulator == "isolate")
    assert full.servers * each == full.use.pcpus <= machine.pcpus
    assert sum(sum(cell.free) for cell in full.use.cells) == machine.pcpus - full.use.pcpus
    assert sum(sum(cell.pages) for cell in full.use.cells) == full.servers * gib
    assert sum(full.by_cell) == full.servers * nodes
    assert limit(machine, full.use, guest)


@given(st.integers(1, 8), st.integers(1, 16))
def test_less_asked_for_is_never_fewer(vcpus: int, gib: int) -> None:
    def count(cpus: int, ram: int) -> int:
        return filled(host(), guest_of(pinned(cpus, ram << 10))).servers

    assert count(vcpus + 1, gib) <= count(vcpus, gib) >= count(vcpus, gib + 1)


@pytest.mark.parametrize(
    ("wanted", "servers", "by_cell", "why"),
    [
        (pinned(4, 8192), 16, (8, 8), "not enough dedicated CPUs"),
        (pinned(4, 32768), 6, (3, 3), "not enough pages of 1 GiB on one NUMA node"),
        (pinned(3, 6144), 20, (10, 10), "not enough CPUs on one NUMA node"),
        (pinned(40, 40960), 0, (0, 0), "not enough CPUs on one NUMA node"),
        (pinned(40, 40960, numa_nodes=2), 1, (1, 1), "not enough dedicated CPUs"),
        (pinned(4, 8192, mem_page_size="2MB"), 0, (0, 0), "it has no pages of 2 MiB"),
        (pinned(4, 5000), 0, (0, 0), "5000 MiB are no multiple of 1 GiB"),
        (
            pinned(3, 3072, cpu_thread_policy="require"),
            16,
            (8, 8),
            "not enough cores for the thread policy require",
        ),
        (pinned(4, 4096, cpu_thread_policy="isolate"), 0, (0, 0), "its cores have thread siblings"),
        (pinned(6, 6144, numa_nodes=3), 0, (0, 0), "it needs 3 NUMA nodes, and the host has 2"),
        (flavor(4, 8192), 32, (0, 0), "not enough shared CPUs"),
        (
            flavor(4, 8192, mem_page_size="large"),
            30,
            (15, 15),
            "not enough large pages on one NUMA node",
        ),
    ],
    ids=lambda value: str(value.extra_specs) if isinstance(value, Specs) else None,
)
def test_what_runs_out(wanted: Specs, servers: int, by_cell: tuple[int, ...], why: str) -> None:
    machine, guest = host(), guest_of(wanted)
    full = filled(machine, guest)
    assert (full.servers, full.by_cell) == (servers, by_cell)
    assert limit(machine, full.use, guest) == why


def test_an_odd_guest_with_require_leaves_a_thread_that_others_may_have() -> None:
    machine = host()
    full = filled(machine, guest_of(pinned(3, 3072, cpu_thread_policy="require")))
    assert sum(sum(cell.free) for cell in full.use.cells) == 16
    assert filled(machine, guest_of(pinned(3, 3072))).servers > full.servers


def test_large_machines_and_many_nodes_take_no_time() -> None:
    large = host(cores=11, nodes=16, dedicated="16-175", shared="0-15", threads=1,
                 memory_mib=64 << 10, pages={1 << 20: 60})  # fmt: skip
    begin = time.process_time()
    assert filled(large, guest_of(pinned(2, 2048))).servers == 80
    # One guest more than fits: each of 16! orders fails, and none needs to be tried.
    assert filled(large, guest_of(pinned(48, 49152, numa_nodes=16))).servers == 3
    assert time.process_time() - begin < 2


def test_guests_float_over_a_host_without_sets() -> None:
    plain = host(dedicated=None, shared=None, pages={})
    assert plain.pcpus == 0
    assert filled(plain, guest_of(flavor(4, 1024))).servers == 320  # 80 CPUs, 16 fold
    assert filled(plain, guest_of(flavor(4, 1024, cpu_policy="dedicated"))).servers == 20
    isolated = flavor(4, 1024, cpu_policy="dedicated", cpu_thread_policy="isolate")
    assert filled(plain, guest_of(isolated)).servers == 10  # a core for each vCPU


@pytest.mark.parametrize(
    ("text", "page"),
    [("1GB", 1 << 20), ("1GiB", 1 << 20), ("2MB", 2048), ("2048", 2048), ("8Gb", 1 << 20),
     ("2097152B", 2048), ("large", "large"), ("1G", None), ("1gb", None), ("Large", None),
     ("2 MB", None), ("", None)],
)  # fmt: skip
def test_page_sizes(text: str, page: int | str | None) -> None:
    assert page_of(text) == page


@pytest.mark.parametrize(
    ("wanted", "key"),
    [
        (pinned(4, 4096, cpu_policy="dedicatedd"), "hw:cpu_policy"),
        (pinned(4, 4096, emulator_threads_policy="shared"), "hw:emulator_threads_policy"),
        (flavor(4, 4096, cpu_thread_policy="prefer"), "hw:cpu_thread_policy"),
        (flavor(4, 4096, emulator_threads_policy="isolate"), "hw:emulator_threads_policy"),
        (flavor(4, 4096, cpu_realtime="yes", cpu_realtime_mask="^0"), "hw:cpu_realtime"),
        (pinned(4, 4096, cpu_realtime="yes"), "hw:cpu_realtime"),
        (pinned(4, 4096, cpu_realtime="yes", cpu_realtime_mask="^0-3"), "hw:cpu_realtime_mask"),
        (pinned(4, 4096, mem_page_size="1G"), "hw:mem_page_size"),
        (pinned(4, 4096, numa_nodes="two"), "hw:numa_nodes"),
        (pinned(5, 4096, numa_nodes=2), "vcpus"),
        (pinned(4, 4095, numa_nodes=2), "ram"),
        (pinned(4, 4096, cpu_cores="all"), "hw:cpu_cores"),
        (flavor(4, 4096, {"hw_cpu_policy": "dedicated"}, cpu_policy="shared"), "hw:cpu_policy"),
        (flavor(4, 4096, {"hw_mem_page_size": "1GB"}), "hw_mem_page_size"),
    ],
    ids=lambda value: str(value.extra_specs) if isinstance(value, Specs) else None,
)  # fmt: skip
def test_what_is_refused_names_its_key(wanted: Specs, key: str) -> None:
    with pytest.raises(RefusedError) as caught:
        guest_of(wanted)
    assert caught.value.key == key
    assert caught.value.hint


def test_a_mapping_is_read_with_nodes_or_pages_only() -> None:
    split = {"hw:numa_cpus.0": "0-3", "hw:numa_mem.0": "1"}
    assert guest_of(Specs(4, 4096, split)).cells == ()
    with pytest.raises(RefusedError, match="1 MiB together, the flavor 4096"):
        guest_of(Specs(4, 4096, split | {"hw:mem_page_size": "large"}))


@given(st.dictionaries(st.integers(0, 6), st.lists(st.integers(0, 6), unique=True)))
def test_matching_is_what_trying_everything_finds(partners: dict[int, list[int]]) -> None:
    def every(keys: list[int], used: frozenset[int]) -> bool:
        return not keys or any(
            every(keys[1:], used | {one}) for one in partners[keys[0]] if one not in used
        )

    assert all_matched(partners) == every(list(partners), frozenset())


def test_an_unused_host_has_all_dedicated_threads() -> None:
    machine = host(dedicated="8-39,48-79", shared="0-3,40-43")
    assert sum(sum(cell.free) for cell in unused(machine).cells) == len(CpuSet.parse("8-39,48-79"))
