"""What is ours in a cloud, kept in the description of a flavor.

There is no state file: the description says which site a flavor belongs to, and which extra
specs, projects and image properties its inventory owns. What it does not name is left alone.
An extra spec would be the wrong place: a scheduler filter may want it to match an aggregate.
An aggregate has no description; no filter minds another key among its metadata.
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import Any

from generator.record import Record, record
from generator.values import ReadOnly

_BEGIN = re.compile(r" ?\[nfvgen (?=\{)")


@record
class Ownership(Record):
    """What one flavor brings with it."""

    site: str
    specs: tuple[str, ...] = ()  # keys of extra specs
    access: tuple[str, ...] = ()  # projects, by name or id
    images: Mapping[str, tuple[str, ...]] = field(default_factory=ReadOnly)
    """Names of image properties by image, which is a name or an id."""


def described(text: str, own: Ownership) -> str:
    """A description: words for people, if there are any, and the mark."""
    mark: dict[str, Any] = {"site": own.site}
    if own.specs:
        mark["specs"] = sorted(own.specs)
    if own.access:
        mark["access"] = sorted(own.access)
    if own.images:
        mark["images"] = {image: sorted(own.images[image]) for image in sorted(own.images)}
    return f"{text} [nfvgen {json.dumps(mark, ensure_ascii=False)}]".lstrip()


def read_description(description: str) -> tuple[str, Ownership | None]:
    """The words for people, and what the mark says; None where there is none of ours."""
    if description.endswith("]"):
        # From the left: names in the mark may look like its begin, and so may the words.
        for begin in _BEGIN.finditer(description):
            if own := _read_mark(description[begin.end() : -1]):
                return description[: begin.start()], own
    return description, None


def _read_mark(text: str) -> Ownership | None:
    """None for other words, and for a mark that was spoilt by hand: then it is nobody's."""
    try:
        mark = json.loads(text)
        return Ownership(
            str(mark["site"]),
            tuple(map(str, mark.get("specs", ()))),
            tuple(map(str, mark.get("access", ()))),
            ReadOnly(
                (image, tuple(map(str, keys))) for image, keys in mark.get("images", {}).items()
            ),
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


AGGREGATE_MARK = "nfvgen"
"""The key of an aggregate's mark."""


def aggregate_mark(site: str, keys: Iterable[str]) -> str:
    """The mark of an aggregate: whose it is, and which of its metadata."""
    return f"{site}: {', '.join(sorted(keys))}".rstrip(": ")


def read_aggregate_mark(mark: str) -> tuple[str, frozenset[str]]:
    """The site and the keys."""
    site, _, keys = mark.partition(": ")
    return site, frozenset(keys.split(", ")) - {""}
