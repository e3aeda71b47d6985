"""Rules over the network that the tunnels of tenant networks run on."""

from collections.abc import Iterator

from generator.deployment.types import DeploymentView
from generator.findings import Severity
from generator.lint.nics import text
from generator.lint.ruleset import Found, rule
from generator.lint.scope import several_deployments, texts
from generator.lint.tenant_types import TUNNELS, overcloud

_TYPE, _TENANT = "NeutronNetworkType", "tenant"


@rule("tunnels-without-network", Severity.ERROR)
def tunnels_without_network(view: DeploymentView) -> Iterator[Found]:
    """Tunnels of tenant networks have the Tenant network to run over.

    Why: Without it the tunnels run over the provisioning network, with an MTU that
    Neutron does not know of: large packets of guests are lost.
    Fix: Declare `Tenant` and put the Controllers and the computes on it.
    Source: tripleo-heat-templates (Train), ServiceNetMap: NeutronTenantNetwork.
    """
    value = overcloud(view, _TYPE)
    kinds = texts(value)
    known = view.networks_read and view.complete and not several_deployments(view)
    if value is None or not kinds or kinds[0] not in TUNNELS or not known or _has_tenant(view):
        return
    declare = "add Tenant to network_data and to the roles"
    if view.planned:
        declare = "declare Tenant under networks and on a link of each role"
    yield Found(
        value.at, f"{kinds[0]} needs a network Tenant, which is not declared",
        f"{declare}, or write vlan",
    )  # fmt: skip


def _has_tenant(view: DeploymentView) -> bool:
    """Whether the tunnels have a network of their own, by whatever name."""
    mapped = view.parameters.get("ServiceNetMap")
    if mapped is not None and (not mapped.known or mapped.get("NeutronTenantNetwork")):
        return True
    return any(
        network.enabled
        and _TENANT in (network.name_lower, text(network.get("service_net_map_replace")))
        for network in view.networks.values()
    )
