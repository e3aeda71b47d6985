"""Layouts of receive queues for tests: made from data, and generated."""

import random
from typing import Any

from hypothesis import strategies as st

from generator.reading.structure import structure
from generator.rxq_layout import RxqLayout

ALGORITHMS = ("cycles", "roundrobin", "group")


def layout_of(data: dict[str, Any]) -> RxqLayout:
    """A layout as a file would hold it."""
    return structure(RxqLayout, data)


def random_machine(pick: random.Random) -> dict[str, list[int]]:
    """Up to three NUMA nodes and their cores, one of them perhaps without any."""
    nodes = pick.randint(1, 3)
    numa_cores: dict[str, list[int]] = {str(node): [] for node in range(nodes)}
    for core in range(pick.randint(2, 16)):
        node = core % nodes if pick.random() < 0.9 else pick.randrange(nodes)
        numa_cores[str(node)].append(core)
    return numa_cores


def random_layout(pick: random.Random, numa_cores: dict[str, list[int]]) -> dict[str, Any]:
    """A layout with whatever can meet on a machine: nodes without PMD cores, pinned queues,
    cores that are no PMD core, unequal and exchanged ports, ports of a node that it lacks."""
    cores = sorted(core for local in numa_cores.values() for core in local)
    ports = pick.randint(1, 7)
    numbers = pick.sample(range(1, 30), ports)
    nodes = [*map(int, numa_cores), 9]
    data: dict[str, Any] = {
        "numa_cores": numa_cores,
        "algorithm": pick.choice(ALGORITHMS),
        "ports": [_port(pick, number, nodes, cores) for number in numbers],
    }
    if pick.random() < 0.9:
        data["pmd_cores"] = sorted(pick.sample(cores, pick.randint(1, min(6, len(cores)))))
    if pick.random() < 0.3:
        data["isolate"] = pick.random() < 0.5
    return data


def _port(pick: random.Random, number: int, nodes: list[int], cores: list[int]) -> dict[str, Any]:
    queues = pick.randint(1, 5)
    port: dict[str, Any] = {
        "name": f"p{number}",
        "numa": pick.choice(nodes),
        "n_rxq": queues,
        "port_no": number,
    }
    if pick.random() < 0.3:
        pinned = pick.sample(range(queues + 1), pick.randint(1, min(2, queues)))
        port["affinity"] = {str(queue): pick.choice(cores) for queue in pinned}
    return port


@st.composite
def layouts(draw: st.DrawFn) -> RxqLayout:
    """Any of the random layouts, with a load or without."""
    pick = random.Random(draw(st.integers(0, 1 << 32)))
    data = random_layout(pick, random_machine(pick))
    queues = [f"{port['name']}:{n}" for port in data["ports"] for n in range(port["n_rxq"])]
    loads = st.dictionaries(st.sampled_from(queues), st.integers(0, 9))
    return layout_of({**data, "measured_cycles": draw(loads)})
