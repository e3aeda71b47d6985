"""CPU lists of parameters, each as its own consumer reads them."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from generator.deployment.values import Value
from generator.values import CpuSet

_SEPARATORS = re.compile(r"[.;:/\s,]+")
_DASH = re.compile(r"\s*-\s*")
_DASHES = re.compile(r"\s*(?:[-\u2010-\u2015\u2212]+|\.\.+)\s*")
_RANGE = re.compile(r"(\d+)-(\d+)")
_HEX = re.compile(r"0[xX][0-9a-fA-F]+")
OVS_PATTERN = re.compile(r"[0-9,-]*")


class Reader(NamedTuple):
    """What reads a list: its name, and how. `read` raises ValueError."""

    name: str
    read: Callable[[str], CpuSet]


def _ovs(text: str) -> CpuSet:
    if not OVS_PATTERN.fullmatch(text):
        wrong = next(each for each in text if not OVS_PATTERN.fullmatch(each))
        name = "a blank" if wrong.isspace() else repr(wrong)
        raise ValueError(f"only digits, commas and hyphens are taken, not {name}")
    return CpuSet.parse(text)


def _nova(text: str) -> CpuSet:
    return CpuSet.parse(",".join(_items(text)))


def _tuned(text: str) -> CpuSet:
    items = [item for each in _items(text.strip("'\"")) for item in _mask(each)]
    return CpuSet.parse(",".join(items).replace("!", "^"))


def _items(text: str) -> list[str]:
    """The items that are not empty: Nova and tuned pass over those that are."""
    items = [_DASH.sub("-", item.strip()) for item in text.split(",") if item.strip()]
    if torn := next((item for item in items if len(item.split()) > 1), None):
        raise ValueError(f"a blank stands in {torn!r}")
    return items


def _mask(item: str) -> Iterator[str]:
    if not item.lower().startswith("0x"):
        yield item
        return
    mask = int(item, 16)
    yield from (str(cpu) for cpu in range(mask.bit_length()) if mask >> cpu & 1)


OVS, NOVA, TUNED = Reader("Open vSwitch", _ovs), Reader("Nova", _nova), Reader("tuned", _tuned)

READERS: Mapping[str, Reader] = {
    "OvsPmdCoreList": OVS,
    "OvsDpdkCoreList": OVS,
    "NovaComputeCpuDedicatedSet": NOVA,
    "NovaComputeCpuSharedSet": NOVA,
    "NovaVcpuPinSet": NOVA,
    "IsolCpusList": TUNED,
}
"""Parameter -> who reads its list."""


class CpuList(NamedTuple):
    """The list that acts for a role, and what its user calls it."""

    name: str
    cpus: CpuSet
    value: Value
    called: str


def list_text(value: Value) -> str | None:
    """A list as one text, whether it is written as text or as a list; None where it is
    something else, or not known."""
    if not value.known or isinstance(value.content, bool | float):
        return None
    if isinstance(value.content, str | int):
        return str(value.content)
    if value.items and all(isinstance(item.content, str | int) for item in value.items):
        return ",".join(str(item.content) for item in value.items)
    return None


def cpu_list(name: str, value: Value | None, called: str) -> CpuList | None:
    """The list of a parameter; None where it is not set, empty or cannot be read."""
    text = list_text(value) if value else None
    if value is None or not text:
        return None
    try:
        cpus = READERS[name].read(text)
    except ValueError:
        return None
    return CpuList(name, cpus, value, called) if cpus else None


def repaired(text: str) -> str | None:
    """What a list that cannot be read most likely means: other separators made commas,
    ranges put in order, exclusions and masks carried out."""
    text = ",".join(_mask(text)) if _HEX.fullmatch(text) else text
    better = _SEPARATORS.sub(",", _DASHES.sub("-", text.strip("'\" []"))).strip(",")
    better = _RANGE.sub(_in_order, better)
    try:
        cpus = CpuSet.parse(better.replace("!", "^"))
    except ValueError:
        return None
    return str(cpus) if "^" in better or "!" in better else better


def _in_order(found: re.Match[str]) -> str:
    first, last = sorted((found[1], found[2]), key=int)
    return f"{first}-{last}"
