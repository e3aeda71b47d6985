"""Rules over flavors and the CPUs that the compute roles give to guests."""

from collections.abc import Iterator

from generator.deployment.types import DeploymentView
from generator.findings import Severity
from generator.lint.guest_hosts import fewest_nodes, meant
from generator.lint.notes import EMULATOR, NODES, POLICY, THREADS, Note, flavors
from generator.lint.ruleset import Found, rule
from generator.lint.terms import written
from generator.lint.tuned_roles import TunedRole, tuned_roles, whole_number
from generator.values import CpuSet

_SHARED = "NovaComputeCpuSharedSet"


def _pinning(view: DeploymentView, note: Note) -> tuple[TunedRole, ...]:
    """The roles with CPUs for pinned guests that those of a flavor may run on; none where a
    compute role is not known to be one of them, as a guest may fit there."""
    return meant(view, note, (role for role in tuned_roles(view) if role.guests))


@rule("flavor-above-node-cpus", Severity.ERROR, needs_hosts=True)
def flavor_above_node_cpus(view: DeploymentView) -> Iterator[Found]:
    """The dedicated CPUs of a guest's NUMA node fit into one NUMA node of a host.

    Why: Nova places each node of a guest on one node of the host as a whole; a guest that
    says nothing of nodes is one. With more CPUs than one has, no host ever fits. Isolated
    emulator threads take one more on the first node.
    Fix: Write fewer vCPUs, or more NUMA nodes.
    Source: Nova 20 (Train), nova/virt/hardware.py, numa_fit_instance_to_host.
    """
    for note in flavors(view):
        roles, value = _pinning(view, note), note.part("vcpus")
        most, wanted = _most_on_a_node(roles), _pinned_on_a_node(note)
        if value and most is not None and wanted > most:
            yield Found(
                value.at,
                f"{note.name} needs {wanted} dedicated CPUs on one NUMA node, and guests have "
                f"{most} at most",
                _smaller(note, most, max(len(role.host.nodes) for role in roles if role.host)),
                written(*(role.guests.value for role in roles if role.guests)),
            )


def _most_on_a_node(roles: tuple[TunedRole, ...]) -> int | None:
    """The most CPUs for pinned guests that a NUMA node of any role has; None where that is
    not known of all."""
    if not roles or any(role.host is None for role in roles):
        return None
    return max(
        len(node.cpus & role.guests.cpus)
        for role in roles
        if role.host and role.guests
        for node in role.host.nodes
    )


