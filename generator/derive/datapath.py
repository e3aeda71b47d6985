"""What moves the packets of a role's guests: its services decide."""

from generator.catalog.roles import RoleFacts
from generator.inventory import Datapath


def datapath(role: RoleFacts) -> Datapath:
    """The datapath that the services of a role make."""
    if role.has("ComputeNeutronOvsDpdk"):
        return "ovs-dpdk-sriov" if role.has("NeutronSriovAgent") else "ovs-dpdk"
    return "sriov" if role.has("NeutronSriovAgent") else "kernel"
