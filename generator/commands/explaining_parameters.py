"""What `nfvgen explain` says about a Heat parameter."""

import json
import re
from collections.abc import Iterator

from generator.catalog.parameters import HeatParameter, parameters
from generator.catalog.release import release
from generator.catalog.roles import networks, roles
from generator.deployment.read import TARGET
from generator.report.docs import rule_docs
from generator.resources import resource_dir

_TYPES = {
    "string": "text",
    "number": "a number",
    "boolean": "true or false",
    "json": "a mapping or a list",
    "comma_delimited_list": "a list, or text with commas",
}


def explain_parameter(name: str) -> str | None:
    """Type, default, limits and where the parameter acts, with a right and a wrong place."""
    catalogue = parameters(TARGET)
    found = catalogue.lookup(name, roles(TARGET), networks(TARGET))
    if found is None:
        return None
    parts = (*_told(found), *_places(found), *_rules(name), "", catalogue.source)
    return "".join(f"{line}\n" for line in parts)


def _rules(name: str) -> Iterator[str]:
    """The rules that speak of the parameter, or whose example finds it wrong."""
    said, found = re.compile(rf"\b{name}\b"), re.compile(rf"^ *at: .*\b{name}$", re.MULTILINE)
    pages = resource_dir("docs/rules")
    listed = []
    for doc in rule_docs().values():
        page = pages / f"{doc.id}.md"
        text = page.read_text("utf-8") if page.is_file() else ""
        if said.search(f"{doc.title} {doc.why} {doc.fix}") or found.search(text):
            listed.append(doc)
    if listed:
        width = max(len(doc.id) for doc in listed)
        yield "\nRules about it, with reasons and examples in nfvgen explain RULE:"
        for doc in listed:
            yield f"  {doc.id:<{width}}  {doc.severity:<7}  {doc.title}"


def _told(found: HeatParameter) -> Iterator[str]:
    yield f"{found.name}: {' or '.join(_TYPES.get(each, each) for each in found.types)}"
    if found.has_default and found.default is not None and not found.hidden:
        yield f"  default: {json.dumps(found.default)}"
    for constraint in found.constraints:
        limits = {key: value for key, value in constraint.items() if key != "description"}
        yield f"  allowed: {json.dumps(limits)}"
    if found.deprecated:
        yield "  deprecated: a later release may not know it"
    if found.unread:
        yield "  declared, but no template reads it: it has no effect"
    if since := release(TARGET).newer_parameters.get(found.name):
        yield f"  newer than the first builds of {TARGET}: known from {since.value} on"


def _places(found: HeatParameter) -> Iterator[str]:
    right, wrong = f"  {found.name}: ...", f"  ComputeOvsDpdkParameters:\n    {found.name}: ..."
    yield ""
    if found.role_read:
        yield "Acts for all roles at the top of parameter_defaults, and for one role in its block:"
        yield f"parameter_defaults:\n{right}\n{wrong}"
        return
    if found.role_specific:
        yield "Marked as meant for roles, but no template takes it from a role's block."
    yield "Acts at the top of parameter_defaults only:"
    yield f"parameter_defaults:\n{right}"
    yield "In a role's block nothing reads it:"
    yield f"parameter_defaults:\n{wrong}"
