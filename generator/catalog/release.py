"""What a release fixes for the derivations, each value with its provenance."""

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from generator.catalog.files import facts, read
from generator.explained import Fact
from generator.rxq_layout import Algorithm, OvsVersion


class TuningDefaults(NamedTuple):
    """Values that stand unless the inventory sets them."""

    tuned_profile: Fact[str]  # of roles with OVS-DPDK
    sriov_tuned_profile: Fact[str]
    realtime_tuned_profile: Fact[str]
    rx_queue_size: Fact[int]  # descriptors of a virtio queue
    tx_queue_size: Fact[int]
    vhostuser_socket_group: Fact[str]
    reserved_host_memory_mib: Fact[int]
    min_reserved_host_memory_mib: Fact[int]
    page_struct_divisor: Fact[int]  # memory / this describes the memory itself
    hugepage_percentage: Fact[int]
    rx_queues: Fact[int]  # of a physical DPDK port
    jumbo_rx_queues: Fact[int]
    standard_mtu: Fact[int]  # the MTU a vhost port starts with
    fast_port: Fact[str]  # the speed from which one queue loses jumbo frames


class Limits(NamedTuple):
    """What parts of the release take, or do unless they are told otherwise."""

    memory: Fact[str]  # of a machine
    undercloud_mtu: Fact[int]
    name_servers: Fact[int]  # that a device keeps
    dpdk_mtu: Fact[int]  # on cards that nobody told


class Drivers(NamedTuple):
    """Drivers of network ports: names with blanks between them."""

    userspace: Fact[str]  # they take the port away from the kernel
    bifurcated: Fact[str]  # the kernel's, with which DPDK works too
    kernel: Fact[str]  # with which DPDK does not work


class SocketMemoryRule(NamedTuple):
    """The guide's formula for OvsDpdkSocketMemory, per NUMA node."""

    overhead_bytes: Fact[int]
    buffers: Fact[int]
    pad_mib: Fact[int]
    mtu_step: Fact[int]  # an MTU is rounded up to a multiple of this
    step_mib: Fact[int]  # and the sum to a multiple of this
    minimum_mib: Fact[int]  # of a node without a DPDK port


class MempoolRule(NamedTuple):
    """What Open vSwitch allocates for its packet buffers."""

    frame_overhead: Fact[int]  # Ethernet header, CRC and two VLAN tags
    align: Fact[int]
    per_buffer: Fact[int]  # mbuf, headroom and cache-line rounding
    buffers: Fact[int]
    min_buffers: Fact[int]
    full_from_mtu: Fact[int]
    descriptors: Fact[int]  # of a physical port's queue, receive and transmit
    burst: Fact[int]
    max_cached_queues: Fact[int]


class SizingRule(NamedTuple):
    """What the sizing of rx queues and PMD cores rests on. Shares are percent."""

    cycles_per_packet: Fact[int]
    cycles_per_kilobyte: Fact[int]  # of 1000 bytes, copied to a guest or from it
    sibling_share: Fact[int]  # of a core, while both its threads poll
    margin: Fact[int]  # of a thread's cycles, not planned with
    unknown_clock: Fact[str]
    unasked_share: Fact[int]  # of a node's cores, for traffic that nobody declared
    tlp_overhead: Fact[int]  # bytes of a packet of PCI Express beside its payload
    tlp_payload: Fact[int]


class OpenVSwitch(NamedTuple):
    """The switch that the release installs, and how it deals out receive queues."""

    version: Fact[OvsVersion]
    rxq_assign: Fact[Algorithm]


class CephRule(NamedTuple):
    """How many placement groups, for which pools."""

    pools: Fact[str]  # names with blanks between them
    groups_per_osd: Fact[int]
    min_groups: Fact[int]


class NovaDefaults(NamedTuple):
    """How Nova places guests."""

    scheduler_filters: Fact[str]  # names with blanks between them
    cpu_allocation_ratio: Fact[int]  # vCPUs on a shared CPU
    ram_allocation_ratio: Fact[int]


class Release(NamedTuple):
    """A release as the derivations see it.

    `newer_parameters` are names that its first builds lacked, with the version they came in.
    """

    id: str
    tuning: TuningDefaults
    socket_memory: SocketMemoryRule
    mempool: MempoolRule
    sizing: SizingRule
    ovs: OpenVSwitch
    ceph: CephRule
    iommu: Mapping[str, Fact[str]]  # kernel arguments by CPU vendor
    tunnel_overhead: Mapping[str, Fact[int]]  # bytes by tenant network type
    newer_parameters: Mapping[str, Fact[str]]
    containers: Mapping[str, Fact[str]]
    nova: NovaDefaults
    limits: Limits
    drivers: Drivers


@cache
def release(target: str) -> Release:
    """The facts of a release target such as rhosp-16.1."""
    data = read(f"targets/{target}")

    def section(name: str) -> dict[str, Any]:
        return facts(name, data[name], data["sources"])

    return Release(
        target,
        TuningDefaults(**section("tuning")),
        SocketMemoryRule(**section("socket_memory")),
        MempoolRule(**section("mempool")),
        SizingRule(**section("sizing")),
        OpenVSwitch(**section("ovs")),
        CephRule(**section("ceph")),
        section("iommu"), section("tunnel_overhead"),
        section("newer_parameters"), section("containers"),
        NovaDefaults(**section("nova")), Limits(**section("limits")),
        Drivers(**section("drivers")),
    )  # fmt: skip
