"""Rules over kernel arguments set by hand."""

from collections.abc import Iterator

from generator.checks.planned import tuned_roles
from generator.checks.registry import PLAN_RULES
from generator.checks.wording import cut
from generator.findings import Fault, Severity
from generator.plan.types import Plan

DERIVED = {
    "default_hugepagesz": "hugepage_size",
    "hugepagesz": "hugepage_size",
    "hugepages": "hugepages",
    "isolcpus": "isolated_cpus",
    "iommu": "the CPU's vendor",
    "intel_iommu": "the CPU's vendor",
    "amd_iommu": "the CPU's vendor",
}
"""Argument that is derived -> the tuning key, or what else it is derived from."""
_FEWER_CPUS = "takes CPUs away that the sets share out"
_LESS_MEMORY = "takes memory away that the huge pages are counted of"
_NO_DEVICES = "takes away what DPDK reaches the ports with"
_NO_BOOT = "starts the machine into something else than the deployed system"
_AGAINST = {
    "maxcpus": _FEWER_CPUS,
    "nosmp": _FEWER_CPUS,
    "nosmt": _FEWER_CPUS,
    "nr_cpus": _FEWER_CPUS,
    "possible_cpus": _FEWER_CPUS,
    "acpi=off": _FEWER_CPUS,
    "numa=off": "makes one node of all memory and CPUs, which are planned by NUMA node",
    "numa=fake": "makes other NUMA nodes than the plan counts on",
    "mem": _LESS_MEMORY,
    "memmap": _LESS_MEMORY,
    "pci=nomsi": _NO_DEVICES,
    "pci=off": _NO_DEVICES,
    "nohz=off": "brings the timer tick back to the CPUs that poll",
    "emergency": _NO_BOOT,
    "init": _NO_BOOT,
    "rescue": _NO_BOOT,
    "root": _NO_BOOT,
    "single": _NO_BOOT,
    "systemd.unit": _NO_BOOT,
}


def _against(argument: str) -> str | None:
    """Why an argument undoes what was derived: by its name, or by its name and value."""
    name = argument.partition("=")[0]
    values = (known for known in _AGAINST if "=" in known)
    known = next((each for each in values if argument.startswith(each)), name)
    return _AGAINST.get(known)


@PLAN_RULES.rule("kernel-arg-derived", Severity.ERROR)
def kernel_arg_derived(plan: Plan) -> Iterator[Fault]:
    """Kernel arguments set by hand do not repeat derived ones.

    Why: The later one wins or adds to the first, and the rest of the plan counts on the
    derived value.
    Fix: Remove the argument and set the tuning key that it is derived from.
    Source: Linux, kernel command line; tripleo-heat-templates (Train), KernelArgs.
    """
    for role in tuned_roles(plan):
        for index, argument in enumerate(role.tuning.kernel_args):
            name = argument.partition("=")[0]
            if origin := DERIVED.get(name):
                hint = f"set tuning.{origin}" if "'" not in origin else f"it follows from {origin}"
                yield Fault(
                    role.place("kernel_args", index),
                    f"{argument} is derived already for {role.role.name}",
                    f"remove it; {hint}",
                )


@PLAN_RULES.rule("kernel-arg-against-plan", Severity.ERROR)
def kernel_arg_against_plan(plan: Plan) -> Iterator[Fault]:
    """Kernel arguments leave the machine as the plan counts it.

    Why: Without its siblings, nodes, memory or interrupts the machine has less than was
    shared out: Open vSwitch or Nova do not start, or threads share cores.
    Fix: Remove the argument; describe another machine in `servers`, such as
    `hyperthreading: false`.
    Source: Linux Documentation/admin-guide/kernel-parameters.txt.
    """
    for role in tuned_roles(plan):
        for index, argument in enumerate(role.tuning.kernel_args):
            if why := _against(argument):
                yield Fault(
                    role.place("kernel_args", index),
                    f"{cut(argument)} on {role.role.name} {why}",
                    "remove it; what the machine has stands under servers",
                )
