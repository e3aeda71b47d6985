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


def random_layout(seed: int) -> dict[str, Any]:
    """A layout of up to three NUMA nodes with whatever can meet on them: nodes without PMD
    cores, pinned queues, cores that are no PMD core, unequal and exchanged ports."""
    pick = random.Random(seed)
    cores = list(range(pick.randint(2, 16)))
    nodes = pick.randint(1, 3)
    numa_cores: dict[str, list[int]] = {str(node): [] for node in range(nodes)}
    for core in cores:
        numa_cores[str(core % nodes if pick.random() < 0.9 else pick.randrange(nodes))].append(core)
    ports = pick.randint(1, 7)
    numbers = pick.sample(range(1, 30), ports)
    data: dict[str, Any] = {
        "numa_cores": numa_cores,
        "algorithm": pick.choice(ALGORITHMS),
        "ports": [_port(pick, place, number, cores) for place, number in enumerate(numbers)],
    }
    if pick.random() < 0.9:
        data["pmd_cores"] = sorted(pick.sample(cores, pick.randint(1, min(6, len(cores)))))
    if pick.random() < 0.3:
        data["isolate"] = pick.random() < 0.5
    return data


def _port(pick: random.Random, place: int, number: int, cores: list[int]) -> dict[str, Any]:
    queues = pick.randint(1, 5)
    port: dict[str, Any] = {
        "name": f"port{place}",
        "numa": pick.randint(0, 2),
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
    data = random_layout(draw(st.integers(0, 1 << 32)))
    queues = [f"{port['name']}:{n}" for port in data["ports"] for n in range(port["n_rxq"])]
    loads = st.dictionaries(st.sampled_from(queues), st.integers(0, 9))
    return layout_of({**data, "measured_cycles": draw(loads)})
