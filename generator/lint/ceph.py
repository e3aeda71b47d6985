"""Rules over the Ceph cluster that a deployment makes."""

from collections.abc import Iterator

from generator.deployment.types import DeploymentView
from generator.findings import Severity
from generator.lint.ruleset import Found, rule
from generator.lint.scope import nodes, several_deployments
from generator.lint.tuned_roles import whole_number

_REPLICAS = "CephPoolDefaultSize"
_OVERRIDES = ("CephConfigOverrides", "CephAnsibleExtraConfig", "CephPools")


@rule("ceph-replicas-above-hosts", Severity.ERROR)
def ceph_replicas_above_hosts(view: DeploymentView) -> Iterator[Found]:
    """Ceph keeps at most as many replicas as there are hosts with OSDs.

    Why: Ceph puts each replica on another host; without enough of them placement groups
    never become clean, and the deployment waits until it fails.
    Fix: Add Ceph nodes, or write a smaller CephPoolDefaultSize, in an inventory `replicas`
    (2 is for labs).
    Source: Ceph, CRUSH failure domain host; tripleo-heat-templates CephPoolDefaultSize.
    """
    size = view.parameters.get(_REPLICAS)
    known = view.roles_read and view.complete and not several_deployments(view)
    if size is None or not known or _overridden(view):
        return
    replicas = whole_number(size, 0)
    if not replicas or any(role.has("CephOSD") is None for role in view.roles.values()):
        return
    found = [(role, nodes(role)) for role in view.roles.values() if role.has("CephOSD")]
    # A count that is only the role's default stands in a file that was not given.
    if any(count is None or f"{role.name}Count" not in view.parameters for role, count in found):
        return
    hosts = sum(count or 0 for _, count in found)
    if 0 < hosts < replicas:
        first, own = next((role, count or 0) for role, count in found if count)
        name, lab = f"{first.name}Count", f"{_REPLICAS}: {hosts}"
        if view.planned:
            name, lab = "count", f"ceph: {{replicas: {hosts}}}"
        more = replicas - hosts + own
        yield Found(
            view.parameters[f"{first.name}Count"].at,
            f"Ceph keeps {replicas} replicas on different hosts, and there are {hosts} with OSDs",
            f"write {name}: {more}, or {lab} in a lab",
            () if view.planned else (size.at,),
        )  # fmt: skip


def _overridden(view: DeploymentView) -> bool:
    """Whether replicas may lie on one host, or pools have sizes of their own."""
    given = (str(view.parameters[name].data) for name in _OVERRIDES if name in view.parameters)
    return any("crush" in text or "size" in text for text in given)
