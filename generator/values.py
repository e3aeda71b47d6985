"""Value objects: parsed once when read, printed once when rendered.

Each has a `parse` class method that raises ValueError with a message for people,
and a `str()` that `parse` reads back.
"""

import re
from collections.abc import Iterable, Iterator
from ipaddress import IPv4Address, IPv4Network
from typing import NoReturn, Self, TypeVar

from generator.record import Simple, record

# Digits are written out: \d takes those of every script, which no other reader does.
_CPU_ITEM = re.compile(r"(\^?)([0-9]{1,5})(?:-([0-9]{1,5}))?")
_MEMORY = re.compile(r"([0-9]{1,18}) *(KiB|MiB|GiB|TiB)")
_LOOSE_MEMORY = re.compile(r"([0-9]{1,18}) *([KMGT])(?:i?b)?", re.IGNORECASE | re.ASCII)
_RATE = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,9})?) *(Mbit/s|Gbit/s)")
_FREQUENCY = re.compile(r"([0-9]{1,2}(?:\.[0-9]{1,3})?) *GHz")
_SHARE = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,3})?) *%")
_PACKETS = re.compile(r"([0-9]{1,12}) *pps")
_VLAN_ITEM = re.compile(r"([0-9]{1,5})(?:-([0-9]{1,5}))?")
_LONGEST = 60
_UNITS = {"KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30, "TiB": 1 << 40}
MAX_CPU = 8191  # NR_CPUS of the largest x86-64 kernel configuration
MAX_VLAN = 4094


K = TypeVar("K")
V = TypeVar("V")


class ReadOnly(dict[K, V]):
    """A mapping that stays as it is. Unlike a proxy it can be copied and sent to other
    processes."""

    __slots__ = ()

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("a mapping of an inventory cannot be changed")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[type[Self], tuple[dict[K, V]]]:
        return type(self), (dict(self),)


class FormError(ValueError):
    """A text that is not in its form; `meant` is the same in its form."""

    def __init__(self, message: str, meant: str) -> None:
        super().__init__(message)
        self.meant = meant


class Secret(str):
    """Text that shows in no repr: whoever prints a plan, or logs what holds it, gives
    nothing away."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "Secret(...)"


@record
class CpuSet(Simple):
    """A set of logical CPUs, written as TripleO writes it: "2-19,22-39"."""

    cpus: frozenset[int] = frozenset()

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ranges, single CPUs and `^` exclusions (Nova's form of the list)."""
        added: set[int] = set()
        removed: set[int] = set()
        for item in text.replace(" ", "").split(","):
            match = _CPU_ITEM.fullmatch(item)
            if match is None:
                raise ValueError(f"{_quoted(item)} is no CPU number or range such as 2-19")
            first = int(match[2])
            last = int(match[3] or first)
            if last < first:
                raise ValueError(f"the range {item} runs backwards")
            if last > MAX_CPU:
                raise ValueError(f"CPU {last} is above {MAX_CPU}")
            (removed if match[1] else added).update(range(first, last + 1))
        return cls(frozenset(added - removed))

    @classmethod
    def of(cls, cpus: Iterable[int]) -> Self:
        """The set of these CPU numbers."""
        return cls(frozenset(cpus))

    def __str__(self) -> str:
        return ",".join(f"{a}-{b}" if b > a else f"{a}" for a, b in _runs(sorted(self.cpus)))

    def __iter__(self) -> Iterator[int]:
        return iter(sorted(self.cpus))

    def __len__(self) -> int:
        return len(self.cpus)

    def __contains__(self, cpu: int) -> bool:
        return cpu in self.cpus

    def __or__(self, other: "CpuSet") -> "CpuSet":
        return CpuSet(self.cpus | other.cpus)

    def __and__(self, other: "CpuSet") -> "CpuSet":
        return CpuSet(self.cpus & other.cpus)

    def __sub__(self, other: "CpuSet") -> "CpuSet":
        return CpuSet(self.cpus - other.cpus)

    def __le__(self, other: "CpuSet") -> bool:
        return self.cpus <= other.cpus


def union(sets: Iterable[CpuSet]) -> CpuSet:
    """All CPUs of these sets."""
    return CpuSet(frozenset().union(*(cpus.cpus for cpus in sets)))


@record
class MemorySize(Simple):
    """An amount of memory in bytes, written with a binary unit: "384 GiB"."""

    bytes: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a whole number with KiB, MiB, GiB or TiB."""
        match = _MEMORY.fullmatch(text.strip())
        if match is None:
            meant = _LOOSE_MEMORY.fullmatch(text.strip())
            better = f"{meant[1]} {meant[2].upper()}iB" if meant else "a size such as 384 GiB"
            raise ValueError(f"{text!r} is no size in KiB, MiB, GiB or TiB; write {better}")
        return cls(int(match[1]) * _UNITS[match[2]])

    @classmethod
    def mib(cls, count: int) -> Self:
        """So many MiB."""
        return cls(count << 20)

    @property
    def in_mib(self) -> int:
        """Whole MiB, rounded down."""
        return self.bytes >> 20

    def __str__(self) -> str:
        for unit, size in reversed(_UNITS.items()):
            if self.bytes and self.bytes % size == 0:
                return f"{self.bytes // size} {unit}"
        return f"{self.bytes >> 10} KiB"


@record
class DataRate(Simple):
    """A link speed in bit/s, written "25 Gbit/s"."""

    bits_per_second: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a number with Mbit/s or Gbit/s (decimal units, as links are sold)."""
        match = _RATE.fullmatch(text.strip())
        if match is None:
            raise ValueError(f"{text!r} is no rate such as 25 Gbit/s")
        scale = 10**9 if match[2] == "Gbit/s" else 10**6
        return cls(round(float(match[1]) * scale))

    def __str__(self) -> str:
        gigabits = self.bits_per_second / 10**9
        return f"{gigabits:g} Gbit/s" if gigabits >= 1 else f"{gigabits * 1000:g} Mbit/s"


@record
class Frequency(Simple):
    """The clock of a processor in Hz, written "2.5 GHz"."""

    hertz: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a number with GHz."""
        match = _FREQUENCY.fullmatch(text.strip())
        if match is None or not float(match[1]):
            raise ValueError(f"{text!r} is no clock such as 2.5 GHz")
        return cls(round(float(match[1]) * 10**9))

    def __str__(self) -> str:
        return f"{self.hertz / 10**9:g} GHz"


@record
class Load(Simple):
    """What a port has to carry: "80 %" of line rate, in thousandths of a percent, or
    "500000 pps" at any frame size."""

    millipercent: int | None
    pps: int | None

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a share of line rate up to 100 %, or packets per second."""
        written = text.strip()
        if (match := _PACKETS.fullmatch(written)) and int(match[1]):
            return cls(None, int(match[1]))
        match = _SHARE.fullmatch(written)
        if match is None or not 0 < (share := round(float(match[1]) * 1000)) <= 100_000:
            raise ValueError(f"{text!r} is no share up to 100 % and no rate such as 500000 pps")
        return cls(share, None)

    def __str__(self) -> str:
        share = self.millipercent
        return f"{self.pps} pps" if share is None else f"{share / 1000:g} %"


@record
class VlanRanges(Simple):
    """VLAN ids as inclusive ranges, written "201-250,300"."""

    ranges: tuple[tuple[int, int], ...]

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ids and ranges from 1 to 4094."""
        ranges = []
        for item in text.replace(" ", "").split(","):
            match = _VLAN_ITEM.fullmatch(item)
            if match is None:
                raise ValueError(f"{_quoted(item)} is no VLAN id or range such as 201-250")
            first, last = int(match[1]), int(match[2] or match[1])
            if last < first:
                raise ValueError(f"the range {item} runs backwards")
            if first < 1 or last > MAX_VLAN:
                raise ValueError(f"{item}: VLAN ids go from 1 to {MAX_VLAN}")
            ranges.append((first, last))
        return cls(tuple(ranges))

    def __contains__(self, vlan: int) -> bool:
        return any(first <= vlan <= last for first, last in self.ranges)

    def __str__(self) -> str:
        return ",".join(f"{a}-{b}" if b > a else f"{a}" for a, b in self.ranges)


@record
class AddressRange(Simple):
    """An inclusive range of IPv4 addresses, written "FIRST-LAST"."""

    first: IPv4Address
    last: IPv4Address

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read two addresses with a hyphen between them, the lower one first."""
        first, _, last = (part.strip() for part in text.partition("-"))
        try:
            found = cls(IPv4Address(first), IPv4Address(last))
        except ValueError:
            raise ValueError(
                f"{text!r} is no range such as 192.168.140.121-192.168.140.250"
            ) from None
        if found.last < found.first:
            raise FormError(f"the range {text} runs backwards", f"{last}-{first}")
        return found

    def __len__(self) -> int:
        return int(self.last) - int(self.first) + 1

    def __contains__(self, address: IPv4Address) -> bool:
        return self.first <= address <= self.last

    def within(self, network: IPv4Network) -> bool:
        """Whether both ends lie in the network."""
        return self.first in network and self.last in network

    def __str__(self) -> str:
        return f"{self.first}-{self.last}"


def _quoted(item: str) -> str:
    """An item of a list as a message shows it: one of any length, but not all of it."""
    return repr(item if len(item) <= _LONGEST else item[: _LONGEST - 1] + "…")


def _runs(numbers: list[int]) -> Iterator[tuple[int, int]]:
    """The unbroken runs in ascending numbers, as (first, last)."""
    start = 0
    for index in range(1, len(numbers) + 1):
        if index == len(numbers) or numbers[index] != numbers[index - 1] + 1:
            yield numbers[start], numbers[index - 1]
            start = index
