"""Rules over physical networks: the bridges that tenant and provider networks live on."""

from collections.abc import Iterator

from generator.checks.registry import INVENTORY_RULES
from generator.checks.subject import InventorySubject
from generator.checks.wiring import CONTROLLER, links_by_bridge, role_links
from generator.checks.wording import listed
from generator.findings import Fault, Place, Severity


@INVENTORY_RULES.rule("bridge-missing-on-controllers", Severity.WARNING)
def bridge_missing_on_controllers(subject: InventorySubject) -> Iterator[Fault]:
    """The Controllers build the bridge of every physical network.

    Why: Their DHCP agents, routers and gateways serve the networks on it; without the
    bridge guests get no address over DHCP and no router.
    Fix: Give Controller a link with the bridge.
    Source: tripleo-heat-templates (Train): the Controller role runs the Neutron agents.
    """
    built = links_by_bridge(subject.inventory)
    if CONTROLLER not in subject.inventory.roles:
        return
    for name, network in subject.inventory.physical_networks.items():
        links = built.get(network.bridge, ()) if network.bridge else ()
        roles = list(dict.fromkeys(placed.role for placed in links))
        if roles and CONTROLLER not in roles:
            yield Fault(
                Place(("physical_networks", name, "bridge")),
                f"{listed(roles)} builds {network.bridge}, but no link of Controller does",
                f"add a link with bridge: {network.bridge} to Controller",
            )


@INVENTORY_RULES.rule("tunnels-outside-dpdk", Severity.WARNING)
def tunnels_outside_dpdk(subject: InventorySubject) -> Iterator[Fault]:
    """Tunnels of a DPDK role end on its user bridge.

    Why: With the Tenant network on another link the tunnel packets leave the DPDK
    datapath for the kernel and come back: slower than either.
    Fix: Move Tenant to the networks of the ovs-dpdk link.
    Source: Open vSwitch, userspace tunnelling; NFV guide, VXLAN with OVS-DPDK.
    """
    inventory = subject.inventory
    if inventory.site.tenant_network_type == "vlan":
        return
    for name in subject.dpdk_roles:
        for placed in role_links(inventory, name):
            if "Tenant" in placed.link.networks and placed.link.kind != "ovs-dpdk":
                yield Fault(
                    placed.place("networks", placed.link.networks.index("Tenant")),
                    f"{inventory.site.tenant_network_type} tunnels of {name} leave through "
                    f"{placed.name}, outside the DPDK datapath",
                    "move Tenant to networks of the ovs-dpdk link",
                )
