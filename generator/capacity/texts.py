"""Extra specs and image properties by the names that Nova asks for."""

import re
from collections.abc import Iterator

from generator.capacity.types import Specs

_TRUE = {"1", "t", "true", "on", "y", "yes"}
_RESOURCE = re.compile(r"resources(?:[1-9][0-9]*)?:(.*)")
_TRAIT = re.compile(r"trait(?:[1-9][0-9]*)?:(.*)")
_WHOLE = re.compile(r"\s*[-+]?[0-9]{1,18}\s*")


def whole(text: str) -> int | None:
    """A whole number as Python reads it."""
    return int(text) if _WHOLE.fullmatch(text) else None


def is_true(text: str) -> bool:
    """Nova's loose booleans: anything else is false."""
    return text.strip().lower() in _TRUE


class Texts:
    """What a flavor and its image say."""

    def __init__(self, specs: Specs) -> None:
        self.specs, self.image = specs.extra_specs, specs.image

    def both(self, name: str) -> tuple[str | None, str | None]:
        """What flavor and image say of one thing; empty text says nothing."""
        return self.specs.get(f"hw:{name}") or None, self.image.get(f"hw_{name}") or None

    def flag(self, key: str) -> bool:
        """A boolean extra spec."""
        return is_true(self.specs.get(key, ""))

    def image_flag(self, key: str) -> bool:
        """A boolean image property."""
        return is_true(self.image.get(key, ""))

    def resource(self, name: str) -> int | None:
        """The amount of a resource class, that of numbered groups included."""
        amounts = [amount for key, amount in self._amounts() if key == name]
        return sum(amounts) if amounts else None

    def _amounts(self) -> Iterator[tuple[str, int]]:
        for key, text in self.specs.items():
            if found := _RESOURCE.fullmatch(key):
                amount = whole(text)
                if amount is not None and amount >= 0:
                    yield found[1], amount

    def traits(self, word: str) -> Iterator[str]:
        """The traits that are `required` or `forbidden`; other words are dropped."""
        for key, text in self.specs.items():
            if text == word and (found := _TRAIT.fullmatch(key)):
                yield found[1]
        for key, text in self.image.items():
            if text == word == "required" and key.startswith("trait:"):
                yield key.removeprefix("trait:")
