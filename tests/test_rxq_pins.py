"""Pins of receive queues to PMD threads."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from machines import nodes_of

from generator.derive.rxq_assignment import assign_rx_queues
from generator.derive.rxq_pins import affinity_command, pinned
from generator.rxq_layout import RxqLayout, RxqPort
from generator.values import CpuSet

# Two nodes of four cores, siblings n and n + 8.
NODES = nodes_of([[[n, n + 8] for n in range(4)], [[n, n + 8] for n in range(4, 8)]])


def pins(pmd: str, *ports: tuple[str, int, int]) -> dict[str, dict[str, int]]:
    found = pinned([RxqPort(*port) for port in ports], NODES, CpuSet.parse(pmd))
    return {port.name: dict(port.affinity) for port in found}


@pytest.mark.parametrize(
    ("pmd", "ports", "cores"),
    [
        # Queues of one port on different cores; core 3 stays for guests.
        ("1-3,9-11", [("a", 0, 2), ("b", 0, 2)], {"a": [1, 2], "b": [9, 10]}),
        # Both threads of a core, as far as they are PMD threads at all.
        ("1-3", [("a", 0, 2)], {"a": [1, 2]}),
        # Each on the node of its port.
        ("1,9,4,12", [("a", 1, 1), ("b", 0, 1)], {"a": [4], "b": [1]}),
        # Too few: the walk starts again.
        ("1,9", [("a", 0, 3)], {"a": [1, 9, 1]}),
        # None on the node, and a node that the machine lacks.
        ("4,12", [("a", 0, 2), ("b", 1, 1)], {"a": [], "b": [4]}),
        ("4,12", [("a", 7, 2)], {"a": []}),
    ],
)
def test_pins(pmd: str, ports: Sequence[tuple[str, int, int]], cores: dict[str, list[int]]) -> None:
    found = pins(pmd, *ports)
    assert {name: list(own.values()) for name, own in found.items()} == cores
    assert all(list(own) == [str(n) for n in range(len(own))] for own in found.values())


def test_the_command_has_no_quotes() -> None:
    [port] = pinned([RxqPort("dpdk0", 0, 2)], NODES, CpuSet.parse("1,2"))
    assert affinity_command(port) == "set Interface dpdk0 other_config:pmd-rxq-affinity=0:1,1:2"


@given(st.lists(st.tuples(st.integers(0, 1), st.integers(1, 3)), max_size=4))
def test_with_a_thread_to_spare_every_queue_has_one_of_its_own(
    ports: list[tuple[int, int]],
) -> None:
    """And the switch leaves the rest of the node's threads to guests."""
    pmd = CpuSet.parse("1-3,9-11,5-7,13-15")
    wanted = [RxqPort(f"dpdk{i}", node, n) for i, (node, n) in enumerate(ports)]
    found = pinned(wanted, NODES, pmd)
    cores = {str(node.id): tuple(node.cpus) for node in NODES}
    threads = assign_rx_queues(RxqLayout(cores, found, pmd_cores=tuple(pmd))).pmds
    for node in NODES:
        local = [each for each in threads if each.node == node.id]
        queues = sum(port.n_rxq for port in wanted if port.numa == node.id)
        if queues < len(local):
            assert sum(each.isolated for each in local) == queues
        for each in local:
            assert all(queue.node == node.id for queue in each.queues)
            assert len(each.queues) <= -(-queues // len(local))
