"""What a file is, told by its content, and what in it was never filled in."""

import re
from collections.abc import Iterator
from difflib import get_close_matches

from generator.deployment.types import Kind
from generator.findings import Finding, Location, Path, Severity, path_text
from generator.reading.document import Document
from generator.reading.yaml_nodes import Mapping, Node, Scalar, Sequence
from generator.reading.yaml_source import split_lines

SECTIONS = (
    "parameter_defaults", "parameters", "resource_registry", "encrypted_param_names",
    "event_sinks", "parameter_merge_strategies",
)  # fmt: skip
"""The sections that Heat's client takes in an environment file."""

_DEPLOY = re.compile(r"\bopenstack\s+overcloud\s+deploy\b")
_JINJA = re.compile(r"\{\{|\{%|\{#")
_JINJA_LINE = re.compile(r"\s*\{[%#]")
_ROLE_KEYS = {
    "ServicesDefault", "CountDefault", "HostnameFormatDefault", "RoleParametersDefault",
    "FlavorDefault", "ImageDefault", "disable_upgrade_deployment", "default_route_networks",
}  # fmt: skip
_NETWORK_KEYS = {
    "name_lower", "ip_subnet", "vip", "allocation_pools", "gateway_ip", "subnets", "vlan", "mtu",
    "ipv6_subnet",
}  # fmt: skip
# Written to be replaced: a whole word, or a name between marks that no value begins with.
_PLACEHOLDER = re.compile(
    r"(?:CHANGE_?ME|REPLACE_?ME|FILL_?ME|FIXME|TODO|TBD|XXX+)"
    r"|@@\w+@@|(?:.*[=:,/ ])?<[A-Za-z][\w .-]*>(?:[=:,/ ].*)?",
    re.IGNORECASE | re.DOTALL,
)
_NAMES = {"<None>", "<SERVICE DEFAULT>"}  # values with brackets of their own
_MARKED = re.compile(r"@@\w+@@")


def kind_of(document: Document) -> Kind:
    """What a document is."""
    data = document.data
    if isinstance(data, dict):
        return _kind_of_mapping(document, data)
    if isinstance(data, list):
        return _kind_of_list(data)
    return Kind.EMPTY if data is None else Kind.OTHER


def _kind_of_mapping(document: Document, data: dict[str, object]) -> Kind:
    resources = data.get("resources")
    if "heat_template_version" in data or (isinstance(resources, dict) and resources):
        return Kind.NIC_CONFIG if "network_config" in keys(document.root) else Kind.TEMPLATE
    if isinstance(data.get("environments"), list) and ("template" in data or "version" in data):
        return Kind.PLAN_ENVIRONMENT
    if any(key in SECTIONS for key in data):
        return Kind.ENVIRONMENT
    return _kind_of_other(data)


def _kind_of_other(data: dict[str, object]) -> Kind:
    if isinstance(data.get("hosts"), list):
        return Kind.HOST_FACTS
    if {"site", "servers", "roles"} <= data.keys():
        return Kind.INVENTORY
    if data and data.keys() <= {"flavor", "image"}:
        return Kind.FLAVOR
    # `parameters_default` is still an environment: the client refuses it by its name.
    if any(get_close_matches(key, SECTIONS[:3], 1, 0.85) for key in data):
        return Kind.ENVIRONMENT
    return Kind.OTHER


def _kind_of_list(data: list[object]) -> Kind:
    entries = [item for item in data if isinstance(item, dict)]
    named = bool(entries) and all("name" in item for item in entries)
    found = {key for item in entries for key in item}
    if found & _ROLE_KEYS:
        return Kind.ROLES
    if named and found & _NETWORK_KEYS:
        return Kind.NETWORKS
    if named and "networks" in found:
        return Kind.ROLES
    return Kind.NETWORKS if named and found <= {"name", "enabled"} else Kind.OTHER


def is_deploy_script(text: str, name: str) -> bool:
    """Whether a text is a command or script that deploys."""
    return not name.endswith((".yaml", ".yml", ".json", ".md", ".rst", ".adoc")) and bool(
        _DEPLOY.search(text)
    )


def jinja(text: str, name: str, readable: bool) -> Location | None:
    """The first mark of Jinja in a file that is a template, or None.

    A readable file is one only where its name says so: quoted `{{ }}` is for others to fill
    in while deploying.
    """
    if readable and not (name.endswith(".j2") or ".j2." in name):
        return None
    for number, line in enumerate(split_lines(text, yaml11=True), 1):
        # `# {{ x }}` in a comment is no reason for anything, `# {% if x %}` is.
        code = line if _JINJA_LINE.match(line.lstrip("# ")) else line.partition(" #")[0]
        if not code.lstrip().startswith("#") and (found := _JINJA.search(code)):
            column = found.start() + 1
            return Location(name, number, column, number, column + 2)
    return None


def placeholders(document: Document) -> Iterator[Finding]:
    """Values of a document that were to be replaced."""
    for node, path in scalars(document.root):
        if isinstance(node.value, str) and _is_placeholder(node.text):
            yield placeholder(
                Location(document.file, *node.start, *node.end), path_text(path), node.text
            )


def _is_placeholder(text: str) -> bool:
    # Most values end here: the pattern alone would take a tenth of the reading.
    if not text or not ("<" in text or "@@" in text or text[0] in "CcRrFfTtXx"):
        return False
    return text not in _NAMES and _PLACEHOLDER.fullmatch(text) is not None


def placeholder(location: Location, path: str, text: str) -> Finding:
    """The finding of a value that was never filled in."""
    shown = text if len(text) <= 40 else text[:39] + "…"
    return Finding(
        location, path, "file/placeholder", Severity.ERROR,
        f"'{shown}' was never filled in", "write the value that is meant",
    )  # fmt: skip


def marked(text: str, location: Location) -> Finding | None:
    """A `@@NAME@@` in the line where reading stopped: YAML has no unquoted @."""
    lines = split_lines(text, yaml11=True)
    line = lines[location.line - 1] if location.line <= len(lines) else ""
    found = _MARKED.search(line)
    if found is None:
        return None
    columns = found.start() + 1, found.end() + 1
    at = Location(location.file, location.line, columns[0], location.line, columns[1])
    return placeholder(at, "", found[0])


def scalars(node: Node, path: Path = ()) -> Iterator[tuple[Scalar, Path]]:
    """Every single value of a tree with its path."""
    match node:
        case Scalar():
            yield node, path
        case Sequence():
            for index, item in enumerate(node.items):
                yield from scalars(item, (*path, index))
        case Mapping():
            for key, (_, value) in node.entries.items():
                yield from scalars(value, (*path, key))


def keys(node: Node) -> set[str]:
    """Every key anywhere in a tree."""
    found: set[str] = set()
    pending = [node]
    while pending:
        match pending.pop():
            case Mapping(entries=entries):
                found |= entries.keys()
                pending += [value for _, value in entries.values()]
            case Sequence(items=items):
                pending += items
            case Scalar():
                pass
    return found
