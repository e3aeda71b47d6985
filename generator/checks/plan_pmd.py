"""Rules over the cores that poll: where there are some, and how many."""

from collections.abc import Iterator

from generator.checks.planned import TunedRole, dpdk_roles
from generator.checks.registry import PLAN_RULES
from generator.derive.pmd_cores import guest_cores
from generator.findings import Fault, Place, Severity
from generator.plan.types import Plan
from generator.topology.types import NumaNode


@PLAN_RULES.rule("pmd-cores-too-many", Severity.ERROR)
def pmd_cores_too_many(plan: Plan) -> Iterator[Fault]:
    """The PMD cores that are wanted on a NUMA node are there.

    Why: TripleO's own derivation takes fewer without a word; the queues then share threads.
    Fix: Lower `pmd_cores_per_numa` or `rx_queues`, or spread the ports over the nodes.
    Source: RHOSP NFV guide 7.4.1; tripleo-common 11.7.0, derive_params.
    """
    for role in dpdk_roles(plan):
        if role.tuning.pmd_cpus is not None:
            continue
        sizing = role.role.sizing
        counts = sizing.pmd_cores if sizing else guest_cores(role.nodes)
        for node in role.nodes:
            left = sum(1 for core in node.cores if not core & role.cpus.host.value)
            if counts[node.id].value > left:
                place, hint = _too_many(role, node, left)
                number = counts[node.id].value
                wanted = "1 PMD core is" if number == 1 else f"{number} PMD cores are"
                yield Fault(
                    place,
                    f"{wanted} wanted on NUMA node {node.id} of "
                    f"{role.role.name}, which has {left} beside the host's",
                    hint,
                )


def _too_many(role: TunedRole, node: NumaNode, left: int) -> tuple[Place, str]:
    """What asks for the PMD cores that a node does not have, and the remedy."""
    local = {port.port for port in role.ports_on(node)}
    asking = [link for link in role.links if local & set(link.ports)]
    if left == 0:
        key = "host_cpus" if role.states("host_cpus") else "host_cores_per_numa"
        return role.place(key), "give the host fewer cores of the node"
    if role.tuning.pmd_cores_per_numa == "auto" and asking:
        most = max(asking, key=lambda link: link.rx_queues.value if link.rx_queues else 1)
        if most.link.rx_queues != "auto":
            return Place((*most.path, "rx_queues")), "lower rx_queues, or write pmd_cores_per_numa"
    most_cores = f"write pmd_cores_per_numa: {max(left - 1, 1)} or less, or lower rx_queues"
    return role.place("pmd_cores_per_numa"), most_cores
