"""Rules over the CPU lists of a role against each other; no hardware is needed."""

from collections.abc import Iterator, Mapping

from generator.checks.wording import listed
from generator.deployment.hosts import Host
from generator.deployment.types import DeploymentView
from generator.findings import Severity
from generator.lint.cpu_lists import CpuList
from generator.lint.machine import first_cores, first_cpus, pmd_advice, wanted_pmd
from generator.lint.ruleset import Found, rule
from generator.lint.terms import write, written
from generator.lint.tuned_roles import TunedRole, tuned_roles
from generator.values import CpuSet, union

_PMD, _LCORE = "OvsPmdCoreList", "OvsDpdkCoreList"
_SHARED = "NovaComputeCpuSharedSet"
_ISOLATED = "IsolCpusList"


def cpu_lists(role: TunedRole) -> Mapping[str, CpuList]:
    """PMD, guests', Open vSwitch's other and the shared CPUs, as far as they are set."""
    names = (_PMD, _LCORE, _SHARED) if role.dpdk else (_SHARED,)
    found = [role.cpus(name) for name in names]
    return {each.name: each for each in (role.guests, *found) if each}


def _both(role: TunedRole) -> Iterator[tuple[CpuList, CpuList, CpuSet]]:
    """The pairs of lists that may not overlap but do, the one to be changed first: the
    host's list where what they share is isolated, else the other. What is derived follows
    from what is written, and is not to be changed."""
    for wrong, other, both in _overlaps(role):
        follows = wrong.value.derived and not other.value.derived
        yield (other, wrong, both) if follows else (wrong, other, both)


def _overlaps(role: TunedRole) -> Iterator[tuple[CpuList, CpuList, CpuSet]]:
    lists = cpu_lists(role)
    isolated = role.isolated.cpus if role.isolated else CpuSet()
    pmd, guests = lists.get(_PMD), role.guests
    if pmd and guests and (both := pmd.cpus & guests.cpus):
        yield guests, pmd, both
    for busy in (pmd, guests):
        # Nova looks at the dedicated and the shared set only; NovaVcpuPinSet may hold both.
        pin_set = busy is not None and busy.name == "NovaVcpuPinSet"
        for host in (lists.get(_LCORE), None if pin_set else lists.get(_SHARED)):
            if busy and host and (both := busy.cpus & host.cpus):
                wrong = (host, busy) if both <= isolated else (busy, host)
                yield *wrong, both


@rule("cpu-sets-overlap", Severity.ERROR)
def cpu_sets_overlap(view: DeploymentView) -> Iterator[Found]:
    """PMD and pinned guests' CPUs have no CPU in common with each other or with the host's.

    Why: A PMD thread polls without pause: what shares its CPU starves, and packets are
    dropped. Nova refuses to start with a CPU in both of its sets.
    Fix: Take the CPU out of one of the lists.
    Source: RHOSP NFV guide 7.4.1; Nova 20, cpu_dedicated_set and cpu_shared_set.
    """
    for role in tuned_roles(view):
        for wrong, other, both in _both(role):
            left = wrong.cpus - both
            yield Found(
                wrong.value.at,
                f"CPUs {both} of {role.name} are in both {wrong.called} and {other.called}",
                _without(role, wrong, left),
                written(other.value),
            )


def _without(role: TunedRole, wrong: CpuList, left: CpuSet) -> str:
    wanted = union(wanted_pmd(role, role.host)) if role.host and wrong.name == _PMD else left
    if role.host and wanted and wanted != left:
        return pmd_advice(role, role.host, wrong)
    if left:
        return write(role.view, wrong.name, str(left), wrong.value)
    if role.host and wrong.name in (_LCORE, _SHARED):
        return _first_cores(role, role.host, wrong)
    return f"give {wrong.called} other CPUs"


def _first_cores(role: TunedRole, host: Host, wrong: CpuList) -> str:
    advice = write(role.view, wrong.name, first_cores(host), wrong.value)
    return f"{advice}: the first core of every NUMA node is the host's"


def wanted_isolated(role: TunedRole) -> CpuSet | None:
    """PMD and guests' CPUs together, which the guide has isolated; None where one of the
    two is not known."""
    pmd = role.cpus(_PMD) if role.dpdk else None
    if role.guests is None or (role.dpdk and pmd is None):
        return None
    return role.guests.cpus | (pmd.cpus if pmd else CpuSet())


@rule("cpus-not-isolated", Severity.ERROR)
def cpus_not_isolated(view: DeploymentView) -> Iterator[Found]:
    """Where CPUs are isolated, those of PMD threads and of pinned guests all are.

    Why: The kernel runs other work on what is not isolated; a PMD thread that is put
    aside for a moment drops packets.
    Fix: Write PMD and guests' CPUs together in IsolCpusList, and the same in isolcpus= of
    KernelArgs where that is used.
    Source: RHOSP NFV guide 7.4.1 (IsolCpusList).
    """
    for role in tuned_roles(view):
        isolated, guests = role.isolated, role.guests
        pmd = role.cpus(_PMD) if role.dpdk else None
        if isolated is None:
            continue
        stray_pmd = _there(role, pmd.cpus - isolated.cpus) if pmd else CpuSet()
        stray_guests = _there(role, _guests_meant(role) - isolated.cpus)
        # With PMD CPUs alone outside, their list is what differs from the others.
        alone = bool(stray_pmd) and not stray_guests and bool(written(pmd and pmd.value))
        at = pmd.value.at if pmd and alone else isolated.value.at
        for what, stray, own in (("PMD", stray_pmd, pmd), ("pinned guest", stray_guests, guests)):
            if stray and own:
                yield Found(
                    at,
                    f"{what} CPUs {stray} of {role.name} are outside {isolated.called} "
                    f"{isolated.cpus}",
                    _remedy(role, isolated, own, stray),
                    written(isolated.value if alone else own.value),
                )


