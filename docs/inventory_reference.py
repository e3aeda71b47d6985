"""The reference of inventory keys, made from the JSON Schema."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from generator.reading.schema_objects import Schema, objects_in
from generator.reading.schema_objects import reference as reference_of

_QUOTED = r"\d+(\.\d+)?|(\w\w:){5}\w\w"  # text that YAML would read as something else

_HEAD = """# Keys of an inventory

Made from `schemas/inventory.schema.json` by `docs/update_readme.py`; descriptions are
changed there. A key without a default may be left out unless it is marked **required**.
`nfvgen schema` prints the schema, and `nfvgen init` puts it beside a first inventory,
where editors find it. `NAME` stands for a name of your choice.
"""


def reference(root: Path) -> str:
    """The whole page."""
    schema = json.loads((root / "schemas/inventory.schema.json").read_text("utf-8"))
    defs = schema["$defs"]
    parts = [_HEAD, "\n".join(_table("inventory.yaml", "Inventory", defs))]
    parts += ["\n".join(_table(path, name, defs)) for path, name in _below("", "Inventory", defs)]
    parts.append("\n".join(_forms(defs)))
    return "\n".join(parts) + "\n"


def _below(path: str, name: str, defs: Schema) -> Iterator[tuple[str, str]]:
    """Every object below this one, with the way to it."""
    for key, schema in defs[name]["properties"].items():
        here = f"{path}.{key}" if path else key
        for step, inner in objects_in(schema, defs):
            yield here + step, inner
            yield from _below(here + step, inner, defs)


def _table(title: str, name: str, defs: Schema) -> Iterator[str]:
    item = defs[name]
    yield f"## {title}\n\n{item['description']}\n"
    yield "| key | value | default | description | example |"
    yield "|---|---|---|---|---|"
    for key, schema in item["properties"].items():
        required = key in item.get("required", ())
        cells = (
            f"`{key}`",
            _type(schema, defs),
            "**required**" if required else _code(schema.get("default")),
            schema["description"],
            _code((_first_example(schema, defs) or [None])[0]),
        )
        yield "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
    yield ""


def _first_example(schema: Schema, defs: Schema) -> list[Any]:
    return list(schema.get("examples") or defs.get(reference_of(schema), {}).get("examples", []))


def _type(schema: Schema, defs: Schema) -> str:
    """A type in words, with its bounds."""
    if name := reference_of(schema):
        inner = defs[name]
        return "mapping" if "properties" in inner else f"[{name}](#forms-of-values)"
    if "enum" in schema:
        return " or ".join(f"`{value}`" for value in schema["enum"])
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return " or ".join(_kind(kind, schema, defs) for kind in kinds)


def _kind(kind: str, schema: Schema, defs: Schema) -> str:
    if kind == "array":
        return f"list of {_type(schema['items'], defs)}"
    if kind == "object":
        return "mapping by name"
    if kind == "integer" and "minimum" in schema:
        return f"{schema['minimum']} to {schema['maximum']}"
    return {"string": "text", "boolean": "`true` or `false`"}.get(kind, kind)


def _code(value: Any) -> str:
    """A value as it stands in YAML, in one line."""
    if value is None:
        return ""
    bare = isinstance(value, str) and value and not re.fullmatch(_QUOTED, value)
    return f"`{value}`" if bare else f"`{json.dumps(value)}`"


def _forms(defs: Schema) -> Iterator[str]:
    yield "## Forms of values\n"
    yield "| form | description | example |"
    yield "|---|---|---|"
    for name, item in defs.items():
        if "properties" not in item:
            examples = ", ".join(map(_code, item.get("examples", [])))
            yield f"| {name} | {item['description']} | {examples} |".replace("||", "| |")
