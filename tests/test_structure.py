"""Plain data becomes frozen dataclasses as their annotations say."""

from dataclasses import FrozenInstanceError
from ipaddress import IPv4Address, IPv4Network, IPv6Address

import pytest

from generator.inventory import (
    Containers,
    Link,
    Network,
    Node,
    Role,
    Route,
    Server,
    ServerNic,
    Tuning,
)
from generator.reading.structure import structure
from generator.values import AddressRange, CpuSet, MemorySize


def test_addresses_value_objects_and_lists() -> None:
    data = {
        "cidr": "10.0.0.0/24", "gateway": "10.0.0.1", "pool": "10.0.0.10-10.0.0.20",
        "routes": [{"destination": "10.1.0.0/16", "nexthop": "10.0.0.2"}],
    }  # fmt: skip
    assert structure(Network, data) == Network(
        cidr=IPv4Network("10.0.0.0/24"),
        gateway=IPv4Address("10.0.0.1"),
        pool=AddressRange.parse("10.0.0.10-10.0.0.20"),
        routes=(Route(IPv4Network("10.1.0.0/16"), IPv4Address("10.0.0.2")),),
    )


def test_nested_lists_and_maps() -> None:
    data = {
        "model": "m", "cpu": "c", "memory": "8 GiB",
        "nics": [
            {"slot": "ndc", "model": "n", "ports": ["eno1"]},
            {"slot": 4, "model": "n", "ports": []},
        ],
        "numa_nodes": [{"id": 0, "cores": ["0,2", "4,6"]}],
    }  # fmt: skip
    server = structure(Server, data)
    assert server.memory == MemorySize.parse("8 GiB")
    assert server.nics == (ServerNic("ndc", "n", ("eno1",)), ServerNic(4, "n", ()))
    assert server.numa_nodes[0].cores == (CpuSet.of([0, 2]), CpuSet.of([4, 6]))


def test_a_word_or_a_value() -> None:
    assert structure(Tuning, {"guest_memory": "auto"}).guest_memory == "auto"
    assert structure(Tuning, {"guest_memory": "1 GiB"}).guest_memory == MemorySize.parse("1 GiB")
    assert structure(Link, {"ports": ["a"], "rx_queues": 2}).rx_queues == 2
    assert structure(Link, {"ports": ["a"], "rx_queues": "auto"}).rx_queues == "auto"
    assert structure(Containers, {"push_destination": False}).push_destination is False
    assert structure(Containers, {"push_destination": "a:1"}).push_destination == "a:1"


def test_either_kind_of_address() -> None:
    data = {"role": "R", "boot_mac": "52:54:00:00:00:01"}
    assert structure(Node, {**data, "bmc": "10.0.0.1"}).bmc == IPv4Address("10.0.0.1")
    assert structure(Node, {**data, "bmc": "fe80::1"}).bmc == IPv6Address("fe80::1")


def test_options_are_text() -> None:
    options = structure(
        Link, {"ports": [], "options": {"miimon": 100, "lacp_rate": "fast"}}
    ).options
    assert options == {"miimon": "100", "lacp_rate": "fast"}


def test_what_is_left_out_has_its_default() -> None:
    role = structure(Role, {"count": 1, "server": "s", "links": []})
    assert role == Role(count=1, server="s", links=(), tuning=Tuning())
    with pytest.raises(FrozenInstanceError):
        role.count = 2  # type: ignore[misc]
