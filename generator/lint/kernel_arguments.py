"""Rules over the arguments in KernelArgs: their names, and those that stand twice."""

from collections import Counter
from collections.abc import Iterator

from generator.checks.plan_kernel_args import DERIVED
from generator.deployment.types import DeploymentView
from generator.findings import Severity
from generator.lint.kernel_line import KernelArg, kernel_args
from generator.lint.kernel_spelling import meant_argument
from generator.lint.ruleset import Found, rule
from generator.lint.tuned_roles import written

_SINGLE = frozenset({
    "hugepages", "default_hugepagesz", "isolcpus", "iommu", "intel_iommu", "amd_iommu", "nohz_full",
    "rcu_nocbs", "intel_pstate", "numa_balancing", "transparent_hugepage",
})  # fmt: skip


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
                    value.place(arg.name),
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
        # What an inventory repeats of the derived ones is a fault of its own.
        where = "kernel_args" if view.planned else "KernelArgs"
        names = _SINGLE - DERIVED.keys() if view.planned else _SINGLE
        for title, count in _repeated(args, names).items():
            yield Found(
                value.place(title.partition("=")[0]),
                f"{title} stands {count} times in {where}", "keep one of them",
            )  # fmt: skip


def _repeated(args: tuple[KernelArg, ...], names: frozenset[str]) -> dict[str, int]:
    counts: Counter[str] = Counter()
    size = ""
    for arg in args:
        if arg.name == "hugepagesz":
            size = arg.text
        elif arg.name == "hugepages" and arg.name in names:
            counts[f"hugepages= {f'after {size}' if size else 'without hugepagesz='}"] += 1
        elif arg.name in names:
            counts[f"{arg.name}="] += 1
    return {name: count for name, count in counts.items() if count > 1}
