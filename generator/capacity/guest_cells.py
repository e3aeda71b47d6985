"""The NUMA nodes of a guest."""

import re
from collections.abc import Callable
from typing import TypeVar

from generator.capacity.errors import RefusedError
from generator.capacity.page_text import page_of
from generator.capacity.texts import Texts, whole
from generator.capacity.types import GuestCell, Page, Specs
from generator.values import CpuSet

_MAX_NODES = 128  # ImageMetaProps.NUMA_NODES_MAX
_COUNT = re.compile("[1-9][0-9]{0,17}")
_Mapped = tuple[list[CpuSet], list[int]]
T = TypeVar("T")


def guest_cells(specs: Specs, texts: Texts) -> tuple[GuestCell, ...]:
    """None of them where the guest asks for neither nodes, nor pages, nor persistent memory:
    its mapping to nodes is then not even read."""
    nodes, page = _nodes(texts), _page(texts)
    if nodes is None and page is None and not _persistent(texts):
        return ()
    count = nodes or 1
    mapped = _mapped(texts, count)
    if mapped is None:
        return (_even_cell(specs, count, page),) * count
    _check_mapped(specs, *mapped)
    return tuple(GuestCell(len(cpus), mib, page) for cpus, mib in zip(*mapped, strict=True))


def _persistent(texts: Texts) -> bool:
    return any(label.strip() for label in texts.specs.get("hw:pmem", "").split(","))


def _nodes(texts: Texts) -> int | None:
    flavor, image = texts.both("numa_nodes")
    if flavor and image:
        raise _forbidden("hw:numa_nodes", "hw_numa_nodes")
    text = flavor or image
    if text is None:
        return None
    if not _COUNT.fullmatch(text):
        raise RefusedError(
            "InvalidNUMANodesNumber", "hw:numa_nodes",
            f"{text!r} is no number of NUMA nodes", "write a whole number from 1",
        )  # fmt: skip
    return int(text)


def _page(texts: Texts) -> Page:
    flavor, image = texts.both("mem_page_size")
    if not flavor:
        if image:
            raise RefusedError(
                "MemoryPageSizeForbidden", "hw_mem_page_size",
                "the image asks for a page size, and its flavor for none",
                "write hw:mem_page_size: large, or remove the image's",
            )  # fmt: skip
        return None
    page = _read_page("hw:mem_page_size", flavor)
    if image and page not in ("any", "large"):
        raise RefusedError(
            "MemoryPageSizeForbidden", "hw_mem_page_size",
            f"the image asks for pages of {image}, and its flavor for {flavor}",
            "write hw:mem_page_size: large, or remove the image's",
        )  # fmt: skip
    return _read_page("hw_mem_page_size", image) if image else page


def _read_page(key: str, text: str) -> Page:
    page = page_of(text)
    if page is None:
        raise RefusedError(
            "MemoryPageSizeInvalid", key, f"{text!r} is no page size", "write 1GB, 2MB or large"
        )
    return page or None


def _mapped(texts: Texts, nodes: int) -> _Mapped | None:
    """The CPUs and the memory that the flavor, or the image, gives each node."""
    cpus = _list(texts, "numa_cpus", _cpus)
    memory = _list(texts, "numa_mem", _number)
    if cpus is None and memory is None:
        return None
    if cpus is None or memory is None or not len(cpus) == len(memory) == nodes:
        key = "hw:numa_mem.0" if cpus is None else "hw:numa_cpus.0"
        raise RefusedError(
            "ImageNUMATopologyIncomplete", key,
            f"of {nodes} NUMA nodes, {len(cpus or ())} have CPUs and {len(memory or ())} have"
            " memory",
            "write hw:numa_cpus.N and hw:numa_mem.N for every node from 0",
        )  # fmt: skip
    return cpus, memory


def _list(texts: Texts, name: str, read: Callable[[str, str], T]) -> list[T] | None:
    """Numbered from 0 up to the first that is missing, as Nova reads them."""
    found: dict[str, list[T]] = {}
    for prefix, given in ((f"hw:{name}", texts.specs), (f"hw_{name}", texts.image)):
        keys = [f"{prefix}.{number}" for number in range(_MAX_NODES)]
        first_gap = next((i for i, key in enumerate(keys) if key not in given), _MAX_NODES)
        if first_gap:
            found[prefix] = [read(key, given[key]) for key in keys[:first_gap]]
    if len(found) > 1:
        raise _forbidden(f"hw:{name}.0", f"hw_{name}")
    return next(iter(found.values()), None)


def _cpus(key: str, text: str) -> CpuSet:
    items = [item for item in text.split(",") if item.strip()]
    try:
        return CpuSet.parse(",".join(items)) if items else CpuSet()
    except ValueError as error:
        raise RefusedError("Invalid", key, str(error), "write CPUs such as 0-3,6") from None


def _number(key: str, text: str) -> int:
    number = whole(text)
    if number is None:
        raise RefusedError(
            "ValueError", key, f"{text!r} is no number of MiB", "write a whole number"
        )
    return number


def _even_cell(specs: Specs, nodes: int, page: Page) -> GuestCell:
    for key, amount in (("vcpus", specs.vcpus), ("ram", specs.ram_mib)):
        if amount % nodes:
            raise RefusedError(
                "ImageNUMATopologyAsymmetric", key,
                f"{key} {amount} do not divide by {nodes} NUMA nodes",
                f"write a multiple of {nodes}, or hw:numa_cpus.N and hw:numa_mem.N",
            )  # fmt: skip
    return GuestCell(specs.vcpus // nodes, specs.ram_mib // nodes, page)


def _check_mapped(specs: Specs, cpus: list[CpuSet], memory: list[int]) -> None:
    left = CpuSet.of(range(specs.vcpus))
    for number, own in enumerate(cpus):
        for cpu in own:
            key = f"hw:numa_cpus.{number}"
            if cpu >= specs.vcpus:
                raise RefusedError(
                    "ImageNUMATopologyCPUOutOfRange", key,
                    f"vCPU {cpu} is none of the flavor's {specs.vcpus}",
                    f"write vCPUs from 0 to {specs.vcpus - 1}",
                )  # fmt: skip
            if cpu not in left:
                raise RefusedError(
                    "ImageNUMATopologyCPUDuplicates", key,
                    f"vCPU {cpu} lies on two NUMA nodes", "give it to one of them",
                )  # fmt: skip
        left -= own
    if left:
        raise RefusedError(
            "ImageNUMATopologyCPUsUnassigned", "hw:numa_cpus.0",
            f"vCPUs {left} lie on no NUMA node", "give them to one of hw:numa_cpus.N",
        )  # fmt: skip
    if sum(memory) != specs.ram_mib:
        raise RefusedError(
            "ImageNUMATopologyMemoryOutOfRange", "hw:numa_mem.0",
            f"the NUMA nodes have {sum(memory)} MiB together, the flavor {specs.ram_mib}",
            "write amounts that add up to ram",
        )  # fmt: skip


def _forbidden(key: str, other: str) -> RefusedError:
    return RefusedError(
        "ImageNUMATopologyForbidden", key, f"both {key} and the image's {other} are set",
        "remove one of them",
    )  # fmt: skip
