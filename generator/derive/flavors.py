"""Flavor extra specs and image properties as Nova in Train reads them.

Nova accepts any spec in Train, so a misspelt one is an error at server creation or no
effect at all: keys and values here are those that nova/virt/hardware.py compares with.
"""

from collections.abc import Iterator
from typing import Literal

from generator.explained import Explained
from generator.findings import path_text
from generator.inventory import Flavor

PageSize = Literal["1 GiB", "2 MiB"]
_NOVA = "nova 20.6 nova/virt/hardware.py"
# Nova wants the unit with its B: 1G and 2M are refused when a server is created.
_PAGE_SPEC = {"1 GiB": "1GB", "2 MiB": "2MB"}


def extra_specs(
    name: str, flavor: Flavor, dpdk_pages: PageSize | None
) -> dict[str, Explained[str]]:
    """The extra specs of a flavor. `dpdk_pages` is the huge page size of the OVS-DPDK roles,
    None in a cloud without any."""
    return dict(_specs(("flavors", name), flavor, dpdk_pages))


def _specs(
    at: tuple[str, str], flavor: Flavor, dpdk_pages: PageSize | None
) -> Iterator[tuple[str, Explained[str]]]:
    def stated(field: str, value: object) -> Explained[str]:
        path = path_text((*at, field))
        return Explained(str(value), "set by hand", f"inventory {path}", stated=path)

    policy = flavor.cpu_policy or ("dedicated" if dpdk_pages else None)
    if flavor.cpu_policy:
        yield "hw:cpu_policy", stated("cpu_policy", flavor.cpu_policy)
    elif dpdk_pages:
        rule = (
            "guests on OVS-DPDK hosts get CPUs of their own; floating ones would run on the host's"
        )
        yield "hw:cpu_policy", Explained("dedicated", rule, "RHOSP 16.1 NFV guide 7.4.1")
    if flavor.cpu_thread_policy:
        yield "hw:cpu_thread_policy", stated("cpu_thread_policy", flavor.cpu_thread_policy)
    if flavor.emulator_threads:
        yield "hw:emulator_threads_policy", stated("emulator_threads", flavor.emulator_threads)
    elif policy == "dedicated" and dpdk_pages:
        rule = (
            "emulator threads run on NovaComputeCpuSharedSet, off the guest's dedicated CPUs;"
            " isolate would cost each guest one CPU more"
        )
        yield "hw:emulator_threads_policy", Explained("share", rule, _NOVA)
    if pages := flavor.hugepages or dpdk_pages:
        yield "hw:mem_page_size", Explained(
            _PAGE_SPEC[pages],
            f"pages of {pages}"
            + ("" if flavor.hugepages else ", the OVS-DPDK hosts': vhost-user ports of a guest"
               " without huge pages pass no traffic"),
            _NOVA,
            stated=path_text((*at, "hugepages")) if flavor.hugepages else None,
        )  # fmt: skip
    if flavor.numa_nodes is not None:
        yield "hw:numa_nodes", stated("numa_nodes", flavor.numa_nodes)


def multiqueue(flavor: Flavor, physical_queues: int) -> bool:
    """Whether guests of the flavor use several virtio queues: as stated, else where their
    physical ports do (Dell raised queues on physical and virtual ports of both ends)."""
    wanted = physical_queues if flavor.rx_queues is None else flavor.rx_queues
    return wanted > 1 and flavor.vcpus > 1


def image_properties(flavor: Flavor, physical_queues: int) -> dict[str, Explained[str]]:
    """The properties of the flavor's images. Train has no flavor spec for multiqueue:
    hw:vif_multiqueue_enabled is stored and read by nobody before Nova 25 (Yoga)."""
    if not multiqueue(flavor, physical_queues):
        return {}
    rule = f"{vhost_queues(flavor, physical_queues).rule}; the value is text, a boolean is refused"
    return {"hw_vif_multiqueue_enabled": Explained("true", rule, _NOVA)}


def vhost_queues(flavor: Flavor, physical_queues: int) -> Explained[int]:
    """Queue pairs of a guest's port. Nova takes the vCPUs, whatever number was wished for."""
    if not multiqueue(flavor, physical_queues):
        return Explained(1, "no multiqueue: one queue pair", _NOVA)
    rule = f"multiqueue: one queue pair per vCPU = {flavor.vcpus}"
    if flavor.rx_queues not in (None, flavor.vcpus):
        rule += f" ({flavor.rx_queues} wished for; Train cannot give fewer or more)"
    return Explained(flavor.vcpus, rule, _NOVA)
