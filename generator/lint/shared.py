"""The rules that serve files and inventories alike: both are read into one view."""

from collections.abc import Callable

from generator.deployment.types import DeploymentView
from generator.findings import Finding
from generator.lint import (
    bond_ports,
    bridges,
    card_mtus,
    counts,
    cpu_machines,
    cpu_sets,
    guest_queues,
    host_settings,
    huge_pages,
    idle_bond_options,
    kernel_arguments,
    kernel_cpus,
    links,
    name_servers,
    network_addresses,
    network_names,
    nic_linux_bonds,
    nic_ovs_bonds,
    physnet_networks,
    pmd_threads,
    pools,
    rx_queues,
    rxq_balance,
    socket_memory,
    tenant_types,
    tenant_vlans,
    vlan_ids,
)
from generator.lint.ruleset import RULES, LintRule, run

_MODULES = {
    each.__name__
    for each in (
        bond_ports, bridges, card_mtus, counts, cpu_machines, cpu_sets, guest_queues,
        host_settings, huge_pages, idle_bond_options, kernel_arguments, kernel_cpus, links,
        name_servers, network_addresses, network_names, nic_linux_bonds, nic_ovs_bonds,
        physnet_networks, pmd_threads, pools, rx_queues, rxq_balance, socket_memory, tenant_types,
        tenant_vlans, vlan_ids,
    )
}  # fmt: skip

SHARED_RULES: tuple[LintRule, ...] = tuple(
    each for each in RULES if each.check.__module__ in _MODULES
)
"""Every one of them, in the order of the modules."""

_OF_NETWORKS = tuple(
    each
    for each in SHARED_RULES
    if each.check.__module__ in (network_addresses.__name__, pools.__name__)
)
"""Those that look at nothing but networks where there are no roles."""


def check_deployment(view: DeploymentView, chosen: Callable[[str], bool]) -> tuple[Finding, ...]:
    """What is wrong with the view of a plan. No rule that is not chosen is called."""
    return run(view, (each for each in SHARED_RULES if chosen(each.id)))


def check_networks(view: DeploymentView, chosen: Callable[[str], bool]) -> tuple[Finding, ...]:
    """What is wrong with a view of networks alone."""
    return run(view, (each for each in _OF_NETWORKS if chosen(each.id)))
