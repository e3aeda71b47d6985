"""What an engineer has to know or to do beside deploying."""

from collections.abc import Iterator, Sequence

from generator.catalog.release import Release
from generator.derive.ports import DpdkPort, on_node
from generator.derive.rx_queues import queue_notes
from generator.derive.socket_memory import boundary_notes
from generator.inventory import Inventory
from generator.plan.kernel_notes import kernel_notes
from generator.plan.links import dpdk_ports
from generator.plan.types import RolePlan


def notes(inventory: Inventory, roles: Sequence[RolePlan], release: Release) -> tuple[str, ...]:
    """Each note once, in the order of the roles."""
    found = [note for role in roles for note in _role(role, release)]
    found += [note for role in roles for note in kernel_notes(role, release)]
    if any(role.cpus for role in roles):
        found += _newer(inventory, release)
    found += _functions(inventory)
    found += _switch(inventory)
    return tuple(dict.fromkeys(found))


def _role(role: RolePlan, release: Release) -> Iterator[str]:
    if not role.cpus:
        return
    yield (
        f"{role.name}: changed kernel arguments are written on an update, but the node is"
        " rebooted on the first deployment only; reboot it yourself"
    )
    ports = tuple(dpdk_ports(role.links))
    for node in role.topology.nodes:
        local = on_node(ports, node.id)
        threads = len(node.cpus & role.cpus.pmd.value)
        yield from queue_notes(_most(local), threads) if local else ()
    yield from boundary_notes((port.mtu for port in ports), release)


def _most(ports: Sequence[DpdkPort]) -> int:
    return max(port.rx_queues for port in ports)


def _newer(inventory: Inventory, release: Release) -> Iterator[str]:
    """Parameters left out because the release's first builds do not know them."""
    tunings = [role.tuning for role in inventory.roles.values()]
    asked = {
        "NovaReservedHugePages": any(tuning.reserved_hugepages for tuning in tunings),
        "NovaComputeDisableIrqBalance": any(tuning.disable_irqbalance for tuning in tunings),
        "NovaLibvirtMaxQueues": any(tuning.max_queues is not None for tuning in tunings),
    }
    left = [
        f"{name} ({release.newer_parameters[name].value})"
        for name, wanted in asked.items()
        if not wanted
    ]
    if left:
        yield (
            "not rendered, because tripleo-heat-templates 11.3.1 does not have them (in brackets"
            f" the version that does): {', '.join(left)}; the tuning section can ask for them"
        )
    if asked["NovaLibvirtMaxQueues"]:
        yield (
            "NovaLibvirtMaxQueues has no effect in tripleo-heat-templates 11.6.0: its template"
            " looks the value up in a map that does not hold it. Check nova.conf on a node"
        )


def _functions(inventory: Inventory) -> Iterator[str]:
    """What SR-IOV asks of whoever makes networks and ports."""
    links = [
        each for role in inventory.roles.values() for each in role.links if each.kind == "sriov"
    ]
    used = {each.physical_network for each in links}
    bare = [name for name, network in inventory.physical_networks.items()
            if name in used and not network.bridge]  # fmt: skip
    if bare:
        yield (
            f"no bridge leads to {', '.join(bare)}: guests there get no address by DHCP and no"
            " router from Neutron; use config drives, or servers of your own"
        )
    if any(each.trusted for each in links):
        yield (
            "a guest gets a trusted virtual function only through a port made with"
            " --vnic-type direct --binding-profile trusted=true"
        )


def _switch(inventory: Inventory) -> Iterator[str]:
    """What the switches must be set to; nothing on the servers can see it."""
    lacp = sorted(
        f"{name}/{link.bond}"
        for name, role in inventory.roles.items()
        for link in role.links
        if link.mode in ("802.3ad", "balance-tcp") or link.lacp in ("active", "passive")
    )
    if lacp:
        yield f"the switch ports of these bonds need LACP: {', '.join(lacp)}"
    pxe = sorted(
        f"{name}/{link.bond}"
        for name, role in inventory.roles.items()
        for link in role.links
        if link.mode == "802.3ad" and "ctlplane" in link.networks
    )
    if pxe:
        yield (
            "a node boots from the network before its bond exists: let the switch fall back to"
            f" single ports while LACP is silent on {', '.join(pxe)}"
        )
