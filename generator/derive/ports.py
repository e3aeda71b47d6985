"""What several derivations know of a physical port in the OVS-DPDK datapath."""

from collections.abc import Iterable
from typing import NamedTuple

from generator.topology.types import Port


class DpdkPort(NamedTuple):
    """A port bound to OVS-DPDK, with the MTU and rx queues derived for its link."""

    port: Port
    mtu: int
    rx_queues: int

    @property
    def node(self) -> int:
        """The NUMA node of the port's card."""
        return self.port.numa_node.value


def on_node(ports: Iterable[DpdkPort], node: int) -> tuple[DpdkPort, ...]:
    """The ports whose card is on this NUMA node."""
    return tuple(port for port in ports if port.node == node)
