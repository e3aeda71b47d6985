"""What Open vSwitch is given to spread receive queues over PMD threads. A mirror of
schemas/rxq-layout.schema.json, where the fields are described; a test holds the two together.
"""

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from generator.record import Record, record

Algorithm = Literal["cycles", "roundrobin", "group"]
OvsVersion = Literal["2.13", "3.1"]


@record
class RxqPort(Record):
    """A port that PMD threads poll."""

    name: str
    numa: int = 0
    n_rxq: int = 1
    port_no: int | None = None
    affinity: Mapping[str, int] = field(default_factory=dict)


@record
class RxqLoad(Record):
    """Packets for one queue of a real switch."""

    port: str
    queue: int
    packets: int


@record
class RxqLayout(Record):
    """The machine's cores, the PMD settings and the ports."""

    numa_cores: Mapping[str, tuple[int, ...]]
    ports: tuple[RxqPort, ...]
    name: str = ""
    pmd_cores: tuple[int, ...] = ()
    algorithm: Algorithm = "cycles"
    isolate: bool = True
    load: tuple[RxqLoad, ...] = ()
    measured_cycles: Mapping[str, int] = field(default_factory=dict)
