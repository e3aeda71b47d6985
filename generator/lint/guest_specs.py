"""Rules over flavor notes: what Nova of Train reads, refuses, or finds no host for."""

from collections.abc import Callable, Iterator

from generator.checks.flavor_faults import (
    PAGES,
    THREADS,
    FlavorText,
    KeyFault,
    broken_pages,
    emulator_isolate_alone,
    odd_with_require,
    other_refusal,
    thread_policy_alone,
    uneven_nodes,
)
from generator.checks.flavor_words import (
    property_values,
    spec_values,
    unread_properties,
    unread_specs,
    unscoped_specs,
)
from generator.checks.wording import listed
from generator.deployment.types import DeploymentView
from generator.findings import Severity
from generator.lint.kernel_line import page_counts
from generator.lint.notes import notes, texts
from generator.lint.ruleset import Found, rule
from generator.lint.tuned_roles import dpdk_roles, tuned_roles
from generator.values import MemorySize


def _as_a_whole(
    view: DeploymentView, check: Callable[[FlavorText], Iterator[KeyFault]]
) -> Iterator[Found]:
    """What a check finds in each note of a flavor."""
    for note in notes(view):
        for found in check(note.written) if note.flavor else ():
            yield Found(note.place(found.key), found.message, found.hint)


@rule("flavor-spec-value", Severity.ERROR)
def flavor_spec_value(view: DeploymentView) -> Iterator[Found]:
    """Extra specs have values that Nova of Train knows.

    Why: The flavor is accepted with any text; Nova refuses the server when it is made.
    hw:mem_page_size takes 1GB, 2MB, KiB as a number, small, large and any, but not 1G.
    Fix: Write the value of the hint.
    Source: Nova 20 (Train), nova/virt/hardware.py; objects/fields.py.
    """
    for note in notes(view):
        for found in spec_values(texts(note.properties)):
            yield Found(note.properties[found.key].at, found.message, found.hint)


@rule("flavor-spec-unread", Severity.WARNING)
def flavor_spec_unread(view: DeploymentView) -> Iterator[Found]:
    """Extra specs are ones that Nova of Train reads, traits and resource classes ones that
    Placement knows.

    Why: Train stores any key and says nothing: a misspelt one, or one of a later release,
    has no effect. An unknown trait keeps the flavor from every host.
    Fix: Write the key of the hint.
    Source: Nova 20 (Train), nova/virt/hardware.py, nova/scheduler/utils.py; os-traits 0.16.
    """
    for note in notes(view):
        for found in unread_specs(texts(note.properties)):
            if found.key != "hw:vif_multiqueue_enabled":  # a rule of its own says more
                yield Found(note.properties[found.key].at.key, found.message, found.hint)


@rule("flavor-spec-unscoped", Severity.WARNING)
def flavor_spec_unscoped(view: DeploymentView) -> Iterator[Found]:
    """Extra specs have a namespace.

    Why: Where AggregateInstanceExtraSpecsFilter is on, it looks for a key without a colon
    among the metadata of aggregates; no host passes that has no such aggregate.
    Fix: Write the key of the hint.
    Source: Nova 20 (Train), nova/scheduler/filters/aggregate_instance_extra_specs.py.
    """
    for note in notes(view):
        for found in unscoped_specs(texts(note.properties)):
            yield Found(note.properties[found.key].at.key, found.message, found.hint)


@rule("image-property-unread", Severity.WARNING)
def image_property_unread(view: DeploymentView) -> Iterator[Found]:
    """Image properties of hardware are ones that Nova of Train reads.

    Why: Glance stores any property; a misspelt one, or one of a later release, has no effect.
    Fix: Write the property of the hint.
    Source: Nova 20 (Train), nova/objects/image_meta.py.
    """
    for note in notes(view):
        for found in unread_properties(texts(note.image_properties)):
            yield Found(note.image_properties[found.key].at.key, found.message, found.hint)


@rule("image-property-value", Severity.ERROR)
def image_property_value(view: DeploymentView) -> Iterator[Found]:
    """Image properties have values that Nova of Train knows.

    Why: Glance accepts any text; Nova refuses the server when it is made, or takes the text
    for false.
    Fix: Write the value of the hint.
    Source: Nova 20 (Train), nova/objects/image_meta.py, fields.py.
    """
    for note in notes(view):
        for found in property_values(texts(note.image_properties)):
            yield Found(note.image_properties[found.key].at, found.message, found.hint)


