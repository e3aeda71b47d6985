"""Rules over the types of tenant networks that a plugin makes, and which plugin it is."""

from collections.abc import Iterator

from generator.deployment.types import DeploymentView
from generator.deployment.values import Value
from generator.findings import Severity
from generator.lint.ruleset import Found, rule
from generator.lint.scope import of_undercloud, texts
from generator.lint.terms import called

TUNNELS = frozenset({"vxlan", "geneve", "gre"})
"""The types of tenant networks that are tunnels."""


def overcloud(view: DeploymentView, name: str) -> Value | None:
    """A global value, unless the undercloud's files set it: another deployment."""
    value = view.parameters.get(name)
    return None if value is None or of_undercloud(value.at.document) else value


def plugin(view: DeploymentView) -> str:
    """ovs or ovn, as far as the files tell, else ""."""
    from generator.lint.product_order import in_order  # most types need no answer

    chosen = [each.environment.plugin for each in in_order(view) if each.environment.plugin]
    if chosen:
        return chosen[-1]
    drivers = texts(overcloud(view, "NeutronMechanismDrivers")) or []
    if "ovn" in drivers:
        return "ovn"
    return "ovs" if "openvswitch" in drivers else ""


@rule("vxlan-with-ovn", Severity.ERROR)
def vxlan_with_ovn(view: DeploymentView) -> Iterator[Found]:
    """Tenant networks under OVN are of type geneve, vlan or flat.

    Why: OVN of this release has no VXLAN tunnels between its nodes; Heat refuses the value
    where the OVN plugin is mapped.
    Fix: Write geneve or vlan.
    Source: tripleo-heat-templates 11.6.0, neutron-plugin-ml2-ovn.yaml, NeutronNetworkType.
    """
    value = overcloud(view, "NeutronNetworkType")
    refused = [kind for kind in texts(value) or () if kind not in {"geneve", "vlan", "flat"}]
    if value is not None and refused and plugin(view) == "ovn":
        yield Found(
            value.at, f"OVN makes no networks of type {', '.join(refused)}",
            f"write {called(view, 'NeutronNetworkType')}: geneve, or vlan",
        )  # fmt: skip


@rule("geneve-with-ovs", Severity.WARNING)
def geneve_with_ovs(view: DeploymentView) -> Iterator[Found]:
    """Tenant networks under ML2/OVS are of type vlan or vxlan.

    Why: The product's own files for ML2/OVS set up vxlan tunnels; geneve with this driver
    is outside what they are tested with.
    Fix: Write vxlan or vlan.
    Source: tripleo-heat-templates 11.6.0, environments/services/neutron-ovs.yaml.
    """
    value = overcloud(view, "NeutronNetworkType")
    if value is not None and "geneve" in (texts(value) or ()) and plugin(view) == "ovs":
        yield Found(
            value.at, "geneve with ML2/OVS is not what the product's own environment sets up",
            f"write {called(view, 'NeutronNetworkType')}: vxlan, or vlan",
        )  # fmt: skip
