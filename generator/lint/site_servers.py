"""Rules over the servers and the time zone that all nodes are told of."""

from collections.abc import Iterator, Mapping
from ipaddress import IPv4Address, IPv6Address

from generator.catalog.files import read
from generator.checks.special_addresses import unusable
from generator.checks.wording import cut, did_you_mean
from generator.deployment.types import DeploymentView
from generator.deployment.values import At
from generator.findings import Severity
from generator.lint.ruleset import Found, rule
from generator.lint.scope import texts
from generator.lint.subnets import address_of, subnets
from generator.lint.tenant_types import overcloud

_KINDS = {"DnsServers": "DNS", "NtpServer": "NTP"}
_NO_REGION = "none"


def _servers(view: DeploymentView) -> Iterator[tuple[str, IPv4Address | IPv6Address, At]]:
    """The name and time servers that are written as addresses."""
    for name, kind in _KINDS.items():
        value = overcloud(view, name)
        for index, written in enumerate(texts(value) or ()):
            if value and (address := address_of(written)):
                yield kind, address, value.items[index].at if value.items else value.at


@rule("server-address-unusable", Severity.ERROR)
def server_address_unusable(view: DeploymentView) -> Iterator[Found]:
    """DNS and NTP servers have addresses that a machine elsewhere can have.

    Why: The nodes would ask themselves, everybody or nobody; without name and time
    services the deployment stops.
    Fix: Write the server's address.
    Source: RFC 6890, special-purpose addresses.
    """
    ranges = [(subnet.name, subnet.range) for subnet in subnets(view) if subnet.range]
    for kind, server, at in _servers(view):
        if means := unusable(server, ranges):
            yield Found(at, f"the {kind} server {server} is {means}", "write the server's address")


@rule("server-inside-pool", Severity.WARNING)
def server_inside_pool(view: DeploymentView) -> Iterator[Found]:
    """No DNS or NTP server lies in the pool of a network.

    Why: The pool hands the address to a node or service: two machines answer for it.
    Fix: Take the address out of the pool.
    Source: neutron, allocation pools hold free addresses only.
    """
    for kind, server, at in _servers(view):
        for subnet in subnets(view):
            for pool in subnet.pool_ranges:
                if pool.holds(server):
                    yield Found(
                        at, f"the {kind} server {server} is in the pool {pool} of {subnet.name}",
                        "take it out of the pool", () if view.planned else (pool.at,),
                    )  # fmt: skip


@rule("time-zone-unknown", Severity.WARNING)
def time_zone_unknown(view: DeploymentView) -> Iterator[Found]:
    """The time zone is one of the tz database.

    Why: A name that the nodes' database lacks stops their configuration.
    Fix: Write the name as `timedatectl list-timezones` shows it.
    Source: IANA time zone database; puppet-timezone.
    """
    value = overcloud(view, "TimeZone")
    if value is None or not isinstance(value.content, str):
        return
    zone, known = value.content, _zones(view.target)
    if zone not in known:
        yield Found(
            value.at, f"the tz database has no time zone {cut(zone)}",
            did_you_mean(zone, known, "write a name such as Europe/Berlin"),
        )  # fmt: skip


def _zones(target: str) -> list[str]:
    zones: Mapping[str, str] = read(f"targets/{target}-time-zones")["zones"]
    return [
        name if region == _NO_REGION else f"{region}/{name}"
        for region, names in zones.items()
        for name in names.split()
    ]
