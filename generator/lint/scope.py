"""What several rules ask of a deployment."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from generator.catalog.product import product
from generator.deployment.types import PRODUCT, DeploymentView, Kind, RoleView
from generator.deployment.values import At, Value, whole
from generator.reading.document import Document

DPDK = "ComputeNeutronOvsDpdk"


def nodes(role: RoleView) -> int | None:
    """How many nodes a role has, None where nobody tells."""
    written = role.count.content if role.count else None
    if isinstance(written, str) and written.strip().isdecimal():
        return int(written)
    return written if isinstance(written, int) and not isinstance(written, bool) else None


def deployed(view: DeploymentView) -> Iterator[RoleView]:
    """The roles that may have nodes: all but those whose count is 0."""
    return (role for role in view.roles.values() if nodes(role) != 0)


def is_dpdk(role: RoleView) -> bool:
    """Whether a role certainly runs Open vSwitch on DPDK."""
    return role.has(DPDK) is True


def declared_names(view: DeploymentView) -> Mapping[str, str]:
    """The parameters that the templates among the files declare, each with its type."""
    found: dict[str, str] = {}
    for file in view.files:
        if file.kind in {Kind.NIC_CONFIG, Kind.TEMPLATE} and file.document:
            section = whole(file.document).get("parameters")
            for name, written in (section.entries if section else {}).items():
                kind = written.get("type")
                found.setdefault(name, str(kind.content) if kind else "")
    return found


def unread_templates(view: DeploymentView) -> bool:
    """Whether the registry maps templates of somebody's own that were not read: they may
    declare any parameter."""
    read = {file.path.rsplit("/", 1)[-1] for file in view.files}
    return any(_own_template(value, read) for value in view.registry.values())


def _own_template(value: Value, read: set[str]) -> bool:
    path = value.content
    if not isinstance(path, str) or "::" in path or path.startswith(PRODUCT):
        return False
    name = path.rsplit("/", 1)[-1]
    return bool(name) and name not in read and not _of_product(path)


def _of_product(path: str) -> bool:
    """Whether a relative path leads into the product's own folders."""
    steps = path.split("/")
    return bool({"deployment", "puppet", "docker", "extraconfig", "firstboot"} & set(steps)) or (
        "network" in steps and ("ports" in steps or "config" in steps)
    )


def of_undercloud(document: Document) -> bool:
    """Whether a file is one of the undercloud, a deployment of its own."""
    data = document.data if isinstance(document.data, Mapping) else {}
    registry = data.get("resource_registry")
    keys = registry if isinstance(registry, Mapping) else ()
    return any(key.startswith("OS::TripleO::Undercloud") for key in keys)


def several_deployments(view: DeploymentView) -> bool:
    """Whether a directory holds variants of a deployment, so that values of one meet those
    of another."""
    kinds = (view.of_kind(Kind.ROLES), view.of_kind(Kind.NETWORKS))
    return view.deploy is None and any(len(files) > 1 for files in kinds)


def apart(view: DeploymentView, one: At, other: At) -> bool:
    """Whether two places belong to different variants of a deployment in one directory."""
    folders = {Path(each.document.file).parent for each in (one, other)}
    return len(folders) > 1 and several_deployments(view)


def of_other_release(view: DeploymentView) -> bool:
    """Whether roles_data lists so many services that the release lacks that it was written
    for another one, whose defaults are others too."""
    known = product(view.target).services
    names = {name for role in view.roles.values() for name in role.services or ()}
    strange = [name for name in names if name.rpartition("::")[2] not in known]
    return len([name for name in strange if name not in view.registry]) > 2


def texts(value: Value | None) -> list[str] | None:
    """A list as Heat takes it, also one written as a text with commas; None for anything
    that holds unknown values."""
    if value is None or not value.known:
        return None
    if isinstance(value.content, str):
        return [item.strip() for item in value.content.split(",") if item.strip()]
    if value.items:
        return [str(item.content).strip() for item in value.items]
    return []
