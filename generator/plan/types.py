"""The plan: everything derived, final and explained. Templates only lay it out."""

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from generator.catalog.roles import RoleFacts
from generator.derive.card_load import CardLoad
from generator.derive.cpu_partitioning import CpuPartition
from generator.derive.guest_ports import GuestPort
from generator.derive.hugepages import NodeMemory
from generator.derive.pmd_cores import NodeLoad
from generator.derive.pmd_load import Cost, PortLoad
from generator.derive.rate_table import RateRow
from generator.derive.rxq_types import Assignment
from generator.derive.socket_memory import SocketNeed
from generator.explained import Explained, Fact
from generator.findings import Finding, Path
from generator.inventory import Datapath, Inventory, Link
from generator.reading.document import InputFile
from generator.record import Frozen, record
from generator.rxq_layout import OvsVersion, RxqLayout
from generator.topology.types import Port, Topology
from generator.values import Frequency, Load, MemorySize

HeatValue: TypeAlias = "str | int | bool | list[HeatValue] | dict[str, HeatValue]"
"""A value as it stands in a YAML file: `{"get_param": NAME}` included."""


class Parameter(NamedTuple):
    """A Heat parameter. A value without a rule is copied from the inventory, uncommented."""

    name: str
    value: Explained[HeatValue]


class Setting(NamedTuple):
    """One key of an os-net-config object, with a comment where there is something to say."""

    key: str
    value: HeatValue
    comment: str = ""


class NetObject(NamedTuple):
    """An os-net-config object: `type` first, then its settings, then its members."""

    type: str
    settings: tuple[Setting, ...]
    members: tuple["NetObject", ...] = ()
    comment: str = ""


class NicParameter(NamedTuple):
    """A parameter that a nic-config template declares; no default means it must be given."""

    name: str
    type: str  # Heat's: string, number, json, comma_delimited_list
    description: str
    default: "HeatValue | None" = None


class LinkPlan(NamedTuple):
    """A bond or a port of a role with what was derived for it."""

    name: str  # of the bond, or of the only port
    path: Path  # in the inventory
    link: Link
    ports: tuple[Port, ...]
    mtu: Explained[int]
    options: Explained[str] | None  # bond options in the syntax of the link's kind
    rx_queues: Explained[int] | None  # per port, ovs-dpdk only
    dpdk_ports: tuple[str, ...] = ()  # dpdk0, dpdk1 ... as Open vSwitch names them
    vfs: Explained[int] | None = None  # virtual functions, sriov only


class SocketPlan(NamedTuple):
    """Open vSwitch's memory on a NUMA node: what it needs, what it gets, and why that much."""

    need: SocketNeed
    memory: Explained[MemorySize]
    decides: str


class MemoryPlan(NamedTuple):
    """Huge pages and what they are for."""

    socket: Explained[tuple[MemorySize, ...]] | None  # OvsDpdkSocketMemory, by NUMA node
    page_size: MemorySize
    hugepages: Explained[int]  # of the whole host
    reserved_host: Explained[MemorySize]  # NovaReservedHostMemory
    nodes: tuple[NodeMemory, ...]
    sockets: tuple[SocketPlan, ...]  # by NUMA node, as `nodes`; none without OVS-DPDK


class PollingPlan(NamedTuple):
    """Which PMD thread polls which receive queue of a role's DPDK ports.

    Queues of guests are not there: they come and go with the guests.
    """

    layout: RxqLayout  # what Open vSwitch is given; its ports are dpdk0, dpdk1 ...
    assignment: Assignment  # what it makes of it
    interfaces: Mapping[str, str]  # dpdk0 -> ens4f0
    ovs: Fact[OvsVersion]


class Sizing(NamedTuple):
    """Why a role's DPDK ports have the rx queues that they have, and its nodes their PMD cores.

    The queues themselves stand at the links.
    """

    declared: bool  # whether the inventory says what the ports carry
    load: Load | None  # of each port; None is line rate
    cost: Cost
    clock: Fact[Frequency]
    thread: Explained[int]  # cycles per second that a PMD thread is planned with
    ports: tuple[PortLoad, ...]
    nodes: tuple[NodeLoad, ...]
    pmd_cores: Mapping[int, Explained[int]]  # by NUMA node
    cards: tuple[CardLoad, ...]
    rates: Mapping[str, tuple[RateRow, ...]]  # by model of card


