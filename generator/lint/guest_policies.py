"""Rules over flavors as a whole: contradictions that Nova of Train refuses or passes over."""

import re
from collections.abc import Iterator

from generator.capacity.errors import RefusedError
from generator.capacity.policies import EMULATOR_POLICIES, THREAD_POLICIES
from generator.checks.wording import counted
from generator.deployment.types import DeploymentView
from generator.findings import Severity
from generator.lint.notes import EMULATOR, POLICY, THREADS, Note, flavors
from generator.lint.ruleset import Found, rule

_SPEC = r"(hw:[a-z_]+(?:\.N)?)(: large)?"  # in a hint
# Refusals that rules of their own, and better words, are for.
_TOLD = frozenset((
    "CPUThreadPolicyConfigurationInvalid", "BadRequirementEmulatorThreadsPolicy",
    "ImageNUMATopologyAsymmetric", "InvalidCPUAllocationPolicy", "InvalidNUMANodesNumber",
    "InvalidCPUThreadAllocationPolicy", "InvalidEmulatorThreadsPolicy", "MemoryPageSizeInvalid",
    "Invalid", "ValueError",
))  # fmt: skip


@rule("flavor-refused", Severity.ERROR)
def flavor_refused(view: DeploymentView) -> Iterator[Found]:
    """Nova makes servers of the flavor.

    Why: Train checks extra specs and image properties against each other when a server is
    made, not when the flavor is: a mapping of vCPUs that does not add up, realtime without
    a mask, resources:PCPU beside a CPU policy, an image that asks for the opposite.
    Fix: Do what the hint says.
    Source: Nova 20 (Train), nova/virt/hardware.py, numa_get_constraints.
    """
    for note in flavors(view):
        error = note.answer
        if note.ram_mib and isinstance(error, RefusedError) and error.fault not in _TOLD:
            yield Found(
                note.place(error.key), f"Nova makes no server of {note.name}: {error}",
                _hint(note, error.hint),
            )  # fmt: skip


def _hint(note: Note, hint: str) -> str:
    """A hint in the words of the file. The inventory's own key for pages takes sizes only."""

    def said(found: re.Match[str]) -> str:
        name = note.called(found[1])
        if found[2] and name != found[1]:
            return f'extra_specs: {{"{found[1]}": large}}'
        return f"{name}{found[2] or ''}"

    return re.sub(_SPEC, said, hint)


@rule("flavor-require-odd", Severity.WARNING)
def flavor_require_odd(view: DeploymentView) -> Iterator[Found]:
    """A flavor with the thread policy require has an even number of vCPUs.

    Why: Train accepts an odd one: the last vCPU gets one thread of a core, the other one
    goes to whoever asks for no whole core, and the guest is shown no siblings at all.
    Fix: Write an even number of vCPUs, or the thread policy prefer.
    Source: Nova 20 (Train), nova/virt/hardware.py, _pack_instance_onto_cores.
    """
    for note in flavors(view):
        whole_cores = note.specs.get(THREADS) == "require" and note.dedicated
        if whole_cores and note.shape and note.shape.vcpus % 2:
            yield Found(
                note.place("vcpus"),
                f"{counted(note.shape.vcpus, 'vCPU')} of {note.name} leave one thread of a core "
                "over, which other guests may get, and the guest sees no siblings",
                f"write an even number, or {note.called(THREADS)}: prefer",
            )


@rule("flavor-thread-policy-without-dedicated", Severity.ERROR)
def flavor_thread_policy_without_dedicated(view: DeploymentView) -> Iterator[Found]:
    """A CPU thread policy goes with dedicated CPUs.

    Why: Nova refuses the server when it is made.
    Fix: Ask for dedicated CPUs, in an inventory with `cpu_policy: dedicated`, or remove the
    thread policy.
    Source: Nova 20 (Train), hw:cpu_thread_policy.
    """
    for note in flavors(view):
        if note.specs.get(THREADS) in THREAD_POLICIES and not note.dedicated:
            yield _needs_dedicated(note, THREADS)


@rule("flavor-emulator-isolate-without-dedicated", Severity.ERROR)
def flavor_emulator_isolate_without_dedicated(view: DeploymentView) -> Iterator[Found]:
    """Emulator threads are isolated for guests with dedicated CPUs.

    Why: Nova refuses the server when it is made.
    Fix: Ask for dedicated CPUs, in an inventory with `cpu_policy: dedicated`, or remove the
    policy of emulator threads.
    Source: Nova 20 (Train), hw:emulator_threads_policy.
    """
    for note in flavors(view):
        text = note.specs.get(EMULATOR)
        if text in EMULATOR_POLICIES and text != "share" and not note.dedicated:
            yield _needs_dedicated(note, EMULATOR)


def _needs_dedicated(note: Note, key: str) -> Found:
    return Found(
        note.place(key),
        f"{note.name} has {note.called(key)}: {note.specs[key]}, but no dedicated CPUs",
        f"write {note.called(POLICY)}: dedicated, or remove it",
    )


@rule("flavor-emulator-share-without-dedicated", Severity.INFO)
def flavor_emulator_share_without_dedicated(view: DeploymentView) -> Iterator[Found]:
    """Emulator threads are placed for guests with dedicated CPUs.

    Why: With shared CPUs the policy share does nothing, silently.
    Fix: Remove the policy, in an inventory `emulator_threads`, or ask for dedicated CPUs.
    Source: Nova 20 (Train), hw:emulator_threads_policy.
    """
    for note in flavors(view):
        if note.specs.get(EMULATOR) != "share" or note.dedicated:
            continue
        if not note.properties[EMULATOR].derived:
            yield Found(
                note.place(EMULATOR),
                f"{note.called(EMULATOR)} has no effect on {note.name}, which has shared CPUs",
                f"remove it, or write {note.called(POLICY)}: dedicated",
            )
