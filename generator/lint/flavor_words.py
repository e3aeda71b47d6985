"""Extra specs and image properties word by word: names and values that Train reads."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from generator.capacity.page_text import page_of
from generator.catalog.extra_specs import (
    KeyTable,
    extra_specs,
    image_properties,
    namespace,
    resource_classes,
    standard_traits,
)
from generator.checks.wording import cut, did_you_mean, listed
from generator.values import CpuSet

_BOOLEANS = {"1", "t", "true", "on", "y", "yes", "0", "f", "false", "off", "n", "no"}
_ANY_CASE = "<any-case>"


class WordFault(NamedTuple):
    """A fault of one extra spec or image property."""

    key: str
    message: str
    hint: str


def unread_specs(specs: Mapping[str, str]) -> Iterator[WordFault]:
    """Extra specs that nothing reads in Train, although they look as if."""
    for key in specs:
        if ":" in key:
            yield from _unread(key, extra_specs(), "extra spec")
            yield from _unknown_name(key)


def unread_properties(properties: Mapping[str, str]) -> Iterator[WordFault]:
    """Image properties of hardware that nothing reads in Train."""
    for key in properties:
        if key.startswith("hw_"):
            yield from _unread(key, image_properties(), "property")


def unscoped_specs(specs: Mapping[str, str]) -> Iterator[WordFault]:
    """Extra specs without a namespace."""
    for key in specs:
        if ":" not in key and key != "group_policy":
            hint = f"write {_scoped(key)}"
            yield WordFault(key, f"the extra spec {key} has no namespace", hint)


def _scoped(key: str) -> str:
    """What was meant: a spec of Nova without its namespace, or with an image's spelling."""
    own = f"hw:{key.removeprefix('hw_')}"
    known = key == "hide_hypervisor_id" or extra_specs().values_of(own) is not None
    return own if known else f"aggregate_instance_extra_specs:{key}"


def spec_values(specs: Mapping[str, str]) -> Iterator[WordFault]:
    """Values of extra specs that Nova refuses or takes for something else."""
    yield from _values(specs, extra_specs())


def property_values(properties: Mapping[str, str]) -> Iterator[WordFault]:
    """Values of image properties that Nova refuses or takes for something else."""
    yield from _values(properties, image_properties())


def _unread(key: str, table: KeyTable, noun: str) -> Iterator[WordFault]:
    if table.values_of(key) is not None:
        return
    if driver := table.driver_of(key):
        yield WordFault(key, f"{key} is read by the driver of {driver} only", "remove it")
    elif since := table.since(key):
        yield WordFault(key, f"{key} has no effect before Nova {since}", "remove it")
    elif table.claims(key):
        known = (re.sub(r"\.N$", ".0", name) for name in table.values)
        hint = did_you_mean(key, known, "remove it")
        yield WordFault(key, f"Nova of Train reads no {noun} {cut(key)}", hint)
    elif key.partition(":")[0] not in table.open and ":" in key:
        # A namespace of others, or one of Nova's misspelt.
        near = did_you_mean(namespace(key), _namespaces(table), "")
        if near:
            yield WordFault(key, f"Nova of Train reads no {noun} {cut(key)}", near)


def _namespaces(table: KeyTable) -> set[str]:
    return {namespace(key) for key in (*table.values, *table.later)} | set(table.open) - {""}


def _unknown_name(key: str) -> Iterator[WordFault]:
    """Traits and resource classes that Placement does not know."""
    kind, _, name = namespace(key), *key.partition(":")[1:]
    known: dict[str, tuple[str, Callable[[], frozenset[str]]]] = {
        "trait": ("trait", standard_traits), "resources": ("resource class", resource_classes),
    }  # fmt: skip
    if kind not in known or re.fullmatch("CUSTOM_[A-Z0-9_]+", name):
        return
    noun, names = known[kind]
    if name not in names():
        hint = did_you_mean(name, names(), f"a {noun} of your own is called CUSTOM_NAME")
        yield WordFault(key, f"Placement of Train has no {noun} {cut(name)}", hint)


def _values(written: Mapping[str, str], table: KeyTable) -> Iterator[WordFault]:
    for key, text in written.items():
        values = table.values_of(key)
        if values is not None and not _fits(text, values):
            message = f"{key} knows no value {cut(text)!r}"
            yield WordFault(key, message, _value_hint(text, values))


def _fits(text: str, values: str) -> bool:
    if values in _KINDS:
        return _KINDS[values](text)
    words = values.split()
    return (text.lower() if words[0] == _ANY_CASE else text) in words


def _value_hint(text: str, values: str) -> str:
    if values == "<page-size>":
        size = re.match(r"(\d+)\s*([KMGT])", text, re.IGNORECASE)
        return f"write {size[1]}{size[2].upper()}B" if size else "write 1GB, 2MB or large"
    if values in _EXAMPLES:
        return f"write {_EXAMPLES[values]}"
    words = values.removeprefix(_ANY_CASE).split()
    return did_you_mean(text, words, f"write {listed(words)}")


def value_words(values: str) -> str:
    """What a key of the tables takes, in words."""
    if values in _EXAMPLES:
        return _EXAMPLES[values]
    words = " or ".join(values.removeprefix(_ANY_CASE).split())
    return f"{words}, in any letter case" if values.startswith(_ANY_CASE) else words


def _is_cpus(text: str) -> bool:
    try:
        CpuSet.parse(text)
    except ValueError:
        return False
    return True


_KINDS: Mapping[str, Callable[[str], bool]] = {
    "<text>": lambda text: True,
    "<boolean>": lambda text: text.strip().lower() in _BOOLEANS,
    "<integer>": lambda text: bool(re.fullmatch("-?[0-9]+", text)),
    "<count>": lambda text: bool(re.fullmatch("[0-9]+", text)),
    "<positive>": lambda text: bool(re.fullmatch("[1-9][0-9]*", text)),
    "<page-size>": lambda text: page_of(text) is not None,
    "<cpus>": _is_cpus,
    "<mask>": lambda text: _is_cpus(f"0-8191,{text}"),
}
_EXAMPLES = {
    "<text>": "text",
    "<page-size>": "small, large, any, or a size such as 1GB",
    "<boolean>": "true or false",
    "<integer>": "a whole number",
    "<count>": "a whole number from 0",
    "<positive>": "a whole number from 1",
    "<cpus>": "CPUs such as 0-3,6",
    "<mask>": "the ordinary vCPUs as ^0-1",
}
