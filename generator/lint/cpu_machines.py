"""Rules over the CPU lists of a role against its machines."""

from collections import defaultdict
from collections.abc import Iterator

from generator.checks.wording import counted, listed
from generator.deployment.hosts import Host, HostNode
from generator.deployment.types import DeploymentView
from generator.findings import Severity
from generator.lint.cpu_lists import READERS, CpuList
from generator.lint.machine import by_core, cores, first_cores, pmd_advice
from generator.lint.ruleset import Found, rule
from generator.lint.terms import write, written
from generator.lint.tuned_roles import TunedRole, tuned_roles
from generator.values import CpuSet, union

_PMD, _LCORE = "OvsPmdCoreList", "OvsDpdkCoreList"
_SETS = (_PMD, _LCORE, "NovaComputeCpuSharedSet")


def _with_host(view: DeploymentView) -> Iterator[tuple[TunedRole, Host]]:
    for role in tuned_roles(view):
        if role.host:
            yield role, role.host


def _every_list(role: TunedRole) -> list[CpuList]:
    found = [role.cpus(name) for name in READERS]
    return [each for each in (*found, role.isolcpus) if each]


@rule("cpus-not-on-machine", Severity.ERROR, needs_hosts=True)
def cpus_not_on_machine(view: DeploymentView) -> Iterator[Found]:
    """CPU lists name CPUs that the machine has.

    Why: The list was made for another machine: Open vSwitch ignores bits of missing CPUs,
    the kernel drops all of isolcpus=, tuned refuses its profile, and Nova does not start.
    Fix: Correct the list.
    Source: Open vSwitch 2.13, pmd-cpu-mask; Linux, bitmap_parselist; lscpu.
    """
    for role, host in _with_host(view):
        for each in _every_list(role):
            foreign = each.cpus - host.cpus
            if foreign and not each.value.derived:
                left = each.cpus & host.cpus
                yield Found(
                    each.value.at,
                    f"{each.called} of {role.name} names CPUs {foreign}, the machine has "
                    f"{host.cpus}",
                    write(view, each.name, str(left), each.value)
                    if left
                    else "write CPUs of the machine",
                    (host.at,),
                )


@rule("core-torn-apart", Severity.ERROR, needs_hosts=True)
def core_torn_apart(view: DeploymentView) -> Iterator[Found]:
    """The threads of a core are in one list.

    Why: Both threads share the core's execution units: a guest beside a PMD thread takes
    half of it, and packets are dropped under load.
    Fix: Move the sibling to the same list.
    Source: RHOSP NFV guide 7.4.1.
    """
    for role, host in _with_host(view):
        lists = [each for each in (role.guests, *map(role.cpus, _SETS)) if each]
        torn: defaultdict[tuple[int, ...], list[CpuSet]] = defaultdict(list)
        for core in host.siblings:
            parts = [index for index, each in enumerate(lists) if core & each.cpus]
            if len(parts) > 1 and not any(core <= each.cpus for each in lists):
                torn[tuple(parts)].append(core)
        for indexes, found in torn.items():
            involved = [lists[index] for index in indexes]
            if not _apart(involved):
                continue
            stated = [each for each in involved if not each.value.derived] or involved
            at = next((each for each in stated if each.name == _PMD), stated[0])
            yield Found(
                at.value.at,
                f"the threads of {counted(len(found), 'core')} of {role.name} are torn apart "
                f"between {listed(each.called for each in involved)}: "
                f"{listed(f'({core})' for core in found)}",
                "put both threads of a core into one list",
                written(*(each.value for each in involved if each is not at)),
            )


def _apart(involved: list[CpuList]) -> bool:
    """Whether the lists are for different work: the host's own two are not."""
    return any(each.name not in _SETS[1:] for each in involved)


@rule("pmd-sibling-left-out", Severity.WARNING, needs_hosts=True)
def pmd_sibling_left_out(view: DeploymentView) -> Iterator[Found]:
    """OvsPmdCoreList holds both threads of each of its cores.

    Why: The guide counts cores, and siblings travel together: a sibling in no list is lost
    to everybody, and with half of the threads queues share them sooner.
    Fix: Add the siblings to OvsPmdCoreList.
    Source: RHOSP NFV guide 7.4.1 (OvsPmdCoreList).
    """
    for role, host in _with_host(view):
        pmd = role.cpus(_PMD)
        if not role.dpdk or pmd is None:
            continue
        lists = [each for each in (role.guests, *map(role.cpus, _SETS)) if each]
        taken = union(each.cpus for each in lists)
        halves = [core for core in host.siblings if core & pmd.cpus and not core <= taken]
        if halves:
            own = [host.siblings_of(cpu) for cpu in pmd.cpus]
            yield Found(
                pmd.value.at,
                f"{pmd.called} of {role.name} leaves out the siblings "
                f"{union(halves) - pmd.cpus} of its CPUs",
                write(view, _PMD, by_core(dict.fromkeys(own)), pmd.value),
            )


