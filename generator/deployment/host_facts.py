"""A host facts file: a mirror of schemas/host-facts.schema.json.

For those who have no inventory: what linting needs to know about the machines.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from generator.values import CpuSet, MemorySize


@dataclass(frozen=True)
class NicFact:
    """A network port: the NUMA node of its card, and the card's model."""

    numa: int | None = None
    model: str | None = None


@dataclass(frozen=True)
class HostFact:
    """Machines that are alike. Without `roles` they stand for every role."""

    cpus: Mapping[str, CpuSet]
    roles: tuple[str, ...] = ()
    thread_siblings: tuple[tuple[int, ...], ...] = ()
    memory: Mapping[str, MemorySize] = field(default_factory=dict)
    nics: Mapping[str, NicFact] = field(default_factory=dict)


@dataclass(frozen=True)
class HostFacts:
    """The whole file."""

    hosts: tuple[HostFact, ...]
