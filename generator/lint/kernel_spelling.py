"""Kernel arguments that are written wrong, and what they mean."""

from collections.abc import Sequence
from difflib import get_close_matches

from generator.lint.kernel_line import KernelArg, kernel_args

# What tuning for NFV rests on. A name that is nearly one of these and none of the kernel's
# other names is a slip.
_MEANT = (
    "default_hugepagesz", "hugepagesz", "hugepages", "isolcpus", "iommu", "intel_iommu",
    "amd_iommu", "nohz_full", "rcu_nocbs", "rcu_nocb_poll", "intel_pstate", "numa_balancing",
    "transparent_hugepage", "skew_tick", "nosoftlockup", "processor.max_cstate",
    "intel_idle.max_cstate", "pci", "mitigations", "tsx", "crashkernel", "idle", "nmi_watchdog",
)  # fmt: skip
# Names of Linux that look like one of those.
_OTHERS = frozenset({
    "nohz", "noiommu", "hugetlb_cma", "hugetlb_free_vmemmap", "iommu.passthrough",
    "iommu.strict", "iommu.forcedac", "amd_iommu_dump", "amd_iommu_intr", "intel_iommu.strict",
    "amd_pstate", "maxcpus", "nr_cpus", "possible_cpus", "noisolcpus", "pcie_aspm", "pcie_ports",
    "pci_hotplug", "tsc", "tsx_async_abort", "nowatchdog", "watchdog", "softlockup_panic",
    "rcu_nocb", "rcupdate.rcu_expedited", "thp_anon", "nopcid", "nopti", "pti", "spectre_v2",
    "l1tf", "mds", "kvm", "mem", "apm", "acpi", "io_delay", "init", "nmi_debug", "edd",
})  # fmt: skip
_LIKE = 0.83  # of difflib: `hugepage` is like `hugepages`, `nohz` is not like `nohz_full`


def meant_argument(arg: KernelArg) -> str | None:
    """The argument that a misspelt one means; None where it is not misspelt."""
    name = arg.name.partition(":")[0] if arg.value is None else arg.name
    if not name or not name[0].isalpha() or name in _OTHERS:
        return None
    if arg.value is None and name != arg.name and name in _MEANT:
        return f"{name}={arg.name.partition(':')[2]}"  # a colon for the =
    if name in _MEANT:
        return None
    near = get_close_matches(name.lower(), _MEANT, 1, _LIKE)
    value = f"={arg.value}" if arg.value is not None else ""
    return f"{near[0]}{value}" if near else None


def corrected(args: Sequence[KernelArg]) -> tuple[KernelArg, ...]:
    """The arguments with misspelt ones as they are meant: a slip is one fault, not several."""
    return tuple(kernel_args(meant)[0] if (meant := meant_argument(arg)) else arg for arg in args)
