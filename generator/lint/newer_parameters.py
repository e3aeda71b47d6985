"""Whether the product has the parameters that are set."""

from collections.abc import Iterator

from generator.catalog.release import release
from generator.deployment.types import DeploymentView, RoleView
from generator.deployment.values import Value
from generator.findings import Severity
from generator.lint.ruleset import Found, rule
from generator.lint.terms import called


@rule("parameter-newer-than-release", Severity.WARNING)
def parameter_newer_than_release(view: DeploymentView) -> Iterator[Found]:
    """Parameters of later builds are used knowingly.

    Why: A build that does not declare the parameter ignores it with a warning in the log.
    Of an inventory also those are told that only the release's first builds lack.
    Fix: Look for the parameter in the templates on the director; remove it if it is not
    there.
    Source: tripleo-heat-templates 11.3.1, 11.4.0, 11.6.0, train-eol and Wallaby compared.
    """
    for name, value, role, since in _asked(view) if view.planned else _undeclared(view):
        yield Found(
            value.at.key,
            f"{name} is known from {since} on" + (f" ({role.name})" if role else ""),
            f"grep for {name} in the director's templates; without it remove {called(view, name)}",
        )


def _undeclared(view: DeploymentView) -> Iterator[tuple[str, Value, RoleView | None, str]]:
    """What no template of the release declares, but one of a later build or release."""
    from generator.lint.parameter_names import names_of  # not needed for an inventory

    names = names_of(view)
    for name, value, role in names.unknown():
        if since := names.facts.newer.get(name):
            yield name, value, role, since


def _asked(view: DeploymentView) -> Iterator[tuple[str, Value, RoleView | None, str]]:
    """What an inventory asks for that the first builds of the release lack."""
    newer = release(view.target).newer_parameters
    for role in view.roles.values():
        for name, value in role.parameters.items():
            if name in newer and not value.derived:
                yield name, value, role, f"tripleo-heat-templates {newer[name].value}"
