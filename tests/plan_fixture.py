"""A plan made by hand: three controllers, two DPDK compute nodes, three Ceph nodes.

It stands for what the planner makes of an inventory, so that rendering is tested
apart from it. Numbers fit together, but nothing here is derived.
"""

from ipaddress import IPv4Address, IPv4Network

from link_fixture import COMMON, GUIDE, LINKS, NETWORKS, TARGET

from generator.catalog.roles import product_files, roles, templates
from generator.explained import Explained, Fact, Mark, copied
from generator.inventory import Inventory, Network, Site
from generator.plan.nic_config import BOND_OPTIONS, RX_QUEUES, network_config, nic_config_name
from generator.plan.nic_parameters import nic_parameters
from generator.plan.types import (
    DeployCommand,
    EnvironmentFile,
    HeatValue,
    Parameter,
    Plan,
    RolePlan,
    RootDiskCommand,
)
from generator.topology.types import NumaNode, Topology
from generator.values import CpuSet, MemorySize

TOPOLOGY = Topology(
    nodes=(NumaNode(0, (CpuSet.parse("0,2"), CpuSet.parse("1,3")), MemorySize.parse("64 GiB")),),
    ports={},
    memory=MemorySize.parse("64 GiB"),
    vendor=Fact("vendor", "intel", Mark.DOCUMENTED, "catalogue"),
    gigabyte_pages=Fact("gigabyte_pages", True, Mark.DOCUMENTED, "catalogue"),
    base_clock=Fact("base_clock", None, Mark.INFERRED, "catalogue"),
    memory_channels=Fact("memory_channels", 6, Mark.DOCUMENTED, "catalogue"),
    facts=(),
)
COUNTS = {"Controller": 3, "ComputeOvsDpdk": 2, "CephStorage": 3}


def fact(name: str, value: object, mark: Mark = Mark.CODE) -> Fact[object]:
    """A fact of the catalogue."""
    return Fact(name, value, mark, "catalogue")


def derived(name: str, value: HeatValue, rule: str, *facts: Fact[object]) -> Parameter:
    """A parameter with a reason."""
    return Parameter(name, Explained(value, rule, GUIDE, facts))


def plain(name: str, value: HeatValue) -> Parameter:
    """A parameter copied from the inventory."""
    return Parameter(name, copied(value, "site"))


COMPUTE = (
    derived("KernelArgs", "default_hugepagesz=1GB hugepagesz=1G hugepages=320 iommu=pt"
            " intel_iommu=on isolcpus=2-19,22-39", "1 GiB pages for guests and Open vSwitch"),
    derived("TunedProfileName", "cpu-partitioning", "keeps housekeeping off isolated CPUs"),
    derived("IsolCpusList", "2-19,22-39", "every CPU but those of the host"),
    derived("OvsPmdCoreList", "2,3,22,23", "one core of each NUMA node, both threads"),
    derived("OvsDpdkCoreList", "0,1,20,21", "the first core of each NUMA node, both threads"),
    derived("OvsDpdkSocketMemory", "4096,1024", "node 0: (9216 + 800) x 262144 bytes + 512 MiB ="
            " 3016 MiB, rounded up to 4096 MiB; node 1 has no DPDK port: 1024 MiB"),
    derived("OvsDpdkMemoryChannels", "6", "populated channels of a socket",
            fact("memory_channels", 6, Mark.RECALLED)),
    derived("NovaComputeCpuDedicatedSet", ["4-19", "24-39"], "what is left for guests"),
    derived("NovaComputeCpuSharedSet", ["0", "1", "20", "21"], "emulator threads on the host"),
    derived("NovaReservedHostMemory", 4096, "the guide's value"),
    derived("VhostuserSocketGroup", "hugetlbfs", "Open vSwitch and QEMU share the sockets"),
)  # fmt: skip


