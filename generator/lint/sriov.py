"""Rules over SR-IOV: the devices that Nova and Neutron are told of, and their functions."""

from collections.abc import Iterator, Mapping

from generator.catalog.files import read
from generator.checks.wording import did_you_mean, listed
from generator.deployment.types import ConfigObject, DeploymentView, RoleView
from generator.deployment.values import Value
from generator.findings import Severity
from generator.lint.nics import ALIAS, few, number, shortened, text
from generator.lint.pci_lists import code, entries, lists
from generator.lint.physical_networks import DEVICES, PASSTHROUGH, Physnets, items
from generator.lint.ruleset import Found, rule

_VFS = "NeutronSriovNumVFs"


@rule("pci-physical-function", Severity.ERROR)
def pci_physical_function(view: DeploymentView) -> Iterator[Found]:
    """Where virtual functions are made, the device list names them and not their physical one.

    Why: The id of the physical function matches no virtual one: Nova is offered none, and an
    instance with a port of type direct finds no valid host.
    Fix: Write the product id of the virtual functions, or devname with physical_network.
    Source: PCI ids of the DPDK 19.11 drivers; nova (Train), pci.passthrough_whitelist.
    """
    for value, role in lists(view):
        pfs = _made(role)
        numbered = bool(role and view.effective(role.name, _VFS))
        if not pfs and not numbered:
            continue  # the port itself may be meant, for direct-physical
        ports = _mapped_ports(view, role)
        offered = {_offer(entry) for entry in entries(value)}
        divided = {pf.name for pf in pfs}
        whole = _undivided(view, role, divided)
        for entry in entries(value):
            vendor, product = code(entry, "vendor_id"), code(entry, "product_id")
            known = read("virtual-functions")["functions"].get(f"{vendor}:{product}")
            network = text(entry.get("physical_network"))
            if known is None or {(network, known["virtual"]), (network, "")} & offered:
                continue
            if pfs and network in whole:
                continue  # none of the network's ports is divided
            at = entry.entries["product_id"].at
            yield Found(
                at, f"{product} is the physical function of {known['card']}; its virtual"
                f" functions are {known['virtual']}",
                _function_hint(
                    entry, known["virtual"], ports.get(network, pfs[0].name if pfs else "")
                ),
                tuple(pf.at for pf in pfs[:3]),
            )  # fmt: skip


def _undivided(view: DeploymentView, role: RoleView | None, divided: set[str]) -> set[str]:
    """The physical networks that only ports without virtual functions lead to."""
    mapped = [each.fields for each in items(view.effective(role.name, DEVICES))] if role else []
    pairs = [fields for fields in mapped if len(fields) == 2]
    parted = {name for name, port in pairs if port in divided or ALIAS.fullmatch(port)}
    return {name for name, _ in pairs} - parted


def _made(role: RoleView | None) -> list[ConfigObject]:
    """The physical functions of a role that get virtual ones."""
    config = role.nic_config if role else None
    found = config.walk() if config else ()
    return [each for each in found if each.type == "sriov_pf" and number(each.get("numvfs"))]


def _offer(entry: Value) -> tuple[str | None, str]:
    """What an entry offers on its physical network: a product, "" for those of a port."""
    network = text(entry.get("physical_network"))
    return network, "" if entry.get("devname") else code(entry, "product_id") or "other"


def _mapped_ports(view: DeploymentView, role: RoleView | None) -> Mapping[str | None, str]:
    """The port that each physical network of SR-IOV is mapped to first."""
    mapped = items(view.effective(role.name, DEVICES)) if role else ()
    return {each.fields[0]: each.fields[1] for each in reversed(mapped) if len(each.fields) > 1}


def _function_hint(entry: Value, product: str, port: str) -> str:
    where = " with the addresses of the virtual functions" if entry.get("address") else ""
    hint = f'write product_id: "{product}"{where}'
    network = text(entry.get("physical_network"))
    if network and port:
        hint += f', or devname: "{port}" with physical_network: "{network}"'
    return hint


@rule("sriov-mapping-syntax", Severity.ERROR)
def sriov_mapping_syntax(view: DeploymentView) -> Iterator[Found]:
    """NeutronPhysicalDevMappings is a list of PHYSNET:PORT.

    Why: The SR-IOV agent refuses what is no pair, and does not start.
    Fix: Write PHYSNET:PORT pairs.
    Source: Neutron (Train), physical_device_mappings.
    """
    seen = set()
    for role in view.roles.values():
        value = view.effective(role.name, DEVICES)
        if value is not None and id(value) not in seen:
            seen.add(id(value))
            for item in items(value):
                if len(item.fields) != 2 or not all(item.fields):
                    yield Found(item.at, f"'{item.text}' is no PHYSNET:PORT", "write PHYSNET:PORT")


