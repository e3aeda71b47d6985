"""Environment files in -e order as one, the way Heat's client merges them."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from generator.deployment.values import Value, overlaid, whole
from generator.reading.document import Document


class Merged(NamedTuple):
    """The sections of all environment files."""

    parameters: Mapping[str, Value]  # parameter_defaults
    stack_parameters: Mapping[str, Value]  # parameters
    registry: Mapping[str, Value]


def merged(documents: Iterable[Document]) -> Merged:
    """Mappings are merged key by key, anything else is replaced; later files win."""
    sections: dict[str, dict[str, Value]] = {
        "parameter_defaults": {}, "parameters": {}, "resource_registry": {},
    }  # fmt: skip
    for document in documents:
        content = whole(document)
        for section, found in sections.items():
            written = content.get(section)
            for name, value in (written.entries if written else {}).items():
                found[name] = overlaid(found.get(name), value)
    return Merged(*sections.values())
