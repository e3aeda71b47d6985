"""The formats that the schemas name."""

import re

import pytest

from generator.reading.formats import FORMATS


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("address-range", "10.0.0.1-10.0.0.9"),
        ("cpu-list", "0-3,^2"),
        ("data-rate", "25 Gbit/s"),
        ("ip-address", "10.0.0.1"),
        ("ip-address", "fe80::1"),
        ("ipv4-address", "10.0.0.1"),
        ("ipv4-network", "10.0.0.0/8"),
        ("mac", "52:54:00:00:00:01"),
        ("mac", "0C:42:A1:B2:C3:D4"),
        ("memory-size", "384 GiB"),
        ("vlan-ranges", "201-250,300"),
    ],
)
def test_what_a_format_takes(name: str, text: str) -> None:
    FORMATS[name](text)


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("ip-address", "idrac", "'idrac' is no IP address"),
        ("ipv4-address", "10.0.0", "'10.0.0' is no IPv4 address"),
        ("ipv4-address", "fe80::1", "'fe80::1' is no IPv4 address"),
        ("ipv4-address", "10.0.0.1/24", "'10.0.0.1/24' is a network; an address is wanted"),
        ("ipv4-network", "10.0.0.0", "'10.0.0.0' has no prefix length"),
        ("ipv4-network", "10.0.0.0/33", "'10.0.0.0/33' is no IPv4 network"),
        ("ipv4-network", "10.0.0.1/8", "'10.0.0.1/8' is an address in the network 10.0.0.0/8"),
        ("mac", "52:54:00:00:00", "'52:54:00:00:00' is no MAC address"),
        ("mac", "52:54:00:00:00:0g", "'52:54:00:00:00:0g' is no MAC address"),
        ("mac", "52:54:00:00:00:01\n", "'52:54:00:00:00:01\\n' is no MAC address"),
        ("mac", "52-54-00-00-00-01",
         "'52-54-00-00-00-01' is a MAC address in another form; colons are wanted"),
        ("mac", "01:00:5e:00:00:01",
         "'01:00:5e:00:00:01' is the address of a group, not of a port"),
    ],
)  # fmt: skip
def test_what_is_said_about_the_rest(name: str, text: str, words: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(words)}$"):
        FORMATS[name](text)
