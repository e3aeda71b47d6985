"""The hardware catalogue, with the inventory's own facts laid over it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from typing import Any

from generator.catalog.files import Row, read
from generator.catalog.models import (
    CpuModel,
    MissingFactsError,
    NicModel,
    ServerModel,
    UnknownModelError,
)
from generator.catalog.tables import cards_named, known_ids, model_rows, normal, resolve
from generator.explained import Fact, Mark
from generator.hardware_facts import CpuFacts, Hardware, NicFacts, ServerFacts
from generator.values import DataRate, Frequency

_UNKNOWN: Row = (None, Mark.INFERRED, "no source gives this value")
_SLOT = "slots."
_PARSED: Mapping[str, Callable[[str], Any]] = {
    "speed": DataRate.parse,
    "base_clock": Frequency.parse,
}


class Catalogue:
    """Looks up hardware by model. A fact of the inventory's `hardware` section wins over
    the catalogue's; a model may also be defined there as a whole."""

    def __init__(self, hardware: Hardware) -> None:
        self._stated: dict[str, Mapping[str, ServerFacts | CpuFacts | NicFacts]] = {
            "servers": hardware.servers,
            "cpus": hardware.cpus,
            "nics": hardware.nics,
        }
        # Rules and derivations ask for the same few models again and again.
        self._models: dict[tuple[str, str], Any] = {}

    def server(self, model: str) -> ServerModel:
        """A server model by id or usual name."""
        found: ServerModel = self._once("servers", model, self._server)
        return found

    def cpu(self, model: str) -> CpuModel:
        """A CPU part by id or usual name."""
        found: CpuModel = self._once("cpus", model, self._cpu)
        return found

    def nic(self, model: str) -> NicModel:
        """A network card by id or usual name."""
        found: NicModel = self._once("nics", model, self._nic)
        return found

    def _once(self, kind: str, model: str, build: Callable[[str], Any]) -> Any:
        if (kind, model) not in self._models:
            self._models[kind, model] = build(model)
        return self._models[kind, model]

    def _server(self, model: str) -> ServerModel:
        found, facts = self._facts("servers", model)
        _require("servers", found, facts, "sockets", "memory_channels_per_socket", "numbering")
        slots = {key: facts.pop(key) for key in list(facts) if key.startswith(_SLOT)}
        by_name = {key.removeprefix(_SLOT): fact for key, fact in slots.items()}
        _open(found, facts, "pcie_generation")
        return ServerModel(found, slots=by_name, **facts)

    def _cpu(self, model: str) -> CpuModel:
        found, facts = self._facts("cpus", model)
        _require("cpus", found, facts, "vendor", "cores", "threads_per_core", "gigabyte_pages")
        _open(found, facts, "base_clock")
        return CpuModel(found, **facts)

    def _nic(self, model: str) -> NicModel:
        found, facts = self._facts("nics", model)
        _open(found, facts, "max_pps", "pci_id", "pcie_generation", "pcie_lanes", "max_vfs")
        facts.setdefault("vf_pci_id", _virtual(found, facts["pci_id"].value))
        _require(
            "nics", found, facts,
            "ports", "speed", "kernel_driver", "dpdk_driver", "max_mtu", "max_rx_queues",
        )  # fmt: skip
        return NicModel(found, **facts)

    def _facts(self, kind: str, model: str) -> tuple[str, dict[str, Any]]:
        """The id that a name means, and what is known about it."""
        known = known_ids(kind)
        stated = {resolve(name, known) or normal(name): name for name in self._stated[kind]}
        ids = tuple(dict.fromkeys((*known, *stated)))
        found = resolve(model, ids)
        if found is None:
            near = cards_named(model) if kind == "nics" else []
            raise UnknownModelError(kind, model, near or _alike(normal(model), ids))
        rows = model_rows(kind, found) if found in known else {}
        if name := stated.get(found):
            for key, value in _stated_values(self._stated[kind][name]):
                rows[key] = (value, Mark.STATED, f"inventory hardware.{kind}.{name}.{key}")
        return found, {key: Fact(f"{found}.{key}", *_typed(key, row)) for key, row in rows.items()}


def _virtual(model: str, physical: str | None) -> Fact[str | None]:
    """The PCI id of the virtual functions of a card with this id."""
    table = read("virtual-functions")
    known = table["functions"].get(physical)
    name = f"{model}.vf_pci_id"
    if known is None or physical is None:
        return Fact(name, *_UNKNOWN)
    vendor = physical.partition(":")[0]
    return Fact(name, f"{vendor}:{known['virtual']}", Mark.CODE, table["source"])


def _stated_values(entry: ServerFacts | CpuFacts | NicFacts) -> Iterator[tuple[str, Any]]:
    """What the inventory sets, a slot at a time."""
    for field in fields(entry):
        value = getattr(entry, field.name)
        if field.name == "slots":
            yield from ((f"{_SLOT}{slot}".lower(), socket) for slot, socket in value.items())
        elif value is not None:
            yield field.name, value


def _typed(key: str, row: Row) -> Row:
    value, mark, source = row
    parse = _PARSED.get(key)
    return (parse(value) if parse and isinstance(value, str) else value), mark, source


def _open(model: str, facts: dict[str, Any], *keys: str) -> None:
    """Facts that a model may lack: they are there, and say that nobody knows the value."""
    for key in keys:
        facts.setdefault(key, Fact(f"{model}.{key}", *_UNKNOWN))


def _require(kind: str, model: str, facts: Mapping[str, Any], *keys: str) -> None:
    if missing := [key for key in keys if key not in facts]:
        raise MissingFactsError(kind, model, missing)


def _alike(name: str, ids: tuple[str, ...]) -> list[str]:
    """Ids that a misspelt name may have meant, compared with and without the maker's name."""
    from difflib import get_close_matches  # only a wrong inventory pays for this import

    short = {known.split("-", 1)[-1]: known for known in ids}
    near = [*get_close_matches(name, ids), *get_close_matches(name, list(short))]
    return list(dict.fromkeys(short.get(match, match) for match in near))[:3]