def _pinned_on_a_node(note: Note) -> int:
    """The dedicated CPUs of a guest's largest NUMA node, with the emulator's on the first;
    0 where the note does not tell."""
    if note.guest:
        cells = enumerate(note.guest.cells if note.guest.dedicated else ())
        return max((own.vcpus + (_emulator(note) and not index) for index, own in cells), default=0)
    # Nova refuses it for something else, which rules of their own say.
    mapped = any(key.startswith("hw:numa_cpus.") for key in note.properties)
    if note.text(POLICY) != "dedicated" or not note.vcpus or mapped:
        return 0
    return -(-note.vcpus // (whole_number(note.properties.get(NODES), 1) or 1))


def _emulator(note: Note) -> int:
    """The CPUs that the emulator has beside the guest."""
    return int(note.guest is not None and note.guest.emulator_isolated)


def _smaller(note: Note, most: int, nodes: int) -> str:
    """Fewer vCPUs, or the fewest NUMA nodes that they can be shared out to."""
    cells = max(1, len(note.guest.cells)) if note.guest else 1
    for_guests = max(0, most - _emulator(note))
    fewer = f"write vcpus: {for_guests * cells} or less"
    split = fewest_nodes(note, nodes, lambda vcpus, _: vcpus <= for_guests)
    if split is None:
        return fewer
    return f"{fewer}, or {note.called(NODES)}: {split}"


@rule("flavor-isolate-with-hyperthreading", Severity.ERROR, needs_hosts=True)
def flavor_isolate_with_hyperthreading(view: DeploymentView) -> Iterator[Found]:
    """The thread policy isolate is for hosts without hyperthreading.

    Why: With NovaComputeCpuDedicatedSet, which an inventory always gives to DPDK roles,
    Nova demands a host without threads; none fits.
    Fix: Write the thread policy prefer, or switch hyperthreading off in the BIOS, and in the
    inventory.
    Source: Nova 20 (Train), trait HW_CPU_HYPERTHREADING.
    """
    for note in flavors(view):
        if note.specs.get(THREADS) != "isolate":
            continue
        able = (role for role in tuned_roles(view) if _has_dedicated_set(role))
        hosts = [role.host for role in meant(view, note, able)]
        if hosts and all(host and host.siblings for host in hosts):
            off = "hyperthreading: false on the server"
            yield Found(
                note.place(THREADS),
                f"{note.name} isolates threads, and every host has hyperthreading on: none fits",
                f"write {note.called(THREADS)}: prefer, or "
                f"{off if view.planned else 'switch hyperthreading off in the BIOS'}",
            )


def _has_dedicated_set(role: TunedRole) -> bool:
    derived = role.view.planned and role.dpdk
    return derived or role.value("NovaComputeCpuDedicatedSet") is not None


@rule("flavor-share-without-shared-set", Severity.WARNING)
def flavor_share_without_shared_set(view: DeploymentView) -> Iterator[Found]:
    """Flavors whose emulator threads share host CPUs find NovaComputeCpuSharedSet set.

    Why: Without it the emulator threads run on the guest's own pinned CPUs, and steal time
    from what it forwards with.
    Fix: Set NovaComputeCpuSharedSet to host CPUs of every NUMA node.
    Source: Nova 20 (Train), hw:emulator_threads_policy; RHOSP NFV guide 7.4.1.
    """
    for note in flavors(view) if view.complete else ():
        roles = _pinning(view, note)
        unset = [role for role in roles if not role.value("NovaComputeCpuSharedSet")]
        share = note.text(EMULATOR) == "share" and note.text(POLICY) == "dedicated"
        if roles and share and len(unset) == len(roles):
            yield Found(
                note.properties[EMULATOR].at,
                f"emulator threads of {note.name} are to share host CPUs, and nothing sets "
                "NovaComputeCpuSharedSet",
                f"write NovaComputeCpuSharedSet for {unset[0].name}",
                tuple(role.guests.value.at for role in roles if role.guests),
            )


@rule("flavor-shared-on-host-cpus", Severity.WARNING)
def flavor_shared_on_host_cpus(view: DeploymentView) -> Iterator[Found]:
    """Guests on hosts with DPDK have CPUs of their own.

    Why: Guests with shared CPUs float on NovaComputeCpuSharedSet, which holds the host's own
    CPUs and the emulator threads of all guests: they take turns with the host, and a vCPU
    that waits loses packets.
    Fix: Ask for dedicated CPUs, in an inventory with `cpu_policy: dedicated`; or give the
    role shared CPUs, in an inventory `shared_cpus`, that the host does not use.
    Source: RHOSP 16.1 NFV guide, 7.4.1; Nova 20 (Train), `[compute] cpu_shared_set`.
    """
    for note in flavors(view):
        if note.guest is None or note.guest.dedicated:
            continue
        for role in _floating(view, note):
            shared = role.cpus(_SHARED)
            if shared and (taken := shared.cpus & _host_cpus(role)):
                key = "tuning.shared_cpus" if view.planned else _SHARED
                yield Found(
                    note.place(POLICY),
                    f"guests of {note.name} would run on the CPUs {taken} of {role.name}, the "
                    "host's own",
                    f"write {note.called(POLICY)}: dedicated, or {key} of the role beside the "
                    "host's CPUs",
                    written(shared.value),
                )


def _floating(view: DeploymentView, note: Note) -> tuple[TunedRole, ...]:
    """The tuned roles that guests of a flavor may run on. Files do not tell what keeps them
    to roles that are not tuned."""
    if not view.planned:
        return meant(view, note, tuned_roles(view))
    return tuple(
        role for role in tuned_roles(view) if note.roles is None or role.name in note.roles
    )


def _host_cpus(role: TunedRole) -> CpuSet:
    """The CPUs that the host keeps for itself: with DPDK those of Open vSwitch's own threads,
    else all that are not isolated."""
    if kept := role.cpus("OvsDpdkCoreList"):
        return kept.cpus
    isolated = role.isolated
    return role.host.cpus - isolated.cpus if role.host and isolated else CpuSet()
