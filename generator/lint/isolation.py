"""Rules over the isolated CPUs of a role: said twice, and to what end."""

from collections.abc import Iterator

from generator.checks.wording import listed
from generator.deployment.types import DeploymentView
from generator.deployment.values import At
from generator.findings import Severity
from generator.lint.cpu_sets import cpu_lists, wanted_isolated
from generator.lint.ruleset import Found, rule
from generator.lint.terms import called
from generator.lint.tuned_roles import tuned_roles


@rule("isolcpus-differs", Severity.WARNING)
def isolcpus_differs(view: DeploymentView) -> Iterator[Found]:
    """isolcpus= in KernelArgs says the same as IsolCpusList.

    Why: Where the two differ, some CPUs are isolated half: from the scheduler or by the
    tuned profile, but not from both.
    Fix: Write one list in both, PMD and guests' CPUs together, or leave isolcpus= out.
    Source: RHOSP NFV guide 7.4.2 (KernelArgs).
    """
    for role in tuned_roles(view):
        tuned, kernel = role.cpus("IsolCpusList"), role.isolcpus
        if tuned is None or kernel is None or tuned.cpus == kernel.cpus:
            continue
        parts = []
        if more := kernel.cpus - tuned.cpus:
            parts.append(f"{more} in isolcpus= only")
        if less := tuned.cpus - kernel.cpus:
            parts.append(f"{less} in IsolCpusList only")
        yield Found(
            kernel.value.at,
            f"isolcpus= and IsolCpusList of {role.name} differ: {listed(parts)}",
            f"write isolcpus={wanted_isolated(role) or tuned.cpus} and the same in IsolCpusList",
            _other(tuned.value.at, kernel.value.at),
        )


def _other(at: At, than: At) -> tuple[At, ...]:
    return () if at == than else (at,)


@rule("isolated-cpus-unused", Severity.INFO)
def isolated_cpus_unused(view: DeploymentView) -> Iterator[Found]:
    """Isolated CPUs are those of PMD threads and of pinned guests.

    Why: An isolated CPU in neither list works for nobody.
    Fix: Add it to NovaComputeCpuDedicatedSet, or take it out of IsolCpusList.
    Source: RHOSP NFV guide 7.4.1 (IsolCpusList).
    """
    for role in tuned_roles(view):
        isolated = role.isolated
        if not role.dpdk or isolated is None or not role.guests or not role.cpus("OvsPmdCoreList"):
            continue
        unused = isolated.cpus
        for each in cpu_lists(role).values():
            unused -= each.cpus
        if unused:
            yield Found(
                isolated.value.at,
                f"isolated CPUs {unused} of {role.name} are neither PMD's nor guests'",
                f"add them to {called(view, 'NovaComputeCpuDedicatedSet')}, or do not isolate them",
            )
