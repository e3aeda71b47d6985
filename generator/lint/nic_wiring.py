"""Rules over how the objects of a nic-config hang together: VLANs, physical functions."""

from collections.abc import Iterator, Mapping

from generator.checks.repeats import repeats
from generator.checks.wording import did_you_mean
from generator.deployment.types import ConfigObject, DeploymentView, NicConfig
from generator.deployment.values import Value
from generator.findings import Severity
from generator.lint.nic_types import BRIDGES, OTHER_VENDORS
from generator.lint.nics import (
    ALIAS,
    called,
    few,
    host_of,
    literal,
    number,
    replaced,
    text,
)
from generator.lint.ruleset import Found, rule

_LEGACY_VFS = "NeutronSriovNumVFs"


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
        if each.type == "vlan" and value and name and not bridged and not replaced(name):
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
        for (_, before), (device, value) in repeats(_functions(config)):
            yield Found(
                value.at, f"virtual function {value.content} of {device} is used already",
                "write another vfid", (before.at,),
            )  # fmt: skip


def _functions(config: NicConfig) -> Iterator[tuple[tuple[str, int], tuple[str, Value]]]:
    for each in config.walk():
        device, value = text(each.get("device")), each.get("vfid")
        vfid = number(value)
        if each.type == "sriov_vf" and device and value and vfid is not None:
            yield (device, vfid), (device, value)
