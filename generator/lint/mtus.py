"""MTUs of what nic-configs build, and those that networks on it have."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.deployment.types import ConfigObject, DeploymentView, NicConfig
from generator.deployment.values import At, Composed, Provided, Value
from generator.lint.cpu_lists import list_text
from generator.lint.tuned_roles import DPDK_TYPES, STANDARD_MTU, dpdk_link, whole_number

GLOBAL = "NeutronGlobalPhysnetMtu"
KERNEL_LINKS = {"interface", "linux_bond", "ovs_bond", "team", "sriov_pf"}
_BRIDGES = {"ovs_bridge": KERNEL_LINKS, "ovs_user_bridge": DPDK_TYPES}


class Demand(NamedTuple):
    """An MTU that physical networks of a bridge have."""

    mtu: int
    networks: tuple[str, ...]
    at: At


def mtu_of(value: Value | None) -> int | None:
    """An MTU; None where it is not known."""
    return whole_number(value, STANDARD_MTU)


def setting(item: ConfigObject, key: str) -> At:
    """The place of a setting, or of the object that lacks it."""
    value = item.get(key)
    return value.at if value and value.content is not None else item.at


def demands(view: DeploymentView, config: NicConfig) -> Mapping[str, Demand]:
    """Bridge -> the largest MTU that Neutron gives networks on it."""
    value = view.parameters.get(GLOBAL)
    largest = whole_number(value, 0)
    if value is None or not largest:
        return {}
    own = dict(_pairs(view.parameters.get("NeutronML2PhysicalNetworkMtus")))
    name = "NeutronBridgeMappings"
    mappings = view.effective(config.role, name) if config.role else view.parameters.get(name)
    found: dict[str, Demand] = {}
    for network, bridge in _pairs(mappings):
        stated = own.get(network, "")
        mtu = min(int(stated), largest) if stated.isdecimal() and int(stated) else largest
        before = found.get(bridge)
        if before is None or mtu > before.mtu:
            found[bridge] = Demand(mtu, (network,), value.at)
        elif mtu == before.mtu:
            found[bridge] = before._replace(networks=(*before.networks, network))
    return found


def _pairs(value: Value | None) -> Iterator[tuple[str, str]]:
    """`physnet:rest` entries of a list or comma-separated text."""
    for item in (list_text(value) or "").split(",") if value else ():
        name, colon, rest = item.strip().partition(":")
        if colon:
            yield name, rest.strip()


def link_mtu(item: ConfigObject) -> int | None:
    """The MTU of an interface, bond or DPDK port; None where nobody can tell."""
    if item.type in DPDK_TYPES:
        return dpdk_link(item, None).mtu
    if item.type == "ovs_bond":
        members = [mtu_of(each.get("mtu")) for each in item.members if each.type == "interface"]
        known = [mtu for mtu in members if mtu is not None]
        return min(known) if known and len(known) == len(members) else None
    if item.type in {"linux_bond", "team"} and not item.get("mtu"):
        # The bond is told nothing; whether it takes up its members' MTU nobody promises.
        return None if any(each.get("mtu") for each in item.members) else STANDARD_MTU
    return mtu_of(item.get("mtu"))


class Carriers:
    """What VLANs of a nic-config ride on."""

    def __init__(self, config: NicConfig) -> None:
        self.objects = tuple(config.nested())
        self._named = {item.name: item for item, _ in self.objects if item.name}
        self._links: dict[int, list[ConfigObject]] = {}
        self._least: dict[int, int | None] = {}

    def below(self, vlan: ConfigObject, owners: tuple[ConfigObject, ...]) -> list[ConfigObject]:
        """The links of its bridge, or its device."""
        if owners:
            return self.links(owners[-1])
        device = self._named.get(str(vlan.data("device") or ""))
        return [device] if device and device.type in KERNEL_LINKS else []

    def links(self, bridge: ConfigObject) -> list[ConfigObject]:
        """The interfaces, bonds and DPDK ports of a bridge."""
        if id(bridge) not in self._links:
            kinds = _BRIDGES.get(bridge.type, ())
            self._links[id(bridge)] = [each for each in bridge.members if each.type in kinds]
        return self._links[id(bridge)]

    def through(self, vlan: ConfigObject, owners: tuple[ConfigObject, ...]) -> int | None:
        """The MTU that gets through below a VLAN."""
        return self._bridged(owners[-1]) if owners else least_mtu(self.below(vlan, owners))

    def _bridged(self, bridge: ConfigObject) -> int | None:
        if id(bridge) not in self._least:
            self._least[id(bridge)] = least_mtu(self.links(bridge))
        return self._least[id(bridge)]

    def passed(self, item: ConfigObject, owners: tuple[ConfigObject, ...]) -> int | None:
        """The MTU that packets of an object with an address have, None where nobody can
        tell."""
        if item.type in KERNEL_LINKS:
            return link_mtu(item)
        if item.type in _BRIDGES:
            through = self._bridged(item)
        elif item.type == "vlan":
            through = self.through(item, owners)
        else:
            return None
        own = mtu_of(item.get("mtu")) if item.get("mtu") else through
        return None if own is None or through is None else min(own, through)


def least_mtu(below: Sequence[ConfigObject]) -> int | None:
    """The MTU that gets through all that something rides on, None where one is not known."""
    found = [link_mtu(each) for each in below]
    known = [mtu for mtu in found if mtu is not None]
    return max(known) if known and len(known) == len(found) else None


def network_of(item: ConfigObject) -> str:
    """The network whose address an object has, "" where it has none."""
    addresses = item.get("addresses")
    for each in addresses.items if addresses else ():
        value = each.get("ip_netmask")
        content = value.content if value else None
        parts = content.parts if isinstance(content, Composed) else (content,)
        for part in parts:
            if isinstance(part, Provided) and part.what == "address":
                return part.network
    return ""
