"""What a server of a flavor asks of its host, or why Nova refuses to make it.

The order of the questions is that of Nova 20 (Train), nova/virt/hardware.py
numa_get_constraints, so that of several faults the same one is named.
"""

from generator.capacity.errors import RefusedError
from generator.capacity.guest_cells import guest_cells
from generator.capacity.policies import Policies, policies
from generator.capacity.texts import Texts, whole
from generator.capacity.types import Guest, GuestCell, Specs
from generator.values import CpuSet

_CLASSES = ("VCPU", "PCPU", "MEMORY_MB")
_MASK = "hw:cpu_realtime_mask"
_HYPERTHREADING = "HW_CPU_HYPERTHREADING"


def guest_of(specs: Specs) -> Guest:
    """Raises RefusedError where Nova refuses."""
    texts = Texts(specs)
    _check_realtime(specs, texts)
    _check_topology(texts)
    cells = guest_cells(specs, texts)
    chosen = policies(specs, texts)
    if chosen.dedicated and not cells:
        cells = (GuestCell(specs.vcpus, specs.ram_mib),)
    required, forbidden = _traits(texts, chosen)
    return Guest(
        cells, chosen.dedicated, chosen.thread_policy if chosen.dedicated else None,
        chosen.emulator_isolated, _resources(specs, texts, chosen), _needs_threads(texts),
        required, forbidden,
    )  # fmt: skip


def vhost_queues(specs: Specs, most: int = 256) -> int | None:
    """Queue pairs of a virtio port, None for one: as many as vCPUs, if the image says so.
    `most` is the limit of a RHEL 8 kernel."""
    return min(specs.vcpus, most) if Texts(specs).image_flag("hw_vif_multiqueue_enabled") else None


def _check_realtime(specs: Specs, texts: Texts) -> None:
    """A realtime guest names the vCPUs that are not, and has some that are."""
    if not texts.flag("hw:cpu_realtime"):
        return
    flavor, image = texts.both("cpu_realtime_mask")
    mask = image or flavor
    key = "hw_cpu_realtime_mask" if image else _MASK if flavor else "hw:cpu_realtime"
    try:
        realtime = CpuSet.parse(f"0-{specs.vcpus - 1},{mask}") if mask else CpuSet()
    except ValueError as error:
        raise RefusedError("Invalid", key, str(error), f"write {_MASK}: ^0-1") from None
    if not realtime:
        raise RefusedError(
            "RealtimeMaskNotFoundOrInvalid", key, f"{_MASK} leaves no realtime vCPU"
            if mask else f"hw:cpu_realtime needs {_MASK}", f"write {_MASK}: ^0",
        )  # fmt: skip


def _check_topology(texts: Texts) -> None:
    for part in ("sockets", "cores", "threads"):
        for key in (f"hw:cpu_{part}", f"hw:cpu_max_{part}"):
            text = texts.specs.get(key)
            if text is not None and whole(text) is None:
                raise RefusedError(
                    "InvalidRequest", key, f"{key} is {text!r}, no number", "write a whole number"
                )


def _resources(specs: Specs, texts: Texts, chosen: Policies) -> dict[str, int]:
    """Amounts that the flavor names come first; the rest follows from its own fields."""
    found = {name: amount for name in _CLASSES if (amount := texts.resource(name)) is not None}
    if chosen.pinned_by_policy:
        found["PCPU"] = specs.vcpus + chosen.emulator_isolated
    if "VCPU" not in found and "PCPU" not in found:
        found["VCPU"] = specs.vcpus
    found.setdefault("MEMORY_MB", specs.ram_mib)
    return {name: amount for name, amount in sorted(found.items()) if amount}


def _needs_threads(texts: Texts) -> bool:
    """NUMATopologyFilter reads the words of flavor and image for itself, also those that
    numa_get_constraints lets the other one overrule."""
    return "dedicated" in texts.both("cpu_policy") and "require" in texts.both("cpu_thread_policy")


def _traits(texts: Texts, chosen: Policies) -> tuple[frozenset[str], frozenset[str]]:
    required, forbidden = set(texts.traits("required")), set(texts.traits("forbidden"))
    if chosen.stated_thread_policy == "require":
        required.add(_HYPERTHREADING)
    elif chosen.stated_thread_policy == "isolate":
        forbidden.add(_HYPERTHREADING)
    return frozenset(required), frozenset(forbidden)
