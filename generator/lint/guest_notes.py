"""Rules over flavor notes: how many queues guests get, and what Nova of Train reads."""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from generator.checks.wording import counted, did_you_mean, listed
from generator.deployment.types import DeploymentView, FlavorNote
from generator.deployment.values import At, Value
from generator.findings import Severity
from generator.lint.kernel_line import page_counts
from generator.lint.ruleset import Found, rule
from generator.lint.rx_queues import fast_jumbo_links
from generator.lint.tuned_roles import dpdk_roles, tuned_roles, whole_number
from generator.values import MemorySize

_MULTIQUEUE = "hw_vif_multiqueue_enabled"
_TRUE = {"1", "t", "true", "on", "y", "yes"}
_POLICY, _PAGES = "hw:cpu_policy", "hw:mem_page_size"
_VALUES: Mapping[str, tuple[str, ...]] = {
    _POLICY: ("dedicated", "shared"),
    "hw:cpu_thread_policy": ("prefer", "isolate", "require"),
    "hw:emulator_threads_policy": ("isolate", "share"),
}
_PAGE_SIZE = re.compile(r"(\d+)(?:([KMGT])i?B)?")
_UNITS = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


class Note(NamedTuple):
    """A note with the parts that rules ask for."""

    name: str
    properties: Mapping[str, Value]
    flavor: Value | None
    image: Value | None
    image_properties: Mapping[str, Value]

    @property
    def vcpus(self) -> int | None:
        """Its vCPUs, None where the note does not tell."""
        return (whole_number(self.part("vcpus"), 0) or None) if self.flavor else None

    def part(self, key: str) -> Value | None:
        """A field of the flavor."""
        return self.flavor.get(key) if self.flavor else None

    def text(self, key: str) -> str:
        """An extra spec, "" where it is not set."""
        value = self.properties.get(key)
        return "" if value is None or value.content is None else str(value.content)

    @property
    def multiqueue(self) -> bool:
        """Whether the image switches multiqueue on."""
        value = self.image_properties.get(_MULTIQUEUE)
        return value is not None and str(value.content).lower() in _TRUE


def _note(note: FlavorNote) -> Note:
    name = note.flavor.get("name") if note.flavor else None
    specs = note.flavor.get("properties") if note.flavor else None
    images = note.image.get("properties") if note.image else None
    return Note(
        str(name.content) if name else "the flavor",
        specs.entries if specs else {}, note.flavor, note.image, images.entries if images else {},
    )  # fmt: skip


def notes(view: DeploymentView) -> Iterator[Note]:
    """The notes with the parts that rules ask for."""
    return map(_note, view.flavors)


def _image_place(image: Value) -> At:
    """The property of the image, or where it would be written."""
    properties = image.get("properties")
    if properties is None:
        return image.at.key
    value = properties.get(_MULTIQUEUE)
    return value.at if value else properties.at


@rule("image-without-multiqueue", Severity.WARNING)
def image_without_multiqueue(view: DeploymentView) -> Iterator[Found]:
    """Images of guests on ports with several queues, or with jumbo frames on fast ports,
    have hw_vif_multiqueue_enabled.

    Why: Without it a guest gets one vhost queue, whatever its physical ports have. The
    vendor removed its loss by raising queues on physical and virtual ports alike.
    Fix: Write hw_vif_multiqueue_enabled: "true" among the image's properties.
    Source: Nova 20, hw_vif_multiqueue_enabled; Dell, jumbo frames performance analysis over
    RHOSP 16.1, Troubleshooting.
    """
    roles = list(tuned_roles(view))
    several = any((link.queues or 1) > 1 for role in roles for link in role.links)
    if not several and not any(True for role in roles for _ in fast_jumbo_links(role)):
        return
    for note in notes(view):
        if note.image and not note.multiqueue and note.vcpus != 1:
            yield Found(
                _image_place(note.image),
                f"guests of {note.name} get one vhost queue: multiqueue is off in the image",
                f'write {_MULTIQUEUE}: "true"; inside the guest, ethtool -L DEVICE combined N',
            )


