"""Changes to a cloud as text for people."""

from collections import Counter
from collections.abc import Iterator
from typing import get_args

from generator.cloud.changes import Action, Difference, FieldChange
from generator.plan.ownership import read_description


def difference_text(found: Difference) -> Iterator[str]:
    """Every change with its fields, the notes, and a line that counts."""
    for change in found.changes:
        yield str(change)
        for field in change.fields:
            yield f"    {_field(field)}"
        if change.consent:
            yield f"    needs --yes: {change.consent}"
    for note in found.notes:
        yield f"note: {note}"
    counts = Counter(change.action for change in found.changes)
    counted = [f"{counts[action]} to {action}" for action in get_args(Action) if counts[action]]
    yield ", ".join(counted) if counted else "nothing to do"


def _field(field: FieldChange) -> str:
    before, after = _value(field, field.before), _value(field, field.after)
    if field.before is None:
        return f"{field.label}: {after}"
    if field.after is None:
        return f"{field.label}: {before} is taken away"
    if before == after:  # marks that differ in what they claim
        before, after = field.before, field.after
    return f"{field.label}: {before} -> {after}"


def _value(field: FieldChange, value: str | None) -> str:
    """A value; of a description the words, and that it has our mark."""
    if field.part != "description" or not value:
        return value or "''"
    text, own = read_description(value)
    parts = [repr(text)] if text else []
    return " and ".join([*parts, f"the mark of {own.site}"] if own else parts)
