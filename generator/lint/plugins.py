"""Rules over Neutron's plugin and its drivers, and over Nova's scheduler."""

from collections.abc import Iterator

from generator.deployment.types import DeploymentView, RoleView
from generator.deployment.values import Value
from generator.findings import Severity
from generator.lint.product_order import in_order, place_of, setting
from generator.lint.ruleset import Found, rule
from generator.lint.scope import DPDK, deployed, is_dpdk, of_other_release, of_undercloud, texts

_PLUGIN_KEY = "OS::TripleO::Docker::NeutronMl2PluginBase"


def _overcloud(view: DeploymentView, name: str) -> Value | None:
    """A global value, unless the undercloud's files set it: another deployment."""
    value = view.parameters.get(name)
    return None if value is None or of_undercloud(value.at.document) else value


def _plugin(view: DeploymentView) -> str:
    """ovs or ovn, as far as the files tell, else ""."""
    chosen = [each.environment.plugin for each in in_order(view) if each.environment.plugin]
    if chosen:
        return chosen[-1]
    drivers = texts(_overcloud(view, "NeutronMechanismDrivers")) or []
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
    value = _overcloud(view, "NeutronNetworkType")
    refused = [kind for kind in texts(value) or () if kind not in {"geneve", "vlan", "flat"}]
    if value is not None and refused and _plugin(view) == "ovn":
        yield Found(
            value.at, f"OVN makes no networks of type {', '.join(refused)}",
            "write NeutronNetworkType: geneve, or vlan",
        )  # fmt: skip


@rule("geneve-with-ovs", Severity.WARNING)
def geneve_with_ovs(view: DeploymentView) -> Iterator[Found]:
    """Tenant networks under ML2/OVS are of type vlan or vxlan.

    Why: The product's own files for ML2/OVS set up vxlan tunnels; geneve with this driver
    is outside what they are tested with.
    Fix: Write vxlan or vlan.
    Source: tripleo-heat-templates 11.6.0, environments/services/neutron-ovs.yaml.
    """
    value = _overcloud(view, "NeutronNetworkType")
    if value is not None and "geneve" in (texts(value) or ()) and _plugin(view) == "ovs":
        yield Found(
            value.at, "geneve with ML2/OVS is not what the product's own environment sets up",
            "write NeutronNetworkType: vxlan, or vlan",
        )  # fmt: skip


@rule("tunnel-types-empty", Severity.ERROR)
def tunnel_types_empty(view: DeploymentView) -> Iterator[Found]:
    """Where tenant networks are tunnels first, NeutronTunnelTypes names them.

    Why: An empty list switches the tunnels of the OVS agents off; a network of such a type
    never gets a working port.
    Fix: Write the type, or make NeutronNetworkType vlan.
    Source: tripleo-heat-templates 11.6.0, NeutronTunnelTypes.
    """
    value, kinds = _overcloud(view, "NeutronTunnelTypes"), texts(
        _overcloud(view, "NeutronNetworkType")
    )  # fmt: skip
    if value is None or texts(value) != [] or value.content is None or not kinds:
        return
    if kinds[0] in {"vxlan", "gre"} and _plugin(view) != "ovn":
        yield Found(
            value.at, f"tenant networks are {kinds[0]} first, but no tunnel type is on",
            f"write NeutronTunnelTypes: {kinds[0]}, or NeutronNetworkType: vlan",
            (view.parameters["NeutronNetworkType"].at,),
        )  # fmt: skip


def _sriov_roles(view: DeploymentView) -> list[tuple[RoleView, Value]]:
    """Roles that offer VFs of a physical network to guests, and the list that does it."""
    return [
        (role, value)
        for role in deployed(view)
        if role.has("NovaCompute") is not False
        and role.has("NeutronSriovAgent") is not False
        and (value := view.effective(role.name, "NovaPCIPassthrough")) is not None
        and any(item.get("physical_network") for item in value.items)
    ]


