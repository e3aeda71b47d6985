"""The end of the MTU chain: what is left for the packets of a guest."""

from collections.abc import Mapping

from generator.catalog.release import Release
from generator.derive.mtu import tenant_mtu
from generator.explained import Explained
from generator.inventory import Inventory


def guest_mtus(inventory: Inventory, release: Release) -> Mapping[str, Explained[int]]:
    """The MTU of tenant networks by what carries them: each physical network with VLAN
    ranges, or the Tenant network under tunnels. Neutron tells the guest by DHCP."""
    kind = inventory.site.tenant_network_type
    physical = inventory.physical_networks
    if kind == "vlan":
        return {
            f"VLANs on {name}": tenant_mtu(network.mtu, kind, release)
            for name, network in physical.items()
            if network.vlans
        }
    tenant = inventory.networks.get("Tenant")
    return {f"{kind} over Tenant": tenant_mtu(tenant.mtu, kind, release)} if tenant else {}
