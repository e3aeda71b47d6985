"""What Nova of Train answers about flavors on hosts, reproduced."""

from pathlib import Path
from typing import Any

import pytest
from fitting import host
from ruamel.yaml import YAML

from generator.capacity.cell import page_size
from generator.capacity.count import filled, most_by_cells
from generator.capacity.errors import RefusedError
from generator.capacity.guest import guest_of, vhost_queues
from generator.capacity.placement import most_by_sums
from generator.capacity.types import Host, Specs, unused

RECORDED: dict[str, Any] = YAML(typ="safe").load(Path(__file__).parent / "vectors/nova-fit.yaml")


def specs(vector: dict[str, Any]) -> Specs:
    shape = vector["flavor"]
    return Specs(
        shape["vcpus"], shape["ram"], vector.get("extra_specs", {}), vector.get("image", {})
    )


def host_of(vector: dict[str, Any]) -> Host:
    written = RECORDED["hosts"][vector["host"]]
    return host(
        threads=written["threads"], dedicated=written["dedicated"], shared=written.get("shared"),
        pages=written["pages"], reserved=written.get("reserved_pages", ()),
    )  # fmt: skip


def of(*keys: str) -> pytest.MarkDecorator:
    chosen = [each for each in RECORDED["vectors"] if all(key in each for key in keys)]
    return pytest.mark.parametrize(
        "vector", [pytest.param(each, id=each["name"]) for each in chosen]
    )


def test_no_vector_is_lost() -> None:
    names = [each["name"] for each in RECORDED["vectors"]]
    assert len(set(names)) == len(names) == 12
    assert sum("servers" in each for each in RECORDED["vectors"]) == 11


@of("refused")
def test_what_nova_refuses(vector: dict[str, Any]) -> None:
    try:
        guest_of(specs(vector))
        refused = None
    except RefusedError as error:
        refused = error.fault
    assert refused == vector["refused"]


@of("numa")
def test_what_a_guest_asks_for(vector: dict[str, Any]) -> None:
    guest = guest_of(specs(vector))
    policy = "dedicated" if guest.dedicated else None
    found = [
        [own.vcpus, own.memory_mib, own.page, policy, guest.thread_policy] for own in guest.cells
    ]
    assert found == vector["numa"]
    assert guest.resources == vector["resources"]
    assert [sorted(guest.required), sorted(guest.forbidden)] == vector["traits"]
    assert vhost_queues(specs(vector)) == vector["queues"]


@of("servers", "numa")
def test_how_many_fit(vector: dict[str, Any]) -> None:
    guest, empty = guest_of(specs(vector)), host_of(vector)
    assert {
        "cells": most_by_cells(empty, guest),
        "sums": most_by_sums(empty, guest),
        "both": filled(empty, guest).servers,
    } == vector["servers"]


@of("first_pages")
def test_the_pages_of_the_first_guest(vector: dict[str, Any]) -> None:
    guest, empty = guest_of(specs(vector)), host_of(vector)
    found = [
        page_size(empty.cells[index], unused(empty).cells[index], own, own.page)
        for index, own in enumerate(guest.cells)
    ]
    assert found == vector["first_pages"]
