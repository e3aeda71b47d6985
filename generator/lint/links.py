"""Rules over the links of a role: names, ports and bridges that two of them want."""

from collections.abc import Iterator

from generator.checks.repeats import repeats
from generator.deployment.hosts import Host
from generator.deployment.types import DeploymentView, NicConfig
from generator.findings import Severity
from generator.lint.nic_types import BONDS, BRIDGES
from generator.lint.nics import (
    ALIAS,
    Use,
    called,
    host_of,
    members_known,
    shortened,
    unknown_members,
    uses,
)
from generator.lint.ruleset import Found, rule
from generator.lint.terms import titled

_NAMED_APART = {"interface", "vlan", "sriov_pf", "sriov_vf", "route_table", ""}


@rule("name-twice", Severity.ERROR)
def name_twice(view: DeploymentView) -> Iterator[Found]:
    """The objects of a nic-config have different names.

    Why: One device per name: the later object's file replaces the earlier's, or ovs-vsctl
    refuses the second.
    Fix: Rename one of them, or put the ports of both into one.
    Source: os-net-config 11.5.0, ifcfg provider; measured.
    """
    for config in view.nic_configs:
        named = (each for each in config.walk() if each.type not in _NAMED_APART)
        for first, each in repeats((name, each) for each in named if (name := each.name)):
            other = "a bridge" if first.type in BRIDGES else "a bond"
            yield Found(
                each.settings["name"].at,
                f"{each.name} is the name of {other if view.planned else called(first)} already",
                "rename one of the two, or put the ports of both into one",
                (first.settings["name"].at,),
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
        free: FreePorts | None = None
        for first, use in repeats((each.port, each) for each in uses(config)):
            # In an inventory each link is whole: two of them are two owners.
            if view.planned or not _alike(first, use):
                hint = f"give {_owner(view, use)} a port that is used nowhere else"
                free = free or FreePorts(host_of(view, config), config)
                if example := free.beside(use):
                    hint += f", for example {example}"
                yield Found(
                    use.value.at, f"{use.port} of {_owner(view, use)} is already used by"
                    f" {_owner(view, first, 'another')}", hint, (first.value.at,),
                )  # fmt: skip


def _alike(one: Use, other: Use) -> bool:
    """A physical function may stand beside an interface object that merely brings it up."""
    types = {one.object.type, other.object.type}
    return types == {"interface", "sriov_pf"} and one.by is one.object and other.by is other.object


def _owner(view: DeploymentView, use: Use, other: str = "this") -> str:
    if view.planned:
        return use.link.name if use.link.type in BONDS else f"{other} link"
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
        hint = "make it a linux_bond with vlan objects"
        if view.planned:
            hint = "make it kind: linux without a bridge, or kind: ovs-dpdk"
        for each in config.objects:
            if user and each.type == "ovs_bridge":
                yield Found(
                    each.place("type"), f"{titled(view, each)} is a kernel bridge, beside the DPDK"
                    f" bridge {beside}", hint,
                )  # fmt: skip


@rule("bond-of-one-port", Severity.ERROR)
def bond_of_one_port(view: DeploymentView) -> Iterator[Found]:
    """A bond of Open vSwitch has at least two ports.

    Why: os-net-config writes it, and ovs-vsctl refuses add-bond with one interface: the
    bridge comes up without any port.
    Fix: Add a port, or put the one port into the bridge itself: in an inventory that is a
    link without `bond` and `mode`.
    Source: Open vSwitch 2.13, ovs-vsctl add-bond.
    """
    for config in view.nic_configs:
        unknown = unknown_members(config)
        for each in config.walk():
            ovs = each.type in {"ovs_bond", "ovs_dpdk_bond"}
            if ovs and len(each.members) == 1 and members_known(each, unknown):
                into = f"put {called(each.members[0])} into the bridge itself"
                yield Found(
                    each.place("members").key,
                    f"{titled(view, each)} has one port; Open vSwitch makes a bond of two or more",
                    f"add a port, or {'remove bond and mode' if view.planned else into}",
                )
