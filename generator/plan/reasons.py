"""The comment that stands beside a derived value."""

from typing import Any

from generator.explained import Explained


def reason(value: Explained[Any]) -> str:
    """Rule and source, and what still has to be looked at on the machine; one paragraph
    a line. Empty for a value that is copied from the inventory."""
    if not value.rule:
        return ""
    lines = [value.rule, f"Source: {value.source}"]
    if value.recalled:
        facts = "; ".join(f"{fact.name} = {_shown(fact.value)}" for fact in value.recalled)
        lines.append(f"From memory, check on the machine: {facts}")
    return "\n".join(lines)


def _shown(value: Any) -> str:
    """As it would be written in the inventory."""
    return str(value).lower() if isinstance(value, bool) else str(value)
