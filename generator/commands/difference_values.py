"""Old and new values on one line, the long ones by what is taken away and added."""

from contextlib import suppress
from typing import Any

from generator.plan.view import HIDDEN
from generator.values import CpuSet
from generator.whatif.forms import canonical
from generator.whatif.types import Change, Entry

_LONG = 60


def before_and_after(change: Change) -> str:
    """What became of a value."""
    old, new = change.old, change.new
    if not change.key.name:
        return "added" if old is None else "removed"
    if change.entry.secret:
        return f"changes; {HIDDEN}"
    if old is None or new is None:
        return f"{_side(old)} -> {_side(new)}"
    if cpus := _cpus(old, new):
        return cpus
    before, after = _parts(old.value), _parts(new.value)
    if before is None or after is None or len(one(old.value)) + len(one(new.value)) <= _LONG:
        return f"{one(old.value)} -> {one(new.value)}"
    gone = [f"-{each}" for each in before if each not in after]
    come = [f"+{each}" for each in after if each not in before]
    return "  ".join([*gone, *come]) or "the same in another order"


def one(value: Any) -> str:
    """A value on one line."""
    if value is None:
        return "not set"
    if isinstance(value, str):
        return value or '""'
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return "[" + ", ".join(map(one, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {one(item)}" for key, item in value.items()) + "}"
    return str(value)


def _side(entry: Entry | None) -> str:
    return one(None) if entry is None else one(entry.value)


def _parts(value: Any) -> list[str] | None:
    """What a value consists of: arguments, items, entries."""
    if isinstance(value, str):
        return value.split() if " " in value else None
    if isinstance(value, list):
        return [one(item) for item in value]
    if isinstance(value, dict):
        return [f"{key}: {one(item)}" for key, item in value.items()]
    return None


def _cpus(old: Entry, new: Entry) -> str:
    """CPU lists, with what comes and goes; "" for anything else."""
    if not (_is_cpus(old) and _is_cpus(new)):
        return ""
    before, after = (_set(each.value) for each in (old, new))
    if before is None or after is None:
        return ""
    gone, come = before - after, after - before
    moved = [*([f"-{gone}"] if gone else []), *([f"+{come}"] if come else [])]
    return f"{before} -> {after} ({'  '.join(moved)})" if moved else ""


def _is_cpus(entry: Entry) -> bool:
    """Whether the value's form is that of a set of CPUs."""
    found = _set(entry.value)
    kind = type(entry.value).__name__
    return found is not None and entry.form == canonical([kind, str(found)])


def _set(value: Any) -> CpuSet | None:
    with suppress(ValueError):
        return CpuSet.parse(",".join(map(str, value)) if isinstance(value, list) else str(value))
    return None
