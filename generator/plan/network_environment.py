"""Parameters of environments/network.yaml: what all roles share about networks."""

from collections.abc import Iterator, Mapping, Sequence

from generator.catalog.release import release
from generator.derive.mtu import global_physnet_mtu, physical_network_mtus
from generator.explained import Explained, copied
from generator.inventory import Inventory, PhysicalNetwork
from generator.plan.types import HeatValue, NetworkPlan, Parameter

ML2 = "tripleo-heat-templates deployment/neutron/neutron-plugin-ml2.yaml"
NETWORK_DATA = "the same values as in network_data.yaml"
# The public endpoint's network has the plain name, two others a name of their own
# (tripleo-heat-templates overcloud.j2.yaml).
CLOUD_NAMES = {
    "External": ("CloudName", ""),
    "InternalApi": ("CloudNameInternal", "internalapi."),
    "StorageMgmt": ("CloudNameStorageManagement", "storagemgmt."),
}


def network_parameters(
    inventory: Inventory, networks: Sequence[NetworkPlan], shared: Sequence[Parameter]
) -> tuple[Parameter, ...]:
    """Names and time, every network, Neutron, and what nic-configs share between roles."""
    return (
        *_site(inventory, networks),
        *(parameter for network in networks for parameter in _network(network)),
        *_neutron(inventory),
        *shared,
    )


def _site(inventory: Inventory, networks: Sequence[NetworkPlan]) -> Iterator[Parameter]:
    site = inventory.site
    yield _plain("DnsServers", [str(server) for server in site.dns_servers], "site.dns_servers")
    yield _plain("DnsSearchDomains", [site.domain], "site.domain")
    yield _plain("NtpServer", list(site.ntp_servers), "site.ntp_servers")
    yield _plain("TimeZone", site.timezone, "site.timezone")
    yield _plain("CloudDomain", site.domain, "site.domain")
    rule = (
        "the stack's name, the network and CloudDomain, so that certificates and /etc/hosts agree"
    )
    source = "tripleo-heat-templates overcloud.j2.yaml"
    names = {"CloudNameCtlplane": "ctlplane."}
    for network in networks:
        if network.vip:
            own = (f"CloudName{network.name}", f"{network.name.lower()}.")
            name, middle = CLOUD_NAMES.get(network.name, own)
            names[name] = middle
    for name, middle in names.items():
        value = f"{site.stack}.{middle}{site.domain}"
        yield Parameter(name, Explained[HeatValue](value, rule, source))
        rule = "likewise"


def _network(network: NetworkPlan) -> Iterator[Parameter]:
    name, path = network.name, f"networks.{network.name}"
    yield _plain(f"{name}NetCidr", network.ip_subnet, f"{path}.cidr")
    pools: HeatValue = [{"start": a, "end": b} for a, b in network.allocation_pools]
    yield _plain(f"{name}AllocationPools", pools, f"{path}.pool")
    if network.vlan is not None:
        yield _plain(f"{name}NetworkVlanID", network.vlan, f"{path}.vlan")
    yield _plain(f"{name}Mtu", network.mtu, f"{path}.mtu")
    if network.gateway_ip:
        yield _plain(f"{name}InterfaceDefaultRoute", network.gateway_ip, f"{path}.gateway")
    if network.routes:
        routes: HeatValue = [{"destination": a, "nexthop": b} for a, b in network.routes]
        yield _plain(f"{name}Routes", routes, f"{path}.routes")


def _neutron(inventory: Inventory) -> Iterator[Parameter]:
    physical, site = inventory.physical_networks, inventory.site
    yield Parameter("NeutronNetworkType", _tenant_type(site.tenant_network_type))
    if site.neutron == "ovs":
        yield from _ml2_ovs(site.tenant_network_type)
    yield Parameter(
        "NeutronBridgeMappings",
        Explained(bridge_mappings(physical), "physical network to bridge; a role that builds"
                  " fewer bridges has its own value", ML2),
    )  # fmt: skip
    yield Parameter("NeutronNetworkVLANRanges", _vlan_ranges(physical))
    flat: HeatValue = [name for name, network in physical.items() if network.flat]
    yield Parameter(
        "NeutronFlatNetworks",
        Explained(flat, "the physical networks marked flat; the default names datacentre", ML2),
    )
    yield from _mtus(inventory)
    yield from _path_mtu(inventory)


