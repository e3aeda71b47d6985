"""Files of a deployment that are taken for an inventory."""

from pathlib import Path

from generator.deployment.files import read_file
from generator.deployment.types import Kind
from generator.findings import Finding, Location, Severity

_OF_DEPLOYMENT = {
    Kind.ENVIRONMENT: " file", Kind.PLAN_ENVIRONMENT: " file", Kind.ROLES: " file",
    Kind.NETWORKS: " file", Kind.NIC_CONFIG: "", Kind.TEMPLATE: "", Kind.DEPLOY_SCRIPT: "",
    Kind.FLAVOR: "",
}  # fmt: skip
_INVENTORY_KEYS = {"site", "servers", "roles", "networks"}


def deployment_file(path: Path) -> tuple[Finding, ...]:
    """What to say of a file of a deployment that stands where an inventory should: of no
    use would be that none of its keys is one of an inventory."""
    if not path.is_file():
        return ()  # a pipe gives its text once
    file = read_file(path)
    kind, data = file.kind, file.document.data if file.document else None
    ours = isinstance(data, dict) and not _INVENTORY_KEYS.isdisjoint(data)
    if ours or kind not in _OF_DEPLOYMENT:
        return ()
    name = f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}{_OF_DEPLOYMENT[kind]}"
    return (
        Finding(
            Location(str(path), 1, 1, 1, 1), "", "file/of-deployment", Severity.ERROR,
            f"this is {name}, no inventory", f"nfvgen lint {path} checks it",
        ),
    )  # fmt: skip