@rule("pci-network-unmapped", Severity.ERROR)
def pci_network_unmapped(view: DeploymentView) -> Iterator[Found]:
    """The physical networks of the device list are those that the SR-IOV agent maps.

    Why: Nova offers the device on a network that no agent of the node knows, and Neutron
    binds no port on it.
    Fix: Write the same name in NovaPCIPassthrough and NeutronPhysicalDevMappings.
    Source: Neutron (Train), SR-IOV agent: physical_device_mappings.
    """
    physnets = Physnets(view)
    for value, role in lists(view):
        mapped = _mapped_ports(view, role)
        for entry in entries(value) if mapped else ():
            named = entry.get("physical_network")
            name = text(named)
            if not named or not name or name in mapped or name in physnets.mapped:
                continue
            names = [each for each in mapped if each]
            hint = did_you_mean(name, few(names), f"mapped are {shortened(names)}")
            yield Found(named.at, f"{DEVICES} maps no port to {name}", hint)


@rule("pci-device-unmapped", Severity.ERROR)
def pci_device_unmapped(view: DeploymentView) -> Iterator[Found]:
    """A port of the device list is mapped to the same physical network for the SR-IOV agent.

    Why: Nova hands out functions of a port that the agent does not look after: it never
    reports the guest's port as up, and the guest does not start.
    Fix: Write the same port in NovaPCIPassthrough and NeutronPhysicalDevMappings.
    Source: Neutron (Train), SR-IOV agent: physical_device_mappings.
    """
    for value, role in lists(view):
        if role is None or not role.has("NeutronSriovAgent"):
            continue
        ports: dict[str, list[str]] = {}
        for each in items(view.effective(role.name, DEVICES)):
            if len(each.fields) == 2:
                ports.setdefault(each.fields[0], []).append(each.fields[1])
        for entry in entries(value):
            named, network = entry.get("devname"), text(entry.get("physical_network"))
            port, mapped = text(named), ports.get(network or "", [])
            if named and port and mapped and port not in mapped:
                yield Found(
                    named.at, f"{DEVICES} maps {network} to {listed(mapped)}, not to {port}",
                    did_you_mean(port, mapped, f"write devname: {mapped[0]}, or map {port} too"),
                )  # fmt: skip


@rule("pci-device-without-network", Severity.WARNING)
def pci_device_without_network(view: DeploymentView) -> Iterator[Found]:
    """A port that the SR-IOV agent looks after has its physical network in the device list.

    Why: Nova gives a port of type direct only a function whose physical_network is that of
    the port's network: this one is for flavors with an alias alone.
    Fix: Add physical_network.
    Source: nova (Train), pci.passthrough_whitelist and Neutron ports.
    """
    for value, role in lists(view):
        networks = {port: name for name, port in _mapped_ports(view, role).items() if name}
        for entry in entries(value):
            port = text(entry.get("devname"))
            if port in networks and not entry.get("physical_network"):
                yield Found(
                    entry.at, f"{port} is offered without its physical network",
                    f"add physical_network: {networks[port]}",
                )  # fmt: skip


@rule("pci-device-without-functions", Severity.WARNING)
def pci_device_without_functions(view: DeploymentView) -> Iterator[Found]:
    """A port that is handed to guests is a sriov_pf of the role's nic-config.

    Why: Without virtual functions only the whole port can be handed out; a port that bonds
    or DPDK use is taken from them.
    Fix: Add a sriov_pf with numvfs, or correct the name.
    Source: tripleo-heat-templates (Train): VFs are made by sriov_pf of the nic-config.
    """
    for role in view.roles.values():
        config = role.nic_config
        if config is None or config.unresolved or view.effective(role.name, _VFS):
            continue
        made = [each.name for each in config.walk() if each.type == "sriov_pf"]
        value = view.effective(role.name, DEVICES)
        aliases = any(ALIAS.fullmatch(name) for name in made)
        if not made or aliases or value is None or role.has("NeutronSriovAgent") is False:
            continue
        handed = _whole_ports(view.effective(role.name, PASSTHROUGH))
        for item in items(value):
            port = item.fields[1] if len(item.fields) == 2 else ""
            if port and port not in made and port not in handed:
                yield Found(
                    item.at, f"the nic-config of {role.name} has no sriov_pf {port}",
                    did_you_mean(port, made, f"it has {listed(made)}"),
                )  # fmt: skip


def _whole_ports(value: Value | None) -> set[str]:
    """The ports that an entry hands out themselves: it has the id of the physical function."""
    known = read("virtual-functions")["functions"]
    return {
        port
        for entry in (entries(value) if value is not None else ())
        if f"{code(entry, 'vendor_id')}:{code(entry, 'product_id')}" in known
        and (port := text(entry.get("devname")))
    }