@rule("flavor-multiqueue-spec-unread", Severity.WARNING)
def flavor_multiqueue_spec_unread(view: DeploymentView) -> Iterator[Found]:
    """Multiqueue is switched on by the image, not by the flavor.

    Why: Nova of Train stores hw:vif_multiqueue_enabled and does not read it; it came with
    Nova 25. Guests have one queue and nothing says so.
    Fix: Write hw_vif_multiqueue_enabled=true among the image's properties.
    Source: Nova 20 and 25, nova/virt/hardware.py.
    """
    for note in notes(view):
        if spec := note.properties.get("hw:vif_multiqueue_enabled"):
            yield Found(
                spec.at.key,
                f"hw:vif_multiqueue_enabled of {note.name} has no effect in this release",
                f'remove it; write {_MULTIQUEUE}: "true" in the image\'s properties',
            )


@rule("flavor-fewer-vcpus-than-queues", Severity.WARNING)
def flavor_fewer_vcpus_than_queues(view: DeploymentView) -> Iterator[Found]:
    """Guests have as many vCPUs as their physical ports have receive queues.

    Why: Nova makes one queue pair per vCPU; with fewer than the port has, the guest is
    the narrow place.
    Fix: Raise vcpus, or lower the ports' queues.
    Source: Nova 20, multiqueue of virtio ports; Open vSwitch 2.13, vhost-user multiqueue.
    """
    queues = max((link.queues or 1 for role in tuned_roles(view) for link in role.links), default=1)
    for note in notes(view):
        value, vcpus = note.part("vcpus"), note.vcpus
        if value and vcpus and vcpus < queues:
            yield Found(
                value.at,
                f"{note.name} has {counted(vcpus, 'vCPU')} for {queues} receive queues of its "
                "DPDK ports",
                f"write vcpus: {queues} or more",
            )


@rule("flavor-spec-value", Severity.ERROR)
def flavor_spec_value(view: DeploymentView) -> Iterator[Found]:
    """Extra specs have values that Nova of Train knows.

    Why: The flavor is accepted with any text; Nova refuses the server when it is made.
    hw:mem_page_size takes 1GB, 2MB, KiB as a number, small, large and any, but not 1G.
    Fix: Write the value of the hint.
    Source: Nova 20 (Train), nova/virt/hardware.py; objects/fields.py.
    """
    for note in notes(view):
        for key, known in _VALUES.items():
            text = note.text(key)
            if text and text not in known:
                hint = did_you_mean(text, known, f"write one of {', '.join(known)}")
                yield Found(note.properties[key].at, f"{key} knows no value {text!r}", hint)
        text = note.text(_PAGES)
        if text and _page_bytes(text) is None:
            size = re.match(r"(\d+)\s*([KMGT])", text, re.IGNORECASE)
            hint = f"write {size[1]}{size[2].upper()}B" if size else "write 1GB, 2MB or large"
            yield Found(note.properties[_PAGES].at, f"{_PAGES} knows no value {text!r}", hint)


def _page_bytes(text: str) -> int | None:
    """The page size in bytes; 0 for small, large and any; None for what Nova refuses."""
    if text in {"small", "large", "any"}:
        return 0
    found = _PAGE_SIZE.fullmatch(text)
    return int(found[1]) * _UNITS[found[2] or "K"] if found else None


@rule("flavor-thread-policy-without-dedicated", Severity.ERROR)
def flavor_thread_policy_without_dedicated(view: DeploymentView) -> Iterator[Found]:
    """A CPU thread policy, and isolated emulator threads, go with dedicated CPUs.

    Why: Nova refuses the server when it is made.
    Fix: Write hw:cpu_policy: dedicated, or remove the policy.
    Source: Nova 20 (Train), hw:cpu_thread_policy and hw:emulator_threads_policy.
    """
    for note in notes(view):
        image = note.image_properties.get("hw_cpu_policy")
        if "dedicated" in (note.text(_POLICY), str(image.content) if image else ""):
            continue
        for key in ("hw:cpu_thread_policy", "hw:emulator_threads_policy"):
            text = note.text(key)
            if text in _VALUES[key] and text != "share":
                yield Found(
                    note.properties[key].at,
                    f"{note.name} has {key}: {text}, but no dedicated CPUs",
                    f"write {_POLICY}: dedicated, or remove it",
                )


