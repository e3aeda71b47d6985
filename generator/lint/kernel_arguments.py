"""Rules over KernelArgs: names, repetitions and the IOMMU."""

from collections import Counter
from collections.abc import Iterator

from generator.deployment.types import ConfigObject, DeploymentView
from generator.deployment.values import At
from generator.findings import Severity
from generator.lint.kernel_line import KernelArg, kernel_args, value_of
from generator.lint.kernel_spelling import meant_argument
from generator.lint.ruleset import Found, rule
from generator.lint.tuned_roles import TunedRole, tuned_roles, written

_SINGLE = frozenset({
    "default_hugepagesz", "isolcpus", "iommu", "intel_iommu", "amd_iommu", "nohz_full",
    "rcu_nocbs", "intel_pstate", "numa_balancing", "transparent_hugepage",
})  # fmt: skip
_OFF = {"off", "0", "noforce"}
_VFIO = "vfio-pci"


@rule("kernel-arg-misspelt", Severity.ERROR)
def kernel_arg_misspelt(view: DeploymentView) -> Iterator[Found]:
    """The names of kernel arguments are those that the kernel knows.

    Why: The kernel takes an unknown argument for its first process's environment and says
    nothing: no huge pages, no IOMMU, no isolation.
    Fix: Write the name of the hint. - and _ mean the same.
    Source: Linux, Documentation/admin-guide/kernel-parameters.txt.
    """
    for value, _ in written(view, "KernelArgs"):
        text = value.content
        for arg in kernel_args(text) if isinstance(text, str) else ():
            if meant := meant_argument(arg):
                yield Found(
                    value.at,
                    f"the kernel knows no argument {arg.text.partition('=')[0]}",
                    f"did you mean {meant}?",
                )


@rule("kernel-arg-twice", Severity.WARNING)
def kernel_arg_twice(view: DeploymentView) -> Iterator[Found]:
    """A kernel argument that takes one value stands once.

    Why: One of the two wins, and which differs from argument to argument: the kernel
    ignores a second isolcpus= that differs, while a second hugepages= of one size replaces
    the first.
    Fix: Keep the one that is meant.
    Source: Linux, kernel command line.
    """
    for value, _ in written(view, "KernelArgs"):
        text = value.content
        args = kernel_args(text) if isinstance(text, str) else ()
        for name, count in _repeated(args).items():
            yield Found(value.at, f"{name} stands {count} times in KernelArgs", "keep one of them")


def _repeated(args: tuple[KernelArg, ...]) -> dict[str, int]:
    counts: Counter[str] = Counter()
    size = ""
    for arg in args:
        if arg.name == "hugepagesz":
            size = arg.text
        elif arg.name == "hugepages":
            counts[f"hugepages= {f'after {size}' if size else 'without hugepagesz='}"] += 1
        elif arg.name in _SINGLE:
            counts[f"{arg.name}="] += 1
    return {name: count for name, count in counts.items() if count > 1}


def _needs_iommu(role: TunedRole) -> tuple[str, At | None] | None:
    """What of a role asks for the IOMMU, with its place."""
    for link in role.links:
        for port in link.ports:
            if _binds_vfio(role, port):
                return f"{port.name or 'a DPDK port'} is bound to {_VFIO}", port.at
    if devices := role.value("NovaPCIPassthrough"):
        return "guests get PCI devices (NovaPCIPassthrough)", devices.at
    return None


def _binds_vfio(role: TunedRole, port: ConfigObject) -> bool:
    driver = port.get("driver")
    if driver is not None and driver.content not in (_VFIO, None, ""):
        return False
    nics = [role.nic(each.name) for each in port.members]
    return not any(nic and nic.facts and nic.facts.dpdk_driver.value != _VFIO for nic in nics)


def _iommu_on(role: TunedRole) -> bool:
    intel, amd, common = (
        value_of(role.kernel, name) for name in ("intel_iommu", "amd_iommu", "iommu")
    )
    vendor = role.host.vendor if role.host else None
    if common in _OFF:
        return False
    if vendor == "amd":  # on unless it is switched off
        return amd not in _OFF
    on = intel is not None and intel.partition(",")[0] == "on"
    return on or (vendor is None and amd is not None and amd not in _OFF)


@rule("iommu-off", Severity.ERROR)
def iommu_off(view: DeploymentView) -> Iterator[Found]:
    """The IOMMU is on where ports are bound to vfio-pci or devices are handed to guests.

    Why: vfio-pci, the driver of a DPDK port that names none, binds no device without the
    IOMMU; the port does not come up, and guests with PCI devices do not start. Ports with
    driver: mlx5_core do without.
    Fix: Add intel_iommu=on iommu=pt to KernelArgs; on AMD, amd_iommu=on iommu=pt.
    Source: RHOSP NFV guide 7.4.2; Linux 4.18, CONFIG_INTEL_IOMMU_DEFAULT_ON is off.
    """
    for role in tuned_roles(view):
        args, need = role.value("KernelArgs"), _needs_iommu(role)
        if args is None or need is None or _iommu_on(role):
            continue
        why, place = need
        yield Found(
            args.at,
            f"KernelArgs of {role.name} do not switch the IOMMU on, but {why}",
            f"add {_arguments(role)}",
            (place,) if place else (),
        )


def _arguments(role: TunedRole) -> str:
    facts = role.release.iommu
    vendor = role.host.vendor if role.host else None
    if vendor and vendor in facts:
        return facts[vendor].value
    return f"{facts['intel'].value} ({facts['amd'].value} on AMD)"


@rule("iommu-passthrough-missing", Severity.WARNING)
def iommu_passthrough_missing(view: DeploymentView) -> Iterator[Found]:
    """With the IOMMU on, the host's own devices pass it by: iommu=pt.

    Why: Without it every transfer of the host's own network cards and disks is translated.
    Fix: Add iommu=pt to KernelArgs.
    Source: RHOSP NFV guide 7.4.2.
    """
    for role in tuned_roles(view):
        args = role.value("KernelArgs")
        on = any(value_of(role.kernel, name) == "on" for name in ("intel_iommu", "amd_iommu"))
        if args and on and value_of(role.kernel, "iommu") is None:
            yield Found(
                args.at,
                f"KernelArgs of {role.name} have no iommu=pt",
                f"add iommu=pt: {_arguments(role)}",
            )
