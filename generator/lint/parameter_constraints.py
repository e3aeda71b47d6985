"""Whether values keep to what the templates allow, in parameter_defaults and in blocks of roles."""

from collections.abc import Iterator

from generator.catalog.parameters import HeatParameter
from generator.deployment.types import DeploymentView
from generator.deployment.values import Value
from generator.findings import Severity
from generator.lint.heat_values import broken_constraint, named, pattern, refusal
from generator.lint.ruleset import Found, rule
from generator.lint.scope import deployed
from generator.lint.terms import called
from generator.values import MemorySize

_FUNCTIONS = {"get_file", "get_param", "get_attr"}


def _plain(value: Value) -> bool:
    """Whether a value can be judged: not null, nothing unknown in it, not filled in later."""
    if value.content is None or not value.known:
        return False
    if isinstance(value.content, str) and ("{{" in value.content or "<" in value.content):
        return False
    return not (len(value.entries) == 1 and next(iter(value.entries)) in _FUNCTIONS)


def global_values(view: DeploymentView) -> Iterator[tuple[Value, HeatParameter]]:
    """The values outside of blocks that can be judged, with what declares them."""
    for section in (view.parameters, view.stack_parameters):
        for name, value in section.items():
            if _plain(value) and (declared := view.declaration(name)):
                yield value, declared
    for config in view.nic_configs:
        for name, own in config.declared.items():
            given = view.parameters.get(name)
            if given is not None and _plain(given) and view.declaration(name) is None and own.type:
                yield given, HeatParameter(name, own.type)


def values_in_blocks(view: DeploymentView) -> Iterator[tuple[str, Value, HeatParameter]]:
    """Those in the blocks of roles, each with its role."""
    for role in deployed(view):
        for name, value in role.parameters.items():
            if _plain(value) and (declared := view.catalogue.lookup(name)) and declared.role_read:
                yield role.name, value, declared


@rule("parameter-constraint", Severity.ERROR)
def parameter_constraint(view: DeploymentView) -> Iterator[Found]:
    """Values keep to the constraints of the template: allowed values, ranges, patterns.

    Why: Heat refuses the stack; what stands in the block of a role it does not look at, and
    the service refuses it on the node instead.
    Fix: Write an allowed value.
    Source: constraints of tripleo-heat-templates 11.6.0.
    """
    for value, declared in global_values(view):
        yield from _broken(view, value, declared)
    for _, value, declared in values_in_blocks(view):
        if pattern(declared) is None:  # the core lists have rules of their own
            yield from _broken(view, value, declared)


def _broken(view: DeploymentView, value: Value, declared: HeatParameter) -> Iterator[Found]:
    if refusal(declared, value) or not (wanted := broken_constraint(declared, value.data)):
        return
    said = named(value)
    if view.planned and declared.name == "NovaReservedHostMemory":  # there it has a unit
        wanted, said = wanted.replace(" or ", " MiB or "), str(MemorySize.mib(value.data))
    name = called(view, declared.name)
    yield Found(value.at, f"{name} has to be {wanted}, not {said}", f"write {wanted}")
