"""Rules over the lists of CPUs in KernelArgs."""

from collections.abc import Iterator

from generator.checks.wording import cut
from generator.deployment.types import DeploymentView
from generator.findings import Severity
from generator.lint.cpu_lists import list_text, repaired
from generator.lint.kernel_line import (
    CPU_LISTS,
    KernelArg,
    kernel_args,
    read_cpus,
    torn_list,
)
from generator.lint.ruleset import Found, rule
from generator.lint.tuned_roles import TunedRole, tuned_roles, written
from generator.values import CpuSet, union

_OF_ISOLATED = ("nohz_full", "rcu_nocbs")
_OF_HOST = "irqaffinity"


@rule("isolcpus-syntax", Severity.ERROR)
def isolcpus_syntax(view: DeploymentView) -> Iterator[Found]:
    """Lists of CPUs in KernelArgs have the form that the kernel reads.

    Why: One wrong character, such as a dot in the place of a comma, voids the whole list:
    the kernel isolates nothing and says so in its log only. A blank ends the argument, and
    what follows it is not isolated.
    Fix: Write numbers and ranges with commas and no blanks: isolcpus=2-19,22-39. The kernel
    knows no ^.
    Source: Linux 4.18, bitmap_parselist; kernel-parameters, cpu lists.
    """
    for value, role in written(view, "KernelArgs"):
        text = value.content
        args = kernel_args(text) if isinstance(text, str) else ()
        for index, arg in enumerate(args):
            if arg.name not in CPU_LISTS or arg.value is None:
                continue
            rest = torn_list(args, index)
            if fault := _fault(arg, rest):
                better = _meant(view, role, arg, rest)
                hint = f"write {arg.name}={better}" if better else "write a list: 2-19,22-39"
                yield Found(
                    value.place(arg.name), f"{arg.text}{' ' * bool(rest)}{rest}: {fault}", hint
                )


def _fault(arg: KernelArg, rest: str) -> str:
    if rest:
        return f"a blank ends the list, and the CPUs {rest} are left out"
    try:
        read_cpus(arg.value or "")
    except ValueError as error:
        return f"the kernel drops the whole list, {error}"
    return ""


def _meant(view: DeploymentView, role: str, arg: KernelArg, rest: str) -> str | None:
    """The list with its separators put right, or IsolCpusList: for isolcpus= that first."""
    isolated = view.effective(role, "IsolCpusList") if arg.name != _OF_HOST else None
    text = list_text(isolated) if isolated else None
    better = repaired(f"{arg.value},{rest}") if arg.value else None
    for each in (text, better) if arg.name == "isolcpus" else (better, text):
        if each and (cpus := _readable(each)):
            return cpus
    return None


def _readable(text: str) -> str | None:
    """A list in a form that the kernel reads."""
    try:
        return text if read_cpus(text) else None
    except ValueError:
        return repaired(text)


@rule("kernel-arg-cpus", Severity.WARNING)
def kernel_arg_cpus(view: DeploymentView) -> Iterator[Found]:
    """nohz_full and rcu_nocbs name isolated CPUs, and irqaffinity names others.

    Why: nohz_full and rcu_nocbs are for CPUs that poll: the host's keep their tick and
    their callbacks. Interrupts that irqaffinity sends to isolated CPUs stop a PMD thread.
    Fix: Remove the argument: the profile cpu-partitioning makes the first two of the
    isolated CPUs.
    Source: Linux Documentation/admin-guide/kernel-parameters.txt; tuned, cpu-partitioning.
    """
    for role in tuned_roles(view):
        value, isolated = role.value("KernelArgs"), _isolated(role)
        for arg in role.kernel if value and isolated else ():
            named = _readable_cpus(arg)
            if value is None or named is None:
                continue
            wrong = named & isolated if arg.name == _OF_HOST else named - isolated
            if wrong:
                are = "are" if arg.name == _OF_HOST else "are not"
                yield Found(
                    value.place(arg.name),
                    f"{cut(arg.text)} of {role.name} names the CPUs {cut(wrong)}, which {are}"
                    " isolated", _remedy(role, arg, named, isolated),
                )  # fmt: skip


def _isolated(role: TunedRole) -> CpuSet:
    """What the tuned profile or the kernel isolates; that the two differ is another fault."""
    lists = (role.cpus("IsolCpusList"), role.isolcpus)
    return union(each.cpus for each in lists if each)


def _readable_cpus(arg: KernelArg) -> CpuSet | None:
    """The CPUs of an argument that should fit the isolated ones."""
    if arg.name not in (*_OF_ISOLATED, _OF_HOST):
        return None
    try:
        return read_cpus(arg.value or "")
    except ValueError:
        return None  # a fault of its own


def _remedy(role: TunedRole, arg: KernelArg, named: CpuSet, isolated: CpuSet) -> str:
    host = role.cpus("OvsDpdkCoreList")
    right = isolated
    if arg.name == _OF_HOST:
        right = (host.cpus if host else named) - isolated
    return f"remove it, or write {arg.name}={right}" if right else "remove it"
