"""What would change in a cloud: values to be shown, kept in a file, and carried out."""

from typing import Literal, NamedTuple

from generator.cloud.state import CloudAggregate, CloudFlavor

Action = Literal["create", "change", "take over", "replace", "delete"]
Kind = Literal["flavor", "image", "aggregate"]


class FieldChange(NamedTuple):
    """One value; None is one that is not there."""

    part: str  # extra_specs, access, properties, metadata, hosts, or the field itself
    key: str  # empty for a field
    before: str | None
    after: str | None

    @property
    def label(self) -> str:
        """What people call it."""
        return f"{self.part} {self.key}".rstrip()


class Change(NamedTuple):
    """What happens to one flavor, image or aggregate."""

    action: Action
    kind: Kind
    name: str
    id: str  # empty for what is not there yet
    fields: tuple[FieldChange, ...] = ()
    consent: str = ""  # what --yes has to agree to; empty where nothing is lost
    target: CloudFlavor | CloudAggregate | None = None  # as it is to be

    def __str__(self) -> str:
        return f"{self.action} {self.kind} {self.name}"


class Difference(NamedTuple):
    """All changes in the order in which they are made."""

    changes: tuple[Change, ...] = ()
    notes: tuple[str, ...] = ()  # neither errors nor pending
    problems: tuple[str, ...] = ()  # what keeps all of it from being done


def field_changes(
    part: str, before: dict[str, str], after: dict[str, str]
) -> tuple[FieldChange, ...]:
    """Where two mappings differ, by key."""
    keys = sorted(before.keys() | after.keys())
    pairs = ((key, before.get(key), after.get(key)) for key in keys)
    return tuple(FieldChange(part, *pair) for pair in pairs if pair[1] != pair[2])
