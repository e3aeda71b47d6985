"""What the inventory rules look at."""

from collections.abc import Mapping
from functools import cached_property

from generator.catalog.loader import Catalogue
from generator.catalog.roles import RoleFacts, networks, roles, roles_of
from generator.inventory import Inventory
from generator.record import Frozen, record
from generator.topology.build import sound_topologies
from generator.topology.types import Port, Topology


@record
class InventorySubject(Frozen):
    """An inventory that fits its schema, and the catalogue with its overrides."""

    inventory: Inventory
    catalogue: Catalogue

    @cached_property
    def topologies(self) -> Mapping[str, Topology]:
        """The hardware of each server profile that has no faults."""
        return sound_topologies(self.inventory.servers, self.catalogue)

    @property
    def product_roles(self) -> Mapping[str, RoleFacts]:
        """The roles that the release knows."""
        return roles(self.inventory.site.target)

    @cached_property
    def role_facts(self) -> Mapping[str, RoleFacts]:
        """The roles of the inventory, without those that the release does not know."""
        return roles_of(self.inventory)

    @cached_property
    def dpdk_roles(self) -> tuple[str, ...]:
        """The roles whose services run Open vSwitch on DPDK."""
        return self._roles_with("ComputeNeutronOvsDpdk")

    @cached_property
    def sriov_roles(self) -> tuple[str, ...]:
        """The roles whose services serve SR-IOV."""
        return self._roles_with("NeutronSriovAgent")

    @cached_property
    def tuned_roles(self) -> tuple[str, ...]:
        """The roles whose machines are divided: those with DPDK or SR-IOV."""
        either = {*self.dpdk_roles, *self.sriov_roles}
        return tuple(name for name in self.inventory.roles if name in either)

    @cached_property
    def osd_roles(self) -> tuple[str, ...]:
        """The roles that make Ceph OSDs."""
        return self._roles_with("CephOSD")

    def ports(self, role: str) -> Mapping[str, Port]:
        """The ports of a role's server by name; none where its profile has faults."""
        topology = self.topologies.get(self.inventory.roles[role].server)
        return topology.ports if topology else {}

    def role_networks(self, role: str) -> tuple[str, ...]:
        """The networks that the services of a role use."""
        facts = self.role_facts.get(role)
        return facts.networks if facts else ()

    def has_vip(self, network: str) -> bool:
        """Whether services of the Controllers have a virtual address on the network."""
        facts = networks(self.inventory.site.target).get(network)
        return facts is not None and facts.vip

    def _roles_with(self, service: str) -> tuple[str, ...]:
        known = self.role_facts
        return tuple(
            name for name in self.inventory.roles if name in known and known[name].has(service)
        )