def _pmd_hint(role: TunedRole, host: Host, pmd: CpuList, node: HostNode) -> str:
    own = role.cpus(_LCORE)
    if own and node.cpus <= own.cpus:
        core = cores(host, node)[-1]
        return f"take {core} out of {own.called} and add it to {pmd.called}"
    return pmd_advice(role, host, pmd)


@rule("no-pmd-for-ports", Severity.ERROR, needs_hosts=True)
def no_pmd_for_ports(view: DeploymentView) -> Iterator[Found]:
    """Every NUMA node with a DPDK port has PMD threads.

    Why: Its queues would be polled from the other node, across the link between the
    sockets: loss at rates far below the line's.
    Fix: Add cores of the node to OvsPmdCoreList and take them from the guests.
    Source: RHOSP NFV guide 7.4.1; Open vSwitch 2.13, PMD threads.
    """
    for role, host in _with_host(view):
        pmd = role.cpus(_PMD)
        for node in host.nodes:
            links = role.links_on(node.id)
            if pmd and links and not node.cpus & pmd.cpus:
                names = [
                    name
                    for link in links
                    for name in link.interfaces
                    if (nic := role.nic(name)) and nic.numa == node.id
                ]
                yield Found(
                    pmd.value.at,
                    f"{listed(names)} of {role.name} on NUMA node {node.id} would be polled from "
                    "another node: the node has no PMD CPU",
                    _pmd_hint(role, host, pmd, node),
                    tuple(link.item.at for link in links),
                )


@rule("no-pmd-for-guests", Severity.ERROR, needs_hosts=True)
def no_pmd_for_guests(view: DeploymentView) -> Iterator[Found]:
    """Every NUMA node has PMD threads; in files, every one with guest CPUs.

    Why: A guest's port lives on the node of its memory. The guide gives every node a PMD
    core, and the product's own validation fails a deployment without one.
    Fix: Add a core of the node to OvsPmdCoreList and take it from the guests.
    Source: RHOSP NFV guide 7.4.1; tripleo-validations, PMD CPUs on every NUMA node.
    """
    for role, host in _with_host(view):
        pmd, guests = role.cpus(_PMD), role.guests
        if not role.dpdk or pmd is None or guests is None:
            continue
        for node in host.nodes:
            alone = not role.links_on(node.id) and not node.cpus & pmd.cpus
            # Files that leave a node out altogether may mean to.
            used = view.planned or node.cpus & guests.cpus
            if alone and used and cores(host, node):
                at = f"NUMA node {node.id} of {role.name}"
                yield Found(
                    pmd.value.at,
                    f"guests may run on {at}, which has no PMD CPU"
                    if node.cpus & guests.cpus
                    else f"{at} has no PMD CPU",
                    _pmd_hint(role, host, pmd, node),
                    written(guests.value),
                )


@rule("host-core-missing", Severity.WARNING, needs_hosts=True)
def host_core_missing(view: DeploymentView) -> Iterator[Found]:
    """Open vSwitch's threads that do not poll have a core on every NUMA node.

    Why: They belong to the node whose memory they touch; the guide gives the first core of
    each node to them.
    Fix: Add the node's first core with its sibling to OvsDpdkCoreList.
    Source: RHOSP NFV guide 7.4.1 (OvsDpdkCoreList).
    """
    for role, host in _with_host(view):
        own, isolated = role.cpus(_LCORE), role.isolated
        if not role.dpdk or own is None or (isolated and own.cpus & isolated.cpus):
            continue  # where they are isolated, that rule gives the whole list
        for node in host.nodes:
            if not node.cpus & own.cpus:
                yield Found(
                    own.value.at,
                    f"{own.called} of {role.name} has no core on NUMA node {node.id}",
                    f"{write(view, _LCORE, first_cores(host), own.value)}: the first core of "
                    "every NUMA node is the host's",
                )
