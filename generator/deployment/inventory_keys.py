"""What a deployment's settings are called in an inventory, and where it decides them."""

from collections.abc import Mapping
from typing import Any

from generator.deployment.values import At

TUNING = {
    "OvsPmdCoreList": ("pmd_cpus", "pmd_cores_per_numa"),
    "OvsDpdkCoreList": ("host_cpus", "host_cores_per_numa"),
    "NovaComputeCpuDedicatedSet": ("guest_cpus",),
    "NovaComputeCpuSharedSet": ("shared_cpus",),
    "IsolCpusList": ("isolated_cpus",),
    "OvsDpdkSocketMemory": ("socket_memory",),
    "NovaReservedHostMemory": ("reserved_host_memory",),
    "NovaReservedHugePages": ("reserved_hugepages",),
    "NovaComputeDisableIrqBalance": ("disable_irqbalance",),
    "NovaLibvirtMaxQueues": ("max_queues",),
    "NovaLibvirtRxQueueSize": ("rx_queue_size",),
    "NovaLibvirtTxQueueSize": ("tx_queue_size",),
    "TunedProfileName": ("tuned_profile",),
    "VhostuserSocketGroup": ("vhostuser_socket_group",),
}
"""Heat parameter of a role -> the keys of its tuning that decide it, the first one whole."""

KERNEL_ARGS = {
    "hugepages": ("hugepages", "guest_memory", "hugepage_percentage"),
    "hugepagesz": ("hugepage_size",),
    "default_hugepagesz": ("hugepage_size",),
    "isolcpus": ("isolated_cpus",),
}
"""Argument in KernelArgs -> the same."""

LINK = {"mtu": "mtu", "rx_queue": "rx_queues", "bonding_options": "options",
        "ovs_options": "options", "numvfs": "vfs"}  # fmt: skip
"""Key of an os-net-config object -> key of the link that it was made for."""

NETWORK = {"vlan": "vlan", "mtu": "mtu", "ip_subnet": "cidr", "allocation_pools": "pool",
           "gateway_ip": "gateway", "routes": "routes"}  # fmt: skip
"""Key of network_data -> key of the network."""

PHYSICAL = {"NeutronBridgeMappings": "bridge", "NeutronNetworkVLANRanges": "vlans",
            "NeutronFlatNetworks": "flat"}  # fmt: skip
"""Heat parameter, a list over physical networks -> key of the physical network."""

SITE = {"NeutronNetworkType": "tenant_network_type"}
"""Heat parameter -> key of the site."""


FLAVOR = {
    "hw:cpu_policy": "cpu_policy",
    "hw:cpu_thread_policy": "cpu_thread_policy",
    "hw:emulator_threads_policy": "emulator_threads",
    "hw:mem_page_size": "hugepages",
    "hw:numa_nodes": "numa_nodes",
    "hw:numa_cpus.N": "numa_cpus",
    "hw:numa_mem.N": "numa_memory",
}
"""Extra spec -> key of the flavor, a list of NUMA nodes for the numbered ones."""


def inventory_key(name: str) -> str:
    """The key that stands for a Heat parameter, a kernel argument, a key of os-net-config or
    an extra spec; the same name where there is none."""
    keys = TUNING.get(name) or KERNEL_ARGS.get(name)
    if keys:
        return keys[0]
    return next((each[name] for each in (LINK, PHYSICAL, SITE, FLAVOR) if name in each), name)


def decided(below: At, keys: tuple[str, ...], otherwise: At) -> tuple[At, bool]:
    """Where the first of these keys stands that is written below a place, and False. Where
    none is, the other place, and True: the value is derived."""
    here = below.document.data
    for step in below.path:
        here = here.get(step) if isinstance(here, Mapping) else _item(here, step)
    for key in keys:
        if isinstance(here, Mapping) and here.get(key) is not None:
            return below.step(key), False
    return otherwise, True


def _item(data: Any, index: str | int) -> Any:
    inside = isinstance(data, list) and isinstance(index, int) and index < len(data)
    return data[index] if inside else None
