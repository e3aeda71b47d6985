"""Rules over virtual functions: how many a card has, and which ones Nova's list catches."""

from collections.abc import Iterator

from generator.deployment.hosts import HostNic
from generator.deployment.types import DeploymentView, RoleView
from generator.deployment.values import Value
from generator.findings import Severity
from generator.lint.nics import host_of, number, shortened, text, uses
from generator.lint.physical_networks import PASSTHROUGH
from generator.lint.ruleset import Found, rule
from generator.lint.terms import titled


@rule("vfs-above-card", Severity.ERROR, needs_hosts=True)
def vfs_above_card(view: DeploymentView) -> Iterator[Found]:
    """A port is divided into at most the virtual functions that its card has.

    Why: os-net-config stops at a number above sriov_totalvfs, and the deployment with it.
    Fix: Lower the number to what the card's sriov_totalvfs shows.
    Source: os-net-config 11.5.0, sriov_config.py; Linux, sriov_totalvfs.
    """
    for config in view.nic_configs:
        host = host_of(view, config)
        for each in config.walk() if host else ():
            value, nic = each.get("numvfs"), host.nics.get(each.name) if host else None
            wanted, most = number(value), nic.facts.max_vfs.value if nic and nic.facts else None
            if value and nic and wanted and most is not None and wanted > most:
                yield Found(
                    value.at,
                    f"{wanted} virtual functions of {titled(view, each)} are more than the {most}"
                    f" of its card ({nic.model})",
                    f"write numvfs: {most} or less"
                    if not view.planned
                    else f"write vfs: {most} or less; where sriov_totalvfs shows more, state"
                    f" hardware: {{nics: {{{nic.model}: {{max_vfs: ...}}}}}}",
                    (nic.at,),
                )


@rule("pci-entry-hidden", Severity.ERROR)
def pci_entry_hidden(view: DeploymentView) -> Iterator[Found]:
    """Every entry of the device list catches devices that no earlier entry does.

    Why: Nova takes the first entry that fits a device, and its physical network with it: by
    ids alone one entry catches the functions of all ports of the machine, and networks of the
    later entry find none.
    Fix: Name the port of each: devname, or address.
    Source: nova 20.6, nova/pci/whitelist.py, get_devspec.
    """
    seen = set()
    for role in view.roles.values():
        value = view.effective(role.name, PASSTHROUGH)
        if value is None or id(value) in seen:
            continue
        seen.add(id(value))
        wide: list[Value] = []
        for entry in value.items:
            network = text(entry.get("physical_network"))
            hiding = next((each for each in wide if _covers(each, entry)), None)
            if hiding and text(hiding.get("physical_network")) != network:
                yield Found(
                    entry.at,
                    f"an earlier entry, for {text(hiding.get('physical_network')) or 'no network'},"
                    f" catches every device of this one, for {network or 'no network'}",
                    "write pci_match: devname on both links"
                    if view.planned
                    else "write devname or address in both, so that each has its own port",
                    (hiding.at,),
                )
            if entry.entries and not _placed(entry):
                wide.append(entry)


def _placed(entry: Value) -> bool:
    """Whether an entry is for certain ports only."""
    return bool(entry.get("devname") or entry.get("address"))


def _id(entry: Value, key: str) -> str | None:
    """A PCI id, None where the entry has none."""
    value = entry.get(key)
    return str(value.content).lower().removeprefix("0x") if value else None


def _covers(wide: Value, entry: Value) -> bool:
    """Whether an entry without a port catches all that another does, by its ids."""
    own = [(_id(wide, key), _id(entry, key)) for key in ("vendor_id", "product_id")]
    return all(one is None or one == other for one, other in own)


@rule("pci-entry-takes-used-port", Severity.ERROR, needs_hosts=True)
def pci_entry_takes_used_port(view: DeploymentView) -> Iterator[Found]:
    """The id of physical ports stands in the device list beside a port.

    Why: By its id alone Nova hands out any port of these cards, those of the host's bonds and
    of Open vSwitch included: the guest that gets one takes it from the node.
    Fix: Add devname or address of the port that is meant.
    Source: Red Hat, guidelines for configuring NovaPCIPassthrough; nova 20.6,
    nova/pci/devspec.py.
    """
    for role in view.roles.values():
        value = view.effective(role.name, PASSTHROUGH)
        used = _used(view, role) if value is not None else []
        for entry in value.items if value is not None and used else ():
            code = f"{_id(entry, 'vendor_id')}:{_id(entry, 'product_id')}"
            taken = [nic for nic in used if nic.facts and nic.facts.pci_id.value == code]
            if taken and not _placed(entry):
                yield Found(
                    entry.at,
                    f"{code} is the id of {shortened([nic.name for nic in taken])} too, which"
                    f" the links of {role.name} use",
                    "write pci_match: devname" if view.planned else "add devname, or address",
                    tuple(nic.at for nic in taken[:1]),
                )


def _used(view: DeploymentView, role: RoleView) -> list[HostNic]:
    """The ports of a role that bonds, bridges or addresses use."""
    config, host = role.nic_config, role.host
    if config is None or host is None:
        return []
    names = {
        use.port
        for use in uses(config)
        if use.by is not use.object or use.object.get("addresses") or use.object.data("use_dhcp")
    }
    return [nic for name, nic in host.nics.items() if name in names]
