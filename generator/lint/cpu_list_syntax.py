"""Rules over the form of CPU lists, which each consumer reads in its own way."""

from collections.abc import Iterator

from generator.deployment.types import DeploymentView
from generator.findings import Severity
from generator.lint.cpu_lists import OVS, OVS_PATTERN, READERS, list_text, repaired
from generator.lint.kernel_line import (
    CPU_LISTS,
    KernelArg,
    kernel_args,
    read_cpus,
    torn_list,
)
from generator.lint.ruleset import Found, rule
from generator.lint.tuned_roles import written


@rule("cpu-list-syntax", Severity.ERROR)
def cpu_list_syntax(view: DeploymentView) -> Iterator[Found]:
    """CPU lists have the form that their consumer reads.

    Why: Open vSwitch's lists take digits, commas and hyphens only, no ^; Nova and tuned
    take ^ to exclude. tuned drops a whole list with one wrong item, Nova does not start,
    and the play that configures Open vSwitch fails.
    Fix: Write numbers and ranges with commas between them: "2-19,22-39".
    Source: tripleo-heat-templates (Train), constraints of OvsPmdCoreList; Nova 20,
    parse_cpu_spec; tuned 2.13, cpulist_unpack.
    """
    for name, reader in READERS.items():
        for value, role in written(view, name):
            text = list_text(value)
            if not text or (reader is OVS and not role and not OVS_PATTERN.fullmatch(text)):
                continue  # in the latter case parameter-constraint tells
            try:
                reader.read(text)
            except ValueError as error:
                better = repaired(text)
                yield Found(
                    value.at,
                    f"{name} is no CPU list that {reader.name} reads: {error}",
                    f'write {name}: "{better}"' if better else "write a list such as 2-19,22-39",
                )


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
                yield Found(value.at, f"{arg.text}{' ' * bool(rest)}{rest}: {fault}", hint)


def _fault(arg: KernelArg, rest: str) -> str:
    if rest:
        return f"a blank ends the list, and the CPUs {rest} are left out"
    try:
        read_cpus(arg.value or "")
    except ValueError as error:
        return f"the kernel drops the whole list, {error}"
    return ""


def _meant(view: DeploymentView, role: str, arg: KernelArg, rest: str) -> str | None:
    """IsolCpusList where it can be read, else the list with its separators put right."""
    isolated = view.effective(role, "IsolCpusList") if arg.name == "isolcpus" else None
    text = list_text(isolated) if isolated else None
    better = repaired(f"{arg.value},{rest}") if arg.value else None
    for each in (text, better):
        if each and (cpus := _readable(each)):
            return cpus
    return None


def _readable(text: str) -> str | None:
    """A list in a form that the kernel reads."""
    try:
        return text if read_cpus(text) else None
    except ValueError:
        return repaired(text)
