"""What the catalogue answers: models whose every value carries its provenance."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from generator.explained import Fact
from generator.hardware_facts import Numbering
from generator.values import DataRate, Frequency


class ServerModel(NamedTuple):
    """A server. `slots` maps a slot's name to the socket it hangs off, counted from 0;
    `pcie_generation` is that of its slots, None where no source gives it."""

    id: str
    sockets: Fact[int]
    memory_channels_per_socket: Fact[int]
    numbering: Fact[Numbering]
    slots: Mapping[str, Fact[int]]
    pcie_generation: Fact[int | None]


class CpuModel(NamedTuple):
    """A CPU part. `gigabyte_pages` is the flag pdpe1gb. None: no source gives the clock."""

    id: str
    vendor: Fact[str]
    cores: Fact[int]
    threads_per_core: Fact[int]
    gigabyte_pages: Fact[bool]
    base_clock: Fact[Frequency | None]


class NicModel(NamedTuple):
    """A network card; limits are per port. None: no source gives the value."""

    id: str
    ports: Fact[int]
    speed: Fact[DataRate]
    kernel_driver: Fact[str]
    dpdk_driver: Fact[str]
    max_mtu: Fact[int]
    max_rx_queues: Fact[int]
    max_pps: Fact[int | None]
    pci_id: Fact[str | None]
    pcie_generation: Fact[int | None]
    pcie_lanes: Fact[int | None]
    vf_pci_id: Fact[str | None]  # of its virtual functions
    max_vfs: Fact[int | None]


class CatalogueError(Exception):
    """The catalogue has no answer. `kind` is servers, cpus or nics."""

    def __init__(self, kind: str, model: str, message: str) -> None:
        self.kind = kind
        self.model = model
        super().__init__(message)


class UnknownModelError(CatalogueError):
    """No such model. `suggestions` are ids that look alike, the best first."""

    def __init__(self, kind: str, model: str, suggestions: Sequence[str]) -> None:
        self.suggestions = tuple(suggestions)
        super().__init__(kind, model, f"{model!r} is not among the {kind} of the catalogue")


class MissingFactsError(CatalogueError):
    """A model of the inventory's hardware section that lacks facts."""

    def __init__(self, kind: str, model: str, missing: Sequence[str]) -> None:
        self.missing = tuple(missing)
        super().__init__(kind, model, f"{model!r} lacks {', '.join(missing)}")
