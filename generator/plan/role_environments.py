"""The environment files with the parameters of roles: what tunes hosts, and their devices."""

from collections.abc import Iterator, Sequence

from generator.catalog.release import Release
from generator.explained import Explained
from generator.plan.types import EnvironmentFile, HeatValue, Parameter, RolePlan
from generator.plan.virtual_functions import DEVICES, PASSTHROUGH

_PCI_FILTER = "PciPassthroughFilter"
_PRODUCT = "tripleo-heat-templates 11.6.0 environments/services/neutron-sriov.yaml"


def role_environments(roles: Sequence[RolePlan], facts: Release) -> Iterator[EnvironmentFile]:
    """Our files by datapath: one for DPDK, one for SR-IOV. The parameters of all other roles
    stand in the first of the two."""
    if not any(role.parameters for role in roles):
        return
    filters = _filters(roles, facts)
    sriov = any(role.sriov for role in roles)
    if sriov and not any(role.dpdk for role in roles):
        yield _file("sriov", (filters,), [(role, role.parameters) for role in roles])
        return
    yield _file("ovs-dpdk", (filters,), [(role, _parameters(role, False)) for role in roles])
    if sriov:
        yield _file("sriov", (), [(role, _parameters(role, True)) for role in roles])


def _file(
    name: str,
    parameters: tuple[Parameter, ...],
    blocks: Sequence[tuple[RolePlan, tuple[Parameter, ...]]],
) -> EnvironmentFile:
    own = tuple((role.name, block) for role, block in blocks)
    return EnvironmentFile(f"environments/{name}.yaml", (), parameters, own)


def _parameters(role: RolePlan, sriov: bool) -> tuple[Parameter, ...]:
    """What of a role belongs into the file for SR-IOV, or into the other one."""
    if role.datapath == "sriov":
        return role.parameters if sriov else ()
    return tuple(
        parameter
        for parameter in role.parameters
        if (parameter.name in (PASSTHROUGH, DEVICES)) == sriov
    )


def _filters(roles: Sequence[RolePlan], facts: Release) -> Parameter:
    """The product's DPDK and SR-IOV files, read before ours, list others."""
    fact = facts.nova.scheduler_filters
    names: list[HeatValue] = list(fact.value.split())
    rule, source = (
        (
            "the default filters and NUMATopologyFilter; the product's DPDK file, read before this"
            " one, leaves the server group filters out"
        ),
        fact.source,
    )
    if any(role.sriov for role in roles):
        names.append(_PCI_FILTER)
        rule, source = (
            (
                f"the default filters, NUMATopologyFilter and {_PCI_FILTER}; the product's DPDK and"
                " SR-IOV files, read before this one, leave one of the two out"
            ),
            f"{source}; {_PRODUCT}",
        )
    return Parameter("NovaSchedulerDefaultFilters", Explained(names, rule, source, (fact,)))
