"""What-ifs: the reference inventory with some of its text replaced."""

from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
REFERENCE = ROOT / "examples" / "dell-r740xd-dpdk" / "inventory.yaml"

Edits = tuple[tuple[str, str], ...]
_COMPUTE = "    flavor: compute\n"
_NODE = '  compute-2: {role: ComputeOvsDpdk, bmc: 192.168.110.23, boot_mac: "52:54:00:00:02:02"}'


def _tuned(text: str) -> tuple[str, str]:
    return _COMPUTE, f"{_COMPUTE}    tuning: {{{text}}}\n"


CASES: Mapping[str, Edits] = {
    "rx-queues": (("rx_queues: 2 ", "rx_queues: 4 "),),
    "mtu": (("vlans: 201-250, mtu: 9000", "vlans: 201-250, mtu: 1500"),),
    "pmd-core": (_tuned("pmd_cores_per_numa: 4"),),
    "pins": (_tuned("pin_rx_queues: true"),),
    "page-size": (_tuned("hugepage_size: 2 MiB"), ("hugepages: 1 GiB", "hugepages: 2 MiB")),
    "vlan-range": (("vlans: 201-250", "vlans: 201-230"),),
    "network": (
        ("192.168.170.0/24", "192.168.171.0/24"),
        ("192.168.170.121-192.168.170.250", "192.168.171.121-192.168.171.250"),
        ("vlan: 130", "vlan: 131"),
    ),
    "one-more-node": (
        ("count: 2\n", "count: 3\n"),
        ("  ceph-0:", f"{_NODE}\n  ceph-0:"),
    ),
    "bond": (
        ("mode: balance-tcp ", "mode: active-backup "),
        ("ports: [ens4f0, ens8f0]", "ports: [ens4f0, ens4f1]"),
    ),
    "kernel-args": (_tuned("kernel_args: [nmi_watchdog=0]"),),
    "flavor": (("vcpus: 4", "vcpus: 6"), ("rx_queues: 4 ", "rx_queues: 6 ")),
    "stack": (("name: lab-a", "name: lab-a\n  stack: edge"),),
}  # fmt: skip


def edited(case: str) -> str:
    """The text of the inventory of a case."""
    text = REFERENCE.read_text()
    for old, new in CASES[case]:
        assert old in text, f"{case}: {old!r} is not in the reference inventory"
        text = text.replace(old, new, 1)
    return text


def without_ceph() -> str:
    """The reference inventory before its storage role was added."""
    lines = REFERENCE.read_text().splitlines(keepends=True)
    begin = lines.index("  CephStorage:\n")
    end = next(i for i in range(begin + 1, len(lines)) if not lines[i].startswith("    "))
    kept = lines[:begin] + lines[end:]
    return "".join(line for line in kept if "role: CephStorage" not in line)
