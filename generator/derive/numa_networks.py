"""NeutronPhysnetNUMANodesMapping: where the ports of a physical network sit."""

from collections.abc import Mapping, Sequence

from generator.explained import Explained
from generator.topology.types import Port


def physnet_numa_nodes(physical: Mapping[str, Sequence[Port]]) -> Explained[dict[str, list[int]]]:
    """The NUMA nodes of each physical network's DPDK ports, so that Nova places guests on
    the node their packets arrive at."""
    nodes = {
        name: sorted({port.numa_node.value for port in ports})
        for name, ports in physical.items()
        if ports
    }
    return Explained(
        nodes,
        "; ".join(
            f"{name}: {', '.join(f'{p.name} on node {p.numa_node.value}' for p in ports)}"
            for name, ports in physical.items()
            if ports
        ),
        "tripleo-heat-templates 11.6.0 deployment/nova/nova-compute-container-puppet.yaml",
        tuple(dict.fromkeys(port.numa_node for ports in physical.values() for port in ports)),
    )