@rule("sriov-driver-missing", Severity.ERROR)
def sriov_driver_missing(view: DeploymentView) -> Iterator[Found]:
    """With SR-IOV roles NeutronMechanismDrivers holds sriovnicswitch.

    Why: Neutron binds a port of type direct with this driver only; without it the guest
    does not start.
    Fix: Write [sriovnicswitch, openvswitch], or [sriovnicswitch, ovn]; a plugin file passed
    after the SR-IOV file drops it again.
    Source: tripleo-heat-templates 11.6.0, environments/services/neutron-sriov.yaml.
    """
    value = _overcloud(view, "NeutronMechanismDrivers")
    drivers = texts(value)
    sriov = [(role, each) for role, each in _sriov_roles(view) if role.has("NeutronSriovAgent")]
    if value is None or drivers is None or not drivers or not sriov:
        return
    if "sriovnicswitch" not in drivers and not _offload(view, sriov):
        names = ", ".join(["sriovnicswitch", *drivers])
        yield Found(
            value.at, f"{sriov[0][0].name} offers VFs, but no driver binds their ports",
            f"write NeutronMechanismDrivers: [{names}]", (sriov[0][1].at,),
        )  # fmt: skip


def _offload(view: DeploymentView, roles: list[tuple[RoleView, Value]]) -> bool:
    """With hardware offload Open vSwitch binds the ports itself."""
    found = (view.effective(role.name, "OvsHwOffload") for role, _ in roles)
    return any(value is not None and value.content for value in found)


def _filters(view: DeploymentView) -> tuple[Value | None, list[str]]:
    value = _overcloud(view, "NovaSchedulerDefaultFilters")
    return value, texts(value) or []


@rule("numa-filter-missing", Severity.ERROR)
def numa_filter_missing(view: DeploymentView) -> Iterator[Found]:
    """NovaSchedulerDefaultFilters holds NUMATopologyFilter where guests are pinned.

    Why: Without it Nova sends guests with pinned CPUs and huge pages to hosts on which they
    do not fit; they fail there.
    Fix: Add NUMATopologyFilter to the list.
    Source: RHOSP NFV guide 7.4.2; Nova 20.0 (Train), filters.
    """
    value, filters = _filters(view)
    pinned = [
        role.name
        for role in deployed(view)
        if is_dpdk(role) or view.effective(role.name, "NovaComputeCpuDedicatedSet")
    ]
    if value is not None and filters and pinned and "NUMATopologyFilter" not in filters:
        yield Found(
            value.at, f"the list has no NUMATopologyFilter, which guests on {pinned[0]} need",
            f"write NovaSchedulerDefaultFilters: [{', '.join([*filters, 'NUMATopologyFilter'])}]",
        )  # fmt: skip


@rule("pci-filter-missing", Severity.ERROR)
def pci_filter_missing(view: DeploymentView) -> Iterator[Found]:
    """NovaSchedulerDefaultFilters holds PciPassthroughFilter where PCI devices are offered.

    Why: Without it Nova sends a guest with such a device to any host; it fails there.
    Fix: Add PciPassthroughFilter to the list.
    Source: RHOSP NFV guide, SR-IOV; Nova 20.0 (Train), filters.
    """
    value, filters = _filters(view)
    offering = [
        role.name
        for role in deployed(view)
        if role.has("NovaCompute") is not False
        and (devices := view.effective(role.name, "NovaPCIPassthrough")) is not None
        and devices.items
    ]
    if value is not None and filters and offering and "PciPassthroughFilter" not in filters:
        yield Found(
            value.at, f"the list has no PciPassthroughFilter, and {offering[0]} offers devices",
            f"write NovaSchedulerDefaultFilters: [{', '.join([*filters, 'PciPassthroughFilter'])}]",
        )  # fmt: skip


@rule("firewall-driver-hybrid", Severity.ERROR)
def firewall_driver_hybrid(view: DeploymentView) -> Iterator[Found]:
    """With OVS-DPDK the firewall driver is openvswitch, or none.

    Why: iptables_hybrid puts a Linux bridge between guest and Open vSwitch; a vhost-user
    port cannot be on one, so that security groups do not act.
    Fix: Write NeutronOVSFirewallDriver: openvswitch.
    Source: RHOSP NFV guide 7.4, OVS-DPDK with security groups.
    """
    value = _overcloud(view, "NeutronOVSFirewallDriver")
    dpdk = [role.name for role in deployed(view) if is_dpdk(role)]
    if value is None or not dpdk or not isinstance(value.content, str) or not value.content:
        return
    if value.content not in {"openvswitch", "noop"} and value.known:
        yield Found(
            value.at, f"{value.content} does not work on ports of {dpdk[0]}",
            "write NeutronOVSFirewallDriver: openvswitch",
        )  # fmt: skip


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
