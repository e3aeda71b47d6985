"""Rules over flavor notes and the CPUs that the compute roles give to guests."""

from collections.abc import Iterator

from generator.deployment.types import DeploymentView
from generator.findings import Severity
from generator.lint.notes import Note, notes
from generator.lint.ruleset import Found, rule
from generator.lint.tuned_roles import TunedRole, tuned_roles, whole_number

_POLICY, _NODES = "hw:cpu_policy", "hw:numa_nodes"
_EMULATOR = "hw:emulator_threads_policy"


def _pinning(view: DeploymentView) -> list[TunedRole]:
    """The roles with CPUs for pinned guests; none where a compute role is not known to be
    one of them, as a guest may fit there."""
    found = [role for role in tuned_roles(view) if role.guests]
    computes = [role for role in view.roles.values() if role.has("NovaCompute") is not False]
    return found if len(computes) <= len(found) else []


@rule("flavor-above-node-cpus", Severity.ERROR, needs_hosts=True)
def flavor_above_node_cpus(view: DeploymentView) -> Iterator[Found]:
    """The pinned vCPUs of a guest's NUMA node fit one NUMA node of a machine.

    Why: A guest node lies in one host node whole; a guest that says nothing of nodes is one.
    Nova accepts the flavor and finds no host for it.
    Fix: Write fewer vCPUs, or hw:numa_nodes.
    Source: Nova 20 (Train), numa_fit_instance_to_host.
    """
    roles = _pinning(view)
    most = most_on_a_node(view)
    for note in notes(view) if most is not None else ():
        value, each = note.part("vcpus"), pinned_on_a_node(note)
        if value and most is not None and each > most:
            nodes = max(len(role.host.nodes) for role in roles if role.host)
            yield Found(
                value.at,
                f"{note.name} pins {each} CPUs on one NUMA node, and no node has more than {most} "
                "for guests",
                _smaller(note, most, nodes),
                tuple(role.guests.value.at for role in roles if role.guests),
            )


def most_on_a_node(view: DeploymentView) -> int | None:
    """The most CPUs for pinned guests that a NUMA node of any compute role has; None where
    that is not known of all."""
    roles = _pinning(view)
    if not roles or any(role.host is None for role in roles):
        return None
    return max(
        len(node.cpus & role.guests.cpus)
        for role in roles
        if role.host and role.guests
        for node in role.host.nodes
    )


def pinned_on_a_node(note: Note) -> int:
    """The pinned vCPUs of a guest's NUMA node, 0 where the note does not tell."""
    nodes = whole_number(note.properties.get(_NODES), 1)
    mapped = any(key.startswith("hw:numa_cpus.") for key in note.properties)
    if note.text(_POLICY) != "dedicated" or not note.vcpus or mapped:
        return 0
    return -(-note.vcpus // (nodes or 1))


def _smaller(note: Note, most: int, nodes: int) -> str:
    fewer = f"write vcpus: {most} or less"
    needed = -(-(note.vcpus or 0) // most) if most else 0
    split = 1 < needed <= nodes and not note.text(_NODES)
    return f"{fewer}, or {_NODES}: {needed}" if split else fewer


@rule("flavor-share-without-shared-set", Severity.WARNING)
def flavor_share_without_shared_set(view: DeploymentView) -> Iterator[Found]:
    """Flavors whose emulator threads share host CPUs find NovaComputeCpuSharedSet set.

    Why: Without it the emulator threads run on the guest's own pinned CPUs, and steal time
    from what it forwards with.
    Fix: Set NovaComputeCpuSharedSet to host CPUs of every NUMA node.
    Source: Nova 20 (Train), hw:emulator_threads_policy; RHOSP NFV guide 7.4.1.
    """
    roles = _pinning(view)
    unset = [role for role in roles if not role.value("NovaComputeCpuSharedSet")]
    for note in notes(view) if roles and view.complete and len(unset) == len(roles) else ():
        if note.text(_EMULATOR) == "share" and note.text(_POLICY) == "dedicated":
            yield Found(
                note.properties[_EMULATOR].at,
                f"emulator threads of {note.name} are to share host CPUs, and nothing sets "
                "NovaComputeCpuSharedSet",
                f"write NovaComputeCpuSharedSet for {unset[0].name}",
                tuple(role.guests.value.at for role in roles if role.guests),
            )
