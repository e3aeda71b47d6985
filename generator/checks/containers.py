"""Rules over where container images come from."""

from collections.abc import Iterator

from generator.checks.registry import PLAN_RULES
from generator.checks.wording import listed
from generator.findings import Fault, Place, Severity
from generator.plan.containers import CREDENTIALS, image_registries
from generator.plan.types import Plan


@PLAN_RULES.rule("registry-without-login", Severity.WARNING)
def registry_without_login(plan: Plan) -> Iterator[Fault]:
    """The registry login has an entry for every registry that images come from.

    Why: A registry that wants a login answers 401, and the preparation of images stops.
    Fix: Add the registry to the login file, or correct the host name there.
    Source: tripleo-heat-templates (Train), ContainerImageRegistryCredentials.
    """
    parameters = [parameter for file in plan.environments for parameter in file.parameters]
    known = [p.value.value for p in parameters if p.name == CREDENTIALS]
    for login in known:
        missing = sorted(image_registries(plan) - set(login if isinstance(login, dict) else ()))
        if missing:
            yield Fault(
                Place(("containers", "login_file")),
                f"the login file has no entry for {listed(missing)}",
                f"add registries.{missing[0]} to it, with username and password",
            )
