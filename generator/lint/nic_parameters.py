"""Rules over the parameters of a nic-config that get no value."""

from collections.abc import Iterator

from generator.deployment.types import DeploymentView, NicConfig
from generator.deployment.values import Unresolved
from generator.findings import Severity
from generator.lint.ruleset import Found, rule
from generator.lint.scope import of_other_release


@rule("nic-parameter-unset", Severity.ERROR)
def nic_parameter_unset(view: DeploymentView) -> Iterator[Found]:
    """A parameter of a nic-config without a default is set.

    Why: Heat refuses the stack for a parameter that has no value.
    Fix: Set it under parameter_defaults, or give it a default.
    Source: Heat, parameter validation.
    """
    # Other files may set it where no script tells which are all; and so may the product's.
    product = any("environments/net" in each.path for each in view.missing)
    if not view.complete or view.deploy is None or product or of_other_release(view):
        return
    for config in view.nic_configs:
        for name in _missing(config) if config.role else ():
            declared = config.declared[name]
            yield Found(
                declared.at,
                f"{name} has no default, and nothing sets it",
                f"write {name} under parameter_defaults",
            )


def _missing(config: NicConfig) -> list[str]:
    pending = [*config.unresolved, *(v for each in config.walk() for v in each.settings.values())]
    found: set[str] = set()
    while pending:
        value = pending.pop()
        content = value.content
        if isinstance(content, Unresolved) and content.kind == "missing":
            found.add(content.name)
        pending += value.parts()
    return sorted(found)
