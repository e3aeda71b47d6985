"""What Heat makes of a value of parameter_defaults, and what it refuses."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from generator.catalog.parameters import HeatParameter
from generator.deployment.values import Value

_BOOLEANS = {"true", "t", "yes", "y", "on", "1", "false", "f", "no", "n", "off", "0"}
KINDS = {
    "number": "a number", "boolean": "true or false", "json": "a map, a list or JSON text",
    "comma_delimited_list": "a list, or text with commas", "string": "text",
}  # fmt: skip


def refusal(declared: HeatParameter, value: Value) -> str:
    """Why Heat does not take a value for the declared type, "" where it does."""
    if any(_takes(kind, value.data, declared) for kind in declared.types):
        return ""
    kinds = " or ".join(KINDS.get(kind, kind) for kind in declared.types)
    return f"{declared.name} is {kinds}, not {named(value)}"


def _takes(kind: str, data: Any, declared: HeatParameter) -> bool:
    match kind:
        case "number":
            return isinstance(data, bool | int | float) or _is_number(data)
        case "boolean":
            return isinstance(data, bool) or str(data).strip().lower() in _BOOLEANS
        case "comma_delimited_list":
            return isinstance(data, list | str)
        case "json":
            return not isinstance(data, str) or not data or _is_json(data)
        case "string":
            return isinstance(data, str) or pattern(declared) is None
    return True


def pattern(declared: HeatParameter) -> str | None:
    """The pattern that a text has to match as a whole."""
    found = [each["allowed_pattern"] for each in declared.constraints if "allowed_pattern" in each]
    return str(found[0]) if found else None


def _is_number(data: Any) -> bool:
    if not isinstance(data, str):
        return False
    try:
        float(data)
    except ValueError:
        return False
    return True


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def named(value: Value) -> str:
    """A value in a message."""
    data = value.data
    if isinstance(data, Mapping):
        return "a map"
    if isinstance(data, list):
        return "a list"
    if isinstance(data, bool):
        return f"'{value.text}', which YAML reads as {str(data).lower()}"
    if isinstance(data, int | float):
        return f"the number {data}"
    return f"'{data}'" if data else "an empty text"


def broken_constraint(declared: HeatParameter, data: Any) -> str:
    """The constraint that a value breaks as the end of a sentence, "" where it breaks none.
    What only some templates constrain is left to other rules."""
    if declared.constrained_in_some:
        return ""
    items = _items(declared, data)
    for constraint in declared.constraints:
        for item in items:
            if found := _broken(constraint, item, declared.types[0]):
                return found
    return ""


def _items(declared: HeatParameter, data: Any) -> Sequence[Any]:
    if declared.types[0] != "comma_delimited_list":
        return [data]
    if isinstance(data, str):
        return [item.strip() for item in data.split(",")] if data else []
    return data if isinstance(data, list) else [data]


def _broken(constraint: Mapping[str, Any], item: Any, kind: str) -> str:
    if "allowed_values" in constraint:
        allowed = constraint["allowed_values"]
        if str(item) not in set(map(str, allowed)):
            shown = [str(each) for each in allowed if each != ""]
            return f"one of {', '.join(shown)}"
    elif "range" in constraint and _is_number(str(item)):
        low, high = constraint["range"].get("min"), constraint["range"].get("max")
        if low is not None and float(item) < low:
            return f"{low} or more"
        if high is not None and float(item) > high:
            return f"{high} or less"
    elif "allowed_pattern" in constraint and isinstance(item, str):
        if not re.fullmatch(constraint["allowed_pattern"], item):
            return f"text that {constraint['allowed_pattern']} matches"
    elif "length" in constraint and isinstance(item, str | list | dict):
        low, high = constraint["length"].get("min", 0), constraint["length"].get("max")
        if len(item) < low or (high is not None and len(item) > high):
            return f"{low} to {high} long" if high else f"{low} or longer"
    return ""
