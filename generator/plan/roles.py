"""A role with everything that is derived for it."""

from collections.abc import Mapping, Sequence

from generator.catalog.loader import Catalogue
from generator.catalog.release import Release
from generator.catalog.roles import roles as known_roles
from generator.derive.cpu_partitioning import CpuPartition
from generator.inventory import Inventory
from generator.plan.links import dpdk_ports, link_plans
from generator.plan.networks import CTLPLANE
from generator.plan.nic_config import Shared, network_config
from generator.plan.nic_parameters import nic_parameters
from generator.plan.polling import polling_plan
from generator.plan.role_parameters import bridge_parameters, tuning_parameters
from generator.plan.tuning import cpu_plan, memory_plan
from generator.plan.types import LinkPlan, MemoryPlan, NetworkPlan, Parameter, RolePlan
from generator.topology.build import build_topology
from generator.topology.types import Topology


def topologies(inventory: Inventory, catalogue: Catalogue) -> Mapping[str, Topology]:
    """The hardware of each server profile that a role uses."""
    used = {role.server for role in inventory.roles.values()}
    return {
        name: build_topology(server, catalogue, ("servers", name))
        for name, server in inventory.servers.items()
        if name in used
    }


def role_links(
    inventory: Inventory, machines: Mapping[str, Topology], release: Release
) -> Mapping[str, tuple[LinkPlan, ...]]:
    """The links of every role: what they share is known only when all are planned."""
    return {
        name: link_plans(name, inventory, machines[role.server], release)
        for name, role in inventory.roles.items()
    }


def role_plan(
    name: str, links: tuple[LinkPlan, ...], inventory: Inventory, machine: Topology,
    networks: Sequence[NetworkPlan], common: Shared, release: Release,
) -> RolePlan:  # fmt: skip
    """The plan of one role."""
    role = inventory.roles[name]
    by_name = {network.name: network for network in networks}
    joined = {network for link in links for network in link.link.networks}
    mine = tuple(network.name for network in networks if network.name in joined)
    route = default_route(mine, by_name)
    dpdk = is_dpdk(name, inventory)
    cpus, memory = _tuned(name, links, inventory, machine, release) if dpdk else (None, None)
    parameters: list[Parameter] = []
    if cpus and memory:
        path = ("roles", name, "tuning")
        parameters += tuning_parameters(machine, cpus, memory, role.tuning, release, path)
    parameters += bridge_parameters(inventory, links)
    pin = role.tuning.pin_rx_queues
    polling = polling_plan(machine, links, cpus, pin, release) if cpus else None
    return RolePlan(
        name, role.count, role.flavor, "ovs-dpdk" if dpdk else "kernel", role.server, machine,
        links, mine, route, cpus, memory, tuple(parameters),
        nic_parameters(links, by_name, route, common),
        network_config(links, by_name, route, common, polling.layout.ports if polling else ()),
        polling,
    )  # fmt: skip


def is_dpdk(name: str, inventory: Inventory) -> bool:
    """Whether guests of the role are switched by OVS-DPDK: the product's service decides."""
    return known_roles(inventory.site.target)[name].has("ComputeNeutronOvsDpdk")


def default_route(joined: Sequence[str], networks: Mapping[str, NetworkPlan]) -> str:
    """The network whose gateway is the role's: External for those on it, else ctlplane."""
    external = networks.get("External")
    return "External" if "External" in joined and external and external.gateway_ip else CTLPLANE


def _tuned(
    name: str, links: tuple[LinkPlan, ...], inventory: Inventory, machine: Topology,
    release: Release,
) -> tuple[CpuPartition, MemoryPlan]:  # fmt: skip
    tuning, path = inventory.roles[name].tuning, ("roles", name, "tuning")
    ports = tuple(dpdk_ports(links))
    cpus = cpu_plan(machine, ports, tuning, path)
    # Guests join networks of any bridge of the role, so their vhost ports take these MTUs.
    guest_mtus = {link.mtu.value for link in links if link.rx_queues}
    return cpus, memory_plan(machine, ports, cpus, guest_mtus, tuning, release, path)
