"""A wrong and a right value for a parameter that no rule has an example of."""

import json
from collections.abc import Iterator
from typing import Any

from generator.catalog.parameters import HeatParameter

_REFUSED = {
    "number": "many",
    "boolean": "sometimes",
    "json": "{key",
    "comma_delimited_list": 5,
    "string": ["one", "two"],
}
"""Type -> what Heat refuses, or takes for something else."""
_TAKEN = {
    "number": 1,
    "boolean": True,
    "json": {"key": "value"},
    "comma_delimited_list": ["one", "two"],
    "string": "one",
}


def examples(found: HeatParameter, known: Any) -> Iterator[str]:
    """Both, by the constraints of the declaration or its type. `known` is a right value, or
    nothing."""
    kind = found.types[0]
    rule = "parameter-text-of-list" if kind == "string" else "parameter-type"
    wrong, right = _REFUSED[kind], known or _TAKEN[kind]
    for constraint in () if found.constrained_in_some else found.constraints:
        if "allowed_values" in constraint:
            allowed = constraint["allowed_values"]
            rule, wrong = "parameter-constraint", "other"
            right = known or next(each for each in allowed if each)
        elif "range" in constraint:
            low, high = constraint["range"].get("min"), constraint["range"].get("max")
            rule, wrong = "parameter-constraint", low - 1 if high is None else high + 1
            right = known or (high if low is None else low)
    shaped = {"allowed_pattern", "length"} & {key for each in found.constraints for key in each}
    if len(found.types) > 1 or (shaped and not known):
        return  # what fits is not to be guessed
    for head, value in ((f"Wrong, by {rule}", wrong), ("Right", right)):
        yield from ("", head, "", "    parameter_defaults:")
        yield f"      {found.name}: {json.dumps(value)}"
