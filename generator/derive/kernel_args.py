"""KernelArgs: huge pages, IOMMU and isolation on the kernel's command line."""

from collections.abc import Mapping

from generator.explained import Explained, Fact
from generator.inventory import Tuning
from generator.values import CpuSet

_SOURCE = "tripleo-common 11.7.0 workbooks/derive_params_formulas.yaml"
# The kernel takes 1GB and 1G alike; this is the guide's spelling.
PAGES = {
    "1 GiB": "default_hugepagesz=1GB hugepagesz=1G",
    "2 MiB": "default_hugepagesz=2M hugepagesz=2M",
}
"""Huge page size -> the arguments that name it."""


def kernel_args(
    pages: int,
    isolated: CpuSet,
    vendor: Fact[str],
    iommu: Mapping[str, Fact[str]],
    tuning: Tuning,
) -> Explained[str]:
    """The arguments of a compute role.

    TripleO reads the first number followed by K, M or G anywhere in KernelArgs as the huge
    page size when it reserves OVS's pages, so arguments of the inventory (crashkernel=512M)
    come last. `isolcpus` beside the tuned profile follows the guide and TripleO's
    derivation; later advice of the vendor is to rely on tuned alone (tuning.isolcpus).
    """
    parts = []
    if pages:
        parts.append((f"{PAGES[tuning.hugepage_size]} hugepages={pages}", f"{pages} huge pages"))
    arguments = iommu[vendor.value]
    parts.append((arguments.value, f"the IOMMU of {vendor.value}"))
    if tuning.isolcpus and isolated:
        parts.append((f"isolcpus={isolated}", "the isolated CPUs"))
    if tuning.kernel_args:
        parts.append((" ".join(tuning.kernel_args), "the inventory's own arguments, last"))
    return Explained(
        " ".join(text for text, _ in parts),
        "; ".join(f"{text}: {reason}" for text, reason in parts),
        f"{_SOURCE}; {arguments.source}",
        (vendor, arguments),
    )
