"""What a page shows, with the geometry of its pictures. Templates only lay it out."""

from typing import NamedTuple

from generator.page.cpu_map import CpuMap, Use
from generator.page.load import RoleLoad, ThreadLoad
from generator.page.memory import MemoryBar
from generator.page.queues import QueueMap
from generator.page.rates import PortRates
from generator.page.reasons import Cited, FactRow, Reason
from generator.page.wiring import Wiring


class CpuSetRow(NamedTuple):
    """The CPUs of a node that are for one thing."""

    kind: str
    letter: str
    words: str
    cpus: Cited


class PortRow(NamedTuple):
    """A port of a NUMA node."""

    name: str
    nic: str
    speed: Cited
    numa_node: Cited
    link: str  # "" where no link uses it
    dpdk: str  # its name in Open vSwitch


class NodeView(NamedTuple):
    """A NUMA node with everything that is local to it."""

    id: int
    cores: int
    cpus: Cited
    memory: Cited
    cpu_map: CpuMap
    sets: tuple[CpuSetRow, ...]
    ports: tuple[PortRow, ...]
    queues: QueueMap | None
    load: ThreadLoad | None
    bar: MemoryBar | None


class MtuStep(NamedTuple):
    """A station of an MTU chain: what stands beside each other there, by name. `limit`:
    what cards take at most."""

    what: str
    mtus: tuple[tuple[str, Cited], ...]
    limit: Cited | None = None


class LinkView(NamedTuple):
    """A link: its wiring, its values, its MTU chain from the switch to the guests."""

    name: str
    kind: str
    width: int  # of its card
    wiring: Wiring
    values: tuple[tuple[str, Cited], ...]
    mtus: tuple[MtuStep, ...]


class RoleView(NamedTuple):
    """A role."""

    name: str
    anchor: str
    machines: int
    server: str
    model: str
    cpu: str
    memory: str
    flavor: str
    datapath: str
    uses: tuple[Use, ...]  # the legend of its CPU maps
    nodes: tuple[NodeView, ...]
    polling: tuple[str, ...]  # what to know about who polls what
    unpolled: tuple[str, ...]
    switch: Cited | None
    links: tuple[LinkView, ...]
    load: RoleLoad | None
    rate_rule: Cited
    rates: tuple[PortRates, ...]
    values: tuple[tuple[str, Cited], ...]


class FlavorView(NamedTuple):
    """A Nova flavor."""

    name: str
    vcpus: int
    ram: str
    disk: str
    images: tuple[str, ...]
    values: tuple[tuple[str, Cited], ...]


class FindingView(NamedTuple):
    """What a rule found."""

    severity: str
    place: str  # file:line:column
    path: str
    message: str
    rule: str
    hint: str
    related: tuple[str, ...]  # other places of it


class PageView(NamedTuple):
    """The whole page."""

    site: str
    target: str
    inventory: str  # the name of its file
    findings: tuple[FindingView, ...]
    counts: str  # of the findings, in words
    roles: tuple[RoleView, ...]
    flavors: tuple[FlavorView, ...]
    notes: tuple[str, ...]
    reasons: tuple[Reason, ...]
    facts: tuple[FactRow, ...]
