"""Addresses that no machine on a network has for its own."""

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network


def plain(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    """The address without its other spelling: ::ffff:10.0.0.1 is 10.0.0.1."""
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def unusable(
    address: IPv4Address | IPv6Address, networks: Iterable[tuple[str, IPv4Network | IPv6Network]]
) -> str | None:
    """What an address is, if it is none that a machine can be reached at. `networks` are
    those of the deployment, by name."""
    found = plain(address)
    kinds = {
        "no address": found.is_unspecified,
        "a loopback address": found.is_loopback,
        "a multicast address": found.is_multicast,
        "a link-local address": found.is_link_local,
        "a reserved address": found.is_reserved or (found.version == 4 and not found.packed[0]),
    }
    for what, applies in kinds.items():
        if applies:
            return what
    for name, network in networks if found.version == 4 else ():
        if found == network.network_address:
            return f"the network address of {name}"
        if found == network.broadcast_address:
            return f"the broadcast address of {name}"
    return None
