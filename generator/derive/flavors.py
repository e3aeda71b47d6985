"""Flavor extra specs and image properties as Nova in Train reads them.

Nova accepts any spec in Train, so a misspelt one is an error at server creation or no
effect at all: keys and values here are those that nova/virt/hardware.py compares with.
"""

from collections.abc import Iterator, Mapping
from typing import Literal

from generator.explained import Explained
from generator.findings import path_text
from generator.inventory import Aggregate, Flavor
from generator.values import ReadOnly

PageSize = Literal["1 GiB", "2 MiB"]
_NOVA = "nova 20.6 nova/virt/hardware.py"
_NOVA_MODEL = "nova 20.6 nova/virt/osinfo.py"
# Nova wants the unit with its B: 1G and 2M are refused when a server is created.
PAGE_SPEC = {"1 GiB": "1GB", "2 MiB": "2MB"}


_WHY = {
    "OVS-DPDK": "vhost-user ports of a guest without huge pages pass no traffic",
    "SR-IOV": "what is not in huge pages is the host's own",
}


def extra_specs(
    name: str,
    flavor: Flavor,
    host_pages: PageSize | None,
    aggregates: Mapping[str, Aggregate] = ReadOnly(),
    dpdk: bool = True,
) -> dict[str, Explained[str]]:
    """The extra specs of a flavor. `host_pages` is the huge page size of the roles with
    OVS-DPDK, or with SR-IOV where there is no `dpdk`; None in a cloud without any. What is
    written under extra_specs wins."""
    at = ("flavors", name)
    specs = dict(_specs(at, flavor, host_pages, "OVS-DPDK" if dpdk else "SR-IOV"))
    aggregate = flavor.aggregate
    if aggregate and aggregate in aggregates:  # a rule says so where it is not there
        specs |= _aggregate_specs(aggregate, aggregates[aggregate])
    return specs | _as_written(at, "extra_specs", flavor.extra_specs)


def _specs(
    at: tuple[str, str], flavor: Flavor, host_pages: PageSize | None, hosts: str
) -> Iterator[tuple[str, Explained[str]]]:
    policy = flavor.cpu_policy or ("dedicated" if host_pages else None)
    if flavor.cpu_policy:
        yield "hw:cpu_policy", _stated(at, "cpu_policy", flavor.cpu_policy)
    elif host_pages:
        rule = (
            f"guests on {hosts} hosts get CPUs of their own; floating ones would run on the host's"
        )
        yield "hw:cpu_policy", Explained("dedicated", rule, "RHOSP 16.1 NFV guide 7.4.1")
    if flavor.cpu_thread_policy:
        yield "hw:cpu_thread_policy", _stated(at, "cpu_thread_policy", flavor.cpu_thread_policy)
    if flavor.emulator_threads:
        yield "hw:emulator_threads_policy", _stated(at, "emulator_threads", flavor.emulator_threads)
    elif policy == "dedicated" and host_pages:
        rule = (
            "emulator threads run on NovaComputeCpuSharedSet, off the guest's dedicated CPUs;"
            " isolate would cost each guest one CPU more"
        )
        yield "hw:emulator_threads_policy", Explained("share", rule, _NOVA)
    if pages := flavor.hugepages or host_pages:
        why = "" if flavor.hugepages else f", the {hosts} hosts': {_WHY[hosts]}"
        stated = path_text((*at, "hugepages")) if flavor.hugepages else None
        rule = f"pages of {pages}{why}"
        yield "hw:mem_page_size", Explained(PAGE_SPEC[pages], rule, _NOVA, stated=stated)
    yield from _numa_specs(at, flavor)


def _numa_specs(at: tuple[str, str], flavor: Flavor) -> Iterator[tuple[str, Explained[str]]]:
    if flavor.numa_nodes is not None:
        yield "hw:numa_nodes", _stated(at, "numa_nodes", flavor.numa_nodes)
    elif flavor.numa_cpus:
        rule = "Train reads the split of a guest with hw:numa_nodes or a page size only"
        yield "hw:numa_nodes", Explained(str(len(flavor.numa_cpus)), rule, _NOVA)
    for node, cpus in enumerate(flavor.numa_cpus):
        yield f"hw:numa_cpus.{node}", _stated(at, "numa_cpus", cpus)
    for node, memory in enumerate(flavor.numa_memory):
        yield f"hw:numa_mem.{node}", _stated(at, "numa_memory", memory.in_mib)


def _stated(at: tuple[str, str], field: str, value: object) -> Explained[str]:
    path = path_text((*at, field))
    return Explained(str(value), "set by hand", f"inventory {path}", stated=path)


def _aggregate_specs(name: str, aggregate: Aggregate) -> Iterator[tuple[str, Explained[str]]]:
    """What AggregateInstanceExtraSpecsFilter compares with the metadata, in the scope that
    keeps other filters from reading it. A trait is asked for by its own key."""
    for key, value in aggregate.metadata.items():
        spec = key if key.startswith("trait:") else f"aggregate_instance_extra_specs:{key}"
        rule = f"metadata of the aggregate {name}"
        yield spec, Explained(value, rule, f"inventory {path_text(('aggregates', name))}")


def _as_written(
    at: tuple[str, str], field: str, values: Mapping[str, str]
) -> dict[str, Explained[str]]:
    return {key: _stated(at, field, value) for key, value in values.items()}


def multiqueue(flavor: Flavor, physical_queues: int) -> bool:
    """Whether guests of the flavor use several virtio queues: as stated, else where their
    physical ports do (Dell raised queues on physical and virtual ports of both ends)."""
    wanted = physical_queues if flavor.rx_queues is None else flavor.rx_queues
    return wanted > 1 and flavor.vcpus > 1


def image_properties(name: str, flavor: Flavor, physical_queues: int) -> dict[str, Explained[str]]:
    """The properties of the flavor's images. Train has no flavor spec for multiqueue:
    hw:vif_multiqueue_enabled is stored and read by nobody before Nova 25 (Yoga). What is
    written under image_properties wins. Without an image there is nothing to derive them for."""
    properties = {}
    if flavor.images and multiqueue(flavor, physical_queues):
        queues = vhost_queues(flavor, physical_queues).rule
        rule = f"{queues}; the value is text, a boolean is refused"
        properties["hw_vif_multiqueue_enabled"] = Explained("true", rule, _NOVA)
        rule = "only virtio has queues, and libosinfo may choose another model for an os_distro"
        properties["hw_vif_model"] = Explained("virtio", rule, _NOVA_MODEL)
    return properties | _as_written(("flavors", name), "image_properties", flavor.image_properties)


def vhost_queues(flavor: Flavor, physical_queues: int) -> Explained[int]:
    """Queue pairs of a guest's port. Nova takes the vCPUs, whatever number was wished for, and
    only where the image says so."""
    if not multiqueue(flavor, physical_queues):
        return Explained(1, "no multiqueue: one queue pair", _NOVA)
    if not flavor.images:
        rule = (
            "multiqueue is not in effect: no image is named under images, and Train reads"
            f" hw_vif_multiqueue_enabled from the image only; with it {flavor.vcpus}, one queue"
            " pair per vCPU"
        )
        return Explained(1, rule, _NOVA)
    rule = f"multiqueue: one queue pair per vCPU = {flavor.vcpus}"
    if flavor.rx_queues not in (None, flavor.vcpus):
        rule += f" ({flavor.rx_queues} wished for; Train cannot give fewer or more)"
    return Explained(flavor.vcpus, rule, _NOVA)
