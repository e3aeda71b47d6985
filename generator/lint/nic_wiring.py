"""Rules over how the objects of a nic-config hang together: names, ports, VLANs, PFs."""

from collections.abc import Iterator, Mapping

from generator.checks.wording import did_you_mean
from generator.deployment.hosts import Host
from generator.deployment.types import ConfigObject, DeploymentView, NicConfig
from generator.deployment.values import Value
from generator.findings import Severity
from generator.lint.nic_types import BRIDGES, OTHER_VENDORS
from generator.lint.nics import (
    ALIAS,
    REPLACED,
    Use,
    called,
    few,
    host_of,
    literal,
    number,
    shortened,
    text,
    uses,
)
from generator.lint.ruleset import Found, rule

_NAMED_APART = {"interface", "vlan", "sriov_pf", "sriov_vf", "route_table", ""}
_LEGACY_VFS = "NeutronSriovNumVFs"


@rule("name-twice", Severity.ERROR)
def name_twice(view: DeploymentView) -> Iterator[Found]:
    """The objects of a nic-config have different names.

    Why: One device per name: the later object's file replaces the earlier's, or ovs-vsctl
    refuses the second.
    Fix: Rename one of them, or merge the two.
    Source: os-net-config 11.5.0, ifcfg provider; measured.
    """
    for config in view.nic_configs:
        seen: dict[str, tuple[ConfigObject, Value]] = {}
        for each in config.walk():
            value = each.get("name")
            name = text(value)
            if not name or not value or each.type in _NAMED_APART:
                continue
            first, before = seen.setdefault(name, (each, value))
            if first is not each:
                yield Found(
                    value.at, f"{name} is the name of {called(first)} already",
                    "rename one of the two, or merge them", (before.at,),
                )  # fmt: skip


@rule("port-in-two-links", Severity.ERROR)
def port_in_two_links(view: DeploymentView) -> Iterator[Found]:
    """A port belongs to one bond, bridge or DPDK port.

    Why: Nothing complains: the later object takes the port and the earlier one runs on what
    is left, or a port bound to DPDK vanishes from its bond.
    Fix: Give the object a port of its own.
    Source: os-net-config 11.5.0, ifcfg provider; measured.
    """
    for config in view.nic_configs:
        seen: dict[str, Use] = {}
        free = FreePorts(host_of(view, config), config)
        for use in uses(config):
            first = seen.setdefault(use.port, use)
            if first is not use and not _alike(first, use):
                hint = f"give {_owner(use)} a port that is used nowhere else"
                if example := free.beside(use):
                    hint += f", for example {example}"
                yield Found(
                    use.value.at, f"{use.port} of {_owner(use)} is already used by"
                    f" {_owner(first)}", hint, (first.value.at,),
                )  # fmt: skip


def _alike(one: Use, other: Use) -> bool:
    """A physical function may stand beside an interface object that merely brings it up."""
    types = {one.object.type, other.object.type}
    return types == {"interface", "sriov_pf"} and one.by is one.object and other.by is other.object


def _owner(use: Use) -> str:
    return f"the {use.by.type} object" if use.by is use.object else called(use.by)


class FreePorts:
    """The ports of a host that a nic-config does not use; none where ports are named by
    aliases, as which they are is known on the node only."""

    def __init__(self, host: Host | None, config: NicConfig) -> None:
        taken = list(uses(config))
        aliases = any(ALIAS.fullmatch(use.port) for use in taken)
        self._nics = host.nics if host and host.nics_known and not aliases else {}
        self._mates: dict[int, str] = {}
        for use in taken:
            if use.port in self._nics:
                self._mates.setdefault(id(use.link), use.port)
        used = {use.port for use in taken}
        self._free: dict[tuple[object, ...], str] = {}
        for name, nic in self._nics.items():
            if name not in used:
                for key in ((nic.numa, nic.model), (nic.numa,), ()):
                    self._free.setdefault(key, name)

    def beside(self, use: Use) -> str | None:
        """A free port: if there is one, on the node and of the model of the other legs."""
        mate = self._nics.get(self._mates.get(id(use.link), ""))
        wanted = ((mate.numa, mate.model), (mate.numa,), ()) if mate else ((),)
        return next((self._free[key] for key in wanted if key in self._free), None)


@rule("vlan-without-device", Severity.ERROR)
def vlan_without_device(view: DeploymentView) -> Iterator[Found]:
    """A VLAN outside of a bridge names the device that it rides on.

    Why: os-net-config writes it without PHYSDEV, and ifup fails on the node.
    Fix: Write `device:` with the bond or interface, or make it a member of an OVS bridge.
    Source: os-net-config 11.5.0, ifcfg provider; measured.
    """
    for config in view.nic_configs:
        links = [top.name for top in config.objects if _carries(top)]
        for each, owners in config.nested():
            inside = owners and owners[-1].type not in {"linux_bridge"}
            if each.type != "vlan" or inside or "device" in each.settings or not literal(each):
                continue
            hint = f"write device: {links[-1]}" if links else "write device: with its bond"
            yield Found(each.at.step("type"), f"{called(each)} has no device to ride on", hint)


def _carries(top: ConfigObject) -> bool:
    return top.type in {"linux_bond", "interface", "team"} and bool(top.name)


