"""A role with everything that is derived for it."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from generator.catalog.loader import Catalogue
from generator.catalog.release import Release
from generator.catalog.roles import RoleFacts, roles_of
from generator.derive.cpu_partitioning import CpuPartition
from generator.derive.datapath import datapath
from generator.derive.pmd_cores import guest_cores, listed_cores
from generator.inventory import Datapath, Inventory
from generator.plan.kernel_ports import kernel_ports
from generator.plan.links import dpdk_ports, link_plans
from generator.plan.networks import CTLPLANE
from generator.plan.nic_config import Shared, network_config
from generator.plan.nic_parameters import nic_parameters
from generator.plan.polling import polling_plan
from generator.plan.role_parameters import bridge_parameters, tuning_parameters
from generator.plan.sizing import sized
from generator.plan.tuning import cpu_plan, memory_plan
from generator.plan.types import LinkPlan, MemoryPlan, NetworkPlan, Parameter, RolePlan, Sizing
from generator.plan.virtual_functions import sriov_parameters
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


class RoleLinks(NamedTuple):
    """The links of a role, and why their rx queues are so many."""

    links: tuple[LinkPlan, ...]
    sizing: Sizing | None


def role_links(
    inventory: Inventory, machines: Mapping[str, Topology], release: Release
) -> Mapping[str, RoleLinks]:
    """The links of every role: what they share is known only when all are planned."""
    found = {}
    for name, role in inventory.roles.items():
        machine = machines[role.server]
        links = link_plans(name, inventory, machine, release)
        found[name] = RoleLinks(*sized(name, links, inventory, machine, release))
    return found


def role_plan(
    name: str, planned: RoleLinks, inventory: Inventory, machine: Topology,
    networks: Sequence[NetworkPlan], common: Shared, release: Release, facts: RoleFacts,
) -> RolePlan:  # fmt: skip
    """The plan of one role."""
    links, sizing = planned
    role = inventory.roles[name]
    by_name = {network.name: network for network in networks}
    joined = {network for link in links for network in link.link.networks}
    mine = tuple(network.name for network in networks if network.name in joined)
    route = default_route(mine, by_name)
    path = role_datapath(name, inventory)
    tuned = path != "kernel"
    cpus, memory = _tuned(name, planned, inventory, machine, release) if tuned else (None, None)
    parameters: list[Parameter] = []
    at = ("roles", name, "tuning")
    if sizing and role.tuning.pmd_cpus is not None:
        cores = listed_cores(machine.nodes, role.tuning.pmd_cpus, sizing.nodes, (*at, "pmd_cpus"))
        sizing = sizing._replace(pmd_cores=cores)
    if cpus and memory:
        parameters += tuning_parameters(machine, cpus, memory, role.tuning, release, at)
    parameters += sriov_parameters(links)
    parameters += bridge_parameters(name, inventory, links)
    pin = role.tuning.pin_rx_queues
    polled = cpus if path != "sriov" else None
    polling = polling_plan(machine, links, polled, pin, release) if polled else None
    return RolePlan(
        name, role.count, role.flavor, path, role.server, machine, links, mine, route,
        cpus, memory, tuple(parameters),
        nic_parameters(links, by_name, route, common),
        network_config(links, by_name, route, common, polling.layout.ports if polling else ()),
        facts, sizing, polling,
        kernel_ports(role.kernel_ports, machine, links, cpus, ("roles", name, "kernel_ports")),
    )  # fmt: skip


def role_datapath(name: str, inventory: Inventory) -> Datapath:
    """What moves the packets of a role's guests: the product's services decide."""
    facts = roles_of(inventory).get(name)
    return datapath(facts) if facts else "kernel"


def default_route(joined: Sequence[str], networks: Mapping[str, NetworkPlan]) -> str:
    """The network whose gateway is the role's: External for those on it, else ctlplane."""
    external = networks.get("External")
    return "External" if "External" in joined and external and external.gateway_ip else CTLPLANE


def _tuned(
    name: str, planned: RoleLinks, inventory: Inventory, machine: Topology, release: Release
) -> tuple[CpuPartition, MemoryPlan]:
    tuning, path = inventory.roles[name].tuning, ("roles", name, "tuning")
    links, sizing = planned
    polled = role_datapath(name, inventory) != "sriov"
    ports = tuple(dpdk_ports(links)) if polled else None
    counts = sizing.pmd_cores if sizing else guest_cores(machine.nodes) if polled else {}
    cpus = cpu_plan(machine, counts, tuning, path)
    # Guests join networks of any bridge of the role, so their vhost ports take these MTUs.
    guest_mtus = {link.mtu.value for link in links if link.rx_queues}
    return cpus, memory_plan(machine, ports, cpus, guest_mtus, tuning, release, path)
