"""Violations of a JSON Schema as findings: all of them, each at its place.

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
from generator.reading.schema_words import Violation, unknown_keys, words
from generator.resources import resource_dir

if TYPE_CHECKING:
    from jsonschema.protocols import Validator


def violations(document: Document, schema: str) -> list[Finding]:
    """What a document has against a schema (a file name in schemas/), in the order of the file."""
    errors = [
        Violation(
            document, str(error.validator), error.validator_value, error.instance, error.schema,
            tuple(error.absolute_path), tuple(error.absolute_schema_path), error.cause,
        )
        for error in _validator(schema).iter_errors(document.data)
    ]  # fmt: skip
    # The validator takes the keys of a mapping in no certain order.
    errors.sort(key=lambda error: (document.route(error.path), str(error.schema_path)))
    found = [finding for error in _without_echoes(errors) for finding in words(error)]
    # One fault in a value that aliases repeat is still one fault, at the first of its places.
    single = {(each.location, each.rule, each.message): each for each in reversed(found)}
    return sorted(single.values(), key=lambda finding: finding.order)


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
    validator: Validator = strict(_inlined(schema, schema["$defs"]), format_checker=formats)
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


def _inlined(schema: Any, definitions: dict[str, Any]) -> Any:
    """The schema with what it refers to in place. No definition holds itself, and looking
    up each reference for each value would take most of the time."""
    if isinstance(schema, list):
        return [_inlined(item, definitions) for item in schema]
    if not isinstance(schema, dict):
        return schema
    whole = {key: _inlined(value, definitions) for key, value in schema.items() if key != "$defs"}
    if reference := whole.pop("$ref", None):
        target = definitions[reference.removeprefix("#/$defs/")]
        return _inlined(target, definitions) | whole
    return whole


def _without_echoes(errors: list[Violation]) -> Iterator[Violation]:
    """Leaves out what only follows from another error.

    A value of the wrong type fails its other keywords too; a word outside an enum
    may fail a narrower one; a misspelt key is missing under its right name, and
    what depends on it cannot be judged.
    """
    wrong_type = {error.path for error in errors if error.keyword == "type"}
    narrowest: dict[tuple[str | int, ...], int] = {}
    meant: dict[tuple[str | int, ...], set[str]] = {}
    for error in errors:
        if error.keyword == "enum":
            size = len(error.limit)
            narrowest[error.path] = min(size, narrowest.get(error.path, size))
        if error.keyword == "additionalProperties":
            guesses = {guess for _, guess in unknown_keys(error) if guess}
            meant.setdefault(error.path, set()).update(guesses)
    for error in errors:
        if error.keyword != "type" and error.path in wrong_type:
            continue
        if error.keyword == "enum" and len(error.limit) > narrowest[error.path]:
            continue
        if error.conditional and (meant.get(error.path) or meant.get(error.path[:-1])):
            continue
        yield error.without(meant.get(error.path, set()))
