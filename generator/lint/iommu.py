"""Rules over the IOMMU in KernelArgs, which an inventory derives."""

from collections.abc import Iterator

from generator.deployment.types import ConfigObject, DeploymentView
from generator.deployment.values import At
from generator.findings import Severity
from generator.lint.kernel_line import value_of
from generator.lint.ruleset import Found, rule
from generator.lint.tuned_roles import TunedRole, tuned_roles

_OFF = {"off", "0", "noforce"}
_VFIO = "vfio-pci"


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
