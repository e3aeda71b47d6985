"""Extra specs and image properties in Nova's own spelling."""

from typing import Any

from machines import gib

from generator.derive.flavors import extra_specs, image_properties, multiqueue, vhost_queues
from generator.inventory import Flavor


def flavor(**changes: Any) -> Flavor:
    values: dict[str, Any] = {"vcpus": 4, "ram": gib(8), "disk": gib(20)}
    return Flavor(**(values | changes))


def specs(pages: Any = "1 GiB", **changes: Any) -> dict[str, str]:
    found = extra_specs("nfv", flavor(**changes), pages)
    return {key: spec.value for key, spec in found.items()}


def test_specs_of_a_dpdk_cloud() -> None:
    assert specs() == {
        "hw:cpu_policy": "dedicated",
        "hw:emulator_threads_policy": "share",
        "hw:mem_page_size": "1GB",
    }
    assert specs("2 MiB")["hw:mem_page_size"] == "2MB"


def test_a_cloud_without_dpdk_adds_nothing() -> None:
    assert specs(None) == {}
    assert specs(None, cpu_policy="dedicated") == {"hw:cpu_policy": "dedicated"}


def test_stated_specs() -> None:
    changes: dict[str, Any] = {
        "cpu_policy": "dedicated", "cpu_thread_policy": "require", "hugepages": "2 MiB",
        "emulator_threads": "isolate", "numa_nodes": 2,
    }  # fmt: skip
    assert specs(**changes) == {
        "hw:cpu_policy": "dedicated",
        "hw:cpu_thread_policy": "require",
        "hw:emulator_threads_policy": "isolate",
        "hw:mem_page_size": "2MB",
        "hw:numa_nodes": "2",
    }
    found = extra_specs("nfv", flavor(**changes), "1 GiB")
    assert found["hw:mem_page_size"].stated == "flavors.nfv.hugepages"
    assert found["hw:numa_nodes"].source == "inventory flavors.nfv.numa_nodes"


def test_a_shared_flavor_still_needs_huge_pages() -> None:
    assert specs(cpu_policy="shared") == {"hw:cpu_policy": "shared", "hw:mem_page_size": "1GB"}
    rule = extra_specs("nfv", flavor(), "1 GiB")["hw:mem_page_size"].rule
    assert "without huge pages pass no traffic" in rule


def test_multiqueue_is_an_image_property() -> None:
    found = image_properties(flavor(rx_queues=4), 1)
    assert {key: value.value for key, value in found.items()} == {
        "hw_vif_multiqueue_enabled": "true"
    }
    assert "one queue pair per vCPU = 4" in found["hw_vif_multiqueue_enabled"].rule
    assert not any("multiqueue" in key for key in specs(rx_queues=4))


def test_multiqueue_follows_the_physical_ports() -> None:
    assert multiqueue(flavor(), 2)
    assert not multiqueue(flavor(), 1)
    assert not multiqueue(flavor(rx_queues=1), 2)
    assert not multiqueue(flavor(vcpus=1), 2)
    assert image_properties(flavor(), 1) == {}


def test_queue_pairs_are_the_vcpus() -> None:
    assert vhost_queues(flavor(), 1).value == 1
    assert vhost_queues(flavor(vcpus=8), 2).value == 8
    found = vhost_queues(flavor(rx_queues=2), 2)
    assert found.value == 4
    assert "2 wished for; Train cannot give fewer or more" in found.rule
