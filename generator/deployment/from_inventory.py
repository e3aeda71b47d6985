"""An inventory as the view that rules see, as far as it goes without a plan.

None can be derived of an inventory with errors. Its networks, its flavors and which roles
are on which networks are known all the same.
"""

from collections.abc import Iterator

from generator.catalog.loader import Catalogue
from generator.catalog.release import release
from generator.catalog.roles import roles_of
from generator.deployment.from_plan import deploy_call, role_entry
from generator.deployment.inventory_hosts import inventory_hosts
from generator.deployment.merge import Merged
from generator.deployment.planned_flavors import flavor_notes
from generator.deployment.planned_networks import (
    network_views,
    physical_networks,
    provisioning_view,
    spread,
)
from generator.deployment.planned_nodes import node_addresses, node_names
from generator.deployment.roles import role_view
from generator.deployment.types import DeploymentView
from generator.deployment.values import At, Value, made
from generator.derive.kernel_args import PAGES
from generator.inventory import Inventory
from generator.plan.deploy import deploy_command
from generator.plan.flavors import flavor_plans
from generator.plan.network_environment import vlan_ranges
from generator.plan.networks import network_plans
from generator.plan.roles import default_route, role_datapath
from generator.reading.document import Document
from generator.topology.build import sound_topologies


def deployment_of_inventory(inventory: Inventory, document: Document) -> DeploymentView:
    """The view of an inventory that may have errors."""
    site, known = inventory.site, roles_of(inventory)
    networks = {network.name: network for network in network_plans(inventory)}
    used = {role.server: inventory.servers[role.server] for role in inventory.roles.values()
            if role.server in inventory.servers}  # fmt: skip
    machines = sound_topologies(used, Catalogue(inventory.hardware))
    hosts = inventory_hosts(inventory, document, machines)
    addresses = node_addresses(inventory, networks.values(), document)
    names = node_names(inventory, document)
    known_parameters = (*_parameters(inventory, document), *addresses, *names)
    merged = Merged(dict(known_parameters), {}, {})
    roles = {}
    for name, role in inventory.roles.items():
        joined = {network for link in role.links for network in link.networks}
        mine = [network for network in networks if network in joined]
        entry = role_entry(name, mine, default_route(mine, networks), known.get(name), document)
        roles[name] = role_view(name, entry, None, merged, hosts)
    flavors = flavor_plans(inventory, (), {}, release(site.target))
    command = deploy_command(site, {site.neutron}, ())
    return DeploymentView(
        site.target, site.stack, (), (), (document,), merged.parameters, {}, {},
        roles, network_views(networks.values(), document), (),
        flavor_notes(flavors, inventory, document), hosts,
        deploy_call(command, document), True, True, planned=True,
        provisioning=provisioning_view(inventory, document),
    )  # fmt: skip


def _parameters(inventory: Inventory, document: Document) -> Iterator[tuple[str, Value]]:
    """The site's servers, time zone and tenant networks, how often Ceph keeps data, how many
    nodes a role has and on which machines, and the size of huge pages on those with DPDK or
    SR-IOV."""
    site, own = inventory.site, At(document, ("site",))
    yield "DnsServers", spread(list(map(str, site.dns_servers)), own.step("dns_servers"))
    yield "NtpServer", spread(list(site.ntp_servers), own.step("ntp_servers"))
    yield "TimeZone", Value(site.timezone, own.step("timezone"))
    kind = site.tenant_network_type
    yield "NeutronNetworkType", spread([kind], own.step("tenant_network_type"))
    ranges = vlan_ranges(inventory.physical_networks)
    yield "NeutronNetworkVLANRanges", physical_networks(ranges, "vlans", document)
    replicas = At(document, ("ceph", "replicas"))
    yield "CephPoolDefaultSize", Value(inventory.ceph.replicas, replicas)
    for name, role in inventory.roles.items():
        at = At(document, ("roles", name))
        yield f"{name}Count", Value(role.count, at.step("count"))
        yield f"Overcloud{name}Flavor", Value(role.flavor, at.step("flavor"))
        if role_datapath(name, inventory) != "kernel":
            yield f"{name}Parameters", made({"KernelArgs": PAGES[role.tuning.hugepage_size]}, at)
