"""What the values that a JSON Schema of ours describes consist of."""

from collections.abc import Iterator
from typing import Any

Schema = dict[str, Any]


def objects_in(schema: Schema, defs: Schema) -> Iterator[tuple[str, str]]:
    """The objects of `$defs` that a value consists of, each with the steps to it: `[]` into a
    list, `.NAME` into a mapping by name."""
    name = reference(schema)
    if "properties" in defs.get(name, {}):
        yield "", name
    for key, step in (("items", "[]"), ("additionalProperties", ".NAME")):
        if isinstance(schema.get(key), dict):
            for rest, inner in objects_in(schema[key], defs):
                yield step + rest, inner


def reference(schema: Schema) -> str:
    """The name in `$defs` that a schema refers to, "" where it refers to none."""
    return str(schema.get("$ref", "")).rpartition("/")[2]
