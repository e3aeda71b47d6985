"""The os-net-config objects of a role and the Heat parameters that they use.

One tree serves all nodes of a role: addresses, routes, VLAN ids and the MTU of a
network come from Heat, only what belongs to the links is literal.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from generator.derive.rxq_pins import affinity_command
from generator.explained import Explained
from generator.plan.nic_addresses import Addressing
from generator.plan.reasons import reason
from generator.plan.types import HeatValue, LinkPlan, NetObject, NetworkPlan, Setting
from generator.rxq_layout import RxqPort

RX_QUEUES = "NumDpdkInterfaceRxQueues"
BOND_OPTIONS = "BondInterfaceOvsOptions"
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_PINNED = (
    "Each rx queue has a PMD core of its own on the port's NUMA node, which polls nothing else;"
    " pin anew when rx_queue or OvsPmdCoreList changes"
)
T = TypeVar("T", int, str)


class Shared(NamedTuple):
    """Values that every link of their kind in the deployment agrees on.

    They are Heat parameters, to be changed in one place; where links differ there is
    None, and each link has its own value.
    """

    rx_queues: Explained[int] | None = None  # NumDpdkInterfaceRxQueues
    bond_options: Explained[str] | None = None  # BondInterfaceOvsOptions, kernel OVS bonds


def shared(links: Iterable[LinkPlan]) -> Shared:
    """What the links of all roles have in common."""
    found = tuple(links)
    return Shared(
        _common([plan.rx_queues for plan in found if plan.link.kind == "ovs-dpdk"]),
        _common([plan.options for plan in found if plan.link.kind == "ovs"]),
    )


def nic_config_name(role: str) -> str:
    """The file of a role's nic-config: nic-configs/compute-ovs-dpdk.yaml."""
    return f"nic-configs/{role_stem(role)}.yaml"


def role_stem(role: str) -> str:
    """A role in the name of a file: compute-ovs-dpdk."""
    return _HUMP.sub("-", role).lower()


def network_config(
    links: Sequence[LinkPlan],
    networks: Mapping[str, NetworkPlan],
    default_route: str,
    common: Shared,
    polled: Sequence[RxqPort] = (),
) -> tuple[NetObject, ...]:
    """The objects of a role's links, in order; `networks` are those of the deployment by
    name, `default_route` names the network whose gateway is the role's. Of the `polled` ports
    those with an affinity are pinned."""
    build = _Builder(Addressing(networks, default_route), common, polled)
    return tuple(made for plan in links for made in build.link(plan))


