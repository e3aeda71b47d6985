"""What `nfvgen explain` says about a key of inventories."""

import json
import re
from collections.abc import Collection, Iterator
from functools import cache

from generator.commands.plan_text import paragraph
from generator.commands.rule_pages import Page, pages, told, word
from generator.commands.starter import schema_text
from generator.reading.schema_objects import Schema, objects_in, reference

_INDEX = re.compile(r"\[\d+\]")
_TYPES = {"string": "text", "boolean": "true or false", "integer": "a whole number",
          "array": "a list", "object": "a mapping"}  # fmt: skip


def key_names() -> Collection[str]:
    """The keys by their last name."""
    return {path.rpartition(".")[2].removesuffix("[]") for path in _keys()}


def explain_key(name: str) -> str | None:
    """Every key of the name, with the way to it: `rx_queues`, or `links[].rx_queues`."""
    wanted = _INDEX.sub("[]", name)
    found = [path for path in _keys() if f".{path}".endswith(f".{wanted}")]
    if not found:
        return None
    lines: list[str] = []
    for path in found:
        lines += [*_described(path), ""]
    last = wanted.rpartition(".")[2]
    top = "|".join(path for path in _keys() if "." not in path)
    way = rf"^    at: (?=(?:{top})\b)(?:.*\.)?{re.escape(last)}(?:\[\d+\])?$"
    at = re.compile(way, re.MULTILINE)

    def is_about(page: Page) -> bool:
        return bool(at.search(page.said))

    lines += list(told(list(pages(is_about)), word(last)))[1:]
    lines += ["", "Source: schemas/inventory.schema.json; nfvgen schema prints it"]
    return "".join(f"{line}\n" for line in lines)


def _described(path: str) -> Iterator[str]:
    schema, required, defs = _keys()[path]
    inner = defs.get(reference(schema), {})
    yield f"{path}: {_type(schema, inner)}"
    yield from paragraph(schema.get("description") or inner.get("description", ""), 2, 0)
    if required:
        yield "  required"
    elif schema.get("default") is not None:
        yield f"  default: {json.dumps(schema['default'])}"
    if examples := schema.get("examples") or inner.get("examples"):
        yield from paragraph(f"example: {json.dumps(examples[0])}", 2)


def _type(schema: Schema, inner: Schema) -> str:
    if choices := schema.get("enum") or inner.get("enum"):
        return " or ".join(map(str, choices))
    kinds = schema.get("type") or inner.get("type", [])
    words = " or ".join(_TYPES[each] for each in ([kinds] if isinstance(kinds, str) else kinds))
    if "minimum" in schema:
        return f"{words}, {schema['minimum']} to {schema['maximum']}"
    return words


@cache
def _keys() -> dict[str, tuple[Schema, bool, Schema]]:
    """Every key by the way to it: its schema, whether it is required, and the definitions."""
    defs = json.loads(schema_text())["$defs"]
    return {path: (schema, must, defs) for path, schema, must in _below("", "Inventory", defs)}


def _below(path: str, name: str, defs: Schema) -> Iterator[tuple[str, Schema, bool]]:
    for key, schema in defs[name]["properties"].items():
        here = f"{path}.{key}" if path else key
        yield here, schema, key in defs[name].get("required", ())
        for step, inner in objects_in(schema, defs):
            yield from _below(here + step, inner, defs)
