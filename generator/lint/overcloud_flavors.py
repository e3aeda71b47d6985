"""Rules over the flavors by which Ironic chooses the machines of roles."""

from collections.abc import Iterator, Mapping
from typing import Any

from generator.checks.repeats import repeats
from generator.deployment.hosts import Host
from generator.deployment.types import DeploymentView, RoleView
from generator.findings import Severity
from generator.lint.nics import text
from generator.lint.ruleset import Found, rule
from generator.lint.scope import deployed, several_deployments


@rule("overcloud-flavor-shared", Severity.WARNING, needs_hosts=True)
def overcloud_flavor_shared(view: DeploymentView) -> Iterator[Found]:
    """Roles on different hardware have different overcloud flavors.

    Why: Ironic takes any machine that fits the flavor; a controller on a storage node has
    other NIC names, disks and CPUs than its files say.
    Fix: Write a flavor for each role. On the undercloud make it with openstack flavor
    create, set its properties as those of the flavor baremetal and capabilities:profile to
    its name, and give the machines that profile.
    Source: tripleo-heat-templates (Train), Overcloud<Role>Flavor; Ironic's install guide,
    flavors.
    """
    if not view.complete or several_deployments(view):
        return
    named = ((name, role) for role in deployed(view) if (name := _flavor(view, role)))
    for other, role in repeats(named):
        one, two = other.host, role.host
        if one and two and role.flavor and other.flavor and _facts(one) != _facts(two):
            own = role.name.lower()
            key = "flavor" if view.planned else f"Overcloud{role.name}Flavor"
            yield Found(
                role.flavor.at,
                f"{role.name} and {other.name} share the overcloud flavor {text(role.flavor)}, but "
                "not the hardware",
                f"write a flavor of its own, for example {key}: {own}, and make it on the "
                f"undercloud: openstack flavor create {own} with --ram, --vcpus and --disk; "
                "nfvgen explain overcloud-flavor-shared",
                (other.flavor.at,),
            )


def _flavor(view: DeploymentView, role: RoleView) -> str | None:
    """The flavor that chooses the machines of a role; none where hints may do so."""
    if not view.planned and f"{role.name}SchedulerHints" in view.parameters:
        return None
    return text(role.flavor)


def _facts(host: Host) -> Any:
    """What is written of machines, but for whose they are."""
    found: Any = host.at.document.data
    for step in host.at.path:
        found = found[step]
    return {k: v for k, v in found.items() if k != "roles"} if isinstance(found, Mapping) else found
