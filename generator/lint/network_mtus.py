"""Rules over the MTUs of networks against the devices that carry them."""

from collections.abc import Iterator
from typing import NamedTuple

from generator.deployment.types import ConfigObject, DeploymentView
from generator.deployment.values import At
from generator.findings import Severity
from generator.lint.cpu_lists import list_text
from generator.lint.mtus import GLOBAL, Carriers, network_of, setting
from generator.lint.ruleset import Found, rule
from generator.lint.tenant_types import TUNNELS
from generator.lint.tuned_roles import whole_number


class _Carried(NamedTuple):
    """A network on a device of a nic-config, with the MTU that gets through."""

    network: str
    item: ConfigObject
    mtu: int

    @property
    def at(self) -> At:
        """Where the device's MTU is, or the device."""
        return setting(self.item, "mtu")

    @property
    def title(self) -> str:
        """The device."""
        return f"{self.item.type} {self.item.name}".rstrip()


def _carried(view: DeploymentView) -> Iterator[_Carried]:
    for config in view.nic_configs:
        carriers = Carriers(config)
        for item, owners in carriers.objects:
            network = network_of(item)
            mtu = carriers.passed(item, owners) if network else None
            if mtu:
                yield _Carried(network, item, mtu)


@rule("network-mtu-above-device", Severity.WARNING)
def network_mtu_above_device(view: DeploymentView) -> Iterator[Found]:
    """A device that carries a network has the MTU that network_data gives it.

    Why: The MTU of network_data reaches a node only where its nic-config asks for it; other
    nodes send larger packets, which are lost here.
    Fix: Write mtu on the device and on what is below it: {get_param: <Network>Mtu}.
    Source: tripleo-heat-templates 11.6.0, network_data.yaml mtu; RHOSP NFV guide, MTU section.
    """
    for each in _carried(view):
        stated = view.network_fact(each.network, "mtu") if each.network != "ctlplane" else None
        wanted = whole_number(stated, 0)
        if stated and wanted and wanted > each.mtu:
            yield Found(
                each.at,
                f"network {each.network} has MTU {wanted}, and {each.title} passes {each.mtu}",
                f"write mtu: {wanted} on it and on what is below it",
                (stated.at,),
            )


@rule("tunnels-above-network", Severity.WARNING)
def tunnels_above_network(view: DeploymentView) -> Iterator[Found]:
    """The Tenant network passes the MTU that Neutron takes for the underlay of tunnels.

    Why: Neutron takes NeutronGlobalPhysnetMtu less the tunnel's overhead for the MTU of
    tenant networks; what the underlay does not pass is lost.
    Fix: Write that mtu on the device of the Tenant network and on what is below it.
    Source: neutron, global_physnet_mtu and path_mtu; RHOSP NFV guide, MTU section.
    """
    value = view.parameters.get(GLOBAL)
    wanted = whole_number(value, 0)
    types = view.parameters.get("NeutronNetworkType")
    if value is None or not wanted or types is None:
        return
    tunnels = TUNNELS & {each.strip() for each in (list_text(types) or "").split(",")}
    for each in _carried(view) if tunnels else ():
        if each.network == "Tenant" and each.mtu < wanted:
            yield Found(
                each.at,
                f"{GLOBAL} is {wanted}, and {each.title} of the Tenant network, which carries "
                f"{' and '.join(sorted(tunnels))}, passes {each.mtu}",
                f"write mtu: {wanted} on it and on what is below it",
                (value.at, types.at),
            )
