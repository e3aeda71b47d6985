"""What the inventory says of traffic. A mirror of schemas/inventory.schema.json, where the
fields are described; a test holds the two together.
"""

from dataclasses import field

from generator.record import Record, record
from generator.values import Load


@record
class SizingAssumptions(Record):
    """What the sizing of queues and PMD cores takes a packet to cost."""

    cycles_per_packet: int | None = None
    cycles_per_kilobyte: int | None = None
    sibling_share: int | None = None
    margin: int | None = None


@record
class Traffic(Record):
    """What each DPDK port has to carry."""

    frames: tuple[int, ...] = ()
    load: Load | None = None
    assumptions: SizingAssumptions = field(default_factory=SizingAssumptions)
