"""Flavor notes as the rules over them see them."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from generator.capacity.texts import is_true
from generator.checks.flavor_faults import FlavorText
from generator.deployment.types import DeploymentView, FlavorNote
from generator.deployment.values import At, Value
from generator.lint.tuned_roles import whole_number
from generator.values import MAX_CPU

MULTIQUEUE = "hw_vif_multiqueue_enabled"


class Note(NamedTuple):
    """A note with the parts that rules ask for."""

    name: str
    properties: Mapping[str, Value]
    flavor: Value | None
    image: Value | None
    image_properties: Mapping[str, Value]

    @property
    def vcpus(self) -> int | None:
        """Its vCPUs, None where the note does not tell."""
        return (whole_number(self.part("vcpus"), 0) or None) if self.flavor else None

    def part(self, key: str) -> Value | None:
        """A field of the flavor."""
        return self.flavor.get(key) if self.flavor else None

    def text(self, key: str) -> str:
        """An extra spec, "" where it is not set."""
        value = self.properties.get(key)
        return "" if value is None or value.content is None else str(value.content)

    @property
    def written(self) -> FlavorText:
        """The flavor as Nova reads it, as far as the note tells."""
        ram = whole_number(self.part("ram"), 0) if self.flavor else None
        vcpus = self.vcpus if self.vcpus and self.vcpus <= MAX_CPU else None  # else no real one
        return FlavorText(
            self.name, vcpus, ram or None, texts(self.properties),
            texts(self.image_properties), str, str,
        )  # fmt: skip

    def place(self, key: str) -> At:
        """Where a part of the note is written: a spec, a property, a field; else its whole."""
        for entries in (self.properties, self.image_properties):
            if key in entries:
                return entries[key].at
        if found := self.part(key) or self.part("properties") or self.flavor:
            return found.at
        raise ValueError(f"a note without a flavor has no {key}")

    @property
    def multiqueue(self) -> bool:
        """Whether the image switches multiqueue on."""
        value = self.image_properties.get(MULTIQUEUE)
        return value is not None and is_true(str(value.content))


def texts(values: Mapping[str, Value]) -> dict[str, str]:
    """Values as Nova gets them, all of them text; not those that a deployment provides."""
    return {
        key: _text(value.content)
        for key, value in values.items()
        if isinstance(value.content, str | int | float)
    }


def _text(content: str | int | float) -> str:
    return str(content).lower() if isinstance(content, bool) else str(content)


def _note(note: FlavorNote) -> Note:
    name = note.flavor.get("name") if note.flavor else None
    specs = note.flavor.get("properties") if note.flavor else None
    images = note.image.get("properties") if note.image else None
    return Note(
        str(name.content) if name else "the flavor",
        specs.entries if specs else {}, note.flavor, note.image, images.entries if images else {},
    )  # fmt: skip


def notes(view: DeploymentView) -> Iterator[Note]:
    """The flavor notes of a deployment."""
    return map(_note, view.flavors)
