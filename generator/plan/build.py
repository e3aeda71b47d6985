"""The plan of a whole deployment."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from generator.catalog.loader import Catalogue
from generator.catalog.release import Release, release
from generator.catalog.roles import roles_of
from generator.derive.ceph import placement_groups
from generator.errors import InputError, NfvgenError
from generator.explained import Explained
from generator.inventory import Inventory
from generator.plan.ceph import ceph_parameters, osd_roles
from generator.plan.containers import container_parameters, credential_parameters
from generator.plan.deploy import deploy_command
from generator.plan.flavors import flavor_plans
from generator.plan.guest_mtus import guest_mtus
from generator.plan.host_tuning import host_tuning
from generator.plan.network_environment import network_parameters
from generator.plan.networks import network_plans
from generator.plan.nic_config import BOND_OPTIONS, RX_QUEUES, Shared, nic_config_name, shared
from generator.plan.node_info import node_info_parameters, root_disks
from generator.plan.notes import notes
from generator.plan.role_environments import role_environments
from generator.plan.roles import role_links, role_plan, topologies
from generator.plan.types import (
    EnvironmentFile,
    HeatValue,
    NetworkPlan,
    Parameter,
    Plan,
    RolePlan,
)
from generator.reading.load import LoadedInventory

if TYPE_CHECKING:
    from generator.reading.registry_login import LoadedLogins


def derive_plan(loaded: LoadedInventory) -> Plan:
    """The plan of an inventory that the inventory rules call free of errors.

    Raises NfvgenError or InputError where the registry login that it names cannot be read.
    """
    inventory = loaded.inventory
    facts = release(inventory.site.target)
    networks = network_plans(inventory)
    machines = topologies(inventory, Catalogue(inventory.hardware))
    links = role_links(inventory, machines, facts)
    common = shared(link for own in links.values() for link in own.links)
    logins = _logins(loaded, inventory.containers.login_file)
    known = roles_of(inventory)
    roles = tuple(
        role_plan(
            name, links[name], inventory, machines[role.server], networks, common, facts,
            known[name],
        )
        for name, role in inventory.roles.items()
    )  # fmt: skip
    environments = tuple(_environments(inventory, logins, networks, roles, common, facts))
    mtus = guest_mtus(inventory, facts)
    features = {inventory.site.neutron, *(_features(inventory, roles))}
    return Plan(
        inventory, inventory.site.target, networks, roles,
        flavor_plans(inventory, roles, mtus, facts),
        environments,
        deploy_command(inventory.site, features, environments),
        root_disks(inventory),
        mtus,
        notes(inventory, roles, facts),
        inputs=tuple(filter(None, (loaded.document.source, logins and logins.source))),
    )  # fmt: skip


def _features(inventory: Inventory, roles: Sequence[RolePlan]) -> Iterator[str]:
    if any(role.dpdk for role in roles):
        yield "dpdk"
    if any(role.sriov for role in roles):
        yield "sriov"
    if osd_roles(inventory):
        yield "ceph"


def _environments(
    inventory: Inventory, logins: "LoadedLogins | None", networks: Sequence[NetworkPlan],
    roles: Sequence[RolePlan], common: Shared, facts: Release,
) -> Iterator[EnvironmentFile]:  # fmt: skip
    """Our environment files, in the order in which the deploy command names them."""
    yield EnvironmentFile(
        "environments/network.yaml",
        tuple(
            (f"OS::TripleO::{role.name}::Net::SoftwareConfig", f"../{nic_config_name(role.name)}")
            for role in roles
        ),
        network_parameters(inventory, networks, tuple(_shared_parameters(common))),
    )
    yield EnvironmentFile(
        "environments/node-info.yaml", (), node_info_parameters(inventory, networks)
    )
    yield from role_environments(roles, facts)
    yield from host_tuning(roles)
    containers = container_parameters(inventory.containers, facts)
    yield EnvironmentFile("environments/containers.yaml", (), containers)
    if logins:
        credentials = credential_parameters(logins.registries)
        yield EnvironmentFile("environments/registry-login.yaml", (), credentials, secret=True)
    if makers := osd_roles(inventory):
        groups = _placement_groups(inventory, makers, facts)
        parameters = ceph_parameters(inventory, makers[0], groups)
        yield EnvironmentFile("environments/ceph.yaml", (), parameters)


def _shared_parameters(common: Shared) -> Iterator[Parameter]:
    """What the nic-configs of all roles agree on, set in one place."""
    for name, value in ((RX_QUEUES, common.rx_queues), (BOND_OPTIONS, common.bond_options)):
        if value:
            yield Parameter(
                name, Explained[HeatValue](value.value, value.rule, value.source, value.facts)
            )


def _logins(loaded: LoadedInventory, login: str | None) -> "LoadedLogins | None":
    """The login file is named relative to the inventory."""
    if not login:
        return None
    from generator.reading.registry_login import read_registry_logins

    try:
        return read_registry_logins(Path(loaded.document.file).parent / login)
    except InputError:
        raise
    except NfvgenError as error:
        raise NfvgenError(f"{error} (containers.login_file of {loaded.document.file})") from None


def _placement_groups(
    inventory: Inventory, makers: Sequence[str], facts: Release
) -> Explained[int]:
    """A rule sees to it that the nodes of all these roles have the same OSD disks."""
    hosts = sum(inventory.roles[name].count for name in makers)
    disks = len(inventory.servers[inventory.roles[makers[0]].server].osd_disks)
    ceph = inventory.ceph
    groups = placement_groups(
        hosts * disks, ceph.replicas, facts.ceph, ceph.placement_groups,
        ("ceph", "placement_groups"),
    )  # fmt: skip
    osds = f"{hosts} nodes x {disks} OSD disks = {hosts * disks} OSDs"
    return groups._replace(rule=f"{osds}; {groups.rule}")
