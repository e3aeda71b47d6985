"""An inventory with everything that a cloud may be asked to hold for guests."""

from pathlib import Path

from generator import build_plan, load_inventory
from generator.plan.desired import DesiredState, desired_state
from generator.plan.types import Plan

ROOT = Path(__file__).parents[1]
ORDINARY = """    images: [rhel-8-nfv]
"""
RICH = """    images: [rhel-8-nfv]
    servers: 12
    aggregate: dpdk
    access: [vnf team, admin]
    description: "It's {{ jumbo }} for $HOME, {% raw %} and \\"quotes\\" \\\\ é"
    extra_specs: {"hw:watchdog_action": reset, "trait:CUSTOM_X": required}
  nfv.router:
    {vcpus: 10, ram: 16 GiB, disk: 20 GiB, numa_nodes: 2, servers: 5, id: router}
aggregates:
  dpdk:
    roles: [ComputeOvsDpdk]
    metadata: {dpdk: "true", "trait:CUSTOM_DPDK": required}
    availability_zone: nfv zone
"""


def rich_inventory(folder: Path) -> Path:
    """The reference inventory with texts that shells and templates would trip over."""
    text = (ROOT / "examples/dell-r740xd-dpdk/inventory.yaml").read_text()
    assert text.count(ORDINARY) == 1
    path = folder / "inventory.yaml"
    path.write_text(text.replace(ORDINARY, RICH))
    return path


def rich_plan(folder: Path) -> Plan:
    return build_plan(load_inventory(rich_inventory(folder)))


def rich_state(folder: Path) -> DesiredState:
    return desired_state(rich_plan(folder))
