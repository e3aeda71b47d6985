"""What is wrong with a flavor as a whole: contradictions that Nova of Train refuses, or finds
no host for.

One place for inventories and for flavor notes; the rules of both only say where it stands.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from generator.capacity.errors import RefusedError
from generator.capacity.guest import guest_of
from generator.capacity.page_text import page_of
from generator.capacity.policies import EMULATOR_POLICIES, THREAD_POLICIES
from generator.capacity.texts import whole
from generator.capacity.types import Specs
from generator.checks.wording import counted
from generator.values import MemorySize

POLICY, THREADS, EMULATOR = "hw:cpu_policy", "hw:cpu_thread_policy", "hw:emulator_threads_policy"
PAGES, NODES = "hw:mem_page_size", "hw:numa_nodes"
_SPEC = re.compile(r"hw:[a-z_]+(?:\.N)?")
_SMALL_KIB = 1024  # up to here Nova's units of memory divide by any page
# Refusals that rules of their own, and better words, are for.
_TOLD = frozenset((
    "CPUThreadPolicyConfigurationInvalid", "BadRequirementEmulatorThreadsPolicy",
    "ImageNUMATopologyAsymmetric", "InvalidCPUAllocationPolicy", "InvalidNUMANodesNumber",
    "InvalidCPUThreadAllocationPolicy", "InvalidEmulatorThreadsPolicy", "MemoryPageSizeInvalid",
    "Invalid", "ValueError",
))  # fmt: skip


class KeyFault(NamedTuple):
    """A fault of one part: an extra spec, an image property, or a field of the flavor."""

    key: str
    message: str
    hint: str


class FlavorText(NamedTuple):
    """A flavor as it is written somewhere; what is not written is None."""

    name: str
    vcpus: int | None
    ram_mib: int | None
    specs: Mapping[str, str]
    image: Mapping[str, str]
    called: Callable[[str], str]  # an extra spec as the file names it
    memory: Callable[[int], str]  # MiB as the file writes them
    pages_of: str = "its huge page size"  # whose the page size is

    @property
    def dedicated(self) -> bool:
        """Whether its guests get CPUs of their own, as flavor or image ask."""
        asked = (self.specs.get(POLICY), self.image.get("hw_cpu_policy"))
        return "dedicated" in asked or bool(self.specs.get("resources:PCPU"))

    @property
    def page_kib(self) -> int | None:
        """The page size if it is a number."""
        page = page_of(self.specs.get(PAGES, ""))
        return page if isinstance(page, int) else None


def thread_policy_alone(flavor: FlavorText) -> Iterator[KeyFault]:
    """A thread policy without dedicated CPUs."""
    text = flavor.specs.get(THREADS)
    if text in THREAD_POLICIES and not flavor.dedicated:
        yield _needs_dedicated(flavor, THREADS, text)


def emulator_isolate_alone(flavor: FlavorText) -> Iterator[KeyFault]:
    """Isolated emulator threads without dedicated CPUs."""
    text = flavor.specs.get(EMULATOR)
    if text in EMULATOR_POLICIES and text != "share" and not flavor.dedicated:
        yield _needs_dedicated(flavor, EMULATOR, text)


def _needs_dedicated(flavor: FlavorText, key: str, text: str) -> KeyFault:
    return KeyFault(
        key,
        f"{flavor.name} has {flavor.called(key)}: {text}, but no dedicated CPUs",
        f"write {flavor.called(POLICY)}: dedicated, or remove it",
    )


def uneven_nodes(flavor: FlavorText) -> Iterator[KeyFault]:
    """NUMA nodes that cannot share vCPUs or memory evenly, and have no mapping."""
    nodes = whole(flavor.specs.get(NODES, ""))
    if nodes is None or nodes < 2 or "hw:numa_cpus.0" in flavor.specs:
        return
    for key, amount, unit in (("vcpus", flavor.vcpus, "vCPUs"), ("ram", flavor.ram_mib, "MiB")):
        if amount and amount % nodes:
            yield KeyFault(
                key,
                f"{amount} {unit} of {flavor.name} do not divide by its {nodes} NUMA nodes",
                f"write a multiple of {nodes}, or remove {flavor.called(NODES)}",
            )


def broken_pages(flavor: FlavorText) -> Iterator[KeyFault]:
    """Memory, of the guest or of one of its NUMA nodes, that is no whole number of pages."""
    page, ram = flavor.page_kib, flavor.ram_mib
    if page is None or page <= _SMALL_KIB or not ram:
        return
    size = MemorySize(page << 10)
    if (ram << 10) % page:
        more = -(-(ram << 10) // page) * page >> 10
        yield KeyFault(
            "ram",
            f"{ram} MiB of {flavor.name} are no multiple of {flavor.pages_of} {size}",
            f"write ram: {flavor.memory(more)}",
        )
        return
    for node, mib in enumerate(_node_memory(flavor, ram)):
        if (mib << 10) % page:
            yield KeyFault(
                "ram",
                f"NUMA node {node} of {flavor.name} has {mib} MiB, no multiple of "
                f"{flavor.pages_of} {size}",
                f"write ram and NUMA nodes that give each node a multiple of {size}",
            )
            return


def _node_memory(flavor: FlavorText, ram: int) -> list[int]:
    try:
        guest = guest_of(Specs(flavor.vcpus or 1, ram, flavor.specs, flavor.image))
    except RefusedError:
        return []
    return [own.memory_mib for own in guest.cells]


def odd_with_require(flavor: FlavorText) -> Iterator[KeyFault]:
    """Whole cores asked for, and an odd number of vCPUs."""
    if flavor.specs.get(THREADS) != "require" or not flavor.dedicated or flavor.vcpus is None:
        return
    if flavor.vcpus % 2:
        yield KeyFault(
            "vcpus",
            f"{counted(flavor.vcpus, 'vCPU')} of {flavor.name} leave one thread of a core over, "
            "which other guests may get, and the guest sees no siblings",
            f"write an even number, or {flavor.called(THREADS)}: prefer",
        )


def other_refusal(flavor: FlavorText) -> Iterator[KeyFault]:
    """Whatever else Nova's API answers with 400 when a server is made."""
    if flavor.vcpus is None or flavor.ram_mib is None:
        return
    try:
        guest_of(Specs(flavor.vcpus, flavor.ram_mib, flavor.specs, flavor.image))
    except RefusedError as error:
        if error.fault not in _TOLD:
            hint = _SPEC.sub(lambda found: flavor.called(found[0]), error.hint)
            yield KeyFault(error.key, f"Nova makes no server of {flavor.name}: {error}", hint)
