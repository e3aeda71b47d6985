"""The formats of the schemas: name -> function that raises ValueError with the words to show.

The value objects' own parse functions do the checking, so a text that passes the
schema is a text that structure() can read.
"""

import re
from collections.abc import Callable, Mapping
from ipaddress import AddressValueError, IPv4Address, IPv4Network, ip_address

from generator.values import (
    AddressRange,
    CpuSet,
    DataRate,
    FormError,
    Frequency,
    Load,
    MemorySize,
    VlanRanges,
)

_MAC = re.compile(r"[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){5}")


def ipv4_address(text: str) -> None:
    """An IPv4 address."""
    try:
        IPv4Address(text)
    except AddressValueError:
        if "/" in text:
            raise ValueError(f"{text!r} is a network; an address is wanted") from None
        raise ValueError(f"{text!r} is no IPv4 address") from None


def ip_address_of_any_kind(text: str) -> None:
    """An IPv4 or IPv6 address."""
    try:
        ip_address(text)
    except ValueError:
        raise ValueError(f"{text!r} is no IP address") from None


def ipv4_network(text: str) -> None:
    """An IPv4 subnet with its prefix length and no bits of a host in it."""
    if "/" not in text:
        raise ValueError(f"{text!r} has no prefix length")
    try:
        network = IPv4Network(text, strict=False)
    except ValueError:
        raise ValueError(f"{text!r} is no IPv4 network") from None
    if str(network.network_address) != text.partition("/")[0]:
        raise FormError(f"{text!r} is an address in the network {network}", str(network))


def mac(text: str) -> None:
    """A MAC address of six bytes with colons, of one card (no group address)."""
    if _MAC.fullmatch(text) is None:
        if re.fullmatch(r"[0-9A-Fa-f]{2}(?:-[0-9A-Fa-f]{2}){5}|[0-9A-Fa-f]{12}", text):
            raise ValueError(f"{text!r} is a MAC address in another form; colons are wanted")
        raise ValueError(f"{text!r} is no MAC address")
    if int(text[:2], 16) & 1:
        raise ValueError(f"{text!r} is the address of a group, not of a port")


FORMATS: Mapping[str, Callable[[str], object]] = {
    "address-range": AddressRange.parse,
    "cpu-list": CpuSet.parse,
    "data-rate": DataRate.parse,
    "frequency": Frequency.parse,
    "ip-address": ip_address_of_any_kind,
    "ipv4-address": ipv4_address,
    "ipv4-network": ipv4_network,
    "load": Load.parse,
    "mac": mac,
    "memory-size": MemorySize.parse,
    "vlan-ranges": VlanRanges.parse,
}
