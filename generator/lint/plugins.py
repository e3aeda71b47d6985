"""Rules over Neutron's plugin and its drivers, and over Nova's scheduler."""

from collections.abc import Iterator

from generator.checks.wording import did_you_mean, listed
from generator.deployment.types import DeploymentView, RoleView
from generator.deployment.values import Value
from generator.findings import Severity
from generator.lint.ruleset import Found, rule
from generator.lint.scope import deployed, is_dpdk, texts
from generator.lint.tenant_types import overcloud, plugin
from generator.lint.tuned_roles import dpdk_links


@rule("network-type-unknown", Severity.ERROR)
def network_type_unknown(view: DeploymentView) -> Iterator[Found]:
    """NeutronNetworkType and NeutronTypeDrivers list types of networks that ML2 has.

    Why: neutron-server stops at a type that no driver of its is for.
    Fix: Write vlan, geneve, vxlan, flat, gre or local.
    Source: Neutron (Train), ML2 type drivers.
    """
    for name in ("NeutronNetworkType", "NeutronTypeDrivers", "NeutronTunnelTypes"):
        value = overcloud(view, name)
        for kind in texts(value) or ():
            if value is not None and kind not in _TYPES:
                yield Found(
                    value.at, f"ML2 has no networks of type {kind}",
                    did_you_mean(kind, _TYPES, f"write one of {listed(_TYPES)}"),
                )  # fmt: skip


_TYPES = ("vlan", "geneve", "vxlan", "flat", "gre", "local")


@rule("datapath-without-dpdk", Severity.ERROR)
def datapath_without_dpdk(view: DeploymentView) -> Iterator[Found]:
    """NeutronDatapathType of a DPDK role is netdev.

    Why: With another one the agent makes the bridges kernel bridges, which take no DPDK port
    and no vhost-user socket.
    Fix: Write netdev.
    Source: tripleo-heat-templates 11.6.0, neutron-ovs-dpdk-agent-container-puppet.yaml.
    """
    seen = set()
    for role in deployed(view):
        dpdk = is_dpdk(role) or dpdk_links(role.nic_config)
        value = view.effective(role.name, "NeutronDatapathType") if dpdk else None
        written = value.content if value is not None else None
        if value is None or not isinstance(written, str) or written in ("netdev", ""):
            continue
        if id(value) not in seen and plugin(view) != "ovn":
            seen.add(id(value))
            yield Found(
                value.at, f"the datapath of {role.name} is {written}, and it runs DPDK",
                "write NeutronDatapathType: netdev",
            )  # fmt: skip


@rule("tunnel-types-empty", Severity.ERROR)
def tunnel_types_empty(view: DeploymentView) -> Iterator[Found]:
    """Where tenant networks are tunnels first, NeutronTunnelTypes names them.

    Why: An empty list switches the tunnels of the OVS agents off; a network of such a type
    never gets a working port.
    Fix: Write the type, or make NeutronNetworkType vlan.
    Source: tripleo-heat-templates 11.6.0, NeutronTunnelTypes.
    """
    value, kinds = overcloud(view, "NeutronTunnelTypes"), texts(
        overcloud(view, "NeutronNetworkType")
    )  # fmt: skip
    if value is None or texts(value) != [] or value.content is None or not kinds:
        return
    if kinds[0] in {"vxlan", "gre"} and plugin(view) != "ovn":
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
    value = overcloud(view, "NeutronMechanismDrivers")
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


@rule("sriov-driver-order", Severity.INFO)
def sriov_driver_order(view: DeploymentView) -> Iterator[Found]:
    """sriovnicswitch comes first in NeutronMechanismDrivers.

    Why: ML2 asks the drivers in this order. The product's own file has sriovnicswitch first;
    another order works too, as long as the other drivers decline ports of type direct.
    Fix: Write it first.
    Source: tripleo-heat-templates 11.6.0, environments/services/neutron-sriov.yaml.
    """
    value = overcloud(view, "NeutronMechanismDrivers")
    drivers = texts(value) or []
    if value is not None and "sriovnicswitch" in drivers[1:]:
        names = ["sriovnicswitch", *(each for each in drivers if each != "sriovnicswitch")]
        yield Found(
            value.at, f"{drivers[0]} is asked before sriovnicswitch",
            f"write NeutronMechanismDrivers: [{', '.join(names)}]",
        )  # fmt: skip


def _offload(view: DeploymentView, roles: list[tuple[RoleView, Value]]) -> bool:
    """With hardware offload Open vSwitch binds the ports itself."""
    found = (view.effective(role.name, "OvsHwOffload") for role, _ in roles)
    return any(value is not None and value.content for value in found)


def _filters(view: DeploymentView) -> tuple[Value | None, list[str]]:
    value = overcloud(view, "NovaSchedulerDefaultFilters")
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
    value = overcloud(view, "NeutronOVSFirewallDriver")
    dpdk = [role.name for role in deployed(view) if is_dpdk(role)]
    if value is None or not dpdk or not isinstance(value.content, str) or not value.content:
        return
    if value.content not in {"openvswitch", "noop"} and value.known:
        yield Found(
            value.at, f"{value.content} does not work on ports of {dpdk[0]}",
            "write NeutronOVSFirewallDriver: openvswitch",
        )  # fmt: skip


@rule("firewall-driver-unset", Severity.WARNING)
def firewall_driver_unset(view: DeploymentView) -> Iterator[Found]:
    """With ML2/OVS and OVS-DPDK the firewall driver is set.

    Why: Unset it is iptables_hybrid, with which security groups do not act on vhost-user
    ports.
    Fix: Write NeutronOVSFirewallDriver: openvswitch.
    Source: RHOSP NFV guide 7.4; puppet-neutron, agents/ml2/ovs.pp.
    """
    value = view.parameters.get("NeutronOVSFirewallDriver")
    drivers = view.parameters.get("NeutronMechanismDrivers")
    if (value is not None and value.content) or not view.complete or plugin(view) != "ovs":
        return
    for role in deployed(view):
        if not is_dpdk(role):
            continue
        if place := drivers or role.block:
            yield Found(
                place.at.key, f"nothing sets NeutronOVSFirewallDriver, and {role.name} has DPDK",
                "add NeutronOVSFirewallDriver: openvswitch to parameter_defaults",
            )  # fmt: skip
        return
