"""Capacity held against Nova of Train itself, on machines and flavors of all kinds."""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from generator.capacity.compute_host import Node, Settings, compute_host
from generator.capacity.count import most_by_cells
from generator.capacity.errors import RefusedError
from generator.capacity.guest import guest_of
from generator.capacity.types import Host, PagePool, Specs
from generator.values import CpuSet

from .oracles import nova_capacity, require_environments

CASES = 4000
ENOUGH = 400  # as inside/nova_capacity.py counts
Case = dict[str, Any]


def host(any_of: Random) -> Case:
    nodes, cores = any_of.randint(1, 4), any_of.randint(2, 8)
    threads = any_of.choice((1, 2, 2, 2, 4))
    total = nodes * cores
    cells = []
    for node in range(nodes):
        memory = any_of.choice((8, 16, 33)) << 10
        huge = any_of.randint(0, (memory >> 10) - 2)
        large = min(any_of.choice((0, 512, 2000)), (memory - (huge << 10)) // 2)
        cells.append({
            "cores": [[core + total * thread for thread in range(threads)]
                      for core in range(node, total, nodes)],
            "memory_mib": memory,
            "pages": [[2048, large, any_of.randint(0, large)],
                      [1 << 20, huge, any_of.randint(0, min(4, huge))]],
        })  # fmt: skip
    parts = any_of.choices("hsd", (1, 1, 5), k=total * threads)
    if any_of.random() < 0.6:  # whole cores, as they should be
        parts = [parts[cpu % total] for cpu in range(total * threads)]
    sets = {
        kind: str(CpuSet.of(cpu for cpu, part in enumerate(parts) if part == kind)) or None
        for kind in "ds"
    }
    return {
        "cells": cells,
        "dedicated": sets["d"] if any_of.random() < 0.85 else None,
        "shared": sets["s"] if any_of.random() < 0.8 else None,
        "cpu_ratio": any_of.choice((1.0, 2.0, 16.0)),
        "ram_ratio": any_of.choice((1.0, 1.5)),
    }


def texts(any_of: Random, choices: Mapping[str, tuple[str, ...]], share: float) -> dict[str, str]:
    return {key: any_of.choice(words) for key, words in choices.items() if any_of.random() < share}


POLICIES = {"hw:cpu_policy": ("dedicated", "dedicated", "dedicated", "dedicated", "shared")}
SPECS = {
    "hw:cpu_thread_policy": ("prefer", "isolate", "require"),
    "hw:emulator_threads_policy": ("isolate", "share"),
    "hw:mem_page_size": ("1GB", "2MB", "2048", "large", "any", "small", "1GiB"),
    "hw:numa_nodes": ("1", "2", "2", "3"),
}
RARE_SPECS = {
    "hw:cpu_policy": ("mixed",),
    "hw:mem_page_size": ("1G", "16GB"),
    "hw:cpu_realtime": ("true", "no"),
    "hw:cpu_realtime_mask": ("^0", "^0-9", "x"),
    "resources:VCPU": ("1", "4"),
    "resources:PCPU": ("2", "4", "5"),
    "trait:HW_CPU_HYPERTHREADING": ("required", "forbidden"),
    "hw:numa_cpus.0": ("0", "0-1"),
    "hw:numa_mem.0": ("1024", "512"),
    "hw:numa_cpus.1": ("1-3", "2-3"),
    "hw:numa_mem.1": ("1024", "3072"),
}
IMAGE = {
    "hw_cpu_policy": ("dedicated", "shared"),
    "hw_cpu_thread_policy": ("prefer", "require"),
    "hw_mem_page_size": ("1GB", "large"),
    "hw_numa_nodes": ("2",),
}


def case(any_of: Random) -> Case:
    rare = any_of.random() < 0.2
    return {
        "host": host(any_of),
        "flavor": {
            "vcpus": any_of.randint(1, 8),
            "ram": any_of.choice((512, 1024, 2048, 4096, 8192, 3000)),
            "extra_specs": texts(any_of, POLICIES, 0.9)
            | texts(any_of, SPECS, 0.45)
            | texts(any_of, RARE_SPECS, 0.3 if rare else 0),
        },
        "image": texts(any_of, IMAGE, 0.3 if any_of.random() < 0.2 else 0),
    }


@pytest.fixture(scope="module")
def answered() -> list[tuple[Case, Case]]:
    """Many cases, the same ones in every run, with Nova's answers."""
    require_environments()
    any_of = Random(20)
    drawn = [case(any_of) for _ in range(CASES)]
    return list(zip(drawn, nova_capacity(drawn), strict=True))


def our_host(host: Case, siblings: list[list[list[int]]]) -> Host:
    """The host with its cores in the order in which Nova goes through them."""
    nodes = []
    for number, cell in enumerate(host["cells"]):
        listed = [CpuSet.of(core) for core in siblings[number]]
        pools = tuple(PagePool(*pool) for pool in cell["pages"])
        nodes.append(Node(number, tuple(listed), cell["memory_mib"], pools))
    dedicated, shared = (
        CpuSet.parse(host[key]) if host[key] else CpuSet() for key in ("dedicated", "shared")
    )
    settings = Settings(dedicated, shared, 0, host["cpu_ratio"], host["ram_ratio"])
    return compute_host(nodes, settings)


def ours(case: Case, siblings: list[list[list[int]]]) -> Case:
    flavor = case["flavor"]
    host = our_host(case["host"], siblings)
    found: Case = {"vcpus": host.vcpus, "pcpus": host.pcpus}
    try:
        guest = guest_of(
            Specs(flavor["vcpus"], flavor["ram"], flavor["extra_specs"], case["image"])
        )
    except RefusedError as error:
        return found | {"refused": error.fault}
    fit = most_by_cells(host, guest)
    return found | {
        "refused": None,
        "guest": [[own.vcpus, own.memory_mib, own.page] for own in guest.cells],
        "request": {
            "resources": guest.resources,
            "required": sorted(guest.required),
            "forbidden": sorted(guest.forbidden),
        },
        "servers": fit if fit is None else min(fit, ENOUGH),
    }


def test_what_nova_says_of_each_case(answered: list[tuple[Case, Case]]) -> None:
    differing = []
    for case, theirs in answered:
        siblings = theirs.pop("siblings")
        if (mine := ours(case, siblings)) != theirs:
            differing.append((case, mine, theirs))
        theirs["siblings"] = siblings
    assert differing == []


def test_the_cases_are_of_all_kinds(answered: list[tuple[Case, Case]]) -> None:
    """Else agreement would mean little."""
    fitted = [(case, theirs) for case, theirs in answered if theirs.get("servers")]
    assert len(fitted) > CASES / 10
    assert len({theirs["refused"] for _, theirs in answered}) > 12
    for key, words in (POLICIES | SPECS).items():
        seen = {case["flavor"]["extra_specs"].get(key) for case, _ in fitted}
        assert seen >= set(words)
