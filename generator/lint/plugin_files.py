"""Rules over the product's plugin files: do they fit each other, and do they come first."""

from collections.abc import Iterator

from generator.deployment.types import DeploymentView
from generator.findings import Severity
from generator.lint.product_order import in_order, place_of, setting
from generator.lint.ruleset import Found, rule
from generator.lint.scope import DPDK, deployed, is_dpdk, of_other_release

_PLUGIN_KEY = "OS::TripleO::Docker::NeutronMl2PluginBase"


@rule("plugin-files-mixed", Severity.ERROR)
def plugin_files_mixed(view: DeploymentView) -> Iterator[Found]:
    """The files for DPDK and SR-IOV belong to the plugin that is chosen.

    Why: neutron-ovs-dpdk.yaml without neutron-ovs.yaml is accepted: an OVN plugin on the
    controllers, an OVS agent on the computes. The other way round it is the same.
    Fix: Pass services/neutron-ovs.yaml before it, or the file for OVN.
    Source: tripleo-heat-templates 11.6.0: OVN is the default of Train.
    """
    plugin = _chosen_plugin(view)
    passed = list(in_order(view))
    for kind in ("dpdk", "sriov"):
        adding = [each for each in passed if getattr(each.environment, kind)]
        at = place_of(adding[-1]) if adding else None
        if at is None or not plugin or adding[-1].environment.needs == plugin:
            continue
        environment = adding[-1].environment
        right = f"services/neutron-{'ovs' if environment.needs == 'ovs' else 'ovn-ha'}.yaml"
        chosen = [each for each in passed if each.environment.plugin]
        instead = f"instead of {chosen[-1].environment.path}" if chosen else "before it"
        yield Found(
            at,
            f"{environment.path} is for {_NAMES[environment.needs]}, "
            f"but the plugin is {_NAMES[plugin]}{'' if chosen else ', the default of Train'}",
            f"pass {right} {instead}",
            tuple(found for each in chosen if (found := place_of(each))),
        )


_NAMES = {"ovs": "ML2/OVS", "ovn": "ML2/OVN"}


def _chosen_plugin(view: DeploymentView) -> str:
    """The plugin that the registry comes to; "" where nobody can tell."""
    chosen = [each.environment.plugin for each in in_order(view) if each.environment.plugin]
    if chosen:
        return chosen[-1]
    if _PLUGIN_KEY in view.registry or not view.complete or of_other_release(view):
        return ""
    if view.deploy and any(argument.unclear for argument in view.deploy.environments):
        return ""
    return "ovn"


@rule("dpdk-service-unmapped", Severity.ERROR)
def dpdk_service_unmapped(view: DeploymentView) -> Iterator[Found]:
    """With a DPDK role one of the product's files for DPDK is passed.

    Why: The registry maps ComputeNeutronOvsDpdk to nothing by default: Open vSwitch then
    runs without DPDK, and user bridges stay dead.
    Fix: Pass services/neutron-ovs-dpdk.yaml, or services/neutron-ovn-dpdk.yaml.
    Source: tripleo-heat-templates 11.6.0, overcloud-resource-registry-puppet.j2.yaml.
    """
    mapped = any(each.environment.dpdk for each in in_order(view))
    if view.deploy is None or not view.complete or mapped:
        return
    if any(argument.unclear for argument in view.deploy.environments):
        return
    if f"OS::TripleO::Services::{DPDK}" in view.registry:
        return
    for role in deployed(view):
        if is_dpdk(role) and role.at is not None:
            yield Found(
                role.at.step("name"), f"nothing maps the service {DPDK} of {role.name}",
                "pass services/neutron-ovs-dpdk.yaml to the deploy command",
            )  # fmt: skip


@rule("product-file-after-ours", Severity.ERROR)
def product_file_after_ours(view: DeploymentView) -> Iterator[Found]:
    """The product's plugin, DPDK and SR-IOV files come before files of one's own.

    Why: The last file wins: a product's file that is passed later takes the value of ours
    back without a word.
    Fix: Pass it before the file that sets the value.
    Source: python-heatclient: environments are merged in -e order; environments/services.
    """
    for name, value, each in setting(view):
        yield Found(
            value.at.key,
            f"{name} has no effect: {each.environment.path}, which is passed later, sets it to "
            f"{_shown(each.environment.parameters[name])}",
            f"pass {each.environment.path} before this file",
            tuple(found for found in [place_of(each)] if found),
        )


def _shown(data: object) -> str:
    return f"[{', '.join(map(str, data))}]" if isinstance(data, list) else str(data)