@rule("flavor-refused", Severity.ERROR)
def flavor_refused(view: DeploymentView) -> Iterator[Found]:
    """Nova makes servers of the flavor.

    Why: Train checks extra specs and image properties against each other when a server is
    made, not when the flavor is: a mapping of vCPUs that does not add up, realtime without
    a mask, resources:PCPU beside a CPU policy, an image that asks for the opposite.
    Fix: Do what the hint says.
    Source: Nova 20 (Train), nova/virt/hardware.py, numa_get_constraints.
    """
    yield from _as_a_whole(view, other_refusal)


@rule("flavor-require-odd", Severity.WARNING)
def flavor_require_odd(view: DeploymentView) -> Iterator[Found]:
    """A flavor with the thread policy require has an even number of vCPUs.

    Why: Train accepts an odd one: the last vCPU gets one thread of a core, the other one
    goes to whoever asks for no whole core, and the guest is shown no siblings at all.
    Fix: Write an even number of vCPUs, or the thread policy prefer.
    Source: Nova 20 (Train), nova/virt/hardware.py, _pack_instance_onto_cores.
    """
    yield from _as_a_whole(view, odd_with_require)


@rule("flavor-isolate-with-hyperthreading", Severity.ERROR, needs_hosts=True)
def flavor_isolate_with_hyperthreading(view: DeploymentView) -> Iterator[Found]:
    """The thread policy isolate is for hosts without hyperthreading.

    Why: With NovaComputeCpuDedicatedSet Nova demands a host without threads; none fits.
    Fix: Write hw:cpu_thread_policy: prefer, or switch hyperthreading off in the BIOS.
    Source: Nova (Train), trait HW_CPU_HYPERTHREADING.
    """
    roles = [role for role in tuned_roles(view) if role.value("NovaComputeCpuDedicatedSet")]
    hosts = [role.host for role in roles if role.host]
    if not hosts or len(hosts) < len(roles) or not all(host.siblings for host in hosts):
        return
    for note in notes(view):
        if note.text(THREADS) == "isolate":
            yield Found(
                note.properties[THREADS].at,
                f"{note.name} isolates threads, and every host has hyperthreading on: none fits",
                f"write {THREADS}: prefer, or switch hyperthreading off in the BIOS",
            )


@rule("flavor-thread-policy-without-dedicated", Severity.ERROR)
def flavor_thread_policy_without_dedicated(view: DeploymentView) -> Iterator[Found]:
    """A CPU thread policy, and isolated emulator threads, go with dedicated CPUs.

    Why: Nova refuses the server when it is made.
    Fix: Write hw:cpu_policy: dedicated, or remove the policy.
    Source: Nova 20 (Train), hw:cpu_thread_policy and hw:emulator_threads_policy.
    """
    yield from _as_a_whole(view, thread_policy_alone)
    yield from _as_a_whole(view, emulator_isolate_alone)


@rule("flavor-ram-no-page-multiple", Severity.ERROR)
def flavor_ram_no_page_multiple(view: DeploymentView) -> Iterator[Found]:
    """The memory of a flavor is a multiple of its huge page size.

    Why: Nova accepts the flavor and finds no host for it.
    Fix: Write the next multiple.
    Source: Nova 20 (Train), fit of an instance to host cells.
    """
    yield from _as_a_whole(view, broken_pages)


@rule("flavor-numa-nodes-uneven", Severity.ERROR)
def flavor_numa_nodes_uneven(view: DeploymentView) -> Iterator[Found]:
    """The NUMA nodes of a flavor share its vCPUs and memory evenly, unless it maps them.

    Why: Nova refuses the server when it is made.
    Fix: Write multiples of hw:numa_nodes, or hw:numa_cpus.N and hw:numa_mem.N for each.
    Source: Nova 20 (Train), hw:numa_nodes.
    """
    yield from _as_a_whole(view, uneven_nodes)


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
        text, page = note.text(PAGES), (note.written.page_kib or 0) << 10
        spec, where = note.properties.get(PAGES), note.part("properties")
        if not text and note.flavor and note.part("vcpus"):
            at = where.at if where else note.flavor.at
            yield Found(at, f"{note.name} asks for no huge pages", f"write {PAGES}: large")
        elif spec and (text == "small" or (page and sizes and page not in sizes)):
            have = listed(MemorySize(size) for size in sorted(sizes)) if sizes else "huge pages"
            size = f" or {max(sizes) >> 20}MB".replace("1024MB", "1GB") if sizes else ""
            yield Found(spec.at, f"{note.name} wants pages of {text}, the hosts have {have}",
                        f"write {PAGES}: large{size}")  # fmt: skip