class _Builder(NamedTuple):
    on: Addressing
    common: Shared
    polled: Sequence[RxqPort]

    def link(self, plan: LinkPlan) -> Iterator[NetObject]:
        """The objects of one link at the top level."""
        if plan.link.kind == "linux":
            yield self._linux(plan)
            yield from self._vlans(plan, device=plan.name)
        elif plan.link.kind == "sriov":
            yield _sriov(plan)
        elif plan.link.kind == "ovs":
            port = self._ovs_bond(plan) if plan.link.bond else _interface(plan, 0, primary=True)
            untagged = self.on.untagged(plan.link.networks)
            yield self._bridge("ovs_bridge", plan, untagged, (port, *self._vlans(plan)))
        else:
            port = self._dpdk_bond(plan) if plan.link.bond else self._dpdk_port(plan, 0, alone=True)
            yield self._bridge("ovs_user_bridge", plan, plan.link.networks, (port,))

    def _linux(self, plan: LinkPlan) -> NetObject:
        addresses = self.on.settings(self.on.untagged(plan.link.networks))
        if not plan.link.bond:
            port = _interface(plan, 0)
            return NetObject(port.type, (*port.settings, *addresses))
        settings = (Setting("name", plan.name), _mtu(plan), *_options(plan, "bonding_options"))
        return NetObject("linux_bond", (*settings, *addresses), _members(plan))

    def _ovs_bond(self, plan: LinkPlan) -> NetObject:
        use: HeatValue = {"get_param": BOND_OPTIONS}
        options = _options(plan, "ovs_options", use if self.common.bond_options else None)
        return NetObject("ovs_bond", (Setting("name", plan.name), *options), _members(plan))

    def _bridge(
        self, kind: str, plan: LinkPlan, names: Sequence[str], members: tuple[NetObject, ...]
    ) -> NetObject:
        """A bridge; the networks named have their addresses on its own port, which is the
        only thing that its MTU acts on."""
        bridge = plan.link.bridge or ""
        settings = [Setting("name", bridge)]
        for name in self.on.tagged(names):
            tag = f"set port {bridge} tag={self.on.vlan(name)}"
            why = f"The VLAN of {name}: a DPDK bridge has no VLAN devices, its own port is tagged"
            settings.append(Setting("ovs_extra", [tag], why))
        if names:
            settings += [Setting("mtu", self.on.widest_mtu(names)), *self.on.settings(names)]
        return NetObject(kind, tuple(settings), members)

    def _dpdk_bond(self, plan: LinkPlan) -> NetObject:
        """MTU and queues count on the bond only; the ports name the driver."""
        ports = tuple(self._dpdk_port(plan, index) for index in range(len(plan.ports)))
        settings = (Setting("name", plan.name), _mtu(plan), *self._queues(plan), *self._pins(plan))
        return NetObject("ovs_dpdk_bond", (*settings, *_options(plan, "ovs_options")), ports)

    def _dpdk_port(self, plan: LinkPlan, index: int, alone: bool = False) -> NetObject:
        port = plan.ports[index]
        settings = (
            Setting("name", plan.dpdk_ports[index]),
            *((_mtu(plan), *self._queues(plan), *self._pins(plan)) if alone else ()),
            Setting("driver", port.dpdk_driver.value),
        )
        return NetObject(
            "ovs_dpdk_port", settings, (NetObject("interface", (Setting("name", port.name),)),)
        )

    def _queues(self, plan: LinkPlan) -> Iterator[Setting]:
        if queues := plan.rx_queues:
            use: HeatValue = {"get_param": RX_QUEUES} if self.common.rx_queues else queues.value
            yield Setting("rx_queue", use, reason(queues))

    def _pins(self, plan: LinkPlan) -> Iterator[Setting]:
        """On the bond, as what its ports say is dropped; a port without bond is its own."""
        own = [port for port in self.polled if port.name in plan.dpdk_ports and port.affinity]
        if own:
            yield Setting("ovs_extra", [affinity_command(port) for port in own], _PINNED)

    def _vlans(self, plan: LinkPlan, device: str = "") -> Iterator[NetObject]:
        behind = (Setting("device", device),) if device else ()
        for name in self.on.tagged(plan.link.networks):
            vlan = Setting("vlan_id", {"get_param": f"{name}NetworkVlanID"})
            mtu = Setting("mtu", self.on.widest_mtu([name]))
            settings = (*behind, vlan, mtu, *self.on.settings([name]))
            yield NetObject("vlan", settings, comment=name)


def _sriov(plan: LinkPlan) -> NetObject:
    """A port divided into functions; without any it is a port that no bridge takes."""
    if not (plan.vfs and plan.vfs.value):
        return _interface(plan, 0)
    settings = (
        Setting("name", plan.name),
        _mtu(plan),
        Setting("numvfs", plan.vfs.value, reason(plan.vfs)),
        Setting("promisc", False, "The host takes no packets of the guests' networks"),
    )
    return NetObject("sriov_pf", settings)


def _members(plan: LinkPlan) -> tuple[NetObject, ...]:
    return tuple(_interface(plan, index, primary=index == 0) for index in range(len(plan.ports)))


def _interface(plan: LinkPlan, index: int, primary: bool = False) -> NetObject:
    """A kernel port; the reason of its MTU stands on the bond, if there is one that has it."""
    own = plan.link.kind == "ovs" and index == 0
    first = (Setting("primary", True),) if primary else ()
    mtu = _mtu(plan) if own or not plan.link.bond else Setting("mtu", plan.mtu.value)
    return NetObject("interface", (Setting("name", plan.ports[index].name), *first, mtu))


def _mtu(plan: LinkPlan) -> Setting:
    return Setting("mtu", plan.mtu.value, reason(plan.mtu))


def _options(plan: LinkPlan, key: str, use: "HeatValue | None" = None) -> Iterator[Setting]:
    if options := plan.options:
        yield Setting(key, use or options.value, reason(options))


def _common(values: Sequence[Explained[T] | None]) -> Explained[T] | None:
    """The first of values that are all there and all equal."""
    found = [value for value in values if value is not None]
    return found[0] if found and len({value.value for value in found}) == 1 else None
