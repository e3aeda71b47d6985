"""Rules over what the OVN plugin is supported with."""

from collections.abc import Iterator

from generator.deployment.types import DeploymentView, RoleView
from generator.deployment.values import At
from generator.findings import Location, Severity
from generator.lint.product_order import in_order, place_of
from generator.lint.ruleset import Found, rule
from generator.lint.scope import deployed, is_dpdk, several_deployments
from generator.lint.tenant_types import overcloud, plugin


def _ovn(view: DeploymentView) -> At | Location | None:
    """What chooses OVN for an overcloud; None where nothing does."""
    if plugin(view) != "ovn" or several_deployments(view):
        return None
    if view.planned:
        return At(view.environments[0], ("site", "neutron"))
    files = [each for each in in_order(view) if each.environment.plugin]
    drivers = overcloud(view, "NeutronMechanismDrivers")
    return place_of(files[-1]) if files else drivers.at if drivers else None


def _remedy(view: DeploymentView) -> str:
    change = "write neutron: ovs" if view.planned else "pass environments/services/neutron-ovs.yaml"
    return f"{change}, or confirm with Red Hat"


@rule("ovn-dpdk-support-unknown", Severity.WARNING)
def ovn_dpdk_support_unknown(view: DeploymentView) -> Iterator[Found]:
    """OVS-DPDK runs under ML2/OVS.

    Why: No statement was found that Red Hat supports DPDK with OVN in 16.1; the reference
    architecture uses ML2/OVS.
    Fix: Pass the product's files for ML2/OVS, in an inventory write `neutron: ovs`; or ask
    Red Hat.
    Source: RHOSP 16.1 NFV guide; JetPack JS-16.1.21-10 uses ML2/OVS.
    """
    if any(is_dpdk(role) for role in deployed(view)) and (at := _ovn(view)):
        yield Found(
            at, "no statement was found that DPDK with OVN is supported in this release",
            _remedy(view),
        )  # fmt: skip


@rule("ovn-sriov-experimental", Severity.WARNING)
def ovn_sriov_experimental(view: DeploymentView) -> Iterator[Found]:
    """SR-IOV runs under ML2/OVS.

    Why: The product's environment file for SR-IOV with OVN calls itself experimental and not
    ready for production.
    Fix: Pass the product's files for ML2/OVS, in an inventory write `neutron: ovs`; or ask
    Red Hat.
    Source: tripleo-heat-templates 11.6.0, environments/services/neutron-ovn-sriov.yaml.
    """
    if any(_offers(view, role) for role in deployed(view)) and (at := _ovn(view)):
        yield Found(
            at, "SR-IOV with OVN is experimental in this release, by the product's own file for it",
            _remedy(view),
        )  # fmt: skip


def _offers(view: DeploymentView, role: RoleView) -> bool:
    """Whether guests of a role get functions. In files the agent alone does not tell."""
    if not role.has("NeutronSriovAgent"):
        return False
    devices = view.effective(role.name, "NovaPCIPassthrough")
    networks = devices.items if devices else ()
    return view.planned or any(each.get("physical_network") for each in networks)
