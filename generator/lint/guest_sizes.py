"""Rules over the memory and the NUMA nodes of flavors."""

from collections.abc import Iterator

from generator.capacity.texts import whole
from generator.checks.wording import listed
from generator.deployment.types import DeploymentView
from generator.findings import Severity
from generator.lint.guest_hosts import meant, page_sizes
from generator.lint.notes import NODES, PAGES, Note, flavors, spelled
from generator.lint.ruleset import Found, rule
from generator.lint.tuned_roles import dpdk_roles
from generator.values import MemorySize

_SMALL_KIB = 1024  # up to here Nova's units of memory divide by any page
_OF_ROLES = "the huge pages of the DPDK roles, which a flavor without hugepages gets:"


@rule("flavor-ram-no-page-multiple", Severity.ERROR)
def flavor_ram_no_page_multiple(view: DeploymentView) -> Iterator[Found]:
    """The memory of a flavor, and of each of its NUMA nodes, is a multiple of its huge page
    size.

    Why: Nova accepts the flavor and finds no host for it.
    Fix: Write the next multiple.
    Source: Nova 20 (Train), fit of an instance to host cells.
    """
    for note in flavors(view):
        yield from broken_pages(note)


def broken_pages(note: Note) -> Iterator[Found]:
    """Memory, of a guest or of one of its NUMA nodes, that is no whole number of pages."""
    page, ram = note.page_kib, note.ram_mib
    if page is None or page <= _SMALL_KIB or not ram:
        return
    size = MemorySize(page << 10)
    whose = f"{_OF_ROLES if note.properties[PAGES].derived else 'its huge page size'} {size}"
    if (ram << 10) % page:
        more = -(-(ram << 10) // page) * page >> 10
        yield Found(
            note.place("ram"), f"{ram} MiB of {note.name} are no multiple of {whose}",
            f"write ram: {note.memory(more)}",
        )  # fmt: skip
        return
    for node, own in enumerate(note.guest.cells if note.guest else ()):
        if (own.memory_mib << 10) % page:
            yield Found(
                note.place("ram"),
                f"NUMA node {node} of {note.name} has {own.memory_mib} MiB, no multiple of {whose}",
                f"write ram and NUMA nodes that give each node a multiple of {size}",
            )
            return


@rule("flavor-numa-nodes-uneven", Severity.ERROR)
def flavor_numa_nodes_uneven(view: DeploymentView) -> Iterator[Found]:
    """The NUMA nodes of a flavor share its vCPUs and memory evenly, unless it maps them.

    Why: Nova refuses the server when it is made.
    Fix: Write multiples of hw:numa_nodes, or hw:numa_cpus.N and hw:numa_mem.N for each; in an
    inventory these are `numa_nodes`, `numa_cpus` and `numa_memory`.
    Source: Nova 20 (Train), hw:numa_nodes.
    """
    for note in flavors(view):
        nodes = whole(note.specs.get(NODES, ""))
        if nodes is None or nodes < 2 or "hw:numa_cpus.0" in note.specs or not note.shape:
            continue
        for key, amount, unit in (("vcpus", note.shape.vcpus, "vCPUs"),
                                  ("ram", note.shape.ram_mib, "MiB")):  # fmt: skip
            if amount % nodes:
                yield Found(
                    note.place(key),
                    f"{amount} {unit} of {note.name} do not divide by its {nodes} NUMA nodes",
                    f"write a multiple of {nodes}, or remove {note.called(NODES)}",
                )


@rule("flavor-page-size-missing", Severity.ERROR)
def flavor_page_size_missing(view: DeploymentView) -> Iterator[Found]:
    """Flavors of a cloud whose compute roles all have DPDK ask for huge pages, of a size
    that the hosts have.

    Why: The memory of a guest without huge pages is not shared with Open vSwitch: it
    boots, and its ports pass no traffic. With a size that the hosts lack, no host fits.
    Fix: Write hw:mem_page_size: large, or the size in KernelArgs; in an inventory leave
    `hugepages` out.
    Source: Nova 20 (Train), memAccess; RHOSP NFV guide 7.4.2.
    """
    for note in flavors(view):
        roles = meant(view, note, dpdk_roles(view))
        sizes = {size for role in roles for size in page_sizes(role)}
        text, page = note.text(PAGES), (note.page_kib or 0) << 10
        spec, where = note.properties.get(PAGES), note.part("properties")
        if not roles:
            continue
        if not text and note.flavor and note.part("vcpus"):
            at = where.at if where else note.flavor.at
            yield Found(at, f"{note.name} asks for no huge pages", f"write {PAGES}: large")
        elif spec and (text == "small" or (page and sizes and page not in sizes)):
            wanted = "small pages" if text == "small" else f"pages of {MemorySize(page)}"
            have = listed(MemorySize(size) for size in sorted(sizes)) if sizes else "huge pages"
            yield Found(
                spec.at, f"{note.name} wants {wanted}, the hosts have {have}",
                _better(note, max(sizes, default=0)),
            )  # fmt: skip


def _better(note: Note, size: int) -> str:
    spec, name = note.properties[PAGES], note.called(PAGES)
    known = f"{size >> 20}MB".replace("1024MB", "1GB")
    if not note.planned:
        return f"write {name}: large{f' or {known}' if size else ''}"
    own = known if spelled(PAGES, spec) else MemorySize(size)
    return f"write {name}: {own}{'' if spec.derived else ', or leave it out'}"
