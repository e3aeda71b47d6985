"""Rules over the types of values, in parameter_defaults and in the blocks of roles."""

from collections.abc import Iterator, Mapping

from generator.catalog.parameters import HeatParameter
from generator.deployment.types import DeploymentView
from generator.deployment.values import Value
from generator.findings import Severity
from generator.lint.heat_values import named, pattern, refusal
from generator.lint.parameter_constraints import global_values, values_in_blocks
from generator.lint.ruleset import Found, rule

_NEEDS_TEXT = {
    "OvsPmdCoreList": "its Ansible filter fails",
    "OvsDpdkCoreList": "its Ansible filter fails",
    "OvsDpdkSocketMemory": "Heat fails while it counts the reserved huge pages",
}
_NO_MAPS = {"string": "text", "comma_delimited_list": "a list"}
_NEEDS_LIST = {"NeutronPhysicalDevMappings": "the script of the PCI whitelist reads it as JSON"}


@rule("parameter-type", Severity.ERROR)
def parameter_type(view: DeploymentView) -> Iterator[Found]:
    """Values have the type that the template declares.

    Why: Heat refuses the stack: a bare number is no list, an empty text no number, a
    number no text where a pattern has to match.
    Fix: Write the value in the declared form; quotes make text of anything.
    Source: Heat 13.1.0, parameters; declarations of tripleo-heat-templates 11.6.0.
    """
    for value, declared in global_values(view):
        if wrong := refusal(declared, value):
            yield Found(value.at, wrong, _remedy(declared, value))


def _remedy(declared: HeatParameter, value: Value) -> str:
    kind = declared.types[0]
    text = value.text or ""
    if kind == "string":
        if value.items:
            text = ",".join(str(item.content) for item in value.items)
        return f'write {declared.name}: "{text}"'
    if kind == "comma_delimited_list":
        return f'write {declared.name}: ["{text}"]' if text else "write a list"
    if kind == "number":
        return "write a number" if declared.default is None else (
            f"write a number; the default is {declared.default}"
        )  # fmt: skip
    return "write true or false" if kind == "boolean" else "write a map or a list"


@rule("parameter-text-of-list", Severity.WARNING)
def parameter_text_of_list(view: DeploymentView) -> Iterator[Found]:
    """A parameter of type string gets text, not a list or a map.

    Why: Heat takes the Python text of it, brackets and quotes included: [2, 3] instead of
    2,3.
    Fix: Write the text that is meant, in quotes.
    Source: Heat 13.1.0, parameters.
    """
    for value, declared in global_values(view):
        if (
            declared.types == ("string",)
            and (value.items or value.entries)
            and pattern(declared) is None
        ):
            text = ",".join(str(item.content) for item in value.items)
            yield Found(
                value.at,
                f"{declared.name} is text, not {named(value)}",
                f'write {declared.name}: "{text}"' if text else "write it as text",
            )


@rule("role-parameter-type", Severity.ERROR)
def role_parameter_type(view: DeploymentView) -> Iterator[Found]:
    """Values in the block of a role have the very type that their reader expects.

    Why: Heat converts nothing there. A core list of one core is a number without quotes,
    and its reader takes only text; text stays text where a list is read.
    Fix: Put quotes around it, or write a list.
    Source: tripleo-heat-templates 11.6.0, RoleParameters is of type json.
    """
    for _, value, declared in values_in_blocks(view):
        name = declared.name
        if name in _NEEDS_TEXT and not isinstance(value.content, str):
            items = [str(item.content) for item in value.items]
            text = ",".join(items) if items else value.text
            yield Found(
                value.at,
                f"{name} has to be text in the block of a role, not {named(value)}: "
                f"{_NEEDS_TEXT[name]}",
                f'write {name}: "{text}"',
            )
        elif name in _NEEDS_LIST and isinstance(value.content, str) and value.content:
            items = [item.strip() for item in value.content.split(",")]
            yield Found(
                value.at,
                f"{name} has to be a list in the block of a role: {_NEEDS_LIST[name]}",
                f"write {name}: [{', '.join(f'{chr(34)}{item}{chr(34)}' for item in items)}]",
            )
        elif declared.types == ("number",) and (wrong := refusal(declared, value)):
            yield Found(value.at, wrong, _remedy(declared, value))
        elif isinstance(value.content, Mapping) and declared.types[0] in _NO_MAPS:
            kind = _NO_MAPS[declared.types[0]]
            yield Found(value.at, f"{name} is {kind}, not a map", f"write it as {kind}")
