"""What a document has against a JSON Schema of ours.

Beside the standard's keywords a subschema may carry `x-message` and `x-hint`: the
words to show when it fails. `{value}` in them is the value, any other name in
braces a value beside it.
"""

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from generator.findings import Finding
from generator.reading.document import Document
from generator.reading.formats import FORMATS
from generator.resources import resource_dir

if TYPE_CHECKING:
    from jsonschema.protocols import Validator


def violations(document: Document, schema: str) -> list[Finding]:
    """What a document has against a schema (a file name in schemas/), in the order of the file."""
    errors = list(_validator(schema).iter_errors(document.data))
    if not errors:
        return []
    from generator.reading.schema_findings import findings_of  # most files need none

    return findings_of(document, errors)


def load_schema(name: str) -> dict[str, Any]:
    """A schema of schemas/ as it is written."""
    schema: dict[str, Any] = json.loads(
        (resource_dir("schemas") / name).read_text(encoding="utf-8")
    )
    return schema


@cache
def _validator(name: str) -> "Validator":
    from jsonschema import Draft202012Validator, FormatChecker, validators

    formats = FormatChecker(formats=())
    for form, parse in FORMATS.items():
        formats.checks(form, raises=ValueError)(_check(parse))
    # The standard counts 3.0 as an integer; those who read the data afterwards do not.
    types = Draft202012Validator.TYPE_CHECKER.redefine(
        "integer", lambda _, value: type(value) is int
    )
    schema = load_schema(name)
    extend: Any = validators.extend  # untyped
    strict = extend(Draft202012Validator, {"pattern": _whole_pattern}, type_checker=types)
    validator: Validator = strict(_inlined(schema, schema["$defs"], {}), format_checker=formats)
    return validator


def _whole_pattern(_: object, pattern: str, value: object, __: object) -> Iterator[Exception]:
    """As every pattern here begins with ^ and ends with $, of which Python's would let
    a line break pass."""
    from jsonschema import ValidationError

    if isinstance(value, str) and not re.fullmatch(pattern, value):
        yield ValidationError("")


def _check(parse: Callable[[str], object]) -> Callable[[object], bool]:
    def check(value: object) -> bool:
        if isinstance(value, str):  # anything else has failed by its type already
            parse(value)
        return True

    return check


def _inlined(schema: Any, definitions: dict[str, Any], done: dict[str, Any]) -> Any:
    """The schema with what it refers to in place. No definition holds itself, and looking
    up each reference for each value would take most of the time. `done` keeps what has been
    made of definitions."""
    if isinstance(schema, list):
        return [_inlined(item, definitions, done) for item in schema]
    if not isinstance(schema, dict):
        return schema
    whole = {
        key: _inlined(value, definitions, done) for key, value in schema.items() if key != "$defs"
    }
    if reference := whole.pop("$ref", None):
        name = reference.removeprefix("#/$defs/")
        if name not in done:
            done[name] = _inlined(definitions[name], definitions, done)
        return done[name] | whole
    return whole