def environments(login: bool = False) -> tuple[EnvironmentFile, ...]:
    """Our environment files; `login` adds the one with credentials."""
    registry = tuple(
        (f"OS::TripleO::{role}::Net::SoftwareConfig", f"../{nic_config_name(role)}")
        for role in LINKS
    )
    counts = [plain(f"{role}Count", count) for role, count in COUNTS.items()]
    flavors = [plain(f"Overcloud{role}Flavor", "baremetal") for role in COUNTS]
    assert COMMON.rx_queues
    assert COMMON.bond_options
    images: HeatValue = {"namespace": "registry.redhat.io/rhosp-rhel8", "tag": "16.1"}
    prepare: HeatValue = [{"push_destination": True, "set": images}]
    found = [
        EnvironmentFile(
            "environments/network.yaml",
            registry,
            (
                plain("DnsServers", ["192.168.120.2"]),
                plain("DnsSearchDomains", ["lab.example"]),
                plain("NtpServer", ["192.168.120.2"]),
                plain("CloudDomain", "lab.example"),
                plain("StorageMtu", 9000),
                plain("NeutronNetworkType", ["vlan"]),
                plain("NeutronTunnelTypes", []),
                plain("NeutronBridgeMappings", ["physint:br-tenant", "physext:br-ex"]),
                plain("NeutronNetworkVLANRanges", ["physint:201:250"]),
                plain("NeutronFlatNetworks", ["physext"]),
                derived("NeutronGlobalPhysnetMtu", 9000, "the largest MTU of a physical network"),
                Parameter(BOND_OPTIONS, Explained[HeatValue](**COMMON.bond_options._asdict())),
            ),
        ),
        EnvironmentFile("environments/node-info.yaml", (), (*counts, *flavors)),
        EnvironmentFile(
            "environments/ovs-dpdk.yaml",
            (),
            (
                Parameter(RX_QUEUES, Explained[HeatValue](**COMMON.rx_queues._asdict())),
                derived("NovaSchedulerDefaultFilters", ["AvailabilityZoneFilter", "ComputeFilter",
                        "NUMATopologyFilter"], "NUMATopologyFilter places pinned guests"),
            ),
            (
                ("Controller", ()),
                ("ComputeOvsDpdk", COMPUTE),
            ),
        ),
        EnvironmentFile(
            "environments/containers.yaml", (), (plain("ContainerImagePrepare", prepare),)
        ),
        EnvironmentFile(
            "environments/ceph.yaml",
            (),
            (
                derived("CephPoolDefaultSize", 3, "three copies, one on each node"),
                derived("CephPoolDefaultPgNum", 128, "100 for each OSD, shared by the pools"),
                plain("CephAnsibleDisksConfig", {
                    "osd_scenario": "lvm", "osd_objectstore": "bluestore",
                    "devices": ["/dev/sdb", "/dev/sdc"],
                }),
            ),
        ),
    ]  # fmt: skip
    if login:
        credentials: HeatValue = {"registry.redhat.io": {"user": "p@ss: 'word'"}}
        found.append(
            EnvironmentFile(
                "environments/registry-login.yaml",
                (),
                (
                    plain("ContainerImageRegistryLogin", True),
                    plain("ContainerImageRegistryCredentials", credentials),
                ),
                secret=True,
            )
        )
    return tuple(found)


def role(name: str, default_route: str) -> RolePlan:
    """A role with its network configuration."""
    links = LINKS[name]
    names = dict.fromkeys(each for plan in links for each in plan.link.networks)
    return RolePlan(
        name=name,
        count=COUNTS[name],
        flavor="baremetal",
        datapath="ovs-dpdk" if name == "ComputeOvsDpdk" else "kernel",
        server=name.lower(),
        topology=TOPOLOGY,
        links=links,
        networks=tuple(each for each in names if each != "ctlplane"),
        default_route=default_route,
        cpus=None,
        memory=None,
        parameters=COMPUTE if name == "ComputeOvsDpdk" else (),
        nic_parameters=nic_parameters(links, NETWORKS, default_route, COMMON),
        network_config=network_config(links, NETWORKS, default_route, COMMON),
        facts=roles(TARGET)[name],
    )


def plan(login: bool = False, root_disks: bool = True) -> Plan:
    """The whole deployment; `login` and `root_disks` add the files that are not always there."""
    ours = environments(login)
    product = [file.path for file in product_files(TARGET, {"ovs", "dpdk", "ceph"})]
    site = Site("lab-a", (IPv4Address("192.168.120.2"),), ("192.168.120.2",), TARGET)
    disk = RootDiskCommand("controller-0", {"by_path": "/dev/disk/by-path/pci-0000:18:00.0"})
    return Plan(
        inventory=Inventory(
            1, site, {"ctlplane": Network(IPv4Network("192.168.120.0/24"))}, {}, {}
        ),
        target=TARGET,
        networks=tuple(NETWORKS.values()),
        roles=(
            role("Controller", "External"),
            role("ComputeOvsDpdk", "ctlplane"),
            role("CephStorage", "ctlplane"),
        ),
        flavors=(),
        environments=ours,
        deploy=DeployCommand(
            "overcloud", templates(TARGET), (*product, *(file.name for file in ours))
        ),
        root_disks=(disk, disk._replace(node="controller-1", hint={"size": 447})) if root_disks
        else (),
        guest_mtus={},
        notes=(),
    )  # fmt: skip
