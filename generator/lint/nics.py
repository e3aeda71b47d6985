"""What the rules over nic-configs share: names, places, the ports that objects use."""

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import islice
from typing import NamedTuple

from generator.checks.wording import listed
from generator.deployment.hosts import Host
from generator.deployment.types import ConfigObject, DeploymentView, NicConfig
from generator.deployment.values import At, Value
from generator.findings import Path, Place
from generator.lint.nic_types import BRIDGES
from generator.reading.yaml_nodes import Mapping, Node

ALIAS = re.compile(r"nic\d+")
PHYSICAL_BRIDGE = "NeutronPhysicalBridge"
_COMPARED = 100
_SHOWN = 8
Owned = tuple[ConfigObject, tuple[ConfigObject, ...]]


class Use(NamedTuple):
    """A physical port that an object of a nic-config uses. `by` is the object around it: its
    bond or DPDK port, the bridge, or the object itself; `link` the outermost one that is no
    bridge."""

    port: str
    value: Value
    object: ConfigObject
    by: ConfigObject
    link: ConfigObject


def spot(value: Value) -> At:
    """Where the template uses a value."""
    return value.used or value.at


def called(each: ConfigObject) -> str:
    """An object as people speak of it: `ovs_dpdk_port dpdk0`."""
    vlan = each.data("vlan_id")
    name = each.name or (f"{vlan}" if each.type == "vlan" and isinstance(vlan, int) else "")
    return f"{each.type} {name}".strip() or "the object"


def text(value: Value | None) -> str | None:
    """A value that is text and known, empty text left out."""
    return value.content if value and isinstance(value.content, str) and value.content else None


def number(value: Value | None) -> int | None:
    """A value that is a whole number."""
    if value is None or isinstance(value.content, bool) or not isinstance(value.content, int):
        return None
    return value.content


def taken_default(value: Value) -> bool:
    """Whether a value is the empty default of a parameter that nothing was passed for: only
    who has all files can tell what it will be."""
    return bool(value.parameters) and value.content in ("", 0, None)


def written(each: ConfigObject, key: str) -> Node | None:
    """The node that a key of an object has in the template; None where there is none."""
    _, node = each.at.document.nodes(Place(each.at.path))
    entry = node.entries.get(key) if isinstance(node, Mapping) else None
    return entry[1] if entry else None


def literal(each: ConfigObject) -> bool:
    """Whether an object stands in the file as a mapping, or was planned, so that what it
    lacks can be told."""
    return each.where is not None or written(each, "type") is not None


def unknown_members(config: NicConfig) -> Set[tuple[str, Path]]:
    """The places of members of which some were not resolved."""
    found = set()
    for value in config.unresolved:
        at = spot(value)
        for length, step in enumerate(at.path):
            if step == "members":
                found.add((at.document.file, at.path[:length]))
    return found


def members_known(each: ConfigObject, unknown: Set[tuple[str, Path]]) -> bool:
    """Whether every member of an object was resolved."""
    return literal(each) and (each.at.document.file, each.at.path) not in unknown


def shortened(names: Sequence[object]) -> str:
    """Names as people list them; of many the first ones, and how many more there are."""
    more = len(names) - _SHOWN
    if more > 1:
        return listed([*names[:_SHOWN], f"{more} more"])
    return listed(names) if names else ""


def replaced(name: str) -> bool:
    """Whether the product's script replaces a name on the node."""
    return name.startswith(("bridge_name", "interface_name"))


def few(names: Iterable[str]) -> list[str]:
    """Names that a wrong one is compared with: not so many that it takes long."""
    return list(islice(names, _COMPARED))


def uses(config: NicConfig) -> Iterator[Use]:
    """The physical ports that a nic-config uses, in order. VLANs are left out, as they ride
    on a port, and so are virtual functions."""
    for each, owners in config.nested():
        value = each.get("name")
        name = text(value)
        if each.type in {"interface", "sriov_pf"} and name and value and not replaced(name):
            line = [owner for owner in (*owners, each) if owner.type not in BRIDGES]
            yield Use(name, value, each, owners[-1] if owners else each, line[0])


def bridge_name(view: DeploymentView, each: ConfigObject) -> str:
    """The name of a bridge on the node."""
    if each.name.startswith("bridge_name"):
        return text(view.parameters.get(PHYSICAL_BRIDGE)) or "br-ex"
    return each.name


def bridges(config: NicConfig) -> Iterator[ConfigObject]:
    """The bridges of Open vSwitch that a nic-config builds."""
    return (each for each in config.objects if each.type in BRIDGES)


def host_of(view: DeploymentView, config: NicConfig) -> Host | None:
    """The machine that a nic-config is for."""
    role = view.roles.get(config.role)
    return role.host if role else None


def driver_of(port: ConfigObject) -> str | None:
    """The driver that a DPDK port is bound to; None where it is not known."""
    value = port.get("driver")
    return "vfio-pci" if value is None else text(value)
