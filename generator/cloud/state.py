"""What a cloud holds, as far as it concerns an inventory."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from generator.values import ReadOnly


@dataclass(frozen=True)
class CloudFlavor:
    """A flavor. As something to be made it has no id where Nova is to choose."""

    id: str
    name: str
    vcpus: int
    ram: int  # MiB
    disk: int  # GiB
    is_public: bool = True
    description: str = ""
    extra_specs: Mapping[str, str] = field(default_factory=ReadOnly)
    access: tuple[str, ...] = ()  # ids of projects
    swap: int = 0  # MiB; no inventory says it, but a flavor keeps what it has
    ephemeral: int = 0  # GiB


@dataclass(frozen=True)
class CloudImage:
    """An image with those of its properties that somebody of ours asks for."""

    id: str
    name: str
    properties: Mapping[str, str] = field(default_factory=ReadOnly)


@dataclass(frozen=True)
class CloudAggregate:
    """A host aggregate; the availability zone is one of the metadata."""

    id: str
    name: str
    metadata: Mapping[str, str] = field(default_factory=ReadOnly)
    hosts: tuple[str, ...] = ()


@dataclass(frozen=True)
class CloudState:
    """Flavors and aggregates that are wanted or ours, and what names stand for."""

    flavors: tuple[CloudFlavor, ...] = ()
    aggregates: tuple[CloudAggregate, ...] = ()
    images: Mapping[str, tuple[CloudImage, ...]] = field(default_factory=ReadOnly)
    """By the name or id that the inventory or a mark has: none, one, or several of a name."""
    projects: Mapping[str, tuple[str, ...]] = field(default_factory=ReadOnly)
    """Ids by the name or id that is written."""
    hosts: tuple[str, ...] = ()  # those of the inventory that Nova knows
