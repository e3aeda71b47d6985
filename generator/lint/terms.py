"""What a setting is called, and how a value of it is written, where its user sets it: in
Heat's and os-net-config's words for files, in those of the inventory for a plan."""

from collections.abc import Sequence

from generator.deployment.inventory_keys import inventory_key
from generator.deployment.types import ConfigObject, DeploymentView
from generator.deployment.values import At, Value
from generator.derive.socket_memory import socket_memory_text
from generator.lint import nics
from generator.values import MemorySize


def called(view: DeploymentView, name: str) -> str:
    """A Heat parameter, an argument in KernelArgs or a key of os-net-config."""
    return inventory_key(name) if view.planned else name


def titled(view: DeploymentView, each: ConfigObject) -> str:
    """An object of a nic-config: `ovs_dpdk_bond dpdkbond0`; in an inventory, which knows
    neither types nor the names of DPDK ports, the bond, bridge or port."""
    if not view.planned:
        return nics.called(each)
    port = each.members if each.type == "ovs_dpdk_port" else ()
    return port[0].name if port else each.name


def write(view: DeploymentView, name: str, text: str, value: Value | None = None) -> str:
    """The advice to write a text. In an inventory a value that stands there may as well be
    removed: it is then derived."""
    advice = f'write {called(view, name)}: "{text}"'
    if view.planned and value and not value.derived:
        return f"{advice}, or remove it to have it derived"
    return advice


def write_pair(view: DeploymentView, name: str, value: object) -> str:
    """`hugepages=64` of KernelArgs, `hugepages: 64` of an inventory."""
    return f"{called(view, name)}{': ' if view.planned else '='}{value}"


def write_memory(view: DeploymentView, mib: Sequence[int]) -> str:
    """Open vSwitch's memory by NUMA node."""
    sizes = [MemorySize.mib(each) for each in mib]
    if view.planned:
        return f"write socket_memory: [{', '.join(map(str, sizes))}]"
    return f'write OvsDpdkSocketMemory: "{socket_memory_text(sizes)}"'


def written(*values: Value | None) -> tuple[At, ...]:
    """The places of those that somebody wrote."""
    return tuple(value.at for value in values if value and not value.derived)
