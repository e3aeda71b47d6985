"""The schemas and the dataclasses say the same: names, types, required keys, defaults."""

import dataclasses
from collections.abc import Iterator, Mapping
from ipaddress import IPv4Address, IPv4Network, IPv6Address
from types import ModuleType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest
from jsonschema import Draft202012Validator

from generator import hardware_facts, inventory, rxq_layout, traffic
from generator.deployment import host_facts
from generator.reading import bmc_login, login, registry_login
from generator.reading.formats import FORMATS
from generator.reading.schema import _validator, load_schema
from generator.reading.structure import structure
from generator.values import (
    AddressRange,
    CpuSet,
    DataRate,
    Frequency,
    Load,
    MemorySize,
    Secret,
    VlanRanges,
)

SCHEMAS = {
    "inventory.schema.json": (inventory, hardware_facts, traffic),
    "registry-login.schema.json": (registry_login, login),
    "bmc-login.schema.json": (bmc_login, login),
    "host-facts.schema.json": (host_facts,),
    "rxq-layout.schema.json": (rxq_layout,),
}
VALUES = {
    kind: kind.__name__
    for kind in (
        AddressRange, CpuSet, DataRate, Frequency, Load, MemorySize, VlanRanges, IPv4Address,
        IPv4Network,
    )
}  # fmt: skip
NAMES = {str: "string", Secret: "string", int: "integer", bool: "boolean"}
COUNTED_AS_TEXT = {"string", "integer or string"}  # `miimon: 100` is text all the same


def classes(modules: tuple[ModuleType, ...]) -> dict[str, Any]:
    return {
        name: kind
        for module in modules
        for name, kind in vars(module).items()
        if dataclasses.is_dataclass(kind) and kind.__module__ == module.__name__
    }


OBJECTS = [
    pytest.param(name, cls, id=cls.__name__)
    for name, modules in SCHEMAS.items()
    for cls in classes(modules).values()
]


def of_annotation(kind: Any) -> str:
    """A type in words."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in {Union, UnionType}:
        parts = [part for part in arguments if part is not type(None)]
        if parts == [IPv4Address, IPv6Address]:
            return "IPAddress"
        return " or ".join(sorted(of_annotation(part) for part in parts))
    if origin is tuple:
        assert arguments[1] is Ellipsis
        return f"list of {of_annotation(arguments[0])}"
    if origin is Mapping:
        assert arguments[0] is str
        return f"map of {of_annotation(arguments[1])}"
    if origin is Literal:
        return f"one of {sorted(arguments, key=str)}"
    return VALUES.get(kind) or NAMES.get(kind) or str(kind.__name__)


def of_schema(schema: dict[str, Any], definitions: dict[str, Any]) -> str:
    """A schema in the same words."""
    if reference := schema.get("$ref"):
        name = reference.removeprefix("#/$defs/")
        target = definitions[name]
        text = target["type"] == "string" and target.get("format", "mac") != "mac"
        named = target["type"] == "object" or text
        return name if named else of_schema(target, definitions)
    if "enum" in schema:
        return f"one of {sorted(schema['enum'], key=str)}"
    if words := schema.get("if", {}).get("enum") or ["auto"] * ("const" in schema.get("if", {})):
        return " or ".join(sorted([of_schema(schema["else"], definitions), f"one of {words}"]))
    if schema["type"] in ("array", ["array", "string"]):  # a CPU list may be written as text
        return f"list of {of_schema(schema['items'], definitions)}"
    if schema["type"] == "object":
        return f"map of {of_schema(schema['additionalProperties'], definitions)}"
    if schema.get("if") == {"type": "string"}:
        return f"integer or {of_schema(schema['then'], definitions)}"
    return (
        schema["type"] if isinstance(schema["type"], str) else " or ".join(sorted(schema["type"]))
    )


def plain(value: Any) -> Any:
    """A default as JSON has it."""
    if dataclasses.is_dataclass(value):
        return {}
    return list(value) if isinstance(value, tuple) else value


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_class_has_a_definition(name: str) -> None:
    objects = {key for key, each in load_schema(name)["$defs"].items() if "properties" in each}
    assert objects == set(classes(SCHEMAS[name]))


@pytest.mark.parametrize(("name", "cls"), OBJECTS)
def test_names_and_types(name: str, cls: Any) -> None:
    definitions = load_schema(name)["$defs"]
    schema = definitions[cls.__name__]
    assert schema["additionalProperties"] is False
    kinds = {key: of_annotation(kind) for key, kind in get_type_hints(cls).items()}
    described = {key: of_schema(each, definitions) for key, each in schema["properties"].items()}
    if kinds.get("options") == "map of string":
        assert described.pop("options").removeprefix("map of ") in COUNTED_AS_TEXT
        del kinds["options"]
    assert described == kinds
    assert list(schema["properties"]) == [each.name for each in dataclasses.fields(cls)]


@pytest.mark.parametrize(("name", "cls"), OBJECTS)
def test_required_and_defaults(name: str, cls: Any) -> None:
    schema = load_schema(name)["$defs"][cls.__name__]
    required, defaults = [], {}
    for each in dataclasses.fields(cls):
        if each.default_factory is not dataclasses.MISSING:
            defaults[each.name] = plain(each.default_factory())
        elif each.default is dataclasses.MISSING:
            required.append(each.name)
        elif each.default is not None:
            defaults[each.name] = plain(each.default)
    assert schema.get("required", []) == required
    properties = schema["properties"].items()
    assert {key: each["default"] for key, each in properties if "default" in each} == defaults


def parts(schema: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every object in a schema file, with its path."""
    if isinstance(schema, dict):
        yield path, schema
        for key, value in schema.items():
            yield from parts(value, f"{path}/{key}")
    elif isinstance(schema, list):
        for index, value in enumerate(schema):
            yield from parts(value, f"{path}/{index}")


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_schema_is_one(name: str) -> None:
    Draft202012Validator.check_schema(load_schema(name))


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_field_is_described(name: str) -> None:
    for path, schema in parts(load_schema(name)):
        is_field = path.split("/")[-2:-1] in (["properties"], ["$defs"]) and "not" not in schema
        if is_field and "/allOf/" not in path:
            assert schema.get("description", "").endswith("."), path


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_pattern_and_refusal_has_words(name: str) -> None:
    for path, schema in parts(load_schema(name)):
        if "pattern" in schema or schema.get("not") == {}:
            assert schema["x-message"], path
            assert schema["x-hint"], path
        if "format" in schema:
            assert schema["format"] in FORMATS, path


@pytest.mark.parametrize("name", SCHEMAS)
def test_examples_and_defaults_are_valid(name: str) -> None:
    whole = _validator(name)
    for path, schema in parts(whole.schema):
        if path.endswith(("/examples", "/default")) or "type" not in schema:
            continue
        for example in [
            *schema.get("examples", []),
            *([schema["default"]] if "default" in schema else []),
        ]:
            errors = [each.message for each in whole.evolve(schema=schema).iter_errors(example)]
            assert not errors, path


def test_a_field_that_the_program_cannot_make_is_a_fault_of_the_program() -> None:
    @dataclasses.dataclass(frozen=True)
    class Odd:
        value: complex

    with pytest.raises(TypeError, match="complex"):
        structure(Odd, {"value": 1})