@rule("vlan-device-undefined", Severity.WARNING)
def vlan_device_undefined(view: DeploymentView) -> Iterator[Found]:
    """The device of a VLAN is an object of the nic-config.

    Why: A VLAN comes up only on a device that is up: one that no object configures stays
    down, and one that does not exist makes ifup fail.
    Fix: Correct the name, or add an object for the device.
    Source: os-net-config 11.5.0, ifcfg provider; measured.
    """
    for config in view.nic_configs:
        defined = defined_names(config)
        host = host_of(view, config)
        for value in vlan_devices(config):
            name = text(value)
            absent = host and host.nics_known and name not in host.nics and not _alias(name)
            if name and name not in defined and not absent:
                hint = did_you_mean(name, few(defined), f"add an object for {name}")
                yield Found(value.at, f"no object of the nic-config configures {name}", hint)


def _alias(name: str | None) -> bool:
    return bool(name and ALIAS.fullmatch(name))


def defined_names(config: NicConfig) -> Mapping[str, ConfigObject]:
    """The devices that the objects of a nic-config make or configure."""
    found = {}
    for each in config.walk():
        if each.name:
            found[each.name] = each
        vlan = number(each.get("vlan_id")) if each.type == "vlan" else None
        if vlan:
            found[f"vlan{vlan}"] = each
    return found


def vlan_devices(config: NicConfig) -> Iterator[Value]:
    """The devices of VLANs outside of OVS bridges, which alone are looked at."""
    if any(value for value in config.unresolved):
        return  # the device may be an object that is not known
    for each, owners in config.nested():
        bridged = owners and (
            owners[-1].type in BRIDGES or owners[-1].type.startswith(OTHER_VENDORS)
        )
        value = each.get("device")
        name = text(value)
        if each.type == "vlan" and value and name and not bridged and not REPLACED.match(name):
            yield value


@rule("sriov-vf-without-pf", Severity.ERROR)
def sriov_vf_without_pf(view: DeploymentView) -> Iterator[Found]:
    """A virtual function belongs to a sriov_pf of the nic-config with enough of them.

    Why: os-net-config looks for the function on the node and refuses the configuration
    where there is none.
    Fix: Add the sriov_pf object, or raise its numvfs.
    Source: os-net-config 11.5.0; measured.
    """
    for config in view.nic_configs:
        made = {each.name: each for each in config.walk() if each.type == "sriov_pf"}
        for each in config.walk():
            device = each.get("device") if each.type == "sriov_vf" else None
            name = text(device)
            if device is None or name is None or _made_otherwise(view, config):
                continue
            count = number(made[name].get("numvfs")) if name in made else 0
            wanted = number(each.get("vfid"))
            if name not in made:
                yield Found(
                    device.at, f"no sriov_pf of the nic-config makes virtual functions of {name}",
                    did_you_mean(name, few(made), f"add a sriov_pf with name: {name} and numvfs"),
                )  # fmt: skip
            elif count is not None and wanted is not None and wanted >= count:
                vfid = each.settings["vfid"]
                yield Found(
                    vfid.at, f"{name} has {count} virtual functions, 0 to {count - 1}; there is no"
                    f" {wanted}", f"write numvfs: {wanted + 1} or more, or a lower vfid",
                    (made[name].settings["numvfs"].at,),
                )  # fmt: skip


def _made_otherwise(view: DeploymentView, config: NicConfig) -> bool:
    role = view.roles.get(config.role)
    return bool(config.unresolved) or bool(role and view.effective(role.name, _LEGACY_VFS))


@rule("sriov-vf-twice", Severity.ERROR)
def sriov_vf_twice(view: DeploymentView) -> Iterator[Found]:
    """A virtual function is used once.

    Why: The later object takes it from the earlier.
    Fix: Write another vfid.
    Source: os-net-config 11.5.0, ifcfg provider.
    """
    for config in view.nic_configs:
        seen: dict[tuple[str, int], Value] = {}
        for each in config.walk():
            device, vfid = text(each.get("device")), number(each.get("vfid"))
            value = each.get("vfid")
            if each.type != "sriov_vf" or device is None or vfid is None or value is None:
                continue
            before = seen.setdefault((device, vfid), value)
            if before is not value:
                yield Found(
                    value.at, f"virtual function {vfid} of {device} is used already",
                    "write another vfid", (before.at,),
                )  # fmt: skip


@rule("kernel-and-user-bridges", Severity.WARNING)
def kernel_and_user_bridges(view: DeploymentView) -> Iterator[Found]:
    """A role has kernel bridges or DPDK bridges, not both.

    Why: Director builds the mix, but Red Hat does not support ovs_bridge and
    ovs_user_bridge, or kernel and DPDK bonds of Open vSwitch, on one node.
    Fix: Make it a Linux bond without bridge, or an ovs_user_bridge.
    Source: RHOSP NFV guide, restrictions of OVS-DPDK.
    """
    for config in view.nic_configs:
        user = [each.name for each in config.objects if each.type == "ovs_user_bridge"]
        beside = shortened(user)
        for each in config.objects:
            if user and each.type == "ovs_bridge":
                yield Found(
                    each.at.step("type"), f"{called(each)} is a kernel bridge, beside the DPDK"
                    f" bridge {beside}", "make it a linux_bond with vlan objects",
                )  # fmt: skip
