"""How Nova packs the vCPUs of a guest's NUMA node onto the cores of a host's.

All functions take the free dedicated threads of each core and give what is left of them,
or None where the guest does not fit. The rules are those of Nova 20 (Train),
nova/virt/hardware.py, _pack_instance_onto_cores.
"""

from collections.abc import Sequence

from generator.capacity.types import ThreadPolicy

Threads = tuple[int, ...]


def pack(
    free: Threads, threads: Threads, vcpus: int, policy: ThreadPolicy | None, emulator: int,
    same: bool,
) -> Threads | None:  # fmt: skip
    """Dedicated CPUs for a guest's node, and one for its emulator if that is isolated.
    `threads` are all of each core, `same` says that shared and dedicated CPUs are one set."""
    if not vcpus or sum(free) < vcpus + emulator:
        return None
    per_core = max(threads)
    if policy == "isolate":
        # With two sets Nova cannot keep the siblings of a core from other guests.
        whole = per_core == 1 or same
        return _isolated(free, threads, per_core, vcpus, emulator) if whole else None
    if policy == "require" and per_core == 1:
        return None
    fewest = 2 if policy == "require" else 1
    for each in range(max(free), fewest - 1, -1):
        if left := _taken(free, vcpus, each):
            return _without_emulator(left, emulator)
    # No number of threads per core gives enough: any free thread will do.
    return None if policy == "require" else _without_emulator(_filled(free, vcpus), emulator)


def _taken(free: Threads, vcpus: int, each: int) -> Threads | None:
    """So many threads of every core that has them free, in order, until all have one."""
    if each * sum(1 for threads in free if threads >= each) < vcpus:
        return None
    left = list(free)
    for index, threads in enumerate(free):
        if threads >= each:
            taken = min(each, vcpus)
            left[index] -= taken
            vcpus -= taken
    return tuple(left)


def _filled(free: Threads, vcpus: int) -> Threads:
    """Any free threads, in order."""
    left = list(free)
    for index, threads in enumerate(free):
        taken = min(threads, vcpus)
        left[index] -= taken
        vcpus -= taken
    return tuple(left)


def _without_emulator(free: Threads, emulator: int) -> Threads:
    """The emulator gets the first thread that the vCPUs leave, of whatever core."""
    return _filled(free, emulator)


def _isolated(
    free: Threads, threads: Threads, per_core: int, vcpus: int, emulator: int
) -> Threads | None:
    """A whole core for each vCPU, and for the emulator; siblings stay empty."""
    whole = [index for index, count in enumerate(free) if count == per_core]
    if len(whole) < vcpus:
        return None
    taken = set(whole[:vcpus])
    if emulator:
        rest = next((i for i, count in enumerate(free) if count and i not in taken), None)
        # A core on which another guest has a thread is chosen, but cannot be taken whole.
        if rest is None or free[rest] != threads[rest]:
            return None
        taken.add(rest)
    return _emptied(free, taken)


def _emptied(free: Sequence[int], cores: set[int]) -> Threads:
    return tuple(0 if index in cores else count for index, count in enumerate(free))
