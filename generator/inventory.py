"""What the deployment engineer wrote. A mirror of schemas/inventory.schema.json.

Descriptions, units and examples of the fields stand in the schema; a test holds
names, types, required fields and defaults of the two together. A field that is
None by default is derived (or taken from the catalogue) unless it is set.
"""

from collections.abc import Mapping
from dataclasses import field
from ipaddress import IPv4Address, IPv4Network, IPv6Address
from typing import Literal

from generator.hardware_facts import Hardware, Numbering
from generator.record import Record, record
from generator.traffic import Traffic
from generator.values import AddressRange, CpuSet, MemorySize, ReadOnly, VlanRanges

Auto = Literal["auto"]
Datapath = Literal["kernel", "ovs-dpdk", "sriov", "ovs-dpdk-sriov"]
LinkKind = Literal["linux", "ovs", "ovs-dpdk", "sriov"]
PciMatch = Literal["devname", "address", "ids"]
BondMode = Literal["802.3ad", "active-backup", "balance-xor", "balance-slb", "balance-tcp"]


@record
class Site(Record):
    """The whole deployment."""

    name: str
    dns_servers: tuple[IPv4Address, ...]
    ntp_servers: tuple[str, ...]
    target: Literal["rhosp-16.1"] = "rhosp-16.1"
    stack: str = "overcloud"
    neutron: Literal["ovs", "ovn"] = "ovs"
    tenant_network_type: Literal["vlan", "vxlan", "geneve"] = "vlan"
    domain: str = "localdomain"
    timezone: str = "UTC"
    extra_environments: tuple[str, ...] = ()


@record
class Route(Record):
    """A static route of a network."""

    destination: IPv4Network
    nexthop: IPv4Address


@record
class Network(Record):
    """An infrastructure network, by the name that TripleO uses."""

    cidr: IPv4Network
    vlan: int | None = None
    gateway: IPv4Address | None = None
    mtu: int = 1500
    pool: AddressRange | None = None
    routes: tuple[Route, ...] = ()


@record
class PhysicalNetwork(Record):
    """A provider network, by the name that Neutron uses."""

    bridge: str | None = None
    vlans: VlanRanges | None = None
    flat: bool = False
    mtu: int = 1500


@record
class ServerNic(Record):
    """A network card in a server."""

    slot: int | str
    model: str
    ports: tuple[str, ...]
    numa_node: int | None = None


@record
class StatedNumaNode(Record):
    """A NUMA node as the machine shows it."""

    id: int
    cores: tuple[CpuSet, ...]
    memory: MemorySize | None = None


@record
class RootDisk(Record):
    """How Ironic recognises the disk of the operating system."""

    name: str | None = None
    by_path: str | None = None
    wwn: str | None = None
    serial: str | None = None
    model: str | None = None
    size: int | None = None


@record
class Server(Record):
    """A hardware profile: all nodes of a role are alike."""

    model: str
    cpu: str
    memory: MemorySize
    nics: tuple[ServerNic, ...]
    sockets: int | None = None
    hyperthreading: bool = True
    numbering: Numbering | None = None
    numa_nodes_per_socket: int = 1
    memory_channels: int | None = None
    numa_nodes: tuple[StatedNumaNode, ...] = ()
    root_disk: RootDisk | None = None
    osd_disks: tuple[str, ...] = ()
    bmc_driver: Literal["idrac", "ipmi"] = "ipmi"
    boot_mode: Literal["bios", "uefi"] | None = None


@record
class Link(Record):
    """A bond, or a port without one, with what it carries."""

    ports: tuple[str, ...]
    kind: LinkKind = "linux"
    bond: str | None = None
    mode: BondMode | None = None
    lacp: Literal["active", "passive", "off"] | None = None
    bridge: str | None = None
    networks: tuple[str, ...] = ()
    mtu: int | None = None
    rx_queues: int | Auto = "auto"
    options: Mapping[str, str] = field(default_factory=ReadOnly)
    physical_network: str | None = None
    vfs: int | None = None
    trusted: bool = False
    pci_match: PciMatch = "devname"
    pci_address: str | None = None


