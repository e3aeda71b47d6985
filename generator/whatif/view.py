"""What differs as plain data: what `nfvgen diff --format json` prints."""

from typing import Any

from generator.plan.view import HIDDEN
from generator.plan.view import explained as reason_view
from generator.whatif.types import Acting, Change, Difference, Entry, Key

Data = dict[str, Any]


def difference_view(found: Difference) -> Data:
    """All of it."""
    return {
        "old": found.old,
        "new": found.new,
        "keys": [each._asdict() for each in found.keys],
        "changes": [_change(each) for each in found.changes],
        "needs": {role: list(needs) for role, needs in found.needs.items()},
        "meanings": dict(found.meanings),
        "notes": list(found.notes),
    }


def _change(change: Change) -> Data:
    return {
        **_key(change.key),
        "also": list(change.also),
        "old": _entry(change.old),
        "new": _entry(change.new),
        "effects": [_effect(each) for each in change.effects],
        "with_it": [_key(key) for key in change.with_it],
    }


def _key(key: Key) -> Data:
    return {"area": key.area.value, "of": key.of, "inside": list(key.inside), "name": key.name}


def _entry(entry: Entry | None) -> Data | None:
    if entry is None:
        return None
    value = HIDDEN if entry.secret else entry.value
    reason = reason_view(entry.reason) if entry.reason else {}
    return {
        "value": value,
        "at": entry.at,
        "reason": {**reason, "value": value} if reason else None,
    }


def _effect(acting: Acting) -> Data:
    effect = acting.effect
    return {
        "needs": list(effect.needs),
        "why": effect.why,
        "mark": effect.mark.value,
        "sources": list(effect.sources),
        "roles": list(acting.roles),
    }
