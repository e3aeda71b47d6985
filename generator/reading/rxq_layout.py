"""A layout of receive queues, read from a JSON or YAML file."""

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from generator.errors import InputError
from generator.findings import Fault, Finding, Place, Severity
from generator.reading.document import Document, InputFile, parse_document, read_bytes
from generator.reading.schema import violations
from generator.reading.schema_words import closest, quote
from generator.reading.structure import structure
from generator.rxq_layout import RxqLayout
from generator.values import CpuSet

SCHEMA = "rxq-layout.schema.json"


def load_rxq_layout(path: Path | str) -> RxqLayout:
    """Read a layout. Raises InputError with all findings of the first layer that has any,
    NfvgenError where the file cannot be read."""
    path = Path(path)
    return parse_rxq_layout(InputFile(path, read_bytes(path)))


def parse_rxq_layout(file: InputFile) -> RxqLayout:
    """The layout in what a file holds. Raises InputError as `load_rxq_layout` does."""
    document = parse_document(file)
    if findings := violations(document, SCHEMA):
        raise InputError(findings)
    layout = structure(RxqLayout, _with_lists(document.data))
    if findings := sorted(_contradictions(document, layout), key=lambda each: each.order):
        raise InputError(findings)
    return layout


def _with_lists(data: Mapping[str, Any]) -> dict[str, Any]:
    """The data with every CPU list that is written as text as the numbers in it."""
    nodes = {node: _numbers(cores) for node, cores in data["numa_cores"].items()}
    return {**data, "numa_cores": nodes, "pmd_cores": _numbers(data.get("pmd_cores", []))}


def _numbers(cores: Any) -> Any:
    return list(CpuSet.parse(cores)) if isinstance(cores, str) else cores


def _contradictions(document: Document, layout: RxqLayout) -> Iterator[Finding]:
    """What the schema cannot see: values that exclude one another."""
    for rule, faults in (
        ("schema/twice", _cores_twice(document, layout)),
        ("schema/twice", _ports_twice(layout)),
        ("schema/unknown-key", _unknown_queues(layout)),
    ):
        for fault in faults:
            yield document.finding(rule, Severity.ERROR, fault)


def _cores_twice(document: Document, layout: RxqLayout) -> Iterator[Fault]:
    seen: dict[int, str] = {}
    for node, cores in layout.numa_cores.items():
        for index, core in enumerate(cores):
            if core in seen:
                message = f"core {core} stands on NUMA node {seen[core]} already"
                at = ("numa_cores", node)
                listed = not isinstance(document.data["numa_cores"][node], str)
                place = Place((*at, index) if listed else at)
                yield Fault(place, message, "leave it on the node that lscpu names")
            seen.setdefault(core, node)


def _ports_twice(layout: RxqLayout) -> Iterator[Fault]:
    names = Counter[str]()
    numbers: dict[int, str] = {}
    for index, port in enumerate(layout.ports):
        at = ("ports", index)
        names[port.name] += 1
        if names[port.name] == 2:
            message = f"port {quote(port.name)} stands twice in 'ports'"
            yield Fault(Place((*at, "name")), message, "give each port a name of its own")
        number = port.port_no or index + 1
        if number in numbers:
            message = f"port number {number} is that of {quote(numbers[number])} already"
            place = Place((*at, "port_no") if port.port_no else at)
            yield Fault(place, message, "without port_no a port has its place in the list")
        numbers.setdefault(number, port.name)


def _unknown_queues(layout: RxqLayout) -> Iterator[Fault]:
    queues = [f"{port.name}:{queue}" for port in layout.ports for queue in range(port.n_rxq)]
    for name in layout.measured_cycles.keys() - set(queues):
        guess = closest(name, queues)
        hint = f"did you mean '{guess}'?" if guess else "write PORT:QUEUE, such as dpdk0:1"
        place = Place(("measured_cycles", name), on_key=True)
        yield Fault(place, f"no port of the layout has a queue {quote(name)}", hint)
