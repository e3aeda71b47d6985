"""nic-config templates as trees of os-net-config objects, resolved for each role."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from generator.deployment.intrinsics import resolve
from generator.deployment.merge import Merged
from generator.deployment.passed import Scope
from generator.deployment.types import ConfigObject, Declared, NetworkView, NicConfig, RoleView
from generator.deployment.values import Unresolved, Value, whole
from generator.reading.document import Document


def nic_config(
    document: Document, role: RoleView | None, merged: Merged,
    networks: Mapping[str, NetworkView], networks_read: bool,
) -> NicConfig:  # fmt: skip
    """A template as it is for a role; None: mapped to none, so every network may be joined."""
    template = whole(document)
    declared = _declared(template)
    conditions, resources = template.get("conditions"), template.get("resources")
    folder = Path(document.file).parent
    scope = Scope(
        declared, conditions.entries if conditions else {}, resources.entries if resources else {},
        role, merged, networks, networks_read, folder,
    )  # fmt: skip
    found = [_resolved(each, scope) for each in _configs(template)]
    objects, unresolved = config_objects(found)
    return NicConfig(
        role.name if role else "", document, declared, objects, unresolved,
        role.nic_registry if role else None, tuple(_absent(template, scope)),
    )  # fmt: skip


def _absent(value: Value, scope: Scope) -> Iterator[Value]:
    """The relative paths of get_file below a value that lead to no file."""
    path = value.get("get_file")
    text = path.content if path else None
    relative = isinstance(text, str) and not text.startswith("/") and "://" not in text
    if path and relative and scope.file(str(text)) is None:
        yield path
    for part in value.parts():
        yield from _absent(part, scope)


def _resolved(value: Value, scope: Scope) -> Value:
    try:
        return resolve(value, scope)
    except RecursionError:  # resources whose values are each other's
        reason = "values of the template refer to each other"
        return Value(Unresolved("broken", reason), value.at, used=value.at)


def config_objects(
    lists: Sequence[Value],
) -> tuple[tuple[ConfigObject, ...], tuple[Value, ...]]:
    """The objects of resolved lists, and what stands among them without being one."""
    unresolved: list[Value] = []
    objects = tuple(
        _object(item, unresolved) for each in lists for item in _items(each, unresolved)
    )
    return objects, tuple(unresolved)


def _items(value: Value | None, unresolved: list[Value]) -> Iterator[Value]:
    if value is None:
        return
    if isinstance(value.content, Unresolved):
        unresolved.append(value)
    for item in value.items:
        if isinstance(item.content, Mapping):
            yield item
        elif item.items:  # a list in the list, as list_concat of lists leaves it
            yield from _items(item, unresolved)
        elif item.content is not None:
            unresolved.append(item)


def _object(value: Value, unresolved: list[Value]) -> ConfigObject:
    entries = dict(value.entries)
    kind, members = entries.pop("type", None), entries.pop("members", None)
    return ConfigObject(
        kind.content if kind and isinstance(kind.content, str) else "",
        value.used or value.at,
        entries,
        tuple(_object(item, unresolved) for item in _items(members, unresolved)),
    )


def _declared(template: Value) -> Mapping[str, Declared]:
    section = template.get("parameters")
    found = {}
    for name, written in (section.entries if section else {}).items():
        kind = written.get("type")
        found[name] = Declared(
            name, str(kind.content) if kind else "", written.at,
            written.get("default"), written.get("constraints"),
        )  # fmt: skip
    return found


def _configs(template: Value) -> Iterator[Value]:
    """The values of `network_config` in the configurations of a template."""
    resources = template.get("resources")
    for resource in (resources.entries if resources else {}).values():
        properties = resource.get("properties")
        config = properties.get("config") if properties else None
        if config is not None:
            yield from _found(config)


def _found(value: Value) -> Iterator[Value]:
    if (here := value.get("network_config")) is not None:
        yield here
        return
    for part in value.parts():
        yield from _found(part)


def mapped(
    roles: Mapping[str, RoleView], templates: Mapping[str, Document], merged: Merged,
    networks: Mapping[str, NetworkView], networks_read: bool,
) -> tuple[Mapping[str, RoleView], tuple[NicConfig, ...]]:  # fmt: skip
    """The roles with their nic-configs, then the nic-configs of all templates. `templates`
    maps the registry's paths, as `registry_path` gives them, to templates."""
    found: list[NicConfig] = []
    complete = {}
    for name, role in roles.items():
        path = registry_path(role.nic_registry)
        if path is not None and path in templates:
            own = nic_config(templates[path], role, merged, networks, networks_read)
            role = replace(role, nic_config=own)
            found.append(own)
        complete[name] = role
    used = {config.document.file for config in found}
    others = {document.file: document for document in templates.values()}
    found += (
        nic_config(document, None, merged, networks, networks_read)
        for file, document in others.items()
        if file not in used
    )
    return complete, tuple(found)


def registry_path(entry: Value | None) -> str | None:
    """The path that a registry entry names, relative ones from the file they stand in."""
    if entry is None or not isinstance(entry.content, str):
        return None
    path = entry.content.removeprefix("file://")
    return str(Path(entry.at.document.file).parent / path)
