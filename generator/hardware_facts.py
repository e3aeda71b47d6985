"""Facts of an inventory that win over the built-in catalogue. Part of the mirror of
schemas/inventory.schema.json that inventory.py is."""

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from generator.record import Record, record
from generator.values import DataRate, Frequency, ReadOnly

Numbering = Literal["even-odd", "block"]


@record
class ServerFacts(Record):
    """Facts laid over those of a server model."""

    sockets: int | None = None
    memory_channels_per_socket: int | None = None
    numbering: Numbering | None = None
    pcie_generation: int | None = None
    slots: Mapping[str, int] = field(default_factory=ReadOnly)


@record
class CpuFacts(Record):
    """Facts laid over those of a CPU part."""

    vendor: Literal["intel", "amd"] | None = None
    cores: int | None = None
    threads_per_core: int | None = None
    gigabyte_pages: bool | None = None
    base_clock: Frequency | None = None


@record
class NicFacts(Record):
    """Facts laid over those of a network card."""

    ports: int | None = None
    speed: DataRate | None = None
    kernel_driver: str | None = None
    dpdk_driver: str | None = None
    max_mtu: int | None = None
    max_rx_queues: int | None = None
    max_pps: int | None = None
    pci_id: str | None = None
    pcie_generation: int | None = None
    pcie_lanes: int | None = None
    vf_pci_id: str | None = None
    max_vfs: int | None = None


@record
class Hardware(Record):
    """Facts that win over the built-in catalogue."""

    servers: Mapping[str, ServerFacts] = field(default_factory=ReadOnly)
    cpus: Mapping[str, CpuFacts] = field(default_factory=ReadOnly)
    nics: Mapping[str, NicFacts] = field(default_factory=ReadOnly)
