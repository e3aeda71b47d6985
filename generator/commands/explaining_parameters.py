"""What `nfvgen explain` says about a Heat parameter."""

import json
import re
from collections.abc import Collection, Iterator
from functools import cache
from typing import Any

import generator as nfvgen
from generator.catalog.parameters import HeatParameter, parameters
from generator.catalog.product import product
from generator.catalog.release import release
from generator.catalog.roles import networks, roles
from generator.commands.constraint_words import allowed
from generator.commands.made_up_values import examples
from generator.commands.plan_text import paragraph, values
from generator.commands.rule_pages import Page, any_of, pages, told, word
from generator.deployment.inventory_keys import PHYSICAL, SITE, TUNING
from generator.deployment.read import TARGET
from generator.lint.heat_values import KINDS
from generator.plan.view import plan_view
from generator.resources import resource_dir

_BLOCK = "{role}Parameters"


def parameter_names() -> Collection[str]:
    """The parameters that have names of their own, and names of other releases."""
    facts = product(TARGET)
    return [*parameters(TARGET).names, *facts.renamed, *facts.removed, *facts.newer]


def explain_parameter(name: str) -> str | None:
    """What it is, where it acts, what it follows from, and the rules about it."""
    catalogue = parameters(TARGET)
    found = catalogue.lookup(name, roles(TARGET), networks(TARGET))
    if found is None:
        return _of_another_release(name)
    name_in = _written(found)
    rules = list(_rules(found))
    shown = any(name_in.search(page.wrong) for page in rules)
    lines = (
        *_declared(found), *_places(found), *_derived(name), *told(rules, name_in),
        *(() if shown else examples(found, _known_value(found))),
        "", *paragraph(f"Source: {catalogue.source}", 0),
    )  # fmt: skip
    return "".join(f"{line}\n" for line in lines)


def _rules(found: HeatParameter) -> Iterator[Page]:
    """The rules whose texts or findings name the parameter. The name of a block is on the
    way to everything in it: it counts where it is at fault itself."""
    name = _written(found)
    at = re.compile(rf"^    at: .*{name.pattern}$", re.MULTILINE)
    said = at if found.pattern else name
    return pages(lambda page: bool(name.search(page.text) or said.search(page.said)))


def _written(found: HeatParameter) -> re.Pattern[str]:
    """The name in a text, with any role or network in it."""
    return any_of(found.pattern, networks(TARGET)) if found.pattern else word(found.name)


def _of_another_release(name: str) -> str | None:
    facts = product(TARGET)
    if now := facts.renamed.get(name):
        first = "\n".join(
            paragraph(f"{name}: a name of other releases; in this one it is {now}.", 0)
        )
        return f"{first}\n\n{explain_parameter(now)}"
    if remedy := facts.removed.get(name):
        return f"{name}: a name of older releases that nothing reads any more: {remedy}.\n"
    if since := facts.newer.get(name):
        return f"{name}: nothing of this release reads it; {since} first had it.\n"
    return None


def _declared(found: HeatParameter) -> Iterator[str]:
    yield f"{found.name}: {' or '.join(KINDS.get(each, each) for each in found.types)}"
    if found.hidden:
        yield "  a secret: what is set is shown nowhere"
    elif found.has_default and found.default is not None:
        yield from paragraph(f"default: {json.dumps(found.default)}", 2)
    for constraint in found.constraints:
        some = ", in some templates only" if found.constrained_in_some else ""
        yield from paragraph(f"allowed{some}: {allowed(constraint)}", 2)
    if found.deprecated:
        successor = product(TARGET).successors.get(found.name)
        instead = f"use {successor}" if successor else "a later release may not know it"
        yield f"  deprecated: {instead}"
    if found.unread:
        yield "  declared, but no template reads it: it has no effect"
    if since := release(TARGET).newer_parameters.get(found.name):
        yield f"  newer than the first builds of {TARGET}: known from {since.value} on"


def _places(found: HeatParameter) -> Iterator[str]:
    right = f"      {found.name}: ..."
    wrong = f"      ComputeOvsDpdkParameters:\n        {found.name}: ..."
    yield from ("", "Where it acts")
    if found.pattern == _BLOCK:
        yield "  At the top of parameter_defaults: what stands in it counts for the role alone."
        yield f"    parameter_defaults:\n{right}"
        return
    if found.role_read:
        yield "  For all roles at the top of parameter_defaults, for one in its block:"
        yield f"    parameter_defaults:\n{right}\n{wrong}"
        return
    if found.role_specific:
        yield "  Marked as meant for roles, but no template takes it from a role's block."
    yield "  At the top of parameter_defaults only:"
    yield f"    parameter_defaults:\n{right}"
    yield "  Wrong: in a role's block nothing reads it:"
    yield f"    parameter_defaults:\n{wrong}"


def _derived(name: str) -> Iterator[str]:
    """What the plan says of it for the starter inventory, and the keys that set it."""
    item, keys = _starter().get(name), _keys(name)
    if not item and not keys:
        return
    yield from ("", "What nfvgen makes of it")
    if item and item["rule"]:
        yield "  For the inventory that nfvgen init writes:"
        yield from values({name: item}, 4)
    elif item:
        yield from paragraph(f"Taken as it is from: {item['source']}", 2)
    if keys:
        yield from paragraph(f"Set by the inventory's {', or '.join(keys)}", 2)


def _known_value(found: HeatParameter) -> Any:
    """A value that is right: that of the starter inventory, or the default."""
    item = _starter().get(found.name)
    return item["value"] if item else found.default


def _keys(name: str) -> list[str]:
    keys = [f"roles.NAME.tuning.{key}" for key in TUNING.get(name, ())]
    keys += [f"physical_networks.NAME.{PHYSICAL[name]}"] if name in PHYSICAL else []
    return [*keys, *([f"site.{SITE[name]}"] if name in SITE else [])]


@cache
def _starter() -> dict[str, Any]:
    """Every parameter of the plan of the starter inventory, with its reason."""
    path = resource_dir("templates") / "starter" / "inventory.yaml"
    view = plan_view(nfvgen.build_plan(nfvgen.load_inventory(path)))
    found: dict[str, Any] = {}
    for block in view["environments"].values():
        found |= block
    for role in view["roles"].values():
        found |= role["values"]
    return found