def bridge_mappings(physical: Mapping[str, PhysicalNetwork]) -> HeatValue:
    """`physint:br-tenant` and so on, in the order of the inventory."""
    return [f"{name}:{network.bridge}" for name, network in physical.items() if network.bridge]


def _tenant_type(kind: str) -> Explained[HeatValue]:
    rule = {
        "vlan": "tenants get VLANs of the ranges below: no tunnel header, the whole MTU",
        "vxlan": "tenants get VXLAN tunnels; 50 bytes of the MTU are header",
        "geneve": "tenants get Geneve tunnels; 58 bytes of the MTU are header",
    }[kind]
    return Explained([kind], f"{rule}; the product's plugin file, read before this one, resets it",
                     "inventory site.tenant_network_type")  # fmt: skip


def _ml2_ovs(kind: str) -> Iterator[Parameter]:
    tunnels: HeatValue = [] if kind == "vlan" else [kind]
    rule = "no tunnels are wanted" if kind == "vlan" else "the agents build these tunnels"
    yield Parameter(
        "NeutronTunnelTypes",
        Explained(tunnels, rule, "neutron-ovs-agent-container-puppet.yaml, default vxlan"),
    )
    if kind == "geneve":
        drivers: HeatValue = ["geneve", "vxlan", "vlan", "flat"]
        yield Parameter(
            "NeutronTypeDrivers",
            Explained(drivers, "the plugin's file does not list geneve", ML2),
        )
    yield Parameter(
        "NeutronOVSFirewallDriver",
        Explained(
            "openvswitch",
            "security groups as flows; the iptables driver needs a tap device, which a"
            " vhost-user port has not",
            "Neutron Train, Open vSwitch firewall driver",
        ),
    )


def vlan_ranges(physical: Mapping[str, PhysicalNetwork]) -> list[str]:
    """`physint:201:300` and so on, in the order of the inventory."""
    return [
        f"{name}:{first}:{last}"
        for name, network in physical.items()
        for first, last in (network.vlans.ranges if network.vlans else ())
    ]


def _vlan_ranges(physical: Mapping[str, PhysicalNetwork]) -> Explained[HeatValue]:
    ranges: HeatValue = list(vlan_ranges(physical))
    rule = "physical network:first:last of each VLAN range; the default is datacentre:1:1000"
    return Explained(ranges, rule, ML2)


def _mtus(inventory: Inventory) -> Iterator[Parameter]:
    mtus = {name: network.mtu for name, network in inventory.physical_networks.items()}
    if not mtus:
        return
    largest = global_physnet_mtu(mtus, _underlay(inventory), release(inventory.site.target))
    yield Parameter("NeutronGlobalPhysnetMtu", largest)
    lower = physical_network_mtus(mtus, largest.value)
    if lower.value:
        value: HeatValue = list(lower.value)
        yield Parameter("NeutronML2PhysicalNetworkMtus", Explained(value, lower.rule, lower.source))


def _underlay(inventory: Inventory) -> int | None:
    """The MTU of the Tenant network, if tunnels run over it."""
    tenant = inventory.networks.get("Tenant")
    return tenant.mtu if tenant and inventory.site.tenant_network_type != "vlan" else None


def _path_mtu(inventory: Inventory) -> Iterator[Parameter]:
    """Tunnels run over the Tenant network, which may be narrower than the provider networks."""
    underlay = _underlay(inventory)
    largest = max((network.mtu for network in inventory.physical_networks.values()), default=0)
    if underlay and underlay < largest:
        config: HeatValue = {"neutron::plugins::ml2::path_mtu": underlay}
        rule = (
            f"tunnels run over Tenant with MTU {underlay}, less than NeutronGlobalPhysnetMtu"
            f" {largest}: Neutron takes path_mtu for tunnels"
        )
        source = "Neutron ml2_conf.ini path_mtu; no Heat parameter has it"
        yield Parameter("ControllerExtraConfig", Explained(config, rule, source))


def _plain(name: str, value: HeatValue, path: str) -> Parameter:
    return Parameter(name, copied(value, path))