class KernelPort(NamedTuple):
    """A port that the kernel drives, with what is asked of it. None leaves it alone."""

    port: Port
    channels: Explained[int] | None
    xps: Explained[tuple[int, ...]] | None  # a CPU for each transmit queue; () for no mask
    irqs: Explained[tuple[int, ...]] | None  # a CPU for each interrupt


@record
class RolePlan(Frozen):
    """Everything derived for one role."""

    name: str
    count: int
    flavor: str
    datapath: Datapath
    server: str
    topology: Topology
    links: tuple[LinkPlan, ...]
    networks: tuple[str, ...]  # without ctlplane, in the order of the inventory
    default_route: str  # ctlplane or the name of a network
    cpus: CpuPartition | None
    memory: MemoryPlan | None
    parameters: tuple[Parameter, ...]  # <Role>Parameters
    nic_parameters: tuple[NicParameter, ...]
    network_config: tuple[NetObject, ...]
    facts: RoleFacts
    sizing: Sizing | None = None  # of roles with DPDK ports
    polling: PollingPlan | None = None  # of roles with OVS-DPDK
    kernel_ports: tuple[KernelPort, ...] | None = None  # None: nobody asked for any

    @property
    def dpdk(self) -> bool:
        """Whether Open vSwitch on DPDK switches packets of its guests."""
        return self.datapath in ("ovs-dpdk", "ovs-dpdk-sriov")

    @property
    def sriov(self) -> bool:
        """Whether its guests may get functions of network ports."""
        return self.datapath in ("sriov", "ovs-dpdk-sriov")

    @property
    def default_route_network(self) -> str:
        """The network of the default route as roles_data.yaml names it."""
        return "ControlPlane" if self.default_route == "ctlplane" else self.default_route


class NetworkPlan(NamedTuple):
    """A network of network_data.yaml. `allocation_pools` are (first, last) pairs."""

    name: str
    name_lower: str
    vip: bool
    vlan: int | None
    mtu: int
    ip_subnet: str
    allocation_pools: tuple[tuple[str, str], ...]
    gateway_ip: str | None
    routes: tuple[tuple[str, str], ...]  # (destination, nexthop)

    @property
    def subnet(self) -> str:
        """The name that the product gives the network's only subnet."""
        return f"{self.name_lower}_subnet"


class EnvironmentFile(NamedTuple):
    """An environment file to be rendered, by the template of its name."""

    name: str  # environments/network.yaml
    registry: tuple[tuple[str, str], ...]
    parameters: tuple[Parameter, ...]
    role_parameters: tuple[tuple[str, tuple[Parameter, ...]], ...] = ()
    secret: bool = False  # holds credentials


class DeployCommand(NamedTuple):
    """The arguments of `openstack overcloud deploy`."""

    stack: str
    templates: str  # the product's own templates
    environments: tuple[str, ...]  # in order; ours are relative to deploy.sh


class RootDiskCommand(NamedTuple):
    """The root device hint of one registered node."""

    node: str
    hint: Mapping[str, str | int]


class FlavorPlan(NamedTuple):
    """A Nova flavor as it has to be made, with what its images need."""

    name: str
    vcpus: int
    ram: MemorySize
    disk: MemorySize
    extra_specs: Mapping[str, Explained[str]]
    image_properties: Mapping[str, Explained[str]]
    images: tuple[str, ...]
    vhost_queues: Explained[int]
    port: GuestPort  # the rest of a guest's port on OVS-DPDK


class Plan(NamedTuple):
    """The whole deployment."""

    inventory: Inventory
    target: str
    networks: tuple[NetworkPlan, ...]
    roles: tuple[RolePlan, ...]
    flavors: tuple[FlavorPlan, ...]
    environments: tuple[EnvironmentFile, ...]
    deploy: DeployCommand
    root_disks: tuple[RootDiskCommand, ...]
    guest_mtus: Mapping[str, Explained[int]]  # by what carries the tenant networks
    notes: tuple[str, ...]  # what the engineer has to know or do
    findings: tuple[Finding, ...] = ()  # what the rules call doubtful
    inputs: tuple[InputFile, ...] = ()  # the files that it rests on, as they were read
