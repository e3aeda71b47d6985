"""Hosts and flavors of tests about capacity."""

from collections.abc import Mapping, Sequence
from typing import Any

from generator.capacity.compute_host import Node, Settings, compute_host
from generator.capacity.types import Host, PagePool, Specs
from generator.values import CpuSet

GIB_KIB = 1 << 20


def cpus(text: str | None) -> CpuSet:
    return CpuSet.parse(text) if text else CpuSet()


def host(
    cores: int = 20, nodes: int = 2, threads: int = 2, dedicated: str | None = "8-39,48-79",
    shared: str | None = "0-3,40-43", memory_mib: int = 192 << 10,
    pages: Mapping[int, int] | None = None, reserved: Sequence[int] = (), reserved_mib: int = 4096,
    cpu_ratio: float = 16.0, ram_ratio: float = 1.0,
) -> Host:  # fmt: skip
    """CPU c lies on node c % nodes; its siblings follow after all cores. `pages` are those of
    each node by size in KiB, `reserved` how many of the largest each node keeps."""
    total = cores * nodes
    huge = {GIB_KIB: 120} if pages is None else pages
    return compute_host(
        [
            Node(
                node,
                tuple(
                    CpuSet.of(core + total * thread for thread in range(threads))
                    for core in range(node, total, nodes)
                ),
                memory_mib,
                tuple(
                    PagePool(size, count, reserved[node] if reserved and size == max(huge) else 0)
                    for size, count in sorted(huge.items())
                ),
            )
            for node in range(nodes)
        ],
        Settings(cpus(dedicated), cpus(shared), reserved_mib, cpu_ratio, ram_ratio),
    )


def flavor(vcpus: int, ram: int, image: Mapping[str, str] | None = None, **specs: Any) -> Specs:
    """`cpu_policy="dedicated"` is the extra spec hw:cpu_policy."""
    return Specs(
        vcpus, ram, {f"hw:{name}": str(value) for name, value in specs.items()}, image or {}
    )


def pinned(vcpus: int, ram: int, **specs: Any) -> Specs:
    """Dedicated CPUs and pages of 1 GiB, as on hosts with DPDK."""
    return flavor(vcpus, ram, **({"cpu_policy": "dedicated", "mem_page_size": "1GB"} | specs))
