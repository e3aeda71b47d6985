"""Violations of a JSON Schema as findings: all of them, each at its place."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from generator.findings import Finding
from generator.reading.document import Document
from generator.reading.schema_words import Violation, unknown_keys, words

if TYPE_CHECKING:
    from jsonschema import ValidationError


def findings_of(document: Document, errors: "Sequence[ValidationError]") -> list[Finding]:
    """The errors of the validator in the words of users, in the order of the file."""
    violations = [
        Violation(
            document, str(error.validator), error.validator_value, error.instance, error.schema,
            tuple(error.absolute_path), tuple(error.absolute_schema_path), error.cause,
        )
        for error in errors
    ]  # fmt: skip
    # The validator takes the keys of a mapping in no certain order.
    violations.sort(key=lambda error: (document.route(error.path), str(error.schema_path)))
    found = [finding for error in _without_echoes(violations) for finding in words(error)]
    # One fault in a value that aliases repeat is still one fault, at the first of its places.
    single = {(each.location, each.rule, each.message): each for each in reversed(found)}
    return sorted(single.values(), key=lambda finding: finding.order)


def _without_echoes(errors: list[Violation]) -> Iterator[Violation]:
    """Leaves out what only follows from another error.

    A value of the wrong type fails its other keywords too; a word outside an enum
    may fail a narrower one; a misspelt key is missing under its right name, and
    what depends on it cannot be judged. Where another value decides which words there are,
    these say more than the type of a number.
    """
    numbers = {
        error.path
        for error in errors
        if error.keyword == "enum" and error.conditional and type(error.value) is int
    }
    wrong_type = {error.path for error in errors if error.keyword == "type"} - numbers
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
        if error.keyword == "type" and error.path in numbers:
            continue
        if error.keyword == "enum" and len(error.limit) > narrowest[error.path]:
            continue
        if error.conditional and (meant.get(error.path) or meant.get(error.path[:-1])):
            continue
        yield error.without(meant.get(error.path, set()))
