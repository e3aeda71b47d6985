"""A violation of a JSON Schema in words for people."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cached_property
from typing import Any

from generator.findings import Finding, Location, Path, Place, Severity, path_text
from generator.reading.document import Document
from generator.reading.yaml_nodes import Scalar
from generator.reading.yaml_traps import trap
from generator.values import FormError

_SECRET = re.compile(r"passw|secret|token|credential", re.IGNORECASE)
_CPUS = re.compile(r"\^?\d+(?:-\d+)?")
_HELPED_BY_QUOTES = frozenset((None, "cpu-list", "vlan-ranges"))
_LONGEST = 60
_TYPES = {
    "array": "a list",
    "boolean": "true or false",
    "integer": "a whole number",
    "object": "a mapping of keys",
    "string": "text",
}


@dataclass(frozen=True)
class Violation:
    """One error of the validator: `keyword` with its `limit` in `schema` failed for `value`."""

    document: Document
    keyword: str
    limit: Any
    value: Any
    schema: Any
    path: Path
    schema_path: Path
    cause: BaseException | None

    @property
    def conditional(self) -> bool:
        """Whether it depends on another value (if/then)."""
        return "then" in self.schema_path or "else" in self.schema_path

    @property
    def of_key(self) -> bool:
        """Whether the value is a key of the mapping at `path`."""
        return "propertyNames" in self.schema_path

    @property
    def hidden(self) -> bool:
        """Whether the value must not be shown."""
        names = (step for step in self.path if isinstance(step, str))
        return self.document.secret or any(map(_SECRET.search, names))

    @property
    def meant(self) -> str | None:
        """The word for the value that others use, as the schema knows it."""
        word: str | None = self.schema.get("x-meant", {}).get(str(self.value).lower())
        return word

    @cached_property
    def missing(self) -> list[str]:
        return [key for key in self.limit if key not in self.value]

    @property
    def name(self) -> str:
        """What the value is called: its key, or the key of its list."""
        keys = [step for step in self.path if isinstance(step, str)]
        item = "" if isinstance(self.path[-1], str) else "an item of "
        return f"{item}'{keys[-1]}'"

    @property
    def shown(self) -> str:
        """The value as it was written."""
        if self.hidden:
            return "the value"
        if self.of_key:
            return quote(self.value)
        _, node = self.document.nodes(Place(self.path))
        text = node.text if isinstance(node, Scalar) else str(self.value)
        # A number in quotes would be text: it is shown as it has to be written.
        return text if isinstance(self.value, int) else quote(text)

    def without(self, keys: set[str]) -> "Violation":
        """The same, with these keys no longer required."""
        if self.keyword != "required":
            return self
        return replace(self, limit=[key for key in self.limit if key not in keys])

    def finding(self, rule: str, message: str, hint: str, place: Place | None = None) -> Finding:
        """A finding at the value, or at another place."""
        place = place or Place(self.path)
        # In a secret file even a key may be something that slipped out of place.
        shown_path = self.path if self.document.secret else place.path
        location: Location = self.document.locate(place)
        text = path_text(shown_path)
        return Finding(location, text, f"schema/{rule}", Severity.ERROR, message, hint)


def words(error: Violation) -> Iterator[Finding]:
    """The findings of an error: one, or one for each key that it is about."""
    yield from _WORDS[error.keyword](error)


def unknown_keys(error: Violation) -> list[tuple[str, str | None]]:
    """The keys that the schema does not have, each with the one that was probably meant."""
    known = list(error.schema.get("properties", {}))
    strays = [key for key in error.value if key not in known]
    free = [key for key in known if key not in error.value]
    return [(key, closest(key, free)) for key in strays]


def closest(word: str, choices: list[str]) -> str | None:
    """The choice that a word was probably meant to be."""
    plain = {choice.lower().replace("-", "_"): choice for choice in choices}
    found = get_close_matches(word.lower().replace("-", "_"), plain, 1)
    return plain[found[0]] if found else None


def quote(text: str) -> str:
    """A text as a message shows it."""
    return f"'{text if len(text) <= _LONGEST else text[: _LONGEST - 1] + '…'}'"


def _unknown_key(error: Violation) -> Iterator[Finding]:
    known = ", ".join(error.schema.get("properties", {}))
    for key, guess in unknown_keys(error):
        message = "unknown key" if error.document.secret else f"unknown key {quote(key)}"
        hint = f"did you mean '{guess}'?" if guess else f"the keys here are: {known}"
        if not guess and _CPUS.fullmatch(key):  # {pmd_cpus: 2,3} has a key 3
            hint = "put quotes around a value that has commas"
        yield error.finding("unknown-key", message, hint, Place((*error.path, key), on_key=True))


def _required(error: Violation) -> Iterator[Finding]:
    for key in error.missing:
        message, hint = _own(error)
        schema = error.schema.get("properties", {}).get(key, {})
        message = message or f"'{key}' is missing"
        hint = hint or f"add it: {_described(schema, key)}"
        yield error.finding("required", message, hint, Place(error.path, on_key=True))


def _type(error: Violation) -> Iterator[Finding]:
    wanted = (error.limit,) if isinstance(error.limit, str) else tuple(error.limit)
    if error.value is None:
        message = f"{error.name} has no value"
    else:
        names = " or ".join(_TYPES[kind] for kind in wanted)
        message = f"{error.name} must be {names}, not {_kind(error.value, wanted)}"
    _, node = error.document.nodes(Place(error.path))
    # Quotes alone make no size or address of a number: there the example says more.
    helped = error.value is None or error.schema.get("format") in _HELPED_BY_QUOTES
    hint = trap(node, wanted) if helped and not error.hidden else ""
    if error.value is not None and "enum" in error.schema:
        hint = _choices(error.schema["enum"])
    empty = error.value is None
    place = Place(error.path, on_key=True) if empty else None
    yield error.finding("type", message, hint or _described(error.schema), place)


def _kind(value: object, wanted: tuple[str, ...]) -> str:
    if isinstance(value, float) and "integer" in wanted:
        return "a number with a fraction or exponent"
    names = {str: "text", bool: "true or false", int: "a number", float: "a number", list: "a list"}
    return names.get(type(value), "a mapping of keys")


def _enum(error: Violation) -> Iterator[Finding]:
    message, own_hint = _own(error)
    guess = error.meant or closest(str(error.value), [str(choice) for choice in error.limit])
    listed = _choices(error.limit)
    hint = own_hint or (f"did you mean '{guess}'? {listed}" if guess else listed)
    yield error.finding("enum", message or f"{error.name} cannot be {error.shown}", hint)


def _choices(values: list[object]) -> str:
    listed = ", ".join(map(str, values))
    return f"use {listed}" if len(values) == 1 else f"use one of {listed}"


def _format(error: Violation) -> Iterator[Finding]:
    # Values quote as Python does; in a message all quotes look alike.
    said = str(error.cause).replace(repr(error.value), quote(error.value))
    said = f"{error.name} is not in its form" if error.hidden else said
    hint = _described(error.schema)
    if isinstance(error.cause, FormError) and not error.hidden:
        hint = f"write {error.cause.meant}"
    yield error.finding("format", said, hint)


def _limit(error: Violation) -> Iterator[Finding]:
    side = "below" if error.keyword == "minimum" else "above"
    message = f"{error.name} is {error.shown}, {side} {error.limit}"
    yield error.finding(error.keyword, message, _described(error.schema))


def _pattern(error: Violation) -> Iterator[Finding]:
    message, hint = _own(error)
    if "boolean" in error.schema["type"]:
        _, node = error.document.nodes(Place(error.path))
        hint = trap(node, ("boolean",)) or hint
    key = Place((*error.path, error.value), on_key=True) if error.of_key else None
    yield error.finding("name" if error.of_key else "pattern", message, hint, key)


def _too_few(error: Violation) -> Iterator[Finding]:
    yield error.finding("empty", f"{error.name} is empty", _described(error.schema))


def _too_many(error: Violation) -> Iterator[Finding]:
    message, hint = _own(error)
    message = message or f"{error.name} has more than {error.limit} items"
    yield error.finding("too-many", message, hint or _described(error.schema))


def _twice(error: Violation) -> Iterator[Finding]:
    seen: set[str] = set()
    for index, value in enumerate(error.value):
        if str(value) in seen:
            place = Place((*error.path, index))
            message = f"{quote(str(value))} stands twice in {error.name}"
            yield error.finding("twice", message, "remove one of the two", place)
        seen.add(str(value))


def _not_allowed(error: Violation) -> Iterator[Finding]:
    message, hint = _own(error)
    yield error.finding("not-allowed", message, hint, Place(error.path, on_key=True))


def _own(error: Violation) -> tuple[str, str]:
    """The words that the schema itself has for the case."""
    message: str = error.schema.get("x-message", "")
    beside = error.value if isinstance(error.value, dict) else {}

    def fill(match: re.Match[str]) -> str:
        return error.shown if match[1] == "value" else quote(str(beside.get(match[1])))

    return re.sub(r"\{(\w+)\}", fill, message), error.schema.get("x-hint", "")


def _described(schema: Any, key: str = "") -> str:
    """What a value is, from its schema: the description's first sentence, and an example."""
    text: str = schema.get("description", "").split(". ")[0].rstrip(".")
    text = text[:1].lower() + text[1:] if text[1:2].islower() else text
    examples = [_example(key, each) for each in schema.get("examples", [])]
    shown = next((f"such as {example}" for example in examples if example), "")
    return ", ".join(part for part in (text, shown) if part)


def _example(key: str, value: object) -> str:
    """A value as YAML in one line, or "" for one that does not read well so."""
    if isinstance(value, dict) or (isinstance(value, list) and isinstance(value[0], dict)):
        return ""
    shown = f"[{', '.join(map(str, value))}]" if isinstance(value, list) else str(value)
    if key and isinstance(value, str) and ":" in value:
        return f'{key}: "{shown}"'  # without quotes it could be read as something else
    if key:
        return f"'{key}: {shown}'"
    return shown if isinstance(value, int) else f"'{shown}'"


_WORDS: dict[str, Callable[[Violation], Iterator[Finding]]] = {
    "additionalProperties": _unknown_key,
    "enum": _enum,
    "format": _format,
    "maxItems": _too_many,
    "maximum": _limit,
    "minItems": _too_few,
    "minLength": _too_few,
    "minProperties": _too_few,
    "minimum": _limit,
    "not": _not_allowed,
    "pattern": _pattern,
    "required": _required,
    "type": _type,
    "uniqueItems": _twice,
}