def _there(role: TunedRole, cpus: CpuSet) -> CpuSet:
    """CPUs that the machine has, as far as it is known; others are a fault of their own."""
    return cpus & role.host.cpus if role.host else cpus


def _guests_meant(role: TunedRole) -> CpuSet:
    """Guests' CPUs less those that overlap with the host's, which is a fault of its own."""
    host = [role.cpus(name) for name in (_LCORE, _SHARED)]
    meant = role.guests.cpus if role.guests else CpuSet()
    for each in host:
        meant = meant - each.cpus if each else meant
    return meant


def _remedy(role: TunedRole, isolated: CpuList, own: CpuList, stray: CpuSet) -> str:
    """What is the host's is to be left out of the list, not isolated."""
    lists = (role.cpus(name) for name in (_LCORE, _SHARED))
    taken = stray & union(each.cpus for each in lists if each)
    if stray - taken:
        return _isolate(role, isolated, stray - taken)
    return _without(role, own, own.cpus - taken)


def _isolate(role: TunedRole, isolated: CpuList, stray: CpuSet) -> str:
    wanted = wanted_isolated(role) or isolated.cpus | stray
    for name in (_LCORE, _SHARED):
        if host := role.cpus(name):
            wanted = wanted - (host.cpus - isolated.cpus)
    # An inventory says it once, for both.
    also = f" and isolcpus={wanted}" if role.isolcpus and not role.view.planned else ""
    return f"add {_few(stray)}: {write(role.view, _ISOLATED, str(wanted), isolated.value)}{also}"


def _few(cpus: CpuSet) -> str:
    """`3 and 27`, but ranges where there are many."""
    return listed(cpus) if len(cpus) <= 4 else str(cpus)


@rule("nothing-isolated", Severity.WARNING)
def nothing_isolated(view: DeploymentView) -> Iterator[Found]:
    """A role with PMD threads isolates their CPUs.

    Why: With neither IsolCpusList nor isolcpus= the kernel runs its other work on the CPUs
    of PMD threads, and packets are dropped.
    Fix: Write PMD and guests' CPUs together in IsolCpusList.
    Source: RHOSP NFV guide 7.4.1 (IsolCpusList).
    """
    for role in tuned_roles(view):
        pmd = role.cpus(_PMD)
        if not view.complete or not role.dpdk or pmd is None:
            continue
        if not role.value("IsolCpusList") and not any(a.name == "isolcpus" for a in role.kernel):
            yield Found(
                pmd.value.at,
                f"PMD CPUs {pmd.cpus} of {role.name} are not isolated: neither IsolCpusList nor "
                "isolcpus= is set",
                f'write IsolCpusList: "{wanted_isolated(role) or pmd.cpus}"',
            )


@rule("host-cpus-isolated", Severity.WARNING)
def host_cpus_isolated(view: DeploymentView) -> Iterator[Found]:
    """The CPUs of Open vSwitch's other threads and of emulator threads are not isolated.

    Why: Isolated CPUs get no work from the scheduler: threads that share a list of them
    crowd on one CPU.
    Fix: Give the host's lists the first core of every NUMA node with its sibling, or take
    these CPUs out of IsolCpusList.
    Source: RHOSP NFV guide 7.4.1 (OvsDpdkCoreList).
    """
    for role in tuned_roles(view):
        isolated = role.isolated
        for name in (_LCORE, _SHARED):
            host = cpu_lists(role).get(name)
            if host and host.value.derived and name == _SHARED:
                continue  # the host's own CPUs
            if isolated and isolated.value.derived:
                continue  # of lists that overlap, which is a fault of its own
            lost = host.cpus & isolated.cpus if host and isolated else CpuSet()
            if host and isolated and lost:
                right = _right(host, lost, role.host)
                wrong, other = (isolated, host) if right else (host, isolated)
                left = isolated.cpus - lost
                yield Found(
                    wrong.value.at,
                    f"CPUs {lost} of {host.called} of {role.name} are in {isolated.called} "
                    f"{isolated.cpus} too",
                    write(view, isolated.name, str(left), isolated.value)
                    if right
                    else _outside(role, host, lost),
                    written(other.value),
                )


def _right(own: CpuList, lost: CpuSet, host: Host | None) -> bool:
    """Whether a list holds what is the host's by the guide, so that the other is wrong."""
    return own.cpus <= first_cpus(host) if host else 0 in lost


def _outside(role: TunedRole, wrong: CpuList, lost: CpuSet) -> str:
    if role.host:
        return _first_cores(role, role.host, wrong)
    return f"take {lost} out of one of the two; the host's are the first core of every NUMA node"


@rule("cpu-zero-taken", Severity.WARNING)
def cpu_zero_taken(view: DeploymentView) -> Iterator[Found]:
    """CPU 0 is the host's.

    Why: The kernel boots on it and keeps work there that no isolation moves away: a PMD
    thread or a guest on it waits for the host.
    Fix: Take CPU 0 and its sibling out of the list.
    Source: RHOSP NFV guide 7.4.1: the first core of a NUMA node is for the host.
    """
    for role in tuned_roles(view):
        pmd = role.cpus(_PMD) if role.dpdk else None
        for each in (pmd, role.guests if role.isolated else None):
            if each and 0 in each.cpus:
                core = role.host.siblings_of(0) if role.host else CpuSet.of((0,))
                hint = _without(role, each, each.cpus - core)
                if not role.host:
                    hint += ", and leave the sibling of CPU 0 out as well"
                yield Found(
                    each.value.at,
                    f"{each.called} of {role.name} takes CPU 0, where the host's own work stays",
                    hint,
                )
