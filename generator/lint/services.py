"""Rules over what a role is made of: its services."""

from collections.abc import Iterator

from generator.catalog.product import product
from generator.checks.repeats import repeats
from generator.deployment.types import DeploymentView, RoleView
from generator.deployment.values import Value, whole
from generator.findings import Severity
from generator.lint.ruleset import Found, rule
from generator.lint.scope import deployed, is_dpdk
from generator.lint.spelling import slips

_PREFIX = "OS::TripleO::Services::"


@rule("service-misspelt", Severity.ERROR)
def service_misspelt(view: DeploymentView) -> Iterator[Found]:
    """The services of a role are services that the release has.

    Why: Heat stops at a service without an entry in the registry.
    Fix: Write the service as the product's role files do.
    Source: tripleo-heat-templates 11.6.0, registry and environments.
    """
    known = _known(view)
    for role in view.roles.values():
        for item in _services(role):
            meant = _meant(str(item.content), known)
            if meant and item.content not in view.registry:
                yield Found(
                    item.at,
                    f"Train has no service {item.content}",
                    f"write {_PREFIX}{meant}",
                )


def _meant(written: str, known: set[str]) -> str:
    """The service that a misspelt name stands for, without the common prefix; "" where the
    name is right, or far from any."""
    name = written.removeprefix(_PREFIX)
    if name in known:
        return ""
    head, colons, tail = name.rpartition("::")
    if tail in known and slips(head + colons, [_PREFIX]):
        return tail
    return next(iter(slips(name, known)), "")


def _known(view: DeploymentView) -> set[str]:
    """Every service that somebody maps, without the common prefix."""
    mapped = (key for key in view.registry if key.startswith(_PREFIX))
    return {*product(view.target).services, *(key.removeprefix(_PREFIX) for key in mapped)}


@rule("service-unknown", Severity.WARNING)
def service_unknown(view: DeploymentView) -> Iterator[Found]:
    """The services of a role have an entry in the registry.

    Why: Heat stops at a service without one.
    Fix: Remove the service, or map it in resource_registry.
    Source: tripleo-heat-templates 11.6.0, registry and environments.
    """
    if not view.complete:
        return
    known = _known(view)
    for role in view.roles.values():
        for item in _services(role):
            name = str(item.content).removeprefix(_PREFIX)
            mapped = name in known or item.content in view.registry
            if not mapped and not _meant(name, known):
                yield Found(
                    item.at,
                    f"nothing here maps the service {item.content} of {role.name}",
                    "remove it, or map it in resource_registry",
                )


def _services(role: RoleView) -> tuple[Value, ...]:
    written = role.fields.get("ServicesDefault")
    items = written.items if written else ()
    return tuple(item for item in items if isinstance(item.content, str))


@rule("ovs-agent-beside-dpdk", Severity.INFO)
def ovs_agent_beside_dpdk(view: DeploymentView) -> Iterator[Found]:
    """A DPDK role has ComputeNeutronOvsDpdk instead of ComputeNeutronOvsAgent.

    Why: Both set up the same Open vSwitch agent, one of them without DPDK; no role of the
    product has both.
    Fix: Remove ComputeNeutronOvsAgent from the role.
    Source: tripleo-heat-templates 11.6.0, roles/ComputeOvsDpdk.yaml.
    """
    for role in filter(is_dpdk, deployed(view)):
        for item in _services(role):
            if item.content == f"{_PREFIX}ComputeNeutronOvsAgent":
                yield Found(
                    item.at, f"{role.name} has the agents with and without DPDK",
                    "remove this service; ComputeNeutronOvsDpdk takes its place",
                )  # fmt: skip


@rule("primary-role-twice", Severity.WARNING)
def primary_role_twice(view: DeploymentView) -> Iterator[Found]:
    """One role has both tags primary and controller.

    Why: The last such role is the one that the deployment starts from, not the first.
    Fix: Leave the tag primary to one role.
    Source: tripleo-heat-templates 11.6.0, overcloud.j2.yaml, primary_role.
    """
    tagged = [
        role for role in view.roles.values() if {"primary", "controller"} <= set(role.tags or ())
    ]
    for role in tagged[1:]:
        if role.at:
            yield Found(
                role.at.step("tags"), f"{tagged[0].name} and {role.name} are both the primary role",
                "leave the tag primary to one of them",
                (tagged[0].at.step("tags"),) if tagged[0].at else (),
            )  # fmt: skip


@rule("service-twice", Severity.WARNING)
def service_twice(view: DeploymentView) -> Iterator[Found]:
    """A role lists each service once.

    Why: The second entry says nothing; it was often meant to be another service.
    Fix: Remove one of the two.
    Source: our reading of roles_data.
    """
    for role in view.roles.values():
        for before, item in repeats((str(each.content), each) for each in _services(role)):
            yield Found(
                item.at, f"{role.name} lists {item.content} twice", "remove one of the two",
                (before.at,),
            )  # fmt: skip


@rule("role-twice", Severity.ERROR)
def role_twice(view: DeploymentView) -> Iterator[Found]:
    """A role stands once in roles_data.

    Why: The client refuses a roles file with two roles of one name.
    Fix: Remove or rename one of them.
    Source: tripleo-common 11.7.0, roles.
    """
    for file in view.files:
        if file.document and file.kind == "roles_data" and isinstance(file.document.data, list):
            names = [each.get("name") for each in whole(file.document).items]
            known = (each for each in names if each and isinstance(each.content, str))
            for before, value in repeats((each.content, each) for each in known):
                yield Found(
                    value.at, f"the role {value.content} stands twice",
                    "remove or rename one of the two", (before.at,),
                )  # fmt: skip
