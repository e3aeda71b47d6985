"""KernelArgs as the kernel reads them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.values import CpuSet

PAGE_SIZES = {1 << 21: "2M", 1 << 30: "1G"}
"""The huge page sizes of x86-64, in bytes."""
CPU_LISTS = ("isolcpus", "nohz_full", "rcu_nocbs", "irqaffinity")
"""The arguments that take a list of CPUs."""

_SIZE = re.compile(r"(\d+)([KMGTPE]?)", re.IGNORECASE)
_UNIT = {unit: 1 << 10 * power for power, unit in enumerate(("", *"KMGTPE"))}
_STRIDE = re.compile(r"(\d{1,5})-(\d{1,5}):(\d{1,5})/(\d{1,5})")
_FLAG = re.compile(r"(?:nohz|domain|managed_irq),")
_REST = 64  # items looked at
_COUNT = re.compile(r"\d+")
_LISTED = re.compile(r"[0-9,.;:^-]+")
# TripleO looks for the huge page size of NovaReservedHugePages with this.
_FIRST_SIZE = re.compile(r"\d+[KMG]")


class KernelArg(NamedTuple):
    """An argument. The kernel takes - and _ in names for the same."""

    name: str  # with underscores
    value: str | None  # None: there is no =
    text: str  # as written


class PageRequest(NamedTuple):
    """`hugepages=`, with the size that it is for. `size` is 0 for one that cannot be read."""

    size: int  # bytes
    pages: int


def kernel_args(text: str) -> tuple[KernelArg, ...]:
    """The arguments in the order of the line."""
    return tuple(_argument(each) for each in text.split())


def _argument(text: str) -> KernelArg:
    name, equals, value = text.partition("=")
    return KernelArg(name.replace("-", "_"), value.strip('"') if equals else None, text)


def value_of(args: Sequence[KernelArg], name: str) -> str | None:
    """The value of an argument; where it stands twice the later one."""
    return next((arg.value for arg in reversed(args) if arg.name == name), None)


def page_size(text: str) -> int:
    """A size in bytes as the kernel reads it, 0 where there is no number. What follows the
    unit is ignored: 1GB is 1G."""
    found = _SIZE.match(text)
    return int(found[1]) * _UNIT[found[2].upper()] if found else 0


def page_requests(args: Sequence[KernelArg]) -> tuple[PageRequest, ...]:
    """The huge pages asked for. `hugepages=` belongs to the `hugepagesz=` before it, and
    to the default size where there is none."""
    current = page_size(value_of(args, "default_hugepagesz") or "2M")
    found = []
    for arg in args:
        if arg.name == "hugepagesz":
            current = page_size(arg.value or "")
        elif arg.name == "hugepages" and (number := _COUNT.match(arg.value or "")):
            found.append(PageRequest(current, int(number[0])))
    return tuple(found)


def page_counts(args: Sequence[KernelArg]) -> Mapping[int, int]:
    """Pages by size in bytes, of sizes that exist."""
    return {
        request.size: request.pages
        for request in page_requests(args)
        if request.size in PAGE_SIZES and request.pages
    }


def reserving_size(text: str) -> int:
    """The page size that TripleO takes from KernelArgs when it reserves Open vSwitch's pages
    for Nova: the first number with K, M or G; 4K, 2M and 1G are known, all else is 2M."""
    found = _FIRST_SIZE.search(text)
    return {"4K": 1 << 12, "1G": 1 << 30}.get(found[0] if found else "", 1 << 21)


def read_cpus(text: str) -> CpuSet:
    """A list of CPUs as the kernel takes it: flags before it, `0-9:1/4` as steps, empty
    items passed over. One wrong character voids the list. Raises ValueError."""
    while flag := _FLAG.match(text):
        text = text[flag.end() :]
    if "^" in text:
        raise ValueError("the kernel's lists know no ^")
    if " " in text:
        raise ValueError("a blank ends the argument")
    items = [part for item in text.split(",") if item for part in _steps(item)]
    return CpuSet.parse(",".join(items)) if items else CpuSet()


def _steps(item: str) -> Iterator[str]:
    found = _STRIDE.fullmatch(item)
    if found is None:
        yield item
        return
    first, last, used, group = (int(part) for part in found.groups())
    if not 0 < used <= group:
        raise ValueError(f"{item!r} is no range with steps such as 0-9:1/4")
    yield from (f"{start}-{min(start + used - 1, last)}" for start in range(first, last + 1, group))


def torn_list(args: Sequence[KernelArg], index: int) -> str:
    """What a blank cut off a list of CPUs: the bare numbers that follow it in the line."""
    rest = []
    for later in args[index + 1 : index + _REST]:
        if later.value is not None or not _LISTED.fullmatch(later.text):
            break
        rest.append(later.text)
    return " ".join(rest)
