"""Every rule over a deployment, and what linting a view comes to."""

from collections.abc import Iterable, Iterator

from generator.deployment.types import DeploymentView
from generator.findings import Finding, Location, Severity
from generator.lint import (  # noqa: F401 (importing a module declares its rules)
    address_ports,
    address_syntax,
    bond_ports,
    bridges,
    card_mtus,
    ceph,
    counts,
    cpu_list_syntax,
    cpu_machines,
    cpu_sets,
    data_keys,
    default_routes,
    deploy_calls,
    dpdk_bonds,
    dpdk_service,
    environments,
    fixed_addresses,
    guest_cpus,
    guest_fit,
    guest_notes,
    guest_policies,
    guest_queues,
    guest_sizes,
    guest_specs,
    host_facts,
    host_names,
    host_settings,
    huge_pages,
    idle_bond_options,
    iommu,
    isolation,
    kernel_arguments,
    kernel_cpus,
    link_mtus,
    links,
    name_servers,
    network_addresses,
    network_mtus,
    network_names,
    network_routes,
    network_use,
    newer_parameters,
    nic_addresses,
    nic_bonds,
    nic_dpdk,
    nic_functions,
    nic_linux_bonds,
    nic_objects,
    nic_ovs_bonds,
    nic_parameters,
    nic_ports,
    nic_values,
    nic_wiring,
    numa_networks,
    overcloud_flavors,
    pages_for_guests,
    parameter_constraints,
    parameter_names,
    parameter_types,
    pci_lists,
    physnet_networks,
    physnets,
    placement,
    plugin_files,
    plugin_support,
    plugins,
    pmd_threads,
    pools,
    port_mappings,
    queue_caps,
    registry_entries,
    registry_order,
    role_names,
    role_networks,
    role_parameters,
    rx_queues,
    rxq_balance,
    rxq_pins,
    service_networks,
    services,
    site_servers,
    socket_memory,
    sriov,
    tenant_types,
    tenant_vlans,
    tunnels,
    virtual_functions,
    vlan_ids,
    yaml_words,
)
from generator.lint.ruleset import RULES, LintRule, run

ALL: tuple[LintRule, ...] = tuple(RULES)
"""Every rule, in the order of the modules."""

HOST_RULES = frozenset(rule.id for rule in ALL if rule.needs_hosts)
"""What is skipped where nothing is known of the machines."""

NO_HOSTS = "hosts-not-given"
"""The id of the finding that tells which rules were skipped."""


def lint(view: DeploymentView, chosen: Iterable[LintRule] = ALL) -> tuple[Finding, ...]:
    """What reading the files found, then what the chosen rules find, in the order of files
    and lines. No other rule is called; nor is one that needs hosts where there are none."""
    rules = tuple(chosen)
    able = [each for each in rules if view.hardware or not each.needs_hosts]
    skipped = [each for each in rules if each.needs_hosts and not view.hardware]
    found = {*view.findings, *run(view, able), *_skipped(view, skipped)}
    return tuple(sorted(found, key=lambda finding: finding.order))


def _skipped(view: DeploymentView, rules: list[LintRule]) -> Iterator[Finding]:
    """That rules were skipped, where there is something that they could have judged."""
    if rules and (view.roles or view.nic_configs):
        were = "rule was" if len(rules) == 1 else "rules were"
        yield Finding(
            Location(view.files[0].path, 1, 1, 1, 1), "", NO_HOSTS, Severity.INFO,
            f"nothing is known of the machines: {len(rules)} {were} skipped",
            f"give the inventory, or host facts, with --hardware; nfvgen explain {NO_HOSTS} lists "
            "them",
        )  # fmt: skip
