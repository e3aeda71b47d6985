"""The physical networks of a deployment: what is mapped, ranged, flat, and built per role."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from generator.deployment.types import ConfigObject, DeploymentView, RoleView
from generator.deployment.values import At, Value
from generator.lint.nics import PHYSICAL_BRIDGE, bridge_name, bridges, literal, text
from generator.record import Frozen, record

MAPPINGS = "NeutronBridgeMappings"
RANGES = "NeutronNetworkVLANRanges"
FLAT = "NeutronFlatNetworks"
DEVICES = "NeutronPhysicalDevMappings"
PASSTHROUGH = "NovaPCIPassthrough"
_AGENTS = (
    "ComputeNeutronOvsAgent", "ComputeNeutronOvsDpdk", "NeutronOvsAgent", "NeutronOvsDpdkAgent",
    "OVNController", "NeutronL3Agent", "NeutronDhcpAgent",
)  # fmt: skip
_CORE = ("ComputeNeutronCorePlugin", "NeutronCorePlugin")
_BLOCK = "Parameters"


class Item(NamedTuple):
    """An item of a comma-delimited list: its fields and its place."""

    text: str
    fields: tuple[str, ...]
    at: At


class Range(NamedTuple):
    """A range of VLAN ids of a physical network."""

    physnet: str
    low: int
    high: int
    item: Item


def items(value: Value | None) -> tuple[Item, ...]:
    """The items of a list that people write as one text or as a list, without those that are
    not known. Items of a text have the place of the whole."""
    if value is None:
        return ()
    if isinstance(value.content, str):
        found = [(part, value.at) for part in value.content.split(",")]
    else:
        found = [(str(i.content), i.at) for i in value.items if isinstance(i.content, str)]
    stripped = [(part.strip(), at) for part, at in found]
    return tuple(Item(part, tuple(part.split(":")), at) for part, at in stripped if part)


@record
class Physnets(Frozen):
    """What several rules ask of the physical networks."""

    view: DeploymentView

    @cached_property
    def mappings(self) -> Mapping[int, tuple[Value, tuple[RoleView, ...]]]:
        """Every value of the bridge mappings with the roles that it acts for."""
        found: dict[int, tuple[Value, tuple[RoleView, ...]]] = {}
        for role in self.view.roles.values():
            value = self.view.effective(role.name, MAPPINGS)
            if value is not None:
                known, roles = found.get(id(value), (value, ()))
                found[id(value)] = (known, (*roles, role))
        whole = self.view.parameters.get(MAPPINGS)
        if whole is not None and id(whole) not in found:
            found[id(whole)] = (whole, ())
        return found

    @property
    def values(self) -> Iterator[Value]:
        """Every value of the bridge mappings."""
        return (value for value, _ in self.mappings.values())

    @cached_property
    def known(self) -> bool:
        """Whether all mappings are known values."""
        return bool(self.mappings) and all(
            value.known
            and not value.entries
            and all(len(item.fields) == 2 for item in items(value))
            for value in self.values
        )

    @cached_property
    def mapped(self) -> Mapping[str, str]:
        """The bridges of the physical networks that any mapping names."""
        return {
            item.fields[0]: item.fields[1]
            for value in self.values
            for item in items(value)
            if len(item.fields) == 2
        }

    @cached_property
    def bridges_mapped(self) -> frozenset[str]:
        """Every bridge that any mapping names."""
        return frozenset(
            item.fields[1] for value in self.values for item in items(value)
            if len(item.fields) == 2
        )  # fmt: skip

    @cached_property
    def devices(self) -> frozenset[str]:
        """The physical networks that virtual functions are on, in whatever block."""
        found = set()
        for name, value in self.view.parameters.items():
            inside = value.entries if name.endswith(_BLOCK) else {name: value}
            found |= set(_of_devices(inside))
        for role in self.view.roles.values():
            found |= set(_of_devices(role.parameters))
        return frozenset(found)

    @cached_property
    def ranges(self) -> tuple[Range, ...]:
        """The VLAN ranges that are written rightly."""
        return tuple(
            Range(item.fields[0], int(item.fields[1]), int(item.fields[2]), item)
            for item in items(self.view.parameters.get(RANGES))
            if len(item.fields) == 3 and all(part.isdecimal() for part in item.fields[1:])
        )

    @cached_property
    def waiting(self) -> str | None:
        """The one physical network that has VLANs and no bridge, if it is one: a bridge that
        nothing is mapped to may be its own."""
        ranged = {each.physnet for each in self.ranges}
        names = ranged - self.mapped.keys() - self.devices
        return names.pop() if len(names) == 1 else None

    @cached_property
    def outside(self) -> str:
        """The bridge to the outside world, which the product builds where no nic-config does;
        "" in a plan, where every role has one."""
        if self.view.planned:
            return ""
        return text(self.view.parameters.get(PHYSICAL_BRIDGE)) or "br-ex"


def _of_devices(parameters: Mapping[str, Value]) -> Iterator[str]:
    yield from (item.fields[0] for item in items(parameters.get(DEVICES)))
    passthrough = parameters.get(PASSTHROUGH)
    for entry in passthrough.items if passthrough else ():
        name = text(entry.get("physical_network"))
        if name:
            yield name


def built_by(view: DeploymentView, role: RoleView) -> frozenset[str] | None:
    """The bridges of Open vSwitch that a role builds; None where its nic-config is not known
    as a whole."""
    config = role.nic_config
    if config is None or config.unresolved:
        return None
    return frozenset(bridge_name(view, each) for each in bridges(config))


def may_map(role: RoleView) -> bool:
    """Whether a role may run what reads the bridge mappings."""
    if role.services is None:
        return True
    return any(role.has(service) for service in (*_AGENTS, *_CORE))


def known_builders(view: DeploymentView, roles: Iterable[RoleView]) -> bool:
    """Whether everybody who could build a bridge is known: roles_data was read, and so was
    the nic-config of every role that uses bridges."""
    able = [role for role in roles if may_map(role)]
    every = view.roles_read and view.complete
    return every and bool(able) and all(built_by(view, role) is not None for role in able)


def for_guests(view: DeploymentView, each: ConfigObject) -> bool:
    """Whether a bridge carries nothing of the host's own."""
    own = each.get("addresses") or each.data("use_dhcp") is True
    vlans = any(member.type == "vlan" for member in each.members)
    ports = any(member.type not in {"ovs_patch_port", "ovs_tunnel"} for member in each.members)
    return not own and not vlans and ports and (view.planned or literal(each))
