"""The models in the data files: ids by kind, and the rows of one model."""

import re
from collections.abc import Iterator
from functools import cache

from generator.catalog.files import Row, read, row, rows

_MARKETING = re.compile(r"\((r|tm)\)|\bcpu\b|\bprocessor\b|\bpoweredge\b|@.*")
_PORTS = re.compile(r"\dp")
_GAPS = re.compile(r"[\s_-]+")


@cache
def known_ids(kind: str) -> tuple[str, ...]:
    """Every id of a kind (servers, cpus, nics), in the order of the file."""
    return tuple(dict.fromkeys((*_family_parts(kind), *read(kind).get("models", {}))))


def model_rows(kind: str, model: str) -> dict[str, Row]:
    """What the files say about a known model: its family's rows, then its own."""
    data = read(kind)
    sources = data["sources"]
    own = dict(data.get("models", {}).get(model, {}))
    found: dict[str, Row] = {}
    if family := own.pop("family", None):
        found |= rows(data["families"][family], sources)
    if part := _family_parts(kind).get(model):
        family, cores = part
        found |= rows(data["families"][family]["facts"], sources)
        found["cores"] = row([cores, *data["families"][family]["cores"]], sources)
        if clock := _clocks(family).get(model):
            found["base_clock"] = row([clock, *data["families"][family]["base_clock"]], sources)
    return found | rows(own, sources)


def resolve(written: str, ids: tuple[str, ...]) -> str | None:
    """The id that a name means: the id itself in any case and spacing, or its last words
    where these fit one id only ("XXV710-DA2", "PowerEdge R740xd", "Gold 6248")."""
    name = normal(written)
    if name in ids:
        return name
    fitting = [known for known in ids if known.endswith(f"-{name}")]
    return fitting[0] if len(fitting) == 1 else None


def similar_nic(written: str) -> str | None:
    """The id of a card with the limits of the one that a name without its model means."""
    names: dict[str, str] = read("nics")["names"]
    words = f"-{normal(written)}-"
    return next((known for name, known in names.items() if f"-{name}-" in words), None)


def cards_named(written: str) -> list[str]:
    """The cards whose controller stands in a name such as "Intel Ethernet 25G 2P XXV710
    Adapter", those with its number of ports where the name tells it."""
    words = normal(written.replace("/", " ")).split("-")
    chips = {known: known.split("-")[1] for known in known_ids("nics")}
    found = [known for known, chip in chips.items() if chip in words and not chip.isalpha()]
    similar = similar_nic(written)
    found += [similar] if similar and not found else []
    ports = {word.removesuffix("p") for word in words if _PORTS.fullmatch(word)}
    counted = [known for known in found if str(model_rows("nics", known)["ports"][0]) in ports]
    return counted or found


def normal(written: str) -> str:
    """A name in the form of ids: lower case, words joined by hyphens."""
    return _GAPS.sub("-", _MARKETING.sub(" ", written.lower()).strip(" -_"))


def _family_parts(kind: str) -> dict[str, tuple[str, int]]:
    return dict(_parts()) if kind == "cpus" else {}


def _clocks(family: str) -> dict[str, str]:
    """The clocks that a family lists, by the id of the part."""
    clocks = read("cpus")["families"][family]["clocks"]
    return {f"{family}-{part}": clock for clock, parts in clocks.items() for part in parts.split()}


def _parts() -> Iterator[tuple[str, tuple[str, int]]]:
    """The CPU parts that a family lists by core count, as id -> (family, cores)."""
    for family, content in read("cpus")["families"].items():
        for cores, names in content["parts"].items():
            for name in names.split():
                yield f"{family}-{name}", (family, int(cores))
