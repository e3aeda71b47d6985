"""roles_data and the role parameters of the environment files as a view."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from generator.catalog.roles import RoleFacts
from generator.catalog.roles import roles as known_roles
from generator.deployment.hosts import Host
from generator.deployment.merge import Merged
from generator.deployment.types import RoleView
from generator.deployment.values import Value, overlaid, whole
from generator.reading.document import Document

_NIC_KEY = re.compile(r"OS::TripleO::(\w+)::Net::SoftwareConfig")
_BLOCK = re.compile(r"(\w+)Parameters")


def role_views(
    documents: Sequence[Document], merged: Merged, hosts: Sequence[Host], target: str
) -> Mapping[str, RoleView]:
    """The roles of the roles_data files, by name; where there is none, those
    that the environment files name, with the facts of the product's own role."""
    if documents:
        written: dict[str, Value | None] = {
            str(name.content): item
            for document in documents
            for item in whole(document).items
            if (name := item.get("name")) is not None and isinstance(name.content, str)
        }
    else:
        written = dict.fromkeys(_named(merged), None)
    known = known_roles(target)
    found = {
        name: role_view(name, item, known.get(name), merged, hosts)
        for name, item in written.items()
    }
    if any("networks" in role.fields for role in found.values()):
        return found
    # Older releases knew no networks of roles: nobody tells them then.
    return {
        name: role if role.networks else replace(role, networks=None)
        for name, role in found.items()
    }


def _named(merged: Merged) -> Iterator[str]:
    for key in merged.registry:
        if found := _NIC_KEY.fullmatch(key):
            yield found[1]
    for key, value in merged.parameters.items():
        found = _BLOCK.fullmatch(key)
        if found and isinstance(value.content, Mapping):
            yield found[1]


def role_view(
    name: str, item: Value | None, known: RoleFacts | None, merged: Merged, hosts: Sequence[Host]
) -> RoleView:
    """One role. `item` is its entry in roles_data; without it the product's facts count."""
    fields = item.entries if item else {}
    defaults = fields.get("RoleParametersDefault")
    block = merged.parameters.get(f"{name}Parameters")
    own = dict(defaults.entries) if defaults else {}
    for key, value in (block.entries if block else {}).items():
        own[key] = overlaid(own.get(key), value)
    facts = known if item is None else None
    return RoleView(
        name,
        item.at if item else None,
        fields,
        _names(fields.get("networks"), facts and facts.networks, item is not None),
        _names(_services(name, fields, merged), facts and facts.services, item is not None),
        _names(fields.get("tags"), facts and facts.tags, item is not None),
        _names(fields.get("default_route_networks"), None, item is not None),
        defaults.entries if defaults else {},
        block,
        own,
        _first(merged, f"{name}Count") or fields.get("CountDefault"),
        _flavor(name, fields, merged),
        None,
        merged.registry.get(f"OS::TripleO::{name}::Net::SoftwareConfig"),
        next((host for host in hosts if not host.roles or name in host.roles), None),
    )


def _services(name: str, fields: Mapping[str, Value], merged: Merged) -> Value | None:
    return _first(merged, f"{name}Services") or fields.get("ServicesDefault")


def _flavor(name: str, fields: Mapping[str, Value], merged: Merged) -> Value | None:
    """The old name that a role definition keeps wins where it is set."""
    old = fields.get("deprecated_param_flavor")
    names = [str(old.content)] if old else ["OvercloudControlFlavor"] * (name == "Controller")
    names.append(f"Overcloud{name}Flavor")
    return _first(merged, *names) or fields.get("FlavorDefault")


def _first(merged: Merged, *names: str) -> Value | None:
    return next((merged.parameters[name] for name in names if name in merged.parameters), None)


def _names(
    written: Value | None, known: Sequence[str] | None, told: bool
) -> tuple[str, ...] | None:
    """The names of a list, or of a mapping's keys; none where a role is told without."""
    if written is None:
        return () if told else (tuple(known) if known is not None else None)
    if written.entries:
        return tuple(written.entries)
    return tuple(str(item.content) for item in written.items if isinstance(item.content, str))
