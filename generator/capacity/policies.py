"""CPU policies of a guest, put together from its flavor and its image."""

from typing import NamedTuple, cast

from generator.capacity.errors import RefusedError
from generator.capacity.texts import Texts
from generator.capacity.types import Specs, ThreadPolicy

_POLICY, _THREADS = "hw:cpu_policy", "hw:cpu_thread_policy"
_EMULATOR = "hw:emulator_threads_policy"
_TRAIT = "trait:HW_CPU_HYPERTHREADING"
CPU_POLICIES = ("dedicated", "shared")
THREAD_POLICIES = ("prefer", "isolate", "require")
EMULATOR_POLICIES = ("isolate", "share")


class Policies(NamedTuple):
    """How a guest gets its CPUs. A policy as it is stated can also come to be by a trait or
    by resource classes; Placement is asked for what is stated."""

    dedicated: bool
    thread_policy: ThreadPolicy | None
    emulator_isolated: bool
    pinned_by_policy: bool
    stated_thread_policy: str | None


def policies(specs: Specs, texts: Texts) -> Policies:
    """Raises RefusedError where flavor and image contradict each other or themselves."""
    policy = _cpu_policy(texts)
    threads = stated = _thread_policy(texts)
    realtime = texts.flag("hw:cpu_realtime")
    emulator = _known(_EMULATOR, texts.specs.get(_EMULATOR), EMULATOR_POLICIES,
                      "InvalidEmulatorThreadsPolicy")  # fmt: skip
    by_policy = policy == "dedicated"
    policy = _by_resources(specs, texts, policy, emulator) or policy
    if trait := _hyperthreading(texts):
        if threads:
            raise RefusedError(
                "InvalidRequest", _THREADS, f"{_THREADS} and {_TRAIT} ask for the same",
                "remove one of them",
            )  # fmt: skip
        threads = {"forbidden": "isolate", "required": "require"}.get(trait)
    if policy != "dedicated":
        _check_shared(threads, emulator, realtime)
        return Policies(False, None, False, by_policy, stated)
    return Policies(
        True, cast("ThreadPolicy | None", threads), emulator == "isolate", by_policy, stated
    )


def _cpu_policy(texts: Texts) -> str | None:
    flavor, image = texts.both("cpu_policy")
    _known(_POLICY, flavor, CPU_POLICIES, "InvalidCPUAllocationPolicy")
    _known("hw_cpu_policy", image, CPU_POLICIES, "ValueError")
    if flavor == "shared" and image == "dedicated":
        raise RefusedError(
            "ImageCPUPinningForbidden", _POLICY,
            "the image asks for dedicated CPUs, and its flavor for shared ones",
            "write hw:cpu_policy: dedicated, or remove it",
        )  # fmt: skip
    return flavor or image


def _thread_policy(texts: Texts) -> str | None:
    flavor, image = texts.both("cpu_thread_policy")
    _known(_THREADS, flavor, THREAD_POLICIES, "InvalidCPUThreadAllocationPolicy")
    _known("hw_cpu_thread_policy", image, THREAD_POLICIES, "ValueError")
    if flavor in ("isolate", "require") and image and image != flavor:
        raise RefusedError(
            "ImageCPUThreadPolicyForbidden", _THREADS,
            f"the image's thread policy is {image}, and its flavor's {flavor}",
            "write the same, or remove one of them",
        )  # fmt: skip
    return flavor or image


def _known(key: str, text: str | None, words: tuple[str, ...], fault: str) -> str | None:
    if text and text not in words:
        choice = ", ".join(words)
        raise RefusedError(fault, key, f"{key} knows no value {text!r}", f"write one of {choice}")
    return text or None


def _by_resources(
    specs: Specs, texts: Texts, policy: str | None, emulator: str | None
) -> str | None:
    """A policy that follows from VCPU or PCPU among the resources."""
    shared, dedicated = texts.resource("VCPU"), texts.resource("PCPU")
    if policy and (shared or dedicated):
        raise RefusedError(
            "InvalidRequest", _POLICY,
            f"{_POLICY} does not go with resources:VCPU or resources:PCPU", "remove one of them",
        )  # fmt: skip
    if shared and dedicated:
        raise RefusedError(
            "InvalidRequest", "resources:PCPU", "resources:VCPU and resources:PCPU exclude each"
            " other", "remove one of them",
        )  # fmt: skip
    if dedicated:
        needed = specs.vcpus + (emulator == "isolate")
        if dedicated != needed:
            raise RefusedError(
                "InvalidRequest", "resources:PCPU",
                f"resources:PCPU is {dedicated}, and the guest needs {needed}",
                f"write resources:PCPU: {needed}",
            )  # fmt: skip
        return "dedicated"
    return "shared" if shared else None


def _hyperthreading(texts: Texts) -> str | None:
    name = _TRAIT.removeprefix("trait:")
    for word in ("required", "forbidden"):
        if name in texts.traits(word):
            return word
    return None


def _check_shared(threads: str | None, emulator: str | None, realtime: bool) -> None:
    wrong = (
        (_THREADS, threads, "CPUThreadPolicyConfigurationInvalid"),
        (_EMULATOR, emulator if emulator == "isolate" else None,
         "BadRequirementEmulatorThreadsPolicy"),
        ("hw:cpu_realtime", "true" if realtime else None, "RealtimeConfigurationInvalid"),
    )  # fmt: skip
    for key, text, fault in wrong:
        if text:
            raise RefusedError(
                fault, key, f"{key}: {text} needs dedicated CPUs",
                f"write {_POLICY}: dedicated, or remove it",
            )  # fmt: skip