@rule("flavor-ram-no-page-multiple", Severity.ERROR)
def flavor_ram_no_page_multiple(view: DeploymentView) -> Iterator[Found]:
    """The memory of a flavor is a multiple of its huge page size.

    Why: Nova accepts the flavor and finds no host for it.
    Fix: Write the next multiple.
    Source: Nova 20 (Train), fit of an instance to host cells.
    """
    for note in notes(view):
        ram, page = note.part("ram"), _page_bytes(note.text(_PAGES))
        mib = whole_number(ram, 0)
        if ram and mib and page and page > 1 << 20 and (mib << 20) % page:
            more = -(-(mib << 20) // page) * page >> 20
            yield Found(
                ram.at,
                f"{mib} MiB of {note.name} are no multiple of its huge page size "
                f"{MemorySize(page)}",
                f"write ram: {more}",
            )


@rule("flavor-numa-nodes-uneven", Severity.ERROR)
def flavor_numa_nodes_uneven(view: DeploymentView) -> Iterator[Found]:
    """The NUMA nodes of a flavor share its vCPUs and memory evenly, unless it maps them.

    Why: Nova refuses the server when it is made.
    Fix: Write multiples of hw:numa_nodes, or hw:numa_cpus.N and hw:numa_mem.N for each.
    Source: Nova 20 (Train), hw:numa_nodes.
    """
    for note in notes(view):
        nodes = whole_number(note.properties.get("hw:numa_nodes"), 1)
        mapped = any(key.startswith("hw:numa_cpus.") for key in note.properties)
        for key in ("vcpus", "ram") if nodes and nodes > 1 and not mapped else ():
            value = note.part(key)
            amount = whole_number(value, 0)
            if value and nodes and amount and amount % nodes:
                yield Found(
                    value.at,
                    f"{key} {amount} of {note.name} do not divide by its {nodes} NUMA nodes",
                    f"write a multiple of {nodes}, or remove hw:numa_nodes",
                )


@rule("flavor-page-size-missing", Severity.ERROR)
def flavor_page_size_missing(view: DeploymentView) -> Iterator[Found]:
    """Flavors of a cloud whose compute roles all have DPDK ask for huge pages, of a size
    that the hosts have.

    Why: The memory of a guest without huge pages is not shared with Open vSwitch: it
    boots, and its ports pass no traffic. With a size that the hosts lack, no host fits.
    Fix: Write hw:mem_page_size: large, or the size in KernelArgs.
    Source: Nova 20 (Train), memAccess; RHOSP NFV guide 7.4.2.
    """
    roles = list(dpdk_roles(view))
    computes = [role for role in view.roles.values() if role.has("NovaCompute") is not False]
    if not roles or len(computes) > len(roles):
        return
    sizes = {size for role in roles for size in page_counts(role.kernel)}
    for note in notes(view):
        text, page = note.text(_PAGES), _page_bytes(note.text(_PAGES))
        spec, where = note.properties.get(_PAGES), note.part("properties")
        if not text and note.flavor and note.part("vcpus"):
            at = where.at if where else note.flavor.at
            yield Found(at, f"{note.name} asks for no huge pages", f"write {_PAGES}: large")
        elif spec and (text == "small" or (page and sizes and page not in sizes)):
            have = listed(MemorySize(size) for size in sorted(sizes)) if sizes else "huge pages"
            size = f" or {max(sizes) >> 20}MB".replace("1024MB", "1GB") if sizes else ""
            yield Found(spec.at, f"{note.name} wants pages of {text}, the hosts have {have}",
                        f"write {_PAGES}: large{size}")  # fmt: skip
