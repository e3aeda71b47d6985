"""What values the options of a bond take, as the release's kernel and Open vSwitch read them."""

import re
from collections.abc import Callable, Mapping
from functools import cache
from ipaddress import AddressValueError, IPv4Address
from typing import Any, NamedTuple

from generator.catalog.files import read
from generator.checks.wording import did_you_mean, listed
from generator.inventory import Link

_NUMBER = re.compile(r"[0-9]{1,12}")
_MAC = re.compile(r"[0-9A-Fa-f]{2}(:[0-9A-Fa-f]{2}){5}")
_MOST_TARGETS = 16  # BOND_MAX_ARP_TARGETS


class BondOption(NamedTuple):
    """An option: the values it takes, and where it acts."""

    number: tuple[int, ...] = ()  # the least and the most
    words: str = ""
    form: str = ""
    only: tuple[str, ...] = ()  # modes
    refused: bool = False
    needs: str = ""
    why: str = ""

    def fault(self, value: str, link: Link) -> str | None:
        """How a value that is none has to be mended; None for one that is taken."""
        if self.number:
            least, most = self.number
            return None if least <= number(value, -1) <= most else _whole(least, most)
        if self.words:
            words = self.words.split()
            wanted = f"write one of {', '.join(words)}"
            return None if value in words else did_you_mean(value, words, wanted)
        return _FORMS[self.form](value, link) if self.form else None


@cache
def bond_options(target: str, program: str) -> Mapping[str, BondOption]:
    """The options of a program (linux, ovs, other_config) in a release target."""
    written = read(f"targets/{target}-bond-options")[program]
    return {name: BondOption(**_fields(entry)) for name, entry in written.items()}


def _fields(entry: Mapping[str, Any]) -> dict[str, Any]:
    return {key: tuple(each) if isinstance(each, list) else each for key, each in entry.items()}


def number(text: str, otherwise: int = 0) -> int:
    """A whole number without sign, in digits that every program reads."""
    return int(text) if _NUMBER.fullmatch(text) else otherwise


def _whole(least: int, most: int) -> str:
    return f"write a whole number from {least} to {most}"


def _mac(value: str, _: Link) -> str | None:
    good = _MAC.fullmatch(value) and not int(value[:2], 16) & 1 and value.strip("0:")
    return None if good else "write the MAC address of a device, such as 52:54:00:00:00:01"


def _addresses(value: str, _: Link) -> str | None:
    parts = value.split(",")
    try:
        known = {IPv4Address(part) for part in parts}
    except AddressValueError:
        return "write IPv4 addresses with commas between them"
    if any(address.packed in (b"\0" * 4, b"\xff" * 4) for address in known):
        return "write addresses of hosts, such as the gateway"
    if len(known) < len(parts) or len(parts) > _MOST_TARGETS:
        return f"write each address once, {_MOST_TARGETS} at most"
    return None


def _ports(value: str, link: Link) -> str | None:
    most = len(link.ports)
    return None if number(value, most + 1) <= most else _whole(0, most) + ", the bond's ports"


def _member(value: str, link: Link) -> str | None:
    if value in link.ports:
        return None
    return did_you_mean(value, link.ports, f"write a port of the bond: {listed(link.ports)}")


_FORMS: Mapping[str, Callable[[str, Link], str | None]] = {
    "addresses": _addresses,
    "mac": _mac,
    "member": _member,
    "ports": _ports,
}
