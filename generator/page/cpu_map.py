"""Where the CPUs of a NUMA node stand in its picture. Siblings share a frame."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from generator.derive.cpu_partitioning import CpuPartition
from generator.page.text import widest
from generator.topology.types import NumaNode
from generator.values import CpuSet

WIDTH = 344  # what a phone has room for
FONT = 10
_THREAD_HEIGHT = 18
_LEAST_THREAD_WIDTH = 27
_MARGIN = 3  # of a label in its cell, both sides together
_FRAME = 1
_GAP = 3


class Use(NamedTuple):
    """What a CPU is for. Colour is never alone: the letters say the same."""

    kind: str
    letters: str
    words: str


class Thread(NamedTuple):
    """A logical CPU: its cell, and the place of its label."""

    cpu: int
    use: Use
    x: int
    y: int


class Core(NamedTuple):
    """The frame around thread siblings."""

    x: int
    y: int
    threads: tuple[Thread, ...]


class CpuMap(NamedTuple):
    """The picture of a node."""

    width: int
    height: int
    core_width: int
    core_height: int
    thread_width: int
    thread_height: int
    cores: tuple[Core, ...]
    summary: str  # for who cannot see it


UNUSED = Use("unused", "", "not set apart")


def cpu_uses(cpus: CpuPartition | None) -> Mapping[int, Use]:
    """The use of every CPU that has one; a CPU may have several."""
    if cpus is None:
        return {}
    kinds: tuple[tuple[CpuSet, Use], ...] = (
        (cpus.host.value, Use("host", "H", "host")),
        (cpus.pmd.value, Use("pmd", "P", "PMD thread")),
        (cpus.guest.value, Use("guest", "G", "guests' own CPUs")),
        (cpus.shared.value, Use("shared", "S", "shared: emulator threads")),
    )
    found: dict[int, Use] = {}
    for members, use in kinds:
        for cpu in members:
            found[cpu] = _joined(found[cpu], use) if cpu in found else use
    return found


def legend(uses: Iterable[Use]) -> tuple[Use, ...]:
    """Each use once, in the order in which it is met."""
    return tuple(dict.fromkeys(uses))


def cpu_map(node: NumaNode, uses: Mapping[int, Use]) -> CpuMap:
    """Cores in rows, in the order of the node."""
    labels = [f"{uses.get(cpu, UNUSED).letters}{cpu}" for cpu in node.cpus]
    thread_width = max(_LEAST_THREAD_WIDTH, widest(labels, FONT) + _MARGIN)
    siblings = max((len(core) for core in node.cores), default=1)
    width = thread_width + 2 * _FRAME
    height = siblings * _THREAD_HEIGHT + 2 * _FRAME
    columns = max(1, (WIDTH + _GAP) // (width + _GAP))
    cores = tuple(
        _core(core, uses, index % columns * (width + _GAP), index // columns * (height + _GAP))
        for index, core in enumerate(node.cores)
    )
    rows = -(-len(cores) // columns)
    return CpuMap(
        max(WIDTH, width), max(0, rows * (height + _GAP) - _GAP), width, height, thread_width,
        _THREAD_HEIGHT, cores, _summary(node, uses),
    )  # fmt: skip


def _core(core: CpuSet, uses: Mapping[int, Use], x: int, y: int) -> Core:
    threads = tuple(
        Thread(cpu, uses.get(cpu, UNUSED), x + _FRAME, y + _FRAME + index * _THREAD_HEIGHT)
        for index, cpu in enumerate(core)
    )
    return Core(x, y, threads)


def _joined(one: Use, other: Use) -> Use:
    return Use(one.kind, one.letters + other.letters, f"{one.words}, {other.words}")


def _summary(node: NumaNode, uses: Mapping[int, Use]) -> str:
    by_use: dict[Use, list[int]] = {}
    for cpu in node.cpus:
        by_use.setdefault(uses.get(cpu, UNUSED), []).append(cpu)
    parts = [f"{use.words}: {CpuSet.of(cpus)}" for use, cpus in by_use.items()]
    return f"CPUs of NUMA node {node.id}, thread siblings in one frame. {'; '.join(parts)}"
