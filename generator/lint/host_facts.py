"""Rules over host facts: whether they agree with themselves and with the deployment."""

from collections.abc import Iterator

from generator.catalog.roles import roles as product_roles
from generator.checks.wording import counted, did_you_mean, listed
from generator.deployment.hosts import Host
from generator.deployment.types import DeploymentView, RoleView
from generator.deployment.values import At
from generator.findings import Severity
from generator.lint.ruleset import Found, rule
from generator.lint.scope import is_dpdk, nodes
from generator.lint.spelling import slips
from generator.values import CpuSet


def _facts(view: DeploymentView) -> Iterator[Host]:
    """The hosts of a host facts file; an inventory has rules of its own."""
    return (host for host in view.hardware if host.at.path[0] == "hosts")


@rule("host-role-unknown", Severity.WARNING)
def host_role_unknown(view: DeploymentView) -> Iterator[Found]:
    """The roles of host facts are roles of the deployment.

    Why: Machines of a role that is not there are held against nothing: no rule that compares
    with machines says a word about the role that was meant.
    Fix: Write the role as roles_data has it.
    Source: nfvgen itself.
    """
    known = {*view.roles} if view.roles_read else {*view.roles, *product_roles(view.target)}
    # As long as a file is missing, a role of another name may stand in it.
    sure = view.roles_read or view.complete
    for host in _facts(view):
        for index, name in enumerate(host.roles):
            if name not in known and (sure or slips(name, known)):
                names = f"its roles are {listed(sorted(view.roles))}" if view.roles else ""
                yield Found(
                    host.at.step("roles", index), f"no role {name} in the deployment",
                    did_you_mean(name, sorted(known), names or "write the name of a role"),
                )  # fmt: skip


@rule("role-without-host", Severity.INFO)
def role_without_host(view: DeploymentView) -> Iterator[Found]:
    """Where the machines of some roles are told, those of every compute role are.

    Why: Rules that compare with machines are silent about a role whose machines nobody told.
    Fix: Add the role to the roles of its machines, or a host for it.
    Source: nfvgen itself.
    """
    silent = [role.name for role in view.roles.values() if _has_guests(role) and not role.host]
    if silent and view.hardware:
        first = view.hardware[0].at
        noun = "role" if len(silent) == 1 else "roles"
        yield Found(
            At(first.document, first.path[:1]).key,
            f"the machines of the {noun} {listed(silent)} are not told: rules that compare with "
            "machines say nothing of them",
            "add the role to the roles of its machines, or a host for it",
        )


def _has_guests(role: RoleView) -> bool:
    """Whether a role that is deployed runs guests. One without a count has nodes only where
    something else is set for it."""
    count = nodes(role)
    used = count != 0 if count is not None else bool(role.block or role.nic_registry)
    return used and (is_dpdk(role) or role.has("NovaCompute") is True)


@rule("host-facts-differ", Severity.WARNING)
def host_facts_differ(view: DeploymentView) -> Iterator[Found]:
    """The facts of a machine agree: each CPU is on one NUMA node and in one core, and what
    names a CPU or node names one that there is.

    Why: Rules compare with these facts: wrong ones hide faults and make up others.
    Fix: Take the numbers from lscpu and /sys of the machine, or from its introspection.
    Source: nfvgen itself; Linux, sysfs, cpu topology and NUMA nodes.
    """
    for host in _facts(view):
        yield from _cpus(host)
        yield from _siblings(host)
        yield from _nodes(host)


def _cpus(host: Host) -> Iterator[Found]:
    for index, node in enumerate(host.nodes):
        for before in host.nodes[:index]:
            if both := node.cpus & before.cpus:
                yield Found(
                    host.at.step("cpus", str(node.id)),
                    f"{_cpus_are(both)} on NUMA node {node.id} and on NUMA node {before.id}",
                    "write each CPU once; lscpu lists those of each node",
                    (host.at.step("cpus", str(before.id)),),
                )


def _siblings(host: Host) -> Iterator[Found]:
    first: dict[int, int] = {}
    for index, core in enumerate(host.siblings):
        at = host.at.step("thread_siblings", index)
        if strange := core - host.cpus:
            yield Found(
                at, f"{_cpus_are(strange)} among the thread siblings and not among the CPUs",
                "write the siblings of the CPUs that the machine has",
            )  # fmt: skip
        twice = [cpu for cpu in core if first.setdefault(cpu, index) != index]
        if twice:
            yield Found(
                at, f"{_cpus_are(CpuSet.of(twice))} in two cores",
                "write each CPU in one list of thread siblings",
                (host.at.step("thread_siblings", first[twice[0]]),),
            )  # fmt: skip


def _nodes(host: Host) -> Iterator[Found]:
    known = {node.id for node in host.nodes}
    there = f"the machine has {counted(len(known), 'NUMA node')}: {listed(sorted(known))}"
    written = host.at.document.data["hosts"][host.at.path[1]].get("memory") or {}
    for node in written:
        if int(node) not in known:
            yield Found(
                host.at.step("memory", node).key,
                f"NUMA node {node} has memory and no CPUs here",
                f"write its CPUs, or correct the node; {there}",
            )
    for nic in host.nics.values():
        if nic.numa is not None and nic.numa not in known:
            yield Found(
                nic.at.step("numa"), f"{nic.name} is on NUMA node {nic.numa}, which has no CPUs "
                "here", f"correct the node; {there}",
            )  # fmt: skip


def _cpus_are(cpus: CpuSet) -> str:
    return f"CPU {cpus} is" if len(cpus) == 1 else f"CPUs {cpus} are"
