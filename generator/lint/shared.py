"""The rules that serve files and inventories alike: both are read into one view."""

from collections.abc import Callable
from types import ModuleType

from generator.deployment.types import DeploymentView
from generator.findings import Finding
from generator.lint import (  # noqa: F401 (importing a module declares its rules)
    address_ports,
    bond_ports,
    bridges,
    card_mtus,
    ceph,
    counts,
    cpu_machines,
    cpu_sets,
    default_routes,
    fixed_addresses,
    guest_cpus,
    guest_fit,
    guest_policies,
    guest_queues,
    guest_sizes,
    guest_specs,
    host_names,
    host_settings,
    huge_pages,
    idle_bond_options,
    isolation,
    kernel_arguments,
    kernel_cpus,
    links,
    name_servers,
    network_addresses,
    network_names,
    network_routes,
    network_use,
    newer_parameters,
    nic_linux_bonds,
    nic_ovs_bonds,
    overcloud_flavors,
    pages_for_guests,
    parameter_constraints,
    physnet_networks,
    plugin_support,
    pmd_threads,
    pools,
    queue_caps,
    rx_queues,
    rxq_balance,
    site_servers,
    socket_memory,
    tenant_types,
    tenant_vlans,
    tunnels,
    virtual_functions,
    vlan_ids,
)
from generator.lint.ruleset import RULES, LintRule, run

_MODULES = frozenset(
    each.__name__ for each in tuple(globals().values()) if isinstance(each, ModuleType)
)
"""The modules imported here; these load others, whose rules are not for inventories."""

SHARED_RULES: tuple[LintRule, ...] = tuple(
    each for each in RULES if each.check.__module__ in _MODULES
)
"""Every one of them, in the order of the modules."""

_WITHOUT_PLAN = frozenset(
    each.__name__
    for each in (
        ceph, fixed_addresses, guest_cpus, guest_policies, guest_sizes, guest_specs, host_names,
        network_addresses, network_routes, network_use, overcloud_flavors, physnet_networks,
        plugin_support, pools, site_servers, tunnels,
    )
)  # fmt: skip
"""Modules whose rules judge what is known without a plan, or are silent."""


def check_deployment(view: DeploymentView, chosen: Callable[[str], bool]) -> tuple[Finding, ...]:
    """What is wrong with the view of a plan. No rule that is not chosen is called."""
    return run(view, (each for each in SHARED_RULES if chosen(each.id)))


def check_unplanned(view: DeploymentView, chosen: Callable[[str], bool]) -> tuple[Finding, ...]:
    """What is wrong with the view of an inventory that no plan was derived of."""
    able = (each for each in SHARED_RULES if each.check.__module__ in _WITHOUT_PLAN)
    return run(view, (each for each in able if chosen(each.id)))
