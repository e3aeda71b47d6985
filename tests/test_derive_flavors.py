"""Extra specs and image properties in Nova's own spelling."""

from typing import Any

from machines import gib

from generator.derive.flavors import extra_specs, image_properties, multiqueue, vhost_queues
from generator.inventory import Aggregate, Flavor
from generator.values import CpuSet


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


def test_an_uneven_split_names_each_node() -> None:
    split = {"numa_cpus": (CpuSet.parse("0-2"), CpuSet.parse("3")), "numa_memory": (gib(6), gib(2))}
    assert specs(None, **split) == {
        "hw:numa_nodes": "2",
        "hw:numa_cpus.0": "0-2",
        "hw:numa_cpus.1": "3",
        "hw:numa_mem.0": "6144",
        "hw:numa_mem.1": "2048",
    }


def test_metadata_of_the_aggregate_become_specs_that_other_filters_do_not_read() -> None:
    metadata = {"dpdk": "true", "trait:CUSTOM_DPDK": "required"}
    aggregates = {"fast": Aggregate(("ComputeOvsDpdk",), metadata)}
    found = extra_specs("nfv", flavor(aggregate="fast"), None, aggregates)
    assert {key: spec.value for key, spec in found.items()} == {
        "aggregate_instance_extra_specs:dpdk": "true",
        "trait:CUSTOM_DPDK": "required",
    }
    assert found["trait:CUSTOM_DPDK"].source == "inventory aggregates.fast"


def test_what_is_written_wins() -> None:
    assert specs(extra_specs={"hw:mem_page_size": "large"})["hw:mem_page_size"] == "large"
    written = flavor(rx_queues=4, images=("rhel",), image_properties={"hw_vif_model": "e1000"})
    found = image_properties("nfv", written, 1)
    assert list(found) == ["hw_vif_multiqueue_enabled", "hw_vif_model"]
    assert found["hw_vif_model"].value == "e1000"
    assert found["hw_vif_model"].stated == "flavors.nfv.image_properties"


def test_multiqueue_is_an_image_property() -> None:
    found = image_properties("nfv", flavor(rx_queues=4, images=("rhel",)), 1)
    assert {key: value.value for key, value in found.items()} == {
        "hw_vif_multiqueue_enabled": "true",
        "hw_vif_model": "virtio",
    }
    assert "one queue pair per vCPU = 4" in found["hw_vif_multiqueue_enabled"].rule
    assert not any("multiqueue" in key for key in specs(rx_queues=4))


def test_multiqueue_follows_the_physical_ports() -> None:
    assert multiqueue(flavor(), 2)
    assert not multiqueue(flavor(), 1)
    assert not multiqueue(flavor(rx_queues=1), 2)
    assert not multiqueue(flavor(vcpus=1), 2)
    assert image_properties("nfv", flavor(), 1) == {}


def test_queue_pairs_are_the_vcpus() -> None:
    assert vhost_queues(flavor(), 1).value == 1
    assert vhost_queues(flavor(vcpus=8, images=("rhel",)), 2).value == 8
    found = vhost_queues(flavor(rx_queues=2, images=("rhel",)), 2)
    assert found.value == 4
    assert "2 wished for; Train cannot give fewer or more" in found.rule


def test_without_an_image_multiqueue_is_not_in_effect() -> None:
    assert image_properties("nfv", flavor(rx_queues=4), 1) == {}
    found = vhost_queues(flavor(rx_queues=4), 1)
    assert found.value == 1
    assert "not in effect: no image is named" in found.rule
    assert "with it 4, one queue pair per vCPU" in found.rule
