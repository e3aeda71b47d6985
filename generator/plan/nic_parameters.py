"""The Heat parameters that a role's nic-config declares.

The product passes its values to every nic-config, and Heat refuses a value whose
parameter is not declared. The rest comes from the environment files. A declaration
without default is one that must be given: a value gone missing then stops the
deployment instead of a node's network.
"""

from collections.abc import Iterator, Mapping, Sequence

from generator.plan.nic_addresses import CTLPLANE
from generator.plan.nic_config import BOND_OPTIONS, RX_QUEUES, Shared
from generator.plan.types import LinkPlan, NetworkPlan, NicParameter


def nic_parameters(
    links: Sequence[LinkPlan],
    networks: Mapping[str, NetworkPlan],
    default_route: str,
    common: Shared,
) -> tuple[NicParameter, ...]:
    """The parameters of a role with these links; arguments as for `network_config`."""
    names = dict.fromkeys(name for plan in links for name in plan.link.networks)
    names.pop(CTLPLANE, None)
    own = (
        parameter
        for name in names
        for parameter in _network(networks[name], gateway=name == default_route)
    )
    return (*_CONTROL_PLANE, *own, *_shared(links, common))


_CONTROL_PLANE = (
    NicParameter("ControlPlaneIp", "string", "Address on the control plane network."),
    NicParameter("ControlPlaneSubnetCidr", "string", "Prefix length of the control plane subnet."),
    NicParameter("ControlPlaneDefaultRoute", "string", "Gateway of the control plane subnet."),
    NicParameter("ControlPlaneStaticRoutes", "json", "Host routes of the control plane subnet."),
    NicParameter("ControlPlaneMtu", "number", "MTU of the control plane network."),
    NicParameter("DnsServers", "comma_delimited_list", "Name servers; the node keeps two."),
    NicParameter(
        "DnsSearchDomains", "comma_delimited_list", "Domains that names are looked up in.", []
    ),
)


def _network(network: NetworkPlan, gateway: bool) -> Iterator[NicParameter]:
    name = network.name
    yield NicParameter(f"{name}IpSubnet", "string", f"Address and prefix length on {name}.")
    if network.vlan is not None:
        yield NicParameter(f"{name}NetworkVlanID", "number", f"VLAN id of {name}.")
    yield NicParameter(f"{name}Mtu", "number", f"MTU of {name}.")
    yield NicParameter(f"{name}InterfaceRoutes", "json", f"Host routes of {name}.")
    if gateway:
        yield NicParameter(f"{name}InterfaceDefaultRoute", "string", f"Gateway of {name}.")


def _shared(links: Sequence[LinkPlan], common: Shared) -> Iterator[NicParameter]:
    kinds = {plan.link.kind for plan in links if plan.link.bond or plan.link.kind == "ovs-dpdk"}
    if common.rx_queues and "ovs-dpdk" in kinds:
        yield NicParameter(RX_QUEUES, "number", "Receive queues of each DPDK port.")
    if common.bond_options and "ovs" in kinds:
        yield NicParameter(BOND_OPTIONS, "string", "Options of the Open vSwitch kernel bonds.")
