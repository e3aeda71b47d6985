"""Rules over files of host facts themselves."""

from collections.abc import Iterator

from generator.checks.wording import did_you_mean
from generator.deployment.hosts import Host
from generator.deployment.types import DeploymentView
from generator.findings import Severity
from generator.lint.ruleset import Found, rule


def _groups(view: DeploymentView) -> list[Host]:
    """Those of host facts; what an inventory says of machines is checked by validate."""
    return [host for host in view.hardware if host.at.path[:1] == ("hosts",)]


@rule("host-role-unknown", Severity.WARNING, needs_hosts=True)
def host_role_unknown(view: DeploymentView) -> Iterator[Found]:
    """The roles of host facts are roles of the deployment.

    Why: Machines of a role that is not there are compared with nothing, and the rules that
    need them stay silent.
    Fix: Write the name as roles_data has it; without roles the machines stand for every one.
    Source: schemas/host-facts.schema.json; nfvgen schema host-facts prints it.
    """
    for host in _groups(view):
        for index, name in enumerate(host.roles):
            if view.roles_read and name not in view.roles:
                yield Found(
                    host.at.step("roles", index), f"roles_data has no role {name}",
                    did_you_mean(name, view.roles, "name a role of roles_data"),
                )  # fmt: skip


@rule("host-facts-contradictory", Severity.WARNING, needs_hosts=True)
def host_facts_contradictory(view: DeploymentView) -> Iterator[Found]:
    """What is said of a machine fits together.

    Why: A CPU belongs to one core, a card to a NUMA node that is there; with anything else
    the rules compare with a machine that cannot be.
    Fix: Copy the lists again from lscpu and from /sys/devices/system/cpu/cpu*/topology.
    Source: Linux, Documentation/admin-guide/cputopology.rst.
    """
    for host in _groups(view):
        taken: set[int] = set()
        for core in dict.fromkeys(host.siblings):  # a list made CPU by CPU repeats them
            index = host.siblings.index(core)
            at = host.at.step("thread_siblings", index)
            if lost := [cpu for cpu in core if cpu not in host.cpus]:
                yield Found(at, f"no NUMA node has CPU {lost[0]}", "correct it, or cpus")
            if twice := [cpu for cpu in core if cpu in taken]:
                yield Found(at, f"CPU {twice[0]} is a thread of two cores", "keep it in one")
            taken.update(core)
        nodes = {node.id for node in host.nodes}
        for nic in host.nics.values():
            if nic.numa is not None and nic.numa not in nodes:
                yield Found(
                    nic.at, f"{nic.name} is on NUMA node {nic.numa}, of which cpus says nothing",
                    "correct the node, or add it to cpus",
                )  # fmt: skip