@record
class Tuning(Record):
    """Values of a DPDK role set by hand."""

    host_cores_per_numa: int = 1
    pmd_cores_per_numa: int | Auto = "auto"
    host_cpus: CpuSet | None = None
    shared_cpus: CpuSet | None = None
    pmd_cpus: CpuSet | None = None
    pin_rx_queues: bool = False
    guest_cpus: CpuSet | None = None
    isolated_cpus: CpuSet | None = None
    hugepage_size: Literal["1 GiB", "2 MiB"] = "1 GiB"
    hugepage_percentage: int | None = None
    hugepages: int | None = None
    guest_memory: MemorySize | Auto = "auto"
    socket_memory: tuple[MemorySize, ...] = ()
    reserved_host_memory: MemorySize | None = None
    kernel_args: tuple[str, ...] = ()
    isolcpus: bool = True
    tuned_profile: str | None = None
    rx_queue_size: Literal[256, 512, 1024] | None = None
    tx_queue_size: Literal[256, 512, 1024] | None = None
    vhostuser_socket_group: str | None = None
    reserved_hugepages: bool = False
    disable_irqbalance: bool = False
    max_queues: int | None = None


@record
class KernelPorts(Record):
    """Transmit queues and interrupts of the ports that the kernel drives."""

    xps: Literal["keep", "disable", "spread"] = "keep"
    irq_affinity: CpuSet | Literal["keep", "numa-local"] = "keep"
    channels: int | None = None
    ports: tuple[str, ...] = ()


@record
class Role(Record):
    """A role of the overcloud."""

    count: int
    server: str
    links: tuple[Link, ...]
    datapath: Datapath | None = None
    flavor: str = "baremetal"
    like: str | None = None
    tuning: Tuning = field(default_factory=Tuning)
    kernel_ports: KernelPorts | None = None


@record
class Node(Record):
    """A machine of a role."""

    role: str
    bmc: IPv4Address | IPv6Address
    boot_mac: str
    ips: Mapping[str, IPv4Address] = field(default_factory=ReadOnly)


@record
class Registration(Record):
    """How machines are registered in Ironic."""

    login_file: str | None = None


@record
class Flavor(Record):
    """A Nova flavor."""

    vcpus: int
    ram: MemorySize
    disk: MemorySize
    cpu_policy: Literal["dedicated", "shared"] | None = None
    cpu_thread_policy: Literal["prefer", "isolate", "require"] | None = None
    hugepages: Literal["1 GiB", "2 MiB"] | None = None
    emulator_threads: Literal["isolate", "share"] | None = None
    numa_nodes: int | None = None
    numa_cpus: tuple[CpuSet, ...] = ()
    numa_memory: tuple[MemorySize, ...] = ()
    rx_queues: int | None = None
    images: tuple[str, ...] = ()
    image_properties: Mapping[str, str] = field(default_factory=ReadOnly)
    extra_specs: Mapping[str, str] = field(default_factory=ReadOnly)
    aggregate: str | None = None
    access: tuple[str, ...] = ()
    description: str | None = None
    id: str | None = None
    servers: int | None = None


@record
class Aggregate(Record):
    """A host aggregate of Nova."""

    roles: tuple[str, ...]
    metadata: Mapping[str, str] = field(default_factory=ReadOnly)
    availability_zone: str | None = None


@record
class Containers(Record):
    """Where container images come from."""

    namespace: str | None = None
    name_prefix: str | None = None
    tag: str | None = None
    ceph_namespace: str | None = None
    ceph_image: str | None = None
    ceph_tag: str | None = None
    push_destination: bool | str = True
    login_file: str | None = None


@record
class Ceph(Record):
    """Replicas and placement groups."""

    replicas: int = 3
    placement_groups: int | None = None


@record
class Inventory(Record):
    """The whole file."""

    version: Literal[1]
    site: Site
    networks: Mapping[str, Network]
    servers: Mapping[str, Server]
    roles: Mapping[str, Role]
    physical_networks: Mapping[str, PhysicalNetwork] = field(default_factory=ReadOnly)
    nodes: Mapping[str, Node] = field(default_factory=ReadOnly)
    registration: Registration | None = None
    flavors: Mapping[str, Flavor] = field(default_factory=ReadOnly)
    aggregates: Mapping[str, Aggregate] = field(default_factory=ReadOnly)
    containers: Containers = field(default_factory=Containers)
    ceph: Ceph = field(default_factory=Ceph)
    traffic: Traffic = field(default_factory=Traffic)
    hardware: Hardware = field(default_factory=Hardware)
