"""Rules over nic-configs and the machines they are for: ports and their drivers."""

from collections.abc import Iterator

from generator.catalog.release import release
from generator.checks.wording import did_you_mean, listed
from generator.deployment.hosts import Host
from generator.deployment.types import ConfigObject, DeploymentView, NicConfig
from generator.deployment.values import At, Value
from generator.findings import Severity
from generator.lint.nic_wiring import defined_names, vlan_devices
from generator.lint.nics import ALIAS, called, driver_of, few, host_of, text, uses
from generator.lint.port_mappings import LOOKUP, mapped_aliases
from generator.lint.ruleset import Found, rule


def _named_ports(config: NicConfig) -> Iterator[Value]:
    """The names that have to be ports of the machine."""
    defined = defined_names(config)
    made = {each.name for each in config.walk() if each.type not in {"interface", "sriov_pf"}}
    for use in uses(config):
        if use.port not in made:
            yield use.value
    for each in config.walk():
        value = each.get("device")
        if each.type == "sriov_vf" and value and text(value) and text(value) not in defined:
            yield value
    for value in vlan_devices(config):
        if text(value) not in defined:
            yield value


@rule("port-unknown", Severity.ERROR, needs_hosts=True)
def port_unknown(view: DeploymentView) -> Iterator[Found]:
    """Every port of a nic-config is a port of the role's machines.

    Why: os-net-config writes the file of a plain port that does not exist without a word, and
    bringing it up fails; over a DPDK port, a physical function or a primary it stops.
    Fix: Write the name that the machine has.
    Source: os-net-config 11.5.0; measured.
    """
    aliases = mapped_aliases(view)
    for config in view.nic_configs:
        host = host_of(view, config)
        if host is None or not host.nics_known:
            continue
        used = {use.port for use in uses(config)}
        for value in _named_ports(config):
            name = text(value) or ""
            if name not in host.nics and name not in aliases and not ALIAS.fullmatch(name):
                yield Found(
                    value.at, f"the machines of {config.role} have no port {name}",
                    _port_hint(name, host, used), (host.at,),
                )  # fmt: skip


def _port_hint(name: str, host: Host, used: set[str]) -> str:
    """Ports that look alike, those first that nothing uses yet."""
    free = [port for port in host.nics if port not in used]
    otherwise = f"its ports are {listed(few(host.nics))}"
    return did_you_mean(name, few(free), did_you_mean(name, few(host.nics), otherwise))


@rule("port-alias-beyond", Severity.WARNING, needs_hosts=True)
def port_alias_beyond(view: DeploymentView) -> Iterator[Found]:
    """nicN counts no further than the machine has ports.

    Why: An alias that no active port answers to is taken for a name: os-net-config writes
    ifcfg-nic9, and nothing complains until ifup fails.
    Fix: Write a lower number, or the port's own name.
    Source: os-net-config 11.5.0, numbering of active ports; measured.
    """
    for config in view.nic_configs:
        host = host_of(view, config)
        if host is None or not host.nics_known or LOOKUP in view.parameters:
            continue
        for value in _named_ports(config):
            name = text(value) or ""
            if ALIAS.fullmatch(name) and int(name[3:]) > len(host.nics):
                yield Found(
                    value.at, f"there is no {name}: the machines of {config.role} have"
                    f" {len(host.nics)} ports", f"its ports are {listed(few(host.nics))}",
                    (host.at,),
                )  # fmt: skip


def _dpdk_ports(view: DeploymentView) -> Iterator[tuple[NicConfig, ConfigObject]]:
    for config in view.nic_configs:
        for each in config.walk():
            if each.type == "ovs_dpdk_port":
                yield config, each


@rule("dpdk-driver-unknown", Severity.ERROR)
def dpdk_driver_unknown(view: DeploymentView) -> Iterator[Found]:
    """The driver of a DPDK port is one that DPDK works with.

    Why: driverctl refuses a driver that does not exist, and os-net-config stops; bound to a
    kernel driver the port is not there for Open vSwitch.
    Fix: Write vfio-pci; for Mellanox cards mlx5_core.
    Source: os-net-config 11.5.0, measured; DPDK 19.11, Linux drivers.
    """
    drivers = release(view.target).drivers
    able = (*drivers.userspace.value.split(), *drivers.bifurcated.value.split())
    for _, each in _dpdk_ports(view):
        value, driver = each.get("driver"), driver_of(each)
        if value is None or not driver or driver in able:
            continue
        known = driver in drivers.kernel.value.split()
        near = did_you_mean(driver, able, "")
        if known or near:
            what = "a driver of the kernel" if known else "no driver of DPDK"
            yield Found(
                value.at, f"{driver} of {called(each)} is {what}",
                near if near and not known else "write driver: vfio-pci",
            )  # fmt: skip


@rule("dpdk-driver-of-other-card", Severity.ERROR, needs_hosts=True)
def dpdk_driver_of_other_card(view: DeploymentView) -> Iterator[Found]:
    """The driver of a DPDK port is the one that its card is run with.

    Why: Mellanox cards stay with their kernel driver, and vfio-pci takes the port away from
    it: Open vSwitch finds no device. Intel cards the reverse.
    Fix: Write `driver: mlx5_core` for Mellanox cards, vfio-pci or nothing for others.
    Source: DPDK 19.11, mlx5 guide and Linux drivers.
    """
    shared = release(view.target).drivers.bifurcated.value.split()
    for config, each in _dpdk_ports(view):
        host, driver = host_of(view, config), driver_of(each)
        for member in each.members:
            nic = host.nics.get(member.name) if host else None
            if nic is None or nic.facts is None or driver is None:
                continue
            right = nic.facts.dpdk_driver.value
            if (driver in shared or right in shared) and driver != right:
                value = each.get("driver")
                yield Found(
                    value.at if value else _driver_place(each),
                    f"{called(each)} binds {nic.name} ({nic.model}) to {driver}",
                    f"write driver: {right}", (nic.at,),
                )  # fmt: skip


def _driver_place(each: ConfigObject) -> At:
    return each.at.step("name") if "name" in each.settings else each.at
