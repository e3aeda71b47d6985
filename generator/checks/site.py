"""Rules over the site's servers and time zone."""

from collections.abc import Iterator, Mapping
from ipaddress import AddressValueError, IPv4Address

from generator.catalog.files import read
from generator.checks.registry import INVENTORY_RULES
from generator.checks.special_addresses import unusable
from generator.checks.subject import InventorySubject
from generator.checks.wording import cut, did_you_mean
from generator.findings import Fault, Place, Severity
from generator.inventory import Site

_NO_REGION = "none"


def _servers(site: Site) -> Iterator[tuple[str, IPv4Address, Place]]:
    """The name and time servers that are written as addresses."""
    for index, server in enumerate(site.dns_servers):
        yield "DNS", server, Place(("site", "dns_servers", index))
    for index, name in enumerate(site.ntp_servers):
        try:
            yield "NTP", IPv4Address(name), Place(("site", "ntp_servers", index))
        except AddressValueError:
            continue  # a host name


@INVENTORY_RULES.rule("server-address-unusable", Severity.ERROR)
def server_address_unusable(subject: InventorySubject) -> Iterator[Fault]:
    """DNS and NTP servers have addresses that a machine elsewhere can have.

    Why: The nodes would ask themselves, everybody or nobody; without name and time
    services the deployment stops.
    Fix: Write the server's address.
    Source: RFC 6890, special-purpose addresses.
    """
    networks = subject.inventory.networks
    for kind, server, place in _servers(subject.inventory.site):
        if means := unusable(server, networks):
            yield Fault(
                place, f"the {kind} server {server} is {means}", "write the server's address"
            )


@INVENTORY_RULES.rule("server-inside-pool", Severity.WARNING)
def server_inside_pool(subject: InventorySubject) -> Iterator[Fault]:
    """No DNS or NTP server lies in the pool of a network.

    Why: The pool hands the address to a node or service: two machines answer for it.
    Fix: Take the address out of the pool.
    Source: neutron, allocation pools hold free addresses only.
    """
    for kind, server, place in _servers(subject.inventory.site):
        for name, network in subject.inventory.networks.items():
            if network.pool is not None and server in network.pool:
                yield Fault(
                    place,
                    f"the {kind} server {server} is in the pool {network.pool} of {name}",
                    "take it out of the pool",
                )


@INVENTORY_RULES.rule("time-zone-unknown", Severity.WARNING)
def time_zone_unknown(subject: InventorySubject) -> Iterator[Fault]:
    """The time zone is one of the tz database.

    Why: A name that the nodes' database lacks stops their configuration.
    Fix: Write the name as `timedatectl list-timezones` shows it.
    Source: IANA time zone database; puppet-timezone.
    """
    zones: Mapping[str, str] = read(f"targets/{subject.inventory.site.target}-time-zones")["zones"]
    zone = subject.inventory.site.timezone
    known = [
        name if region == _NO_REGION else f"{region}/{name}"
        for region, names in zones.items()
        for name in names.split()
    ]
    if zone not in known:
        yield Fault(
            Place(("site", "timezone")),
            f"the tz database has no time zone {cut(zone)}",
            did_you_mean(zone, known, "write a name such as Europe/Berlin"),
        )
